/* What the page knows at a moment, and what it remembers from visit to visit. */
import type { Clock, TimeControl } from './clock';
import { browserLanguage } from './i18n';
import type { Language } from './i18n';
import type { Swap } from './openings';
import type { Training } from './puzzles';
import type { Doc, Node } from './tree';
import type { BookMove, FileHead, Line, Offers, Report, SavedRow, Side, Threat } from './types';

export interface Preferences {
  language: Language;
  theme: 'auto' | 'light' | 'dark';
  coordinates: boolean;
  values: boolean;
  legal: boolean;
  multipv: number;
  numbers: boolean; /* on stones and discs */
  analysisSeconds: number; /* a position, when a whole game is analysed */
  showWhilePlaying: boolean;
  sounds: boolean;
  speech: boolean;
  confirmTaps: boolean;
  leftHanded: boolean;
  name: string;
  pace: number; /* seconds between two moves of engines */
  engine: Record<string, Record<string, string>>; /* options of the engine, by game */
  choices: Record<string, string>; /* 'GAME.pieces' and such, of GameView.choices */
}

/* Everything that belongs to one game on the table; each game of the page has its own. */
export interface Table {
  doc: Doc | null;
  node: Node | null;
  live: Node | null; /* where the game that is played stands; the screen may show another position */
  playing: boolean;
  paused: boolean;
  banner: boolean; /* the game has just ended */
  engines: [boolean, boolean];
  levels: [number, number];
  time: TimeControl;
  clock: Clock | null;
  swap: Swap | null; /* while the opening rule is being followed */
  reports: [Report | null, Report | null]; /* of the engine of each side */
  hint: string;
  lines: Line[]; /* of the position shown */
  linesFor: Node | null;
  book: BookMove[]; /* of the same */
  threats: Threat[]; /* of the position shown */
  flipped: boolean;
  learning: Learning | null;
  preview: Preview | null;
  net: Net | null; /* another person plays, over the server */
}

export interface Net {
  key: string;
  round: number;
  seat: -1 | Side; /* -1: this page watches */
  taken: [boolean, boolean];
  here: [boolean, boolean];
  offers: Offers;
  draws: boolean;
  watchers: number;
}

/* Finding the better moves oneself. */
export interface Learning {
  tasks: Node[]; /* the mistakes */
  index: number;
  found: number;
  said: 'ask' | 'right' | 'wrong' | 'good' | 'shown' | 'thinking' | 'done';
  tried: string;
}

/* A line that is played through on the board without becoming part of the game. */
export interface Preview {
  at: Node;
  moves: string[];
  positions: string[];
  sides: Side[];
  index: number; /* moves made */
}

export type Dialog = 'new' | 'open' | 'library' | 'settings' | 'export' | 'resign' | 'setup' | 'keys' | 'ask' | 'details' | 'invite' | null;

export interface Ask {
  title: string;
  text: string;
  actions: { label: string; name: string; run: () => void }[];
}

export interface State extends Table {
  online: boolean;
  greeted: boolean;
  built: string[]; /* games of the program */
  thinking: 'no' | 'waiting' | 'yes';
  analysing: boolean;
  progress: { done: number; total: number; text?: string } | null; /* of the analysis of a whole game, of a film */
  dialog: Dialog;
  ask: Ask | null;
  newFrom: { start: string | null; moves: string[]; ply: number } | null; /* the position that a new game begins with */
  file: { source: { text?: string; data?: string; name?: string }; games: FileHead[]; total: number } | null; /* with several games */
  notice: string;
  noticeUndo: (() => void) | null;
  saved: boolean;
  library: { total: number; games: SavedRow[] } | null;
  arrived: string[]; /* keys of games that were just put into the list */
  preferences: Preferences;
  tour: number; /* step; 0: none */
  training: Training | null; /* puzzles are on the screen, not a game */
}

const emptyTable: Table = {
  doc: null, node: null, live: null, playing: false, paused: false, banner: false, engines: [false, true], levels: [5, 5],
  time: { kind: 'level', seconds: 3, minutes: 10, increment: 0, byoyomi: 10 }, clock: null, swap: null, reports: [null, null],
  hint: '', lines: [], linesFor: null, book: [], threats: [], flipped: false, learning: null, preview: null, net: null,
};

/* The part of the state that goes away with a game and comes back with it. */
export function tableOf(state: State): Table {
  const table = { ...emptyTable } as unknown as Record<string, unknown>;
  for (const key of Object.keys(emptyTable)) table[key] = (state as unknown as Record<string, unknown>)[key];
  return table as unknown as Table;
}

/* What a new game on the table begins with: players and time stay as they were. */
export function clearedTable(): Partial<Table> {
  const { engines: _e, levels: _l, time: _t, ...rest } = emptyTable;
  return { ...rest, reports: [null, null] };
}

const defaults: Preferences = {
  language: browserLanguage(), theme: 'auto', coordinates: true, values: true, legal: true, multipv: 3, numbers: false, analysisSeconds: 0.5,
  showWhilePlaying: false, sounds: true, speech: false, confirmTaps: true, leftHanded: false, name: '', pace: 0, engine: {},
  choices: {},
};

export function remember(name: string, value: unknown, where: Storage | null = storage('local')): void {
  try {
    where?.setItem(name, JSON.stringify(value));
  } catch {
    /* a browser without storage forgets, and works */
  }
}

export function recall<T>(name: string, fallback: T, where: Storage | null = storage('local')): T {
  try {
    const text = where?.getItem(name);
    return text ? (JSON.parse(text) as T) : fallback;
  } catch {
    return fallback;
  }
}

/* 'session': of this tab alone. */
export function storage(kind: 'local' | 'session'): Storage | null {
  try {
    return kind === 'local' ? localStorage : sessionStorage;
  } catch {
    return null;
  }
}

export function firstState(): State {
  return {
    ...emptyTable, reports: [null, null], online: false, greeted: false, built: [], thinking: 'no', analysing: false, progress: null, dialog: null, ask: null,
    newFrom: null, file: null, notice: '', noticeUndo: null, saved: true, library: null, arrived: [], preferences: { ...defaults, ...recall('yomi.preferences', {}) },
    tour: recall('yomi.toured', false) ? 0 : 1, training: null,
  };
}

