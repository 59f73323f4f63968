/* The state of the page and everything that changes it. Components read `state` and call methods; after a change all
 * subscribers are told once per frame. */
import { browserLanguage, translate, translateReason } from './i18n';
import type { Key, Language } from './i18n';
import { withPasses } from './othello';
import { openRecord } from './records';
import type { Opened } from './records';
import { applyMove, japaneseMove, parseSfen, westernMove } from './shogi';
import type { WriteRecord } from './shogi';
import { Connection, ServerError } from './socket';
import type { Place } from './socket';
import { flatten, lineThrough, mainLine, movesTo, newDoc, newNode, pathTo, promote, removeNode, unflatten } from './tree';
import type { Doc, Node, Saved } from './tree';
import { gameNames } from './types';
import type { Evaluation, GameName, Limits, Line, Options, PositionAnswer, Result, SavedRow, Side } from './types';

export interface Preferences {
  language: Language;
  theme: 'auto' | 'light' | 'dark';
  pieces: 'kanji' | 'international';
  notation: 'japanese' | 'western' | 'usi';
  coordinates: boolean;
  values: boolean;
  legal: boolean;
  multipv: number;
}

export interface TimeControl {
  kind: 'level' | 'move' | 'clock';
  seconds: number; /* move */
  minutes: number; /* clock */
  increment: number;
  byoyomi: number;
}

export interface NewGame {
  game: GameName;
  engines: [boolean, boolean]; /* which sides the engine plays */
  level: number;
  time: TimeControl;
  start: string | null;
  options: Options;
}

interface Clock {
  left: [number, number]; /* ms of main time */
  byoyomi: number;
  increment: number;
  turn: Side | null; /* whose clock runs */
  since: number;
}

export type Dialog = 'new' | 'open' | 'library' | 'settings' | 'export' | 'resign' | null;

export interface State {
  online: boolean;
  greeted: boolean;
  built: string[]; /* games of the program */
  doc: Doc | null;
  node: Node | null;
  playing: boolean; /* a game is going on, or was just finished */
  engines: [boolean, boolean];
  level: number;
  time: TimeControl;
  clock: Clock | null;
  thinking: 'no' | 'waiting' | 'yes';
  hint: string;
  stage: string;
  analysing: boolean;
  lines: Line[]; /* of the position shown */
  linesFor: Node | null;
  progress: { done: number; total: number } | null; /* of the analysis of a whole game */
  flipped: boolean;
  dialog: Dialog;
  notice: string;
  saved: boolean;
  library: { total: number; games: SavedRow[] } | null;
  preferences: Preferences;
}

/* Below the highest levels the engine looks ahead less, and sometimes takes another good line. */
export const levels: { limits: Limits; spread: number }[] = [
  { limits: { depth: 1, multipv: 8, movetime: 500 }, spread: 500 },
  { limits: { depth: 2, multipv: 6, movetime: 500 }, spread: 300 },
  { limits: { depth: 3, multipv: 5, movetime: 600 }, spread: 180 },
  { limits: { depth: 4, multipv: 4, movetime: 800 }, spread: 100 },
  { limits: { depth: 6, multipv: 3, movetime: 1000 }, spread: 50 },
  { limits: { depth: 8, multipv: 2, movetime: 1000 }, spread: 25 },
  { limits: { depth: 12, movetime: 1000 }, spread: 0 },
  { limits: { movetime: 1000 }, spread: 0 },
  { limits: { movetime: 3000 }, spread: 0 },
  { limits: { movetime: 8000 }, spread: 0 },
];

const defaults: Preferences = {
  language: browserLanguage(), theme: 'auto', pieces: 'kanji', notation: browserLanguage() === 'ja' ? 'japanese' : 'western',
  coordinates: true, values: true, legal: true, multipv: 3,
};

function remember(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    /* a browser without storage forgets, and works */
  }
}

function recall<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(name);
    return text ? (JSON.parse(text) as T) : fallback;
  } catch {
    return fallback;
  }
}

export class Controller {
  state: State = {
    online: false, greeted: false, built: [], doc: null, node: null, playing: false, engines: [false, true], level: 5,
    time: { kind: 'level', seconds: 3, minutes: 10, increment: 0, byoyomi: 10 }, clock: null, thinking: 'no', hint: '', stage: '',
    analysing: false, lines: [], linesFor: null, progress: null, flipped: false, dialog: null, notice: '', saved: true,
    library: null, preferences: { ...defaults, ...recall('yomi.preferences', {}) },
  };
  readonly connection: Connection;
  private listeners = new Set<() => void>();
  private scheduled = false;
  private search = 0; /* number of the search whose answers count */
  private saveTimer = 0;
  private saving: Promise<void> = Promise.resolve();
  private noticeTimer = 0;

  constructor() {
    this.connection = new Connection((online) => void this.onConnection(online));
    setInterval(() => this.tick(), 200);
  }

  /* ---- plumbing ---- */

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private changed(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    queueMicrotask(() => {
      this.scheduled = false;
      for (const listener of this.listeners) listener();
    });
  }

  set(change: Partial<State>): void {
    Object.assign(this.state, change);
    this.changed();
  }

  t = (key: Key, ...values: (string | number)[]): string => translate(this.state.preferences.language, key, ...values);

  reason(text: string): string {
    return translateReason(this.state.preferences.language, text);
  }

  prefer(change: Partial<Preferences>): void {
    this.state.preferences = { ...this.state.preferences, ...change };
    remember('yomi.preferences', this.state.preferences);
    this.changed();
    if (change.multipv !== undefined && this.state.analysing) this.restartAnalysis();
  }

  notify(text: string): void {
    this.set({ notice: text });
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => this.set({ notice: '' }), 5000) as unknown as number;
  }

  private report(error: unknown): void {
    if (error instanceof ServerError && error.code === 'offline') return;
    this.notify(error instanceof Error ? error.message : String(error));
  }

  private async onConnection(online: boolean): Promise<void> {
    this.set({ online, built: this.connection.games.map((game) => game.name) });
    if (!online) {
      this.search++;
      return this.set({ thinking: 'no', analysing: false, progress: null });
    }
    try {
      if (!this.state.doc) await this.restore();
      else await this.show(this.state.node as Node);
    } catch (error) {
      this.report(error);
    }
    this.set({ greeted: true });
  }

  /* The game that was on the screen last, or a new one. */
  private async restore(): Promise<void> {
    const wanted = /^#(shogi|othello|gomoku)$/.exec(location.hash)?.[1] as GameName | undefined;
    const key = recall<string>('yomi.game', '');
    const session = recall<Partial<Pick<State, 'engines' | 'level' | 'time' | 'playing'>>>('yomi.session', {});
    if (key && !wanted) {
      try {
        await this.loadSaved(key);
        return this.resume(session);
      } catch {
        /* it was deleted meanwhile */
      }
    }
    const game = wanted ?? gameNames.find((name) => this.state.built.includes(name)) ?? 'shogi';
    await this.newGame({ game, engines: [false, true], level: this.state.level, time: this.state.time, start: null, options: {} });
  }

  private async resume(session: Partial<Pick<State, 'engines' | 'level' | 'time' | 'playing'>>): Promise<void> {
    if (!session.playing || this.state.doc?.result) return;
    this.set({ playing: true, engines: session.engines ?? [false, false], level: session.level ?? 5, time: session.time ?? this.state.time });
    this.startClock();
    await this.afterMove();
  }

  place(node: Node): Place {
    const doc = this.state.doc as Doc;
    return { game: doc.game, start: doc.start, options: doc.options, moves: movesTo(node) };
  }

  /* ---- games ---- */

  async newGame(wanted: NewGame): Promise<void> {
    this.stopSearch();
    this.set({ progress: null });
    if (!this.state.built.includes(wanted.game)) {
      this.set({ dialog: null });
      return this.notify(this.t('noGameBuilt'));
    }
    const answer = await this.connection.position({ game: wanted.game, start: wanted.start, options: wanted.options, moves: [] });
    const root = newNode(null, '', answer.position, answer.side);
    root.view = answer;
    const doc = newDoc(wanted.game, answer.start, wanted.options, root);
    doc.names = wanted.engines.map((engine) => (engine ? `${this.t('engine')} (${this.t('level')} ${wanted.level})` : this.t('human'))) as [string, string];
    doc.title = this.t('untitled', this.t(wanted.game));
    this.set({
      doc, node: root, playing: true, engines: wanted.engines, level: wanted.level, time: wanted.time, clock: null, hint: '',
      stage: '', analysing: false, lines: [], linesFor: null, dialog: null, flipped: wanted.engines[0] && !wanted.engines[1],
    });
    location.hash = wanted.game;
    this.startClock();
    this.rememberSession();
    await this.afterMove();
  }

  private rememberSession(): void {
    const { engines, level, time, playing } = this.state;
    remember('yomi.session', { engines, level, time, playing });
  }

  /* Shows a position; asks the server for its moves when it has not yet. */
  async show(node: Node): Promise<void> {
    this.set({ node, hint: '' });
    if (!node.view) node.view = await this.connection.position(this.place(node));
    this.changed();
    if (this.state.analysing) this.restartAnalysis();
  }

  /* A move by whoever is to move: a new branch, or the one that is there. */
  async play(move: string): Promise<void> {
    const { node, doc } = this.state;
    if (!node || !doc || !node.view?.legal.includes(move)) return;
    const known = node.children.find((child) => child.move === move);
    if (known) await this.show(known);
    else {
      const answer = await this.connection.position({ ...this.place(node), moves: [...movesTo(node), move] });
      if (this.state.node !== node || this.state.doc !== doc) return;
      const child = newNode(node, move, answer.position, answer.side);
      child.view = answer;
      node.children.push(child);
      if (this.state.playing && node.children.length > 1) promote(child);
      this.pressClock(node.side);
      await this.show(child);
    }
    this.touch();
    await this.afterMove();
  }

  /* The human's own move; not while the engine is to move. */
  async move(move: string): Promise<void> {
    if (!this.humanToMove()) return;
    try {
      await this.play(move);
    } catch (error) {
      this.report(error);
    }
  }

  humanToMove(): boolean {
    const { node, doc, playing, engines } = this.state;
    if (!node?.view || node.view.outcome !== 'ongoing' || !doc) return false;
    return !playing || doc.result !== '' || !engines[node.side];
  }

  private async afterMove(): Promise<void> {
    const { doc, node, playing, engines } = this.state;
    if (!doc || !node?.view) return;
    if (playing && node.view.outcome !== 'ongoing' && !doc.result) return this.finish(node.view);
    if (!playing || doc.result) return;
    if (engines[node.side]) await this.engineMove(node);
  }

  private finish(view: PositionAnswer): void {
    const results = { first: '1-0', second: '0-1', draw: '1/2', ongoing: '' };
    this.endGame(results[view.outcome], view.reason);
  }

  private endGame(result: string, reason: string): void {
    const doc = this.state.doc as Doc;
    doc.result = result;
    doc.reason = reason;
    if (this.state.clock) this.state.clock.turn = null;
    this.stopSearch();
    this.set({ playing: false });
    this.rememberSession();
    this.touch();
  }

  resultText(doc: Doc): string {
    if (!doc.result) return '';
    const winner = doc.result === '1-0' ? 0 : 1;
    const what = doc.result === '1/2' ? this.t('draw') : this.t('wins', this.sideName(doc.game, winner as Side));
    return doc.reason ? `${what} (${this.reason(doc.reason)})` : what;
  }

  sideName(game: GameName, side: Side): string {
    if (game === 'shogi') return this.t(side === 0 ? 'sente' : 'gote');
    return this.t(side === 0 ? 'black' : 'white');
  }

  resign(): void {
    const { node, engines } = this.state;
    if (!node) return;
    const loser = engines[0] !== engines[1] ? (engines[0] ? 1 : 0) : node.side;
    this.set({ dialog: null });
    this.endGame(loser === 0 ? '0-1' : '1-0', this.t('byResign'));
  }

  /* Takes back to where the human was to move last. */
  async undo(): Promise<void> {
    const { doc, engines } = this.state;
    let node = this.state.node;
    if (!doc || !node?.parent) return;
    this.stopSearch();
    do {
      const parent = node.parent as Node;
      removeNode(node);
      node = parent;
    } while (node.parent && engines[node.side] && !(engines[0] && engines[1]));
    if (doc.result && !(engines[0] && engines[1])) this.set({ playing: true });
    doc.result = doc.reason = '';
    await this.show(node);
    this.restartClock(node.side);
    this.touch();
    if (engines[node.side] && engines[0] !== engines[1]) await this.afterMove();
  }

  /* ---- the engine ---- */

  private stopSearch(): void {
    this.search++;
    this.connection.stop();
    this.set({ thinking: 'no', analysing: false });
  }

  private engineLimits(side: Side): { limits: Limits; spread: number } {
    const { time, clock, level } = this.state;
    if (time.kind === 'move') return { limits: { movetime: Math.max(50, time.seconds * 1000) }, spread: 0 };
    if (time.kind === 'clock' && clock) {
      return { limits: { time: Math.max(0, Math.round(clock.left[side])), increment: clock.increment, byoyomi: clock.byoyomi }, spread: 0 };
    }
    return levels[level - 1] ?? levels[4];
  }

  private async engineMove(node: Node): Promise<void> {
    const number = ++this.search;
    const { limits, spread } = this.engineLimits(node.side);
    const found = new Map<number, Line>();
    this.set({ thinking: 'waiting', lines: [], linesFor: node, hint: '' });
    const search = this.connection.go(
      this.place(node), limits,
      (line) => {
        found.set(line.line, line);
        if (number === this.search) this.set({ lines: [...found.values()].sort((a, b) => a.line - b.line), linesFor: node });
      },
      () => number === this.search && this.set({ thinking: 'yes' }),
    );
    try {
      const result = await search.result;
      if (number !== this.search) return;
      this.set({ thinking: 'no', stage: result.stage ?? '' });
      const chosen = spread > 0 ? pickLine([...found.values()], spread) ?? result.best : result.best;
      this.keep(node, found.get(1), result);
      if (!chosen) return;
      await this.play(chosen);
    } catch (error) {
      if (number !== this.search) return;
      this.set({ thinking: 'no' });
      this.report(error);
    }
  }

  /* Remembers what a search said about a position. */
  private keep(node: Node, line: Line | undefined, result: Result | null): void {
    const score = line?.score ?? result?.score, win = line?.win ?? result?.win ?? 0, depth = line?.depth ?? result?.depth ?? 0;
    const best = line?.pv[0] ?? result?.best ?? '';
    if (score === undefined || !best) return;
    if (node.evaluation && node.evaluation.depth > depth && node.evaluation.win === 0) return;
    const sign = node.side === 0 ? 1 : -1;
    node.evaluation = { score: sign * score, win: sign * win, depth, best, pv: line?.pv ?? result?.pv ?? [] };
  }

  async hintMove(): Promise<void> {
    const node = this.state.node;
    if (!node?.view || node.view.outcome !== 'ongoing' || this.state.thinking !== 'no') return;
    const number = ++this.search;
    this.set({ thinking: 'waiting', analysing: false });
    let first: Line | undefined;
    try {
      const result = await this.connection.go(this.place(node), { movetime: 1000 }, (line) => (first = line),
        () => number === this.search && this.set({ thinking: 'yes' })).result;
      if (number !== this.search) return;
      this.keep(node, first, result);
      this.set({ thinking: 'no', hint: result.best });
    } catch (error) {
      this.set({ thinking: 'no' });
      this.report(error);
    }
  }

  toggleAnalysis(): void {
    if (this.state.analysing) return this.stopSearch();
    this.set({ analysing: true, playing: false, clock: null });
    this.rememberSession();
    this.restartAnalysis();
  }

  private restartAnalysis(): void {
    const node = this.state.node;
    const number = ++this.search;
    if (!node?.view) return;
    this.set({ lines: [], linesFor: node, progress: null });
    if (node.view.outcome !== 'ongoing') {
      this.connection.stop();
      return this.set({ thinking: 'no' });
    }
    const found = new Map<number, Line>();
    const multipv = this.state.doc?.game === 'othello' ? Math.max(this.state.preferences.multipv, node.view.legal.length) : this.state.preferences.multipv;
    this.set({ thinking: 'waiting' });
    const search = this.connection.go(
      this.place(node), { infinite: true, multipv },
      (line) => {
        if (number !== this.search) return;
        found.set(line.line, line);
        if (line.line === 1) this.keep(node, line, null);
        this.set({ lines: [...found.values()].sort((a, b) => a.line - b.line), linesFor: node });
      },
      () => number === this.search && this.set({ thinking: 'yes' }),
    );
    search.result.then(
      () => number === this.search && this.set({ thinking: 'no' }),
      (error) => {
        if (number !== this.search) return;
        this.set({ thinking: 'no', analysing: false });
        this.report(error);
      },
    );
  }

  /* Every position of the line on the screen, one after the other. */
  async analyseGame(): Promise<void> {
    const { doc, node } = this.state;
    if (!doc || !node) return;
    this.stopSearch();
    this.set({ playing: false });
    this.rememberSession();
    const number = ++this.search;
    const nodes = lineThrough(node);
    for (let i = 0; i < nodes.length; i++) {
      this.set({ progress: { done: i, total: nodes.length }, thinking: 'yes' });
      const at = nodes[i];
      try {
        at.view ??= await this.connection.position(this.place(at));
        if (at.view.outcome === 'ongoing') {
          let first: Line | undefined;
          const result = await this.connection.go(this.place(at), { movetime: 300 }, (line) => (first = line)).result;
          if (number !== this.search) return;
          this.keep(at, first, result);
        } else at.evaluation = finalEvaluation(at.view);
      } catch (error) {
        if (number === this.search) this.set({ progress: null, thinking: 'no' });
        return this.report(error);
      }
      if (number !== this.search) return;
    }
    this.set({ progress: null, thinking: 'no' });
    this.touch();
  }

  stopAll(): void {
    this.stopSearch();
    this.set({ progress: null, playing: false });
    this.rememberSession();
  }

  /* ---- clocks ---- */

  private startClock(): void {
    const { time, node } = this.state;
    if (time.kind !== 'clock') return this.set({ clock: null });
    const main = time.minutes * 60000;
    this.set({ clock: { left: [main, main], byoyomi: time.byoyomi * 1000, increment: time.increment * 1000, turn: node?.side ?? 0, since: performance.now() } });
  }

  private restartClock(side: Side): void {
    if (this.state.clock) Object.assign(this.state.clock, { turn: side, since: performance.now() });
  }

  /* Time left to show: main time, then byoyomi. */
  clockLeft(side: Side): { ms: number; byoyomi: boolean } {
    const clock = this.state.clock;
    if (!clock) return { ms: 0, byoyomi: false };
    const used = clock.turn === side && this.state.thinking !== 'waiting' ? performance.now() - clock.since : 0;
    const left = clock.left[side] - used;
    return left > 0 || clock.byoyomi === 0 ? { ms: Math.max(0, left), byoyomi: false } : { ms: Math.max(0, clock.byoyomi + left), byoyomi: true };
  }

  private pressClock(side: Side): void {
    const clock = this.state.clock;
    if (!clock || clock.turn !== side) return;
    clock.left[side] = Math.max(0, clock.left[side] - (performance.now() - clock.since)) + clock.increment;
    clock.turn = side === 0 ? 1 : 0;
    clock.since = performance.now();
  }

  private tick(): void {
    const { clock, playing, thinking } = this.state;
    if (!clock || clock.turn === null || !playing) return;
    if (thinking === 'waiting') clock.since = performance.now(); /* the queue's time is nobody's */
    const side = clock.turn;
    if (this.clockLeft(side).ms <= 0 && !this.state.engines[side]) this.endGame(side === 0 ? '0-1' : '1-0', this.t('byTime'));
    this.changed();
  }

  /* ---- moving about ---- */

  private wander(node: Node | undefined): void {
    if (!node || node === this.state.node) return;
    if (this.state.playing || this.state.thinking !== 'no') {
      const analysing = this.state.analysing;
      this.stopSearch();
      this.set({ playing: false, clock: null, progress: null, analysing });
      this.rememberSession();
    }
    this.show(node).catch((error) => this.report(error));
  }

  goTo(node: Node): void {
    this.wander(node);
  }

  step(by: number): void {
    const node = this.state.node;
    if (!node) return;
    const line = lineThrough(node);
    const index = Math.max(0, Math.min(line.length - 1, line.indexOf(node) + by));
    this.wander(line[index]);
  }

  goEnd(last: boolean): void {
    if (this.state.node) this.wander(last ? lineThrough(this.state.node).at(-1) : this.state.doc?.root);
  }

  makeMain(node: Node): void {
    promote(node);
    this.touch();
    this.changed();
  }

  deleteFrom(node: Node): void {
    const parent = node.parent;
    if (!parent) return;
    removeNode(node);
    this.touch();
    this.set({ playing: false });
    this.show(parent).catch((error) => this.report(error));
  }

  comment(text: string): void {
    const node = this.state.node;
    if (!node || node.comment === text) return;
    node.comment = text;
    this.touch();
    this.changed();
  }

  /* ---- saving ---- */

  /* Something changed: save it soon. */
  private touch(): void {
    this.set({ saved: false });
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => void this.save(), 400) as unknown as number;
  }

  save(loud = false): Promise<void> {
    clearTimeout(this.saveTimer);
    this.saving = this.saving.then(() => this.saveNow(loud));
    return this.saving;
  }

  private async saveNow(loud: boolean): Promise<void> {
    const { doc, node } = this.state;
    if (!doc || !node) return;
    try {
      const row = {
        key: doc.key, game: doc.game, title: doc.title, first: doc.names[0], second: doc.names[1], result: doc.result,
        plies: mainLine(doc).length - 1,
      };
      doc.key = await this.connection.save(row, flatten(doc, node));
      if (this.state.doc === doc) remember('yomi.game', doc.key);
      this.set({ saved: true });
      if (loud) this.notify(this.t('saved'));
    } catch (error) {
      this.report(error);
    }
  }

  rename(title: string): void {
    if (!this.state.doc) return;
    this.state.doc.title = title.slice(0, 60);
    this.touch();
  }

  async loadSaved(key: string): Promise<void> {
    const row = await this.connection.load(key);
    const { doc, at } = unflatten(row.record as Saved, key);
    this.stopSearch();
    this.set({ doc, playing: false, clock: null, lines: [], linesFor: null, dialog: null, progress: null, flipped: false });
    remember('yomi.game', key);
    location.hash = doc.game;
    await this.show(at);
  }

  async openLibrary(query = '', game = ''): Promise<void> {
    try {
      this.set({ dialog: 'library', library: await this.connection.list(query, game) });
    } catch (error) {
      this.report(error);
    }
  }

  async deleteSaved(key: string): Promise<void> {
    await this.connection.remove(key).catch((error) => this.report(error));
    if (this.state.doc?.key === key) this.state.doc.key = '';
    await this.openLibrary();
  }

  /* ---- records ---- */

  async openText(text: string): Promise<boolean> {
    let opened: Opened;
    try {
      opened = openRecord(text);
    } catch (error) {
      this.notify(this.t('unreadable', error instanceof Error ? error.message : ''));
      return false;
    }
    try {
      await this.openRead(opened);
      return true;
    } catch (error) {
      this.notify(this.t('unreadable', error instanceof Error ? error.message : ''));
      return false;
    }
  }

  private async openRead(opened: Opened): Promise<void> {
    const { game, options } = opened;
    let moves = opened.moves;
    const first = await this.connection.position({ game, start: opened.start, options, moves: [] });
    if (game === 'othello') moves = withPasses(first.start, moves);
    const answer = await this.connection.position({ game, start: first.start, options, moves }, true);
    const root = newNode(null, '', first.start, first.side);
    root.comment = opened.comments[0] ?? '';
    const doc = newDoc(game, first.start, options, root);
    doc.names = opened.names;
    doc.result = opened.result;
    doc.title = opened.names.some(Boolean) ? opened.names.join(' – ') : this.t('untitled', this.t(game));
    let node = root;
    moves.forEach((move, i) => {
      const step = answer.trace?.[i + 1];
      const child = newNode(node, move, step?.position ?? '', step?.side ?? 0);
      child.comment = opened.comments[i + 1] ?? '';
      node.children.push(child);
      node = child;
    });
    this.stopSearch();
    this.set({ doc, playing: false, engines: [false, false], clock: null, dialog: null, lines: [], linesFor: null, progress: null, flipped: false });
    location.hash = game;
    this.rememberSession();
    await this.show(node);
    this.touch();
  }

  writeRecord(): WriteRecord {
    const doc = this.state.doc as Doc;
    const line = this.state.node ? lineThrough(this.state.node) : mainLine(doc);
    return {
      start: doc.root.position, moves: line.slice(1).map((n) => n.move), comments: line.map((n) => n.comment),
      names: doc.names, result: doc.result,
    };
  }

  /* ---- notation ---- */

  moveText(node: Node): string {
    if (!node.parent) return '';
    return this.textOf(node.parent.position, node.parent.move, node.move);
  }

  textOf(position: string, previous: string, move: string): string {
    const { doc, preferences } = this.state;
    if (move === 'pass') return this.t('pass');
    if (doc?.game !== 'shogi' || preferences.notation === 'usi') return move;
    const board = parseSfen(position);
    return preferences.notation === 'japanese' ? japaneseMove(board, move, previous) : westernMove(board, move);
  }

  lineText(node: Node, moves: string[]): string[] {
    const { doc, preferences } = this.state;
    if (doc?.game !== 'shogi' || preferences.notation === 'usi') return moves;
    let board = parseSfen(node.position), previous = node.move;
    return moves.map((move) => {
      const text = preferences.notation === 'japanese' ? japaneseMove(board, move, previous) : westernMove(board, move);
      board = applyMove(board, move);
      previous = move;
      return text;
    });
  }

  /* A score from the first player's side, as people of the game write it. */
  scoreText(game: GameName, score: number, win: number): string {
    if (win !== 0) {
      const word = this.t(game === 'shogi' ? 'mate' : 'win');
      return `${win > 0 ? '+' : '−'}${word} ${Math.abs(win)}`;
    }
    const sign = score > 0 ? '+' : score < 0 ? '−' : '±';
    if (game === 'shogi') return `${sign}${Math.abs(score)}`;
    return `${sign}${(Math.abs(score) / 100).toFixed(game === 'othello' ? 1 : 2)}`;
  }

  path(): Node[] {
    return this.state.node ? pathTo(this.state.node) : [];
  }
}

function finalEvaluation(view: PositionAnswer): Evaluation {
  const win = view.outcome === 'first' ? 1 : view.outcome === 'second' ? -1 : 0;
  return { score: win * 30000, win, depth: 0, best: '', pv: [] };
}

/* One of the lines within `spread` of the best; better ones more often. */
function pickLine(lines: Line[], spread: number): string | undefined {
  const depth = Math.max(...lines.map((line) => line.depth));
  const good = lines.filter((line) => line.pv.length > 0 && line.depth >= depth - 1);
  const best = Math.max(...good.map((line) => line.score));
  const weights = good.map((line) => (line.win < 0 ? 0.001 : 1) * Math.exp((line.score - best) / spread));
  let at = Math.random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (let i = 0; i < good.length; i++) if ((at -= weights[i]) <= 0) return good[i].pv[0];
  return good[0]?.pv[0];
}
