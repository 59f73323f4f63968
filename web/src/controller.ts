/* The state of the page and everything that changes it. Components read `state` and call methods; after a change all
 * subscribers are told once per frame. */
import { Analyser } from './analyser';
import { clockLimits, hold, newClock, press, timeLeft, wake } from './clock';
import type { Clock, TimeControl } from './clock';
import { browserLanguage, translate, translateReason } from './i18n';
import type { Key, Language } from './i18n';
import { levels, pickLine } from './levels';
import { lineTexts, scoreText } from './notation';
import type { Notation } from './notation';
import { advance, balancedOpening, chooseColour, enginesAfter, isSetting, swapActor, swapOpening } from './openings';
import type { Swap, SwapChoice, SwapKind } from './openings';
import { parseGomoku } from './gomoku';
import { openRecord } from './records';
import type { Opened } from './records';
import { allLines } from './record_tree';
import type { RecordNode, WriteRecord } from './record_tree';
import { Connection, ServerError } from './socket';
import type { Place } from './socket';
import { flatten, lineThrough, mainLine, movesTo, newDoc, newNode, pathTo, promote, removeNode, unflatten } from './tree';
import type { Doc, Node, Play, Saved } from './tree';
import { gameNames } from './types';
import type { GameName, Limits, Line, Options, PositionAnswer, Report, SavedRow, Side, Threat } from './types';

export interface Preferences {
  language: Language;
  theme: 'auto' | 'light' | 'dark';
  pieces: 'kanji' | 'international';
  notation: Notation;
  coordinates: boolean;
  values: boolean;
  legal: boolean;
  multipv: number;
  numbers: boolean; /* on stones and discs */
  analysisSeconds: number; /* a position, when a whole game is analysed */
}

export interface NewGame {
  game: GameName;
  engines: [boolean, boolean]; /* which sides the engine plays */
  levels: [number, number];
  time: TimeControl;
  start: string | null;
  options: Options;
  opening?: SwapKind | 'balanced';
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
  levels: [number, number];
  time: TimeControl;
  clock: Clock | null;
  swap: Swap | null; /* while the opening rule is being followed */
  reports: [Report | null, Report | null]; /* of the engine of each side */
  thinking: 'no' | 'waiting' | 'yes';
  hint: string;
  analysing: boolean;
  lines: Line[]; /* of the position shown */
  linesFor: Node | null;
  threats: Threat[]; /* of the position shown */
  progress: { done: number; total: number } | null; /* of the analysis of a whole game */
  flipped: boolean;
  dialog: Dialog;
  notice: string;
  saved: boolean;
  library: { total: number; games: SavedRow[] } | null;
  preferences: Preferences;
}

const defaults: Preferences = {
  language: browserLanguage(), theme: 'auto', pieces: 'kanji', notation: browserLanguage() === 'ja' ? 'japanese' : 'western',
  coordinates: true, values: true, legal: true, multipv: 3, numbers: false, analysisSeconds: 0.5,
};

/* The way between page and engine is not the engine's thought: so many ms after its time it has lost. */
const engineGrace = 1000;

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
    online: false, greeted: false, built: [], doc: null, node: null, playing: false, engines: [false, true], levels: [5, 5],
    swap: null, reports: [null, null], threats: [], time: { kind: 'level', seconds: 3, minutes: 10, increment: 0, byoyomi: 10 }, clock: null, thinking: 'no', hint: '',
    analysing: false, lines: [], linesFor: null, progress: null, flipped: false, dialog: null, notice: '', saved: true,
    library: null, preferences: { ...defaults, ...recall('yomi.preferences', {}) },
  };
  readonly connection: Connection;
  readonly analyser = new Analyser(this);
  private listeners = new Set<() => void>();
  private scheduled = false;
  private search = 0; /* number of the search whose answers count */
  private saveTimer = 0;
  private saving: Promise<void> = Promise.resolve();
  private noticeTimer = 0;
  private moveBegan = Date.now();
  private liveNode: Node | null = null; /* on the main line */

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
    if (change.multipv !== undefined && this.state.analysing) this.analyser.restart();
  }

  notify(text: string): void {
    this.set({ notice: text });
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => this.set({ notice: '' }), 5000) as unknown as number;
  }

  report(error: unknown): void {
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
      else {
        await this.show(this.state.node as Node);
        await this.afterMove(); /* the engine's move was lost with the connection */
      }
    } catch (error) {
      this.report(error);
    }
    this.set({ greeted: true });
    performance.mark('usable'); /* read by tests/web/opening.mjs */
  }

  /* The game that was on the screen last, or a new one. */
  private async restore(): Promise<void> {
    const wanted = /^#(shogi|othello|gomoku)$/.exec(location.hash)?.[1] as GameName | undefined;
    const key = recall<string>('yomi.game', '');
    if (key) {
      try {
        if (await this.loadSaved(key, wanted)) return;
      } catch {
        /* it was deleted meanwhile */
      }
    }
    const game = wanted ?? gameNames.find((name) => this.state.built.includes(name)) ?? 'shogi';
    await this.newGame({ game, engines: [false, true], levels: this.state.levels, time: this.state.time, start: null, options: {} });
  }

  place(node: Node): Place {
    const doc = this.state.doc as Doc;
    return { game: doc.game, start: doc.start, options: doc.options, moves: movesTo(node) };
  }

  /* ---- games ---- */

  async newGame(wanted: NewGame): Promise<void> {
    this.stopSearch();
    this.set({ progress: null, dialog: null });
    if (!this.state.built.includes(wanted.game)) return this.notify(this.t('noGameBuilt'));
    const place: Place = { game: wanted.game, start: wanted.start, options: wanted.options, moves: [] };
    const answer = await this.connection.position(place);
    const root = newNode(null, '', answer.position, answer.side);
    root.view = answer;
    const doc = newDoc(wanted.game, answer.start, wanted.options, root);
    doc.title = this.t('untitled', this.t(wanted.game));
    const swap = this.swapFor(wanted);
    this.liveNode = root;
    this.set({
      doc, node: root, playing: true, engines: wanted.engines, levels: wanted.levels, time: wanted.time, clock: null, swap, hint: '',
      analysing: false, lines: [], linesFor: null, threats: [], reports: [null, null], flipped: this.facing(wanted.game, wanted.engines),
    });
    doc.names = swap ? ['', ''] : this.playerNames();
    location.hash = wanted.game;
    if (wanted.opening === 'balanced') await this.setOut(await balancedOpening(this.connection, place));
    if (this.state.doc !== doc) return;
    this.startClock();
    await this.afterMove();
  }

  private swapFor({ opening, engines }: NewGame): Swap | null {
    if (opening !== 'swap' && opening !== 'swap2') return null;
    const seat = (side: Side): 'human' | 'engine' => (engines[side] ? 'engine' : 'human');
    return { kind: opening, stage: 'place', opener: seat(0), chooser: seat(1) };
  }

  private playerNames(): [string, string] {
    const { engines, levels: strength, time } = this.state;
    return engines.map((engine, side) => {
      if (!engine) return this.t('human');
      return time.kind === 'level' ? `${this.t('engine')} (${this.t('level')} ${strength[side]})` : this.t('engine');
    }) as [string, string];
  }

  /* Only shogi has a near and a far side. */
  private facing(game: GameName, engines: [boolean, boolean]): boolean {
    return game === 'shogi' && engines[0] && !engines[1];
  }

  /* Makes moves that nobody thought about: an opening. */
  private async setOut(moves: string[]): Promise<void> {
    for (const move of moves) await this.play(move, 0, false);
  }

  /* Where the game that is being played stands; the screen may show another position. */
  private live(): Node | null {
    return this.state.playing ? this.liveNode : this.state.node;
  }

  /* Shows a position; asks the server for its moves when it has not yet. */
  async show(node: Node): Promise<void> {
    this.set({ node, hint: '' });
    if (!node.view) node.view = await this.connection.position(this.place(node));
    this.changed();
    if (this.state.analysing) this.analyser.restart();
  }

  /* A move by whoever is to move: a new branch, or the one that is there. `used`: milliseconds of thought. */
  async play(move: string, used = Date.now() - this.moveBegan, goOn = true): Promise<void> {
    const { doc, playing } = this.state, node = this.live();
    if (!node || !doc || !node.view?.legal.includes(move)) return;
    let child = node.children.find((known) => known.move === move);
    if (!child) {
      const answer = await this.connection.position({ ...this.place(node), moves: [...movesTo(node), move] });
      if (this.live() !== node || this.state.doc !== doc) return;
      child = newNode(node, move, answer.position, answer.side);
      child.view = answer;
      if (playing) child.ms = Math.max(0, used);
      node.children.push(child);
      if (this.state.clock && this.state.clock.turn === node.side) press(this.state.clock, node.side, used);
    }
    if (playing) promote(child);
    this.liveNode = child;
    this.moveBegan = Date.now();
    if (this.state.node === node) await this.show(child);
    this.touch();
    if (goOn) await this.afterMove();
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
    const { node, doc, playing, engines, swap } = this.state;
    if (!node?.view || node.view.outcome !== 'ongoing' || !doc) return false;
    if (!playing || doc.result !== '') return true;
    if (node !== this.live()) return false;
    return swap ? isSetting(swap) && swapActor(swap) === 'human' : !engines[node.side];
  }

  private async afterMove(): Promise<void> {
    const { doc, playing, engines, swap } = this.state, node = this.live();
    if (!doc || !node || !playing || doc.result) return;
    node.view ??= await this.connection.position(this.place(node));
    if (node.view.outcome !== 'ongoing') return this.finish(node.view);
    if (swap) return this.followSwap(advance(swap, node.ply), node);
    if (engines[node.side]) await this.engineMove(node);
  }

  /* ---- opening rules ---- */

  private async followSwap(swap: Swap, node: Node): Promise<void> {
    this.set({ swap });
    if (swapActor(swap) === 'human') return;
    const number = this.claim();
    this.set({ thinking: 'yes' });
    try {
      if (swap.stage === 'place') {
        const stones = await swapOpening(this.connection, this.place(node), parseGomoku(node.position).size);
        if (!this.owns(number)) return;
        this.set({ thinking: 'no' });
        await this.setOut(stones);
        return await this.afterMove();
      }
      const colour = await chooseColour(this.connection, this.place(node), node.side);
      if (this.owns(number)) await this.chooseSwap(colour);
    } catch (error) {
      this.set({ thinking: 'no' });
      this.report(error);
    }
  }

  async chooseSwap(choice: SwapChoice): Promise<void> {
    const { swap, doc } = this.state;
    if (!swap || !doc || isSetting(swap)) return;
    if (choice === 'more') this.set({ swap: { ...swap, stage: 'more' } });
    else {
      const actor = swapActor(swap), engines = enginesAfter(swap, choice);
      this.set({ swap: null, engines, thinking: 'no' });
      doc.names = this.playerNames();
      if (actor === 'engine') this.notify(this.t('tookColour', this.t(choice)));
      this.startClock();
    }
    this.touch();
    await this.afterMove();
  }

  /* ---- results ---- */

  private finish(view: PositionAnswer): void {
    const results = { first: '1-0', second: '0-1', draw: '1/2', ongoing: '' };
    this.endGame(results[view.outcome], view.reason);
  }

  private endGame(result: string, reason: string): void {
    const doc = this.state.doc as Doc;
    doc.result = result;
    doc.reason = reason;
    if (this.state.clock) this.freeze(this.state.clock);
    this.stopSearch();
    this.set({ playing: false, swap: null });
    this.touch();
  }

  /* Stops a clock with what it shows. */
  private freeze(clock: Clock): void {
    if (clock.turn !== null) clock.left[clock.turn] = Math.max(0, clock.left[clock.turn] - (Date.now() - clock.since));
    clock.turn = null;
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
    const { engines } = this.state, node = this.live();
    if (!node) return;
    const loser = engines[0] !== engines[1] ? (engines[0] ? 1 : 0) : node.side;
    this.set({ dialog: null });
    this.endGame(loser === 0 ? '0-1' : '1-0', 'resignation');
  }

  /* Takes back to where the human was to move last. */
  async undo(): Promise<void> {
    const { doc, engines } = this.state;
    let node = this.live();
    if (!doc || !node?.parent) return;
    const again = this.state.playing || doc.result !== '';
    this.stopSearch();
    do {
      const parent = node.parent as Node;
      removeNode(node);
      node = parent;
    } while (node.parent && engines[node.side] && !(engines[0] && engines[1]));
    if (again && engines[0] !== engines[1]) this.set({ playing: true });
    doc.result = doc.reason = '';
    this.liveNode = node;
    await this.show(node);
    if (this.state.clock) Object.assign(this.state.clock, { turn: node.side, since: Date.now() });
    this.touch();
    if (engines[node.side] && engines[0] !== engines[1]) await this.afterMove();
  }

  /* A game that is looked at becomes one that is played, from the position on the screen. */
  async playOn(): Promise<void> {
    const { doc, node } = this.state;
    if (!doc || !node?.view || node.view.outcome !== 'ongoing') return;
    this.stopSearch();
    let { engines } = this.state;
    if (engines[0] === engines[1]) engines = [node.side === 1, node.side === 0];
    promote(node);
    this.liveNode = node;
    doc.result = doc.reason = '';
    this.set({ playing: true, engines, flipped: this.facing(doc.game, engines) });
    this.startClock();
    this.touch();
    await this.afterMove();
  }

  /* ---- the engine ---- */

  /* A search that begins makes the earlier one's answers void. */
  claim(): number {
    return ++this.search;
  }

  owns(number: number): boolean {
    return number === this.search;
  }

  stopSearch(): void {
    this.search++;
    this.connection.stop();
    this.analyser.flush();
    this.set({ thinking: 'no', analysing: false });
  }

  /* The game that was being played is only looked at from now on. */
  leaveGame(): void {
    if (this.state.clock) this.freeze(this.state.clock);
    this.set({ playing: false, swap: null, clock: null });
  }

  private engineLimits(side: Side): { limits: Limits; spread: number } {
    const { time, clock } = this.state;
    if (time.kind === 'move') return { limits: { movetime: Math.max(50, time.seconds * 1000) }, spread: 0 };
    if (time.kind === 'clock' && clock) return { limits: clockLimits(clock, side), spread: 0 };
    return levels[this.state.levels[side] - 1] ?? levels[4];
  }

  private setReport(side: Side, change: Partial<Report>): void {
    const reports: State['reports'] = [...this.state.reports];
    reports[side] = { ...(reports[side] as Report), ...change };
    this.set({ reports });
  }

  private async engineMove(node: Node): Promise<void> {
    const number = this.claim(), { side } = node;
    const { limits, spread } = this.engineLimits(side);
    const found = new Map<number, Line>();
    this.set({ thinking: 'waiting', hint: '' });
    this.setReport(side, { line: null, at: node.position, previous: node.move, side, stage: '', notes: [] });
    try {
      const result = await this.connection.go(
        this.place(node), limits,
        (line) => {
          found.set(line.line, line);
          if (this.owns(number) && line.line === 1) this.setReport(side, { line });
        },
        () => this.owns(number) && this.set({ thinking: 'yes' }),
        (note) => this.owns(number) && this.setReport(side, { notes: [...(this.state.reports[side]?.notes ?? []), note] }),
      ).result;
      if (!this.owns(number)) return;
      this.set({ thinking: 'no' });
      this.setReport(side, { stage: result.stage ?? '' });
      const chosen = spread > 0 ? pickLine([...found.values()], spread) ?? result.best : result.best;
      this.analyser.learn(node, found.get(1), result);
      if (!chosen) return;
      const used = result.time ?? 0;
      if (this.state.clock && timeLeft(this.state.clock, side, this.state.clock.since + used).ms < -engineGrace) return this.flag(side);
      await this.play(chosen, used);
    } catch (error) {
      if (!this.owns(number)) return;
      this.set({ thinking: 'no' });
      this.report(error);
    }
  }

  async hintMove(): Promise<void> {
    const node = this.state.node;
    if (!node?.view || node.view.outcome !== 'ongoing' || this.state.thinking !== 'no') return;
    const number = this.claim();
    this.set({ thinking: 'waiting', analysing: false });
    let first: Line | undefined;
    try {
      const result = await this.connection.go(this.place(node), { movetime: 1000 }, (line) => (first = line),
        () => this.owns(number) && this.set({ thinking: 'yes' })).result;
      if (!this.owns(number)) return;
      this.analyser.learn(node, first, result);
      this.set({ thinking: 'no', hint: result.best, lines: first ? [first] : [], linesFor: node });
    } catch (error) {
      this.set({ thinking: 'no' });
      this.report(error);
    }
  }

  stopAll(): void {
    this.stopSearch();
    this.set({ progress: null });
    this.leaveGame();
  }

  /* ---- clocks ---- */

  private startClock(): void {
    const { time, swap } = this.state, node = this.live();
    this.moveBegan = Date.now();
    this.set({ clock: time.kind === 'clock' && !swap ? newClock(time, node?.side ?? 0) : null });
  }

  clockLeft(side: Side): { ms: number; byoyomi: boolean } | null {
    const { clock } = this.state;
    return clock && timeLeft(clock, side);
  }

  private flag(side: Side): void {
    this.endGame(side === 0 ? '0-1' : '1-0', 'time');
  }

  private tick(): void {
    const { clock, playing, thinking, online, engines } = this.state;
    if (!clock || clock.turn === null || !playing) return;
    if (thinking === 'waiting' || !online) hold(clock); /* the time of queues and of repairs is nobody's */
    else {
      if (timeLeft(clock, clock.turn).ms <= -(engines[clock.turn] ? engineGrace : 0)) return this.flag(clock.turn);
    }
    remember('yomi.seen', Date.now());
    this.changed();
  }

  /* ---- moving about ---- */

  private wander(node: Node | undefined): void {
    if (!node || node === this.state.node) return;
    if (this.state.progress) this.stopSearch();
    this.set({ progress: null });
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
    this.leaveGame();
    this.touch();
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
  touch(): void {
    this.set({ saved: false });
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => void this.save(), 150) as unknown as number;
  }

  private playState(): Play | undefined {
    const { playing, engines, levels: strength, time, clock, swap } = this.state;
    return playing ? { engines, levels: strength, time, clock, swap, ply: this.liveNode?.ply ?? 0 } : undefined;
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
      doc.key = await this.connection.save(row, flatten(doc, node, this.playState()));
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

  /* A game that was being played goes on. False when it is not of the kind that is wanted. */
  async loadSaved(key: string, wanted?: GameName): Promise<boolean> {
    const row = await this.connection.load(key), record = row.record as Saved;
    if (wanted && row.game !== wanted) return false;
    const { doc, at } = unflatten(record, key);
    const { play } = record, same = recall<string>('yomi.game', '') === key;
    this.stopSearch();
    this.set({ doc, playing: false, clock: null, swap: null, lines: [], linesFor: null, threats: [], reports: [null, null], dialog: null, progress: null, flipped: false });
    remember('yomi.game', key);
    location.hash = doc.game;
    if (play && !doc.result) {
      const clock = play.clock && wake(play.clock, same ? recall('yomi.seen', play.clock.since) : play.clock.since);
      const { engines, levels: strength, time, swap } = play;
      this.liveNode = mainLine(doc)[play.ply] ?? doc.root;
      this.set({ engines, levels: strength, time, swap, clock, playing: true, flipped: this.facing(doc.game, engines) });
    }
    await this.show(at);
    await this.analyser.recall(doc);
    this.afterMove().catch((error) => this.report(error));
    return true;
  }

  /* The list of saved games; with `more`, the next ones after those that are shown. A game that is about to be saved is
   * in it. */
  async openLibrary(query = '', game = '', more = false): Promise<void> {
    try {
      if (!this.state.saved) await this.save();
      const before = more ? this.state.library?.games ?? [] : [];
      const { total, games } = await this.connection.list(query, game, before.length);
      this.set({ dialog: 'library', library: { total, games: [...before, ...games] } });
    } catch (error) {
      this.report(error);
    }
  }

  async deleteSaved(key: string): Promise<void> {
    await this.connection.remove(key).catch((error) => this.report(error));
    if (this.state.doc?.key === key) {
      clearTimeout(this.saveTimer); /* it comes back with the next move only */
      this.state.doc.key = '';
      this.set({ saved: true });
    }
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
    const first = await this.connection.position({ game, start: opened.start, options, moves: [] });
    const root = newNode(null, '', first.start, first.side);
    root.comment = opened.root.comment;
    const doc = newDoc(game, first.start, options, root);
    doc.names = opened.names.map((name) => name.slice(0, 60)) as [string, string];
    doc.result = opened.result;
    doc.title = doc.names.some(Boolean) ? doc.names.join(' – ').slice(0, 60) : this.t('untitled', this.t(game));
    const main = await this.addLines(doc, opened.root);
    this.stopSearch();
    this.set({ doc, playing: false, engines: [false, false], clock: null, swap: null, dialog: null, lines: [], linesFor: null, threats: [], reports: [null, null], progress: null, flipped: false });
    location.hash = game;
    await this.show(main);
    await this.analyser.recall(doc);
    this.touch();
  }

  /* Puts a record's tree into a game, line by line; the server judges each. Returns the end of the main line. */
  private async addLines(doc: Doc, from: RecordNode): Promise<Node> {
    const known = new Map<RecordNode, Node>([[from, doc.root]]);
    let end = doc.root, main = true;
    for (const line of allLines(from).slice(0, 500)) {
      const moves = line.map((step) => step.move);
      const answer = await this.connection.position({ game: doc.game, start: doc.start, options: doc.options, moves }, true)
        .catch((error: Error) => { if (main) throw error; return null; }); /* an impossible variation is left out */
      let parent = doc.root;
      line.forEach((step, i) => {
        let node = known.get(step);
        const state = answer?.trace?.[i + 1];
        if (!node && state) {
          node = newNode(parent, step.move, state.position, state.side);
          node.comment = step.comment;
          node.ms = step.ms;
          parent.children.push(node);
          known.set(step, node);
        }
        if (node) parent = node;
      });
      if (main) end = parent;
      main = false;
    }
    return end;
  }

  /* Plays a line of the analysis as a variation, and shows its end. */
  async followLine(from: Node, moves: string[]): Promise<void> {
    try {
      const answer = await this.connection.position({ ...this.place(from), moves: [...movesTo(from), ...moves] }, true);
      let node = from;
      moves.forEach((move, i) => {
        const state = answer.trace?.[from.ply + i + 1];
        let child = node.children.find((known) => known.move === move);
        if (!child && state) node.children.push((child = newNode(node, move, state.position, state.side)));
        if (child) node = child;
      });
      this.touch();
      await this.show(node);
    } catch (error) {
      this.report(error);
    }
  }

  writeRecord(): WriteRecord {
    const doc = this.state.doc as Doc;
    const line = this.state.node ? lineThrough(this.state.node) : mainLine(doc);
    return { start: doc.root.position, root: doc.root, line: line.slice(1), names: doc.names, result: doc.result };
  }

  /* ---- notation ---- */

  moveText(node: Node): string {
    if (!node.parent) return '';
    return this.textOf(node.parent.position, node.parent.move, node.move);
  }

  textOf(position: string, previous: string, move: string): string {
    return this.lineText(position, previous, [move])[0];
  }

  lineText(position: string, previous: string, moves: string[]): string[] {
    const { doc, preferences } = this.state;
    return lineTexts(doc?.game ?? 'shogi', preferences.notation, preferences.language, position, previous, moves);
  }

  /* A score from the first player's side, as people of the game write it. */
  scoreText(game: GameName, score: number, win: number): string {
    return scoreText(game, this.state.preferences.language, score, win);
  }

  path(): Node[] {
    return this.state.node ? pathTo(this.state.node) : [];
  }
}
