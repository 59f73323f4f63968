/* What the server and the page say to each other (docs/PROTOCOL_WEB.md), and what the page keeps. */
export type GameName = string;
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
  board?: { cells: string[] };
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
  proof?: 'none' | 'win' | 'no win';
  stopped?: boolean;
}

/* An option of the engine that a page may set. */
export interface EngineOption {
  name: string;
  help: string;
  type: 'check' | 'spin' | 'combo';
  value: string; /* when the page sets nothing */
  advanced: boolean;
  min?: number;
  max?: number;
  choices?: string[];
}

/* By which seat something was offered; -1: by nobody. */
export type Offers = Record<'draw' | 'undo' | 'rematch', number>;

/* A move of the program's opening book. */
export interface BookMove {
  move: string;
  score: number; /* from the side to move */
  depth: number;
  games: number;
}

export interface Format {
  name: string;
  title: string;
  extension: string;
  writes: boolean;
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

/* What is in a file. */
export interface FileHead {
  names: [string, string];
  event?: string;
  date?: string;
  plies: number;
  result: string;
}

export interface Limits {
  time?: number;
  increment?: number;
  byoyomi?: number;
  movetime?: number;
  depth?: number;
  nodes?: number;
  infinite?: boolean;
  mate?: number;
  multipv?: number;
  spread?: number; /* plays weaker */
}

/* A score as it is shown and drawn: always from the first player's side. A finished game has depth 0 and win 0, and a
 * score of `decided` when it has no number of its own. */
export interface Evaluation {
  score: number;
  win: number; /* plies; positive: the first player wins */
  depth: number;
  best: string;
  pv: string[];
}

/* The same in the store, where it belongs to a position. */
export interface Kept {
  position: string;
  depth: number;
  score: number;
  win: number;
  nodes: number;
  pv: string;
}

/* What one side's engine said about its last move. */
export interface Report {
  line: Line | null;
  at: string; /* the position it thought about, and the move before, for notation */
  previous: string;
  side: Side;
  stage: string;
  notes: string[];
}

/* A forced win of a side, found by fours (VCF) or by threats (VCT). */
export interface Threat {
  side: Side;
  moves: string[];
  stage: string;
  now: boolean; /* the side is to move; otherwise it would win if the other passed */
}
