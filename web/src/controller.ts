/* The state of the page, and what every part of it needs: telling that something changed, words, moving about, edits
 * and their undoing. Games that are played are in player.ts, searches in analyser.ts, saving and records in files.ts.
 * Components read `state` and call methods; after a change all subscribers are told once per frame. */
import { Analyser } from './analyser';
import { Files } from './files';
import { decided } from './game_view';
import type { GameView } from './game_view';
import { viewOf } from './games';
import { say, translate, translateProblem, translateReason } from './i18n';
import type { Key, Texts } from './i18n';
import { Learner } from './learner';
import type { LevelEntry } from './levels';
import { Network } from './network';
import { Player } from './player';
import { Trainer } from './puzzles';
import { engineChannel, registerOffline } from './engine_place';
import { Connection, ServerError } from './socket';
import type { Place } from './socket';
import { firstState, remember } from './state';
import type { Ask, Preferences, State } from './state';
import { flatten, lineThrough, movesTo, pathTo, promote, removeNode, unflatten } from './tree';
import type { Doc, Node, Saved } from './tree';
import type { Evaluation, Side } from './types';

const pastMost = 50;

export class Controller {
  state: State = firstState();
  readonly connection: Connection;
  readonly analyser = new Analyser(this);
  readonly player = new Player(this);
  readonly files = new Files(this);
  readonly learner = new Learner(this);
  readonly network = new Network(this);
  readonly trainer = new Trainer(this);
  private listeners = new Set<() => void>();
  private scheduled = false;
  private search = 0; /* number of the search whose answers count */
  private noticeTimer = 0;

  constructor() {
    this.connection = new Connection(engineChannel((text) => this.notify(text)), (online) => void this.onConnection(online));
    this.connection.engineOf = (game) => this.state.preferences.engine[game] ?? {};
    this.connection.onTable = (state) => this.network.heard(state);
    this.connection.onTableClosed = (key) => this.network.closed(key);
    void registerOffline();
    setInterval(() => this.player.tick(), 200);
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

  /* ---- words ---- */

  t = (key: Key, ...values: (string | number)[]): string => translate(this.state.preferences.language, key, ...values);
  say = (texts: Texts, ...values: (string | number)[]): string => say(this.state.preferences.language, texts, ...values);

  get view(): GameView {
    return viewOf(this.state.doc?.game ?? '');
  }

  reason(text: string): string {
    return translateReason(this.state.preferences.language, text);
  }

  levelsOf(game: string): LevelEntry[] {
    return this.connection.games.find((entry) => entry.name === game)?.levels ?? [];
  }

  /* What the user chose for a game, or the first of the choices. */
  choice(game: GameView, key: string): string {
    const { choices, language } = this.state.preferences, choice = game.choices.find((c) => c.key === key);
    return choices[`${game.name}.${key}`] ?? (language === 'ja' ? choice?.japanese : undefined) ?? choice?.of[0][0] ?? '';
  }

  prefer(change: Partial<Preferences>): void {
    this.state.preferences = { ...this.state.preferences, ...change };
    remember('yomi.preferences', this.state.preferences);
    this.changed();
    if (change.multipv !== undefined && this.state.analysing) this.analyser.restart();
  }

  /* '': all of the game's; null: what the server has. */
  setEngineOption(game: string, name: string, value: string | null): void {
    const { [name]: _old, ...rest } = this.state.preferences.engine[game] ?? {};
    const own = name === '' ? {} : value === null ? rest : { ...rest, [name]: value };
    this.prefer({ engine: { ...this.state.preferences.engine, [game]: own } });
    if (this.state.analysing) this.analyser.restart();
  }

  notify(text: string, undo: (() => void) | null = null): void {
    this.set({ notice: text, noticeUndo: undo });
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => this.set({ notice: '', noticeUndo: null }), undo ? 10_000 : 5000) as unknown as number;
  }

  problem(error: unknown): string {
    if (error instanceof ServerError) return translateProblem(this.state.preferences.language, error.code, error.message);
    return error instanceof Error ? error.message : String(error);
  }

  report(error: unknown): void {
    if (error instanceof ServerError && error.code === 'offline') return;
    /* This server does not allow what another one did: searches would fail for ever. */
    if (error instanceof ServerError && error.message.startsWith('engine option') && this.state.doc) this.setEngineOption(this.state.doc.game, '', null);
    this.notify(this.problem(error));
  }

  ask(ask: Ask): void {
    this.set({ dialog: 'ask', ask });
  }

  private async onConnection(online: boolean): Promise<void> {
    this.set({ online, built: this.connection.games.map((game) => game.name) });
    if (!online) {
      this.search++;
      return this.set({ thinking: 'no', analysing: false, progress: null });
    }
    try {
      if (!this.state.doc) await this.files.begin();
      else {
        await this.show(this.state.node as Node);
        await this.network.rejoin();
        await this.player.goOn(); /* the engine's move was lost with the connection */
      }
    } catch (error) {
      this.report(error);
    }
    this.set({ greeted: true });
    performance.mark('usable'); /* read by tests/web/opening.mjs */
  }

  place(node: Node): Place {
    const doc = this.state.doc as Doc;
    return { game: doc.game, start: doc.start, options: doc.options, moves: movesTo(node) };
  }

  /* ---- searches ---- */

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

  stopAll(): void {
    this.stopSearch();
    this.set({ progress: null });
    this.player.leave();
  }

  /* ---- moving about ---- */

  /* Shows a position; asks the server for its moves when it has not yet. */
  async show(node: Node): Promise<void> {
    this.set({ node, hint: '', preview: null });
    if (!node.view) node.view = await this.connection.position(this.place(node));
    this.changed();
    if (this.state.analysing) this.analyser.restart();
  }

  goTo(node: Node | undefined): void {
    if (!node || (node === this.state.node && !this.state.preview)) return;
    if (this.state.progress) this.stopSearch();
    this.set({ progress: null });
    this.show(node).catch((error) => this.report(error));
  }

  step(by: number): void {
    const { node, preview } = this.state;
    if (!node) return;
    if (preview) return this.set({ preview: { ...preview, index: Math.max(0, Math.min(preview.moves.length, preview.index + by)) } });
    const line = lineThrough(node);
    this.goTo(line[Math.max(0, Math.min(line.length - 1, line.indexOf(node) + by))]);
  }

  goEnd(last: boolean): void {
    if (this.state.node) this.goTo(last ? lineThrough(this.state.node).at(-1) : this.state.doc?.root);
  }

  /* ---- edits: each can be undone and done again ---- */

  private snapshot(): Saved {
    return flatten(this.state.doc as Doc, this.state.node as Node, undefined);
  }

  /* Anything that changes the game on the table other than a move of a game that is played. */
  edit(change: () => void): void {
    const { doc, node } = this.state;
    if (!doc || !node) return;
    doc.past = [...doc.past.slice(1 - pastMost), this.snapshot()];
    doc.future = [];
    change();
    this.files.touch();
    this.changed();
  }

  canUndo(): boolean {
    const { doc, playing, live, net } = this.state;
    if (net && playing) return false; /* the bar of the table asks the other */
    return playing && !doc?.result ? !!live?.parent : (doc?.past.length ?? 0) > 0;
  }

  canRedo(): boolean {
    return (this.state.doc?.future.length ?? 0) > 0;
  }

  async undo(): Promise<void> {
    const { doc, playing } = this.state;
    if (!doc || !this.canUndo()) return;
    if (playing && !doc.result) return this.player.takeBack();
    const before = doc.past.pop() as Saved;
    doc.future.push(this.snapshot());
    await this.restore(before);
  }

  async redo(): Promise<void> {
    const { doc } = this.state, after = doc?.future.pop();
    if (!doc || !after) return;
    if (!this.state.playing) doc.past.push(this.snapshot());
    await this.restore(after);
    if (this.state.playing) await this.player.resumeAt(this.state.node as Node);
  }

  /* What is to be taken back, so that it can come again. */
  keepForRedo(): void {
    this.state.doc?.future.push(this.snapshot());
  }

  private async restore(saved: Saved): Promise<void> {
    const { doc } = this.state;
    if (!doc) return;
    this.stopSearch();
    const { doc: old, at } = unflatten(saved, doc.key);
    const { title, names, result, reason, event, date, headers, tags, root } = old;
    Object.assign(doc, { title, names, result, reason, event, date, headers, tags, root });
    this.set({ lines: [], linesFor: null, learning: null, banner: false });
    this.files.touch();
    await this.show(at);
  }

  makeMain(node: Node): void {
    this.edit(() => promote(node));
  }

  deleteFrom(node: Node): void {
    const parent = node.parent;
    if (!parent) return;
    this.edit(() => removeNode(node));
    this.player.leave();
    this.notify(this.t('undoDelete', node.move), () => void this.undo());
    this.show(parent).catch((error) => this.report(error));
  }

  comment(node: Node, text: string): void {
    this.edit(() => { node.comment = text; });
  }

  rename(change: Partial<Pick<Doc, 'title' | 'names' | 'event' | 'date' | 'tags'>>): void {
    const { doc } = this.state;
    if (doc) this.edit(() => Object.assign(doc, change));
  }

  /* ---- notation ---- */

  sideName(side: Side, game = this.view): string {
    return this.say(game.sides[side]);
  }

  moveText(node: Node): string {
    return node.parent ? this.textOf(node.parent.position, node.parent.move, node.move) : '';
  }

  textOf(position: string, previous: string, move: string): string {
    return this.lineText(position, previous, [move])[0];
  }

  lineText(position: string, previous: string, moves: string[]): string[] {
    const { view } = this, key = view.choices.find((c) => c.key === 'notation' || c.key === 'letters')?.key ?? '';
    const texts = view.lines(key ? this.choice(view, key) : '', position, previous, moves);
    return texts.map((text, i) => (moves[i] === 'pass' ? this.t('pass') : text));
  }

  /* A score from the first player's side, as people of the game write it. A decided one has one meaning everywhere:
   * a forced win and its length, a game that is over, or one that cannot be lost any more. */
  scoreText(score: number, win: number): string {
    const sign = win > 0 || (win === 0 && score > 0) ? '+' : win < 0 || score < 0 ? '−' : '±';
    if (win !== 0) return `${sign}${this.say(this.view.mate)} ${Math.abs(win)}`;
    if (Math.abs(score) >= decided) return `${sign}${this.t('decidedFor')}`;
    if (Math.abs(score) >= decided / 2) return `${sign}${this.t('winning')}`;
    return `${sign}${this.view.score(score)}`;
  }

  evaluationText(e: Evaluation): string {
    return this.scoreText(e.score, e.win);
  }

  resultText(doc: Doc): string {
    if (!doc.result) return '';
    const winner = doc.result === '1-0' ? 0 : 1;
    const what = doc.result === '1/2' ? this.t('draw') : this.t('wins', this.sideName(winner as Side));
    return doc.reason ? `${what} (${this.reason(doc.reason)})` : what;
  }

  path(): Node[] {
    return this.state.node ? pathTo(this.state.node) : [];
  }

  /* May the user see what the engine thinks? Not while playing against it, unless wanted. */
  mayLook(): boolean {
    const { playing, engines, preferences, doc, net } = this.state;
    if (net && playing) return false; /* nobody is helped in a game between people */
    return !playing || !!doc?.result || engines[0] === engines[1] || preferences.showWhilePlaying;
  }
}
