/* A game as the page sees it: one object in one file of games/, and one line in games/index.ts. Rules, legal moves and
 * records are the server's; here is what people see: names, the board, how moves and scores are written, how a position
 * is set up. Everything else in the page knows games through this interface only. */
import type { JSX } from 'preact';
import type { Texts } from './i18n';
import type { Evaluation, Options, PositionAnswer, Side, Threat } from './types';

export type Say = (texts: Texts, ...values: (string | number)[]) => string;

export interface Mark {
  move: string;
  text: string; /* a value, or '' */
  rank: number; /* 0: the best */
  kind?: 'played' | 'better';
  book?: boolean; /* the program's opening book has it */
}

/* Taps of an editor of positions instead of moves. */
export interface Editing {
  onCell: (cell: number) => void;
  onMoveCell: (from: number, to: number) => void; /* to -1: off the board */
  onHand: (side: Side, kind: string) => void;
}

export interface BoardProps {
  position: string;
  lastMove: string;
  legal: string[];
  active: boolean; /* the human may move */
  side: Side;
  flipped: boolean;
  marks: Mark[]; /* arrows or values */
  hint: string;
  numbers: Map<number, number>; /* of the move that put a stone on a cell; empty: not shown */
  threats: Threat[] | null; /* forced wins; null: threats are not shown */
  outcome: string;
  coordinates: boolean;
  showLegal: boolean;
  confirm: boolean; /* a tap on a small cell is asked about: the second tap moves */
  choice: (key: string) => string; /* what the user chose of `choices` */
  say: Say;
  onMove: (move: string) => void;
  editing?: Editing;
}

/* Something the user may choose for a game: pieces, board, notation. The first is the default. */
export interface Choice {
  key: string;
  label: Texts;
  of: [string, Texts][];
  japanese?: string; /* the default where the page is in Japanese */
}

/* What a new game is started with, beside players and time. */
export interface StartChoice {
  start: string | null;
  options: Options;
  opening: string; /* 'free', or one that openings.ts conducts */
}

export interface StartProps {
  value: StartChoice;
  onChange: (value: StartChoice) => void;
  say: Say;
}

/* Positions as texts, changed piece by piece; whether the result is one, the server says. */
export interface SetUp {
  empty: (position: string) => string;
  initial: (position: string) => string | null; /* null: the server's */
  pieces: (position: string) => string[]; /* codes of the palette; '' clears a cell */
  at: (position: string, cell: number) => string;
  put: (position: string, cell: number, piece: string) => string;
  turn: (position: string, side: Side) => string;
  hand?: { kinds: string[]; change: (position: string, side: Side, kind: string, by: number) => string; of: (position: string, side: Side, kind: string) => number };
  turnOver?: (position: string) => string; /* colours and sides exchanged */
  label: (piece: string, say: Say) => string;
  Piece: (props: { piece: string; choice: (key: string) => string }) => JSX.Element;
  /* How the text is called. */
  text: string;
  /* What else decides: rules, size. */
  Form?: (props: { position: string; onChange: (position: string) => void; say: Say }) => JSX.Element;
}

export interface Plot {
  y: (e: Evaluation) => number; /* -1 to 1 */
  ticks: [number, string][];
}

export interface GameView {
  name: string; /* as the server calls it */
  title: Texts;
  sides: [Texts, Texts];
  twoSided: boolean; /* has a near and a far side: turned for who plays second */
  Board: (props: BoardProps) => JSX.Element;
  Count?: (props: { position: string; side: Side; say: Say }) => JSX.Element | null; /* beside a player's name */
  rules: (position: string, say: Say) => string; /* in words, on the screen */
  Start: (props: StartProps) => JSX.Element | null;
  startChoice: StartChoice;
  setUp: SetUp;
  choices: Choice[];
  cellOf: (move: string, position: string) => number; /* -1: none */
  lines: (notation: string, position: string, previous: string, moves: string[]) => string[];
  score: (score: number) => string; /* undecided, from the first player's side */
  mate: Texts; /* what a forced win is called */
  plot: (all: Evaluation[]) => Plot;
  level: (e: Evaluation) => number; /* chance of the first player, -1 to 1 */
  loss: (before: Evaluation, after: Evaluation, side: Side) => number; /* what the mover gave away, in the game's own unit */
  lossText: (loss: number) => string;
  lossKinds: [number, number, number]; /* from where a move is ?!, ?, ?? */
  final: (view: PositionAnswer) => Evaluation;
  storeKey: (position: string) => string;
  lineCount: (wanted: number, legal: number) => number;
  threats?: (position: string) => string; /* the game has forced wins to look for: the position with the other side to move */
  warning?: (position: string, view: PositionAnswer) => Texts | null; /* something that a player must know */
  swapStones?: (position: string) => string[]; /* the game has swap rules: three moves that may be even */
  openingName?: (moves: string[], position: string) => Texts | null;
}

/* A score that decides: the same in every list, on every board. */
export const decided = 30_000;
