/* What every board is given. */
import type { Key } from './i18n';
import type { Preferences } from './controller';
import type { Side, Threat } from './types';

export interface Mark {
  move: string;
  text: string; /* a value, or '' */
  rank: number; /* 0: the best */
}

export interface BoardProps {
  position: string;
  lastMove: string;
  legal: string[];
  active: boolean; /* the human may move */
  side: Side;
  flipped: boolean;
  marks: Mark[]; /* arrows or values of the analysis */
  hint: string;
  numbers: Map<number, number>; /* of the move that put a stone on a cell; empty: not shown */
  threats: Threat[] | null; /* forced wins; null: threats are not shown */
  preferences: Preferences;
  t: (key: Key, ...values: (string | number)[]) => string;
  onMove: (move: string) => void;
}

export const markColours = ['#0a7d5a', '#1667b7', '#8a5a00', '#7a4fa0', '#666'];
