/* What the server and the page say to each other (docs/PROTOCOL_WEB.md), and what the page keeps. */
export type GameName = 'shogi' | 'othello' | 'gomoku';
export const gameNames: GameName[] = ['shogi', 'othello', 'gomoku'];
export type Side = 0 | 1;
export type Outcome = 'ongoing' | 'first' | 'second' | 'draw';
export type Options = Record<string, string | number>;

export interface PositionAnswer {
  start: string;
  position: string;
  side: Side;
  legal: string[];
  outcome: Outcome;
  reason: string;
  trace?: { position: string; side: Side }[];
}

export interface Line {
  line: number;
  depth: number;
  seldepth: number;
  selectivity: number;
  score: number; /* from the side to move */
  win: number;
  bound: 'none' | 'upper' | 'lower' | 'exact';
  pv: string[];
  nodes: number;
  nps: number;
  time: number;
  hashfull: number;
}

export interface Result {
  best: string;
  ponder?: string;
  depth?: number;
  score?: number;
  win?: number;
  pv?: string[];
  nodes?: number;
  time?: number;
  stage?: string;
  stopped?: boolean;
}

export interface SavedRow {
  key: string;
  game: GameName;
  title: string;
  first: string;
  second: string;
  result: string;
  plies: number;
  created: number;
  updated: number;
}

export interface Limits {
  time?: number;
  increment?: number;
  byoyomi?: number;
  movetime?: number;
  depth?: number;
  nodes?: number;
  infinite?: boolean;
  multipv?: number;
}

/* A score as it is shown and drawn: always from the first player's side. */
export interface Evaluation {
  score: number;
  win: number; /* plies; positive: the first player wins */
  depth: number;
  best: string;
  pv: string[];
}
