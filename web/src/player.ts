/* A game that is being played: its moves, the engine's answers, clocks, opening rules, the end. */
import { clockLimits, hold, newClock, press, settle, timeLeft } from './clock';
import type { TimeControl } from './clock';
import type { Controller } from './controller';
import { viewOf } from './games';
import { absorb } from './lines';
import { levelLimits } from './levels';
import { advance, balancedOpening, chooseColour, enginesAfter, isSetting, swapActor, swapOpening } from './openings';
import type { Swap, SwapChoice } from './openings';
import type { Place } from './socket';
import { moveSound, playSound, speak } from './sound';
import { clearedTable, remember } from './state';
import { mergeTree, movesTo, newDoc, newNode, promote, removeNode, unflatten } from './tree';
import type { Doc, Node } from './tree';
import type { GameName, Limits, Line, Options, PositionAnswer, Report, Side } from './types';

export interface NewGame {
  game: GameName;
  engines: [boolean, boolean]; /* which sides the engine plays */
  levels: [number, number];
  time: TimeControl;
  start: string | null;
  moves?: string[]; /* made before the game begins */
  options: Options;
  opening?: string;
}

/* The way between page and engine is not the engine's thought: so many ms after its time it has lost. */
const engineGrace = 1000;

export class Player {
  private moveBegan = Date.now();
  private spoken = 0; /* second of byoyomi that was said last */

  constructor(private controller: Controller) {}

  private get state() {
    return this.controller.state;
  }

  /* ---- new games ---- */

  async newGame(wanted: NewGame): Promise<void> {
    const { controller, state } = this;
    if (!state.built.includes(wanted.game)) {
      controller.set({ dialog: null });
      return controller.notify(controller.t('noGameBuilt'));
    }
    const moves = wanted.moves ?? [], view = viewOf(wanted.game);
    const place: Place = { game: wanted.game, start: wanted.start, options: wanted.options, moves };
    const answer = await controller.connection.position(place, true);
    controller.files.putAway();
    const first = answer.trace?.[0] ?? { position: answer.position, side: answer.side };
    const root = newNode(null, '', first.position, first.side);
    const doc = newDoc(wanted.game, answer.start, wanted.options, root);
    let node = root;
    moves.forEach((move, i) => {
      const state = answer.trace?.[i + 1];
      if (!state) return;
      const child = newNode(node, move, state.position, state.side);
      node.children.push(child);
      node = child;
    });
    node.view = answer;
    doc.title = controller.t('untitled', controller.say(view.title));
    const swap = this.swapFor(wanted);
    /* The dialog goes with the old board: in between, a click would be lost. */
    controller.set({
      ...clearedTable(), dialog: null, newFrom: null, progress: null, doc, node, live: node, playing: true, engines: wanted.engines, levels: wanted.levels, time: wanted.time, swap,
      flipped: this.facing(wanted.game, wanted.engines),
    });
    doc.names = swap ? ['', ''] : this.playerNames();
    doc.date = new Date().toISOString().slice(0, 10);
    controller.files.entered();
    if (moves.length > 0) controller.files.touch();
    if (wanted.opening === 'balanced') await this.setOut(await balancedOpening(controller.connection, { ...place, moves: [] }));
    if (this.state.doc !== doc) return;
    this.startClock();
    await this.goOn();
  }

  /* The same players again, with colours exchanged. */
  async rematch(): Promise<void> {
    const { doc, engines, levels: strength, time, net } = this.state;
    if (!doc) return;
    if (net) return this.controller.network.act('rematch');
    const options = doc.options;
    await this.newGame({ game: doc.game, engines: [engines[1], engines[0]], levels: [strength[1], strength[0]], time, start: doc.start, options });
  }

  private swapFor({ opening, engines }: NewGame): Swap | null {
    if (opening !== 'swap' && opening !== 'swap2') return null;
    const seat = (side: Side): 'human' | 'engine' => (engines[side] ? 'engine' : 'human');
    return { kind: opening, stage: 'place', opener: seat(0), chooser: seat(1) };
  }

  private playerNames(): [string, string] {
    const { controller } = this, { engines, levels: strength, time, preferences, doc } = this.state, { t } = controller, game = doc?.game ?? '';
    return engines.map((engine, side) => {
      if (!engine) return preferences.name || t('human');
      const full = strength[side] > controller.levelsOf(game).length;
      return time.kind === 'move' ? t('engine') : `${t('engine')} (${full ? t('fullStrength') : `${t('level')} ${strength[side]}`})`;
    }) as [string, string];
  }

  facing(game: GameName, engines: [boolean, boolean]): boolean {
    return viewOf(game).twoSided && engines[0] && !engines[1];
  }

  /* Makes moves that nobody thought about: an opening. */
  private async setOut(moves: string[]): Promise<void> {
    for (const move of moves) await this.play(move, 0, false);
  }

  /* ---- moves ---- */

  /* A move by whoever is to move: a new branch, or the one that is there. `used`: milliseconds of thought. */
  async play(move: string, used = Date.now() - this.moveBegan, goOn = true): Promise<void> {
    const { controller, state } = this, { doc, playing } = state, node = playing ? state.live : state.node;
    if (!node || !doc || !node.view?.legal.includes(move)) return;
    let child = node.children.find((known) => known.move === move);
    if (!child) {
      const answer = await controller.connection.position({ ...controller.place(node), moves: [...movesTo(node), move] });
      if ((playing ? this.state.live : this.state.node) !== node || this.state.doc !== doc) return;
      const made = newNode(node, move, answer.position, answer.side);
      made.view = answer;
      if (playing) made.ms = Math.max(0, used);
      if (playing) node.children.push(made);
      else controller.edit(() => node.children.push(made));
      child = made;
    }
    if (playing) this.keepTaken(child);
    playSound(state.preferences, moveSound(node.view, child.view));
    if (playing && state.clock && state.clock.turn === node.side) press(state.clock, node.side, used);
    controller.set({ live: playing ? child : state.live });
    this.moveBegan = Date.now();
    this.spoken = 0;
    if (this.state.node === node) await controller.show(child);
    controller.files.touch();
    if (goOn && playing) await this.goOn();
  }

  /* Another move than the one that was taken back: that one stays as a variation. */
  private keepTaken(child: Node): void {
    const { doc } = this.state;
    if (!doc) return;
    if (doc.future.length > 0) mergeTree(doc.root, unflatten(doc.future[0], doc.key).doc.root);
    doc.future = [];
    doc.past = []; /* a move that was played is not undone with an edit before it */
    promote(child);
  }

  /* The human's own move; not while the engine is to move. */
  async move(move: string): Promise<void> {
    const { controller } = this;
    if (!this.humanToMove()) return;
    if (this.state.learning) return controller.learner.answer(move);
    if (this.state.net && this.state.playing) return controller.network.move(move);
    try {
      await this.play(move);
    } catch (error) {
      controller.report(error);
    }
  }

  humanToMove(): boolean {
    const { node, doc, playing, engines, swap, preview, live, paused, net } = this.state;
    if (!node?.view || node.view.outcome !== 'ongoing' || !doc || preview) return false;
    if (net && playing) return this.controller.network.myTurn();
    if (!playing || doc.result !== '') return true;
    if (node !== live || paused) return false;
    return swap ? isSetting(swap) && swapActor(swap) === 'human' : !engines[node.side];
  }

  /* The game goes on: the end, an opening rule, or the engine's move. */
  async goOn(): Promise<void> {
    const { controller, state } = this, { doc, playing, engines, swap, live, paused } = state;
    if (!doc || !live || !playing || doc.result || paused || state.net) return;
    live.view ??= await controller.connection.position(controller.place(live));
    if (live.view.outcome !== 'ongoing') return this.finish(live.view);
    if (swap) return this.followSwap(advance(swap, live.ply), live);
    if (engines[live.side]) await this.engineMove(live);
  }

  /* Back to where the human was to move last. What was taken back comes again with redo. */
  async takeBack(): Promise<void> {
    const { controller, state } = this, { doc, engines } = state;
    let node = state.live;
    if (!doc || !node?.parent) return;
    controller.stopSearch();
    controller.keepForRedo();
    do {
      const parent: Node = node.parent as Node;
      removeNode(node);
      node = parent;
    } while (node.parent && engines[node.side] && !(engines[0] && engines[1]));
    await this.resumeAt(node);
  }

  /* The game that is played stands here from now on. */
  async resumeAt(node: Node): Promise<void> {
    const { controller, state } = this;
    controller.set({ live: node });
    await controller.show(node);
    if (state.clock) Object.assign(state.clock, { turn: node.side, since: Date.now() });
    controller.files.touch();
    if (state.engines[node.side] && state.engines[0] !== state.engines[1]) await this.goOn();
  }

  /* ---- opening rules ---- */

  private async followSwap(swap: Swap, node: Node): Promise<void> {
    const { controller } = this;
    controller.set({ swap });
    if (swapActor(swap) === 'human') return;
    const number = controller.claim();
    controller.set({ thinking: 'yes' });
    try {
      if (swap.stage === 'place') {
        const propose = (): string[] => viewOf(this.state.doc?.game ?? '').swapStones?.(node.position) ?? [];
        const stones = await swapOpening(controller.connection, controller.place(node), propose);
        if (!controller.owns(number)) return;
        controller.set({ thinking: 'no' });
        await this.setOut(stones);
        return await this.goOn();
      }
      const colour = await chooseColour(controller.connection, controller.place(node), node.side);
      if (controller.owns(number)) await this.chooseSwap(colour);
    } catch (error) {
      controller.set({ thinking: 'no' });
      controller.report(error);
    }
  }

  async chooseSwap(choice: SwapChoice): Promise<void> {
    const { controller, state } = this, { swap, doc } = state;
    if (!swap || !doc || isSetting(swap)) return;
    if (choice === 'more') controller.set({ swap: { ...swap, stage: 'more' } });
    else {
      const actor = swapActor(swap), engines = enginesAfter(swap, choice);
      controller.set({ swap: null, engines, thinking: 'no' });
      doc.names = this.playerNames();
      if (actor === 'engine') controller.notify(controller.t('tookColour', controller.t(choice)));
      this.startClock();
    }
    controller.files.touch();
    await this.goOn();
  }

  /* ---- results ---- */

  private finish(view: PositionAnswer): void {
    const results = { first: '1-0', second: '0-1', draw: '1/2', ongoing: '' };
    this.endGame(results[view.outcome], view.reason);
  }

  private endGame(result: string, reason: string): void {
    const { controller, state } = this, { doc, clock } = state;
    if (!doc) return;
    doc.result = result;
    doc.reason = reason;
    doc.future = [];
    if (clock) {
      settle(clock);
      clock.turn = null;
    }
    controller.stopSearch();
    controller.set({ playing: false, swap: null, banner: true });
    playSound(state.preferences, 'end');
    controller.files.touch();
  }

  resign(): void {
    const { controller, state } = this, { engines, live } = state;
    if (!live) return;
    if (state.net) {
      controller.set({ dialog: null });
      return void controller.network.act('resign');
    }
    const loser = engines[0] !== engines[1] ? (engines[0] ? 1 : 0) : live.side;
    controller.set({ dialog: null });
    this.endGame(loser === 0 ? '0-1' : '1-0', 'resignation');
  }

  /* The game that was being played is only looked at from now on. */
  leave(): void {
    const { clock } = this.state;
    if (clock) settle(clock);
    this.controller.set({ playing: false, swap: null, clock: null, paused: false, banner: false });
  }

  pause(): void {
    const { controller, state } = this;
    if (!state.playing) return;
    if (state.clock) settle(state.clock);
    controller.set({ paused: !state.paused });
    if (state.paused) return controller.stopSearch();
    if (state.clock) hold(state.clock);
    this.goOn().catch((error) => controller.report(error));
  }

  /* ---- the engine ---- */

  private engineLimits(game: GameName, side: Side): Limits {
    const { time, clock, levels } = this.state;
    if (time.kind === 'move') return { movetime: Math.max(50, time.seconds * 1000) };
    return levelLimits(this.controller.levelsOf(game), levels[side], time.kind === 'clock' && clock ? clockLimits(clock, side) : null);
  }

  private setReport(side: Side, change: Partial<Report>): void {
    const reports: [Report | null, Report | null] = [...this.state.reports];
    reports[side] = { ...(reports[side] as Report), ...change };
    this.controller.set({ reports });
  }

  private async engineMove(node: Node): Promise<void> {
    const { controller } = this, number = controller.claim(), { side } = node;
    const limits = this.engineLimits((this.state.doc as Doc).game, side);
    const found = new Map<number, Line>();
    controller.set({ thinking: 'waiting', hint: '' });
    this.setReport(side, { line: null, at: node.position, previous: node.move, side, stage: '', notes: [] });
    try {
      const result = await controller.connection.go(
        controller.place(node), limits,
        (line) => {
          absorb(found, line);
          if (controller.owns(number) && line.line === 1 && !limits.spread) this.setReport(side, { line: found.get(1) as Line });
        },
        () => controller.owns(number) && controller.set({ thinking: 'yes' }),
        (note) => controller.owns(number) && this.setReport(side, { notes: [...(this.state.reports[side]?.notes ?? []), note] }),
      ).result;
      if (!controller.owns(number)) return;
      await this.keepPace(number);
      if (!controller.owns(number)) return;
      const chosen = result.best;
      /* The line that is shown is the one that was played. */
      const line = [...found.values()].find((entry) => entry.pv[0] === chosen);
      controller.set({ thinking: 'no' });
      this.setReport(side, { stage: result.stage ?? '', line: line ?? null });
      controller.analyser.learn(node, found.get(1), result);
      if (!chosen) return;
      const used = result.time ?? 0, { clock } = this.state;
      if (clock && timeLeft(clock, side, clock.since + used).ms < -engineGrace) return this.flag(side);
      await this.play(chosen, used);
    } catch (error) {
      if (!controller.owns(number)) return;
      controller.set({ thinking: 'no' });
      controller.report(error);
    }
  }

  /* Engine against engine goes as fast as people want to watch. */
  private async keepPace(number: number): Promise<void> {
    const { engines, preferences } = this.state, until = this.moveBegan + preferences.pace * 1000;
    if (!engines[0] || !engines[1]) return;
    while (Date.now() < until && this.controller.owns(number)) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async hintMove(): Promise<void> {
    const { controller, state } = this, { node } = state;
    if (state.net && state.playing) return;
    if (!node?.view || node.view.outcome !== 'ongoing' || state.thinking !== 'no') return;
    const number = controller.claim(), found = new Map<number, Line>();
    controller.set({ thinking: 'waiting', analysing: false });
    try {
      const result = await controller.connection.go(controller.place(node), { movetime: 1000 }, (line) => absorb(found, line),
        () => controller.owns(number) && controller.set({ thinking: 'yes' })).result;
      if (!controller.owns(number)) return;
      const first = found.get(1);
      controller.analyser.learn(node, first, result);
      controller.set({ thinking: 'no', hint: result.best, lines: first ? [first] : [], linesFor: node });
    } catch (error) {
      controller.set({ thinking: 'no' });
      controller.report(error);
    }
  }

  /* ---- clocks ---- */

  private startClock(): void {
    const { time, swap, live } = this.state;
    this.moveBegan = Date.now();
    this.controller.set({ clock: time.kind === 'clock' && !swap ? newClock(time, live?.side ?? 0) : null });
  }

  private flag(side: Side): void {
    if (this.state.clock) this.state.clock.fallen = side;
    this.endGame(side === 0 ? '0-1' : '1-0', 'time');
  }

  tick(): void {
    const { clock, playing, thinking, online, engines, paused, net } = this.state;
    if (!clock || clock.turn === null || !playing) return;
    if (net) { /* the server lets flags fall */
      if (clock.turn === net.seat) this.countDown(timeLeft(clock, clock.turn).ms);
      return this.controller.set({});
    }
    if (thinking === 'waiting' || !online || paused) hold(clock); /* the time of queues and of repairs is nobody's */
    else {
      const left = timeLeft(clock, clock.turn);
      if (left.ms <= -(engines[clock.turn] ? engineGrace : 0)) return this.flag(clock.turn);
      if (!engines[clock.turn]) this.countDown(left.ms);
    }
    remember('yomi.seen', Date.now());
    this.controller.set({});
  }

  /* The last ten seconds of a human's time: a tick, or the number said. */
  private countDown(ms: number): void {
    const second = Math.ceil(ms / 1000), { preferences } = this.state;
    if (second > 10 || second < 1 || second === this.spoken) return;
    this.spoken = second;
    if (preferences.speech) speak(String(second), preferences.language);
    else playSound(preferences, 'tick');
  }
}
