/* Analysis: live search of the position on the screen, forced wins where a game has them, the whole game move by move.
 * What is learned about a position is kept in the store and found again wherever the position comes up. */
import type { Controller } from './controller';
import { absorb } from './lines';
import { allNodes, lineThrough, movesTo } from './tree';
import type { Doc, Node } from './tree';
import type { BookMove, Evaluation, Kept, Line, Result, Side, Threat } from './types';

const threatMs = 250, batch = 500;

export class Analyser {
  private learned = new Map<Node, number>(); /* nodes searched, of positions that the store does not know yet */

  constructor(private controller: Controller) {}

  /* Remembers what a search said about a position. */
  learn(node: Node, found: Line | undefined, result: Result | null): void {
    const bound = found?.win === 0 && (found.bound === 'lower' || found.bound === 'upper'); /* a forced win is one, whatever its length */
    if (bound && !result) return;
    const line = bound ? undefined : found;
    const score = line?.score ?? result?.score, win = line?.win ?? result?.win ?? 0, depth = line?.depth ?? result?.depth ?? 0;
    const best = line?.pv[0] ?? result?.best ?? '';
    if (score === undefined || !best) return;
    if (node.evaluation && node.evaluation.depth > depth && node.evaluation.win === 0) return;
    const sign = node.side === 0 ? 1 : -1;
    node.evaluation = { score: sign * score, win: sign * win, depth, best, pv: line?.pv ?? result?.pv ?? [] };
    this.learned.set(node, line?.nodes ?? result?.nodes ?? 0);
  }

  /* Sends what was learned to the store. */
  flush(): void {
    const { controller } = this, { doc } = controller.state;
    const entries = [...this.learned].filter(([node]) => node.evaluation && node.position);
    this.learned.clear();
    if (!doc || entries.length === 0) return;
    const kept: Kept[] = entries.map(([node, nodes]) => {
      const e = node.evaluation as Evaluation;
      return { position: controller.view.storeKey(node.position), depth: e.depth, score: e.score, win: e.win, nodes, pv: e.pv.slice(0, 20).join(' ') };
    });
    for (let i = 0; i < kept.length; i += batch) {
      controller.connection.keep(doc.game, kept.slice(i, i + batch)).catch(() => undefined); /* values can be had again */
    }
  }

  /* Looks up every position of a game that was not evaluated in it. */
  async recall(doc: Doc): Promise<void> {
    const { controller } = this, wanted = new Map<string, Node[]>();
    for (const node of allNodes(doc)) {
      if (node.evaluation || !node.position) continue;
      const key = controller.view.storeKey(node.position);
      wanted.set(key, [...(wanted.get(key) ?? []), node]);
    }
    const keys = [...wanted.keys()];
    for (let i = 0; i < keys.length; i += batch) {
      for (const kept of await controller.connection.recall(doc.game, keys.slice(i, i + batch))) {
        const pv = kept.pv.split(' ').filter(Boolean);
        for (const node of wanted.get(kept.position) ?? []) {
          node.evaluation ??= { score: kept.score, win: kept.win, depth: kept.depth, best: pv[0] ?? '', pv };
        }
      }
    }
    controller.set({});
  }

  /* A game that is being played is not ended without a word. */
  private unlessPlaying(run: () => void): void {
    const { controller } = this, { playing, doc, live } = controller.state, { t } = controller;
    const inside = (action: () => void) => (): void => {
      controller.set({ dialog: null, ask: null });
      action();
    };
    if (!playing || doc?.result || !live?.parent) {
      controller.player.leave();
      return run();
    }
    controller.ask({
      title: t('gameRuns'), text: t('gameRunsHelp'),
      actions: [
        { label: t('analyseCopy'), name: 'copy', run: inside(() => { void controller.files.openCopy().then(run); }) },
        { label: t('endAndAnalyse'), name: 'end', run: inside(() => { controller.stopSearch(); controller.player.leave(); controller.files.touch(); run(); }) },
        { label: t('cancel'), name: 'cancel', run: inside(() => undefined) },
      ],
    });
  }

  toggle(): void {
    const { controller } = this;
    if (controller.state.analysing) return controller.stopSearch();
    this.unlessPlaying(() => {
      controller.set({ analysing: true, learning: null });
      this.restart();
    });
  }

  /* Searches the position on the screen from now on. */
  restart(): void {
    const { controller } = this, { node } = controller.state, number = controller.claim();
    this.flush();
    if (!node?.view) return;
    controller.set({ lines: [], linesFor: node, threats: [], book: [], progress: null });
    if (node.view.outcome !== 'ongoing') {
      controller.connection.stop();
      node.evaluation ??= controller.view.final(node.view);
      return controller.set({ thinking: 'no' });
    }
    controller.set({ thinking: 'waiting' });
    this.search(node, number).catch((error) => {
      if (!controller.owns(number)) return;
      controller.set({ thinking: 'no', analysing: false });
      controller.report(error);
    });
  }

  private async search(node: Node, number: number): Promise<void> {
    const { controller } = this, { preferences } = controller.state, { view } = controller;
    if (view.threats) await this.findThreats(node, number, view.threats);
    if (!controller.owns(number)) return;
    const found = new Map<number, Line>(), book: BookMove[] = [];
    const multipv = view.lineCount(preferences.multipv, node.view?.legal.length ?? 0);
    await controller.connection.go(
      controller.place(node), { infinite: true, multipv: Math.max(1, Math.min(multipv, 64)) },
      (line) => {
        if (!controller.owns(number)) return;
        absorb(found, line);
        if (line.line === 1) this.learn(node, line, null);
        controller.set({ lines: [...found.values()].sort((a, b) => a.line - b.line), linesFor: node });
      },
      () => controller.owns(number) && controller.set({ thinking: 'yes' }), undefined,
      (move) => {
        if (!controller.owns(number)) return;
        book.push(move);
        controller.set({ book: [...book] });
      },
    ).result;
    if (controller.owns(number)) controller.set({ thinking: 'no' });
  }

  /* Does a side win by force: the one to move now, the other if it were to move? */
  private async findThreats(node: Node, number: number, turned: (position: string) => string): Promise<void> {
    const { controller } = this, threats: Threat[] = [];
    for (const now of [true, false]) {
      const place = now ? controller.place(node) : { ...controller.place(node), start: turned(node.position), moves: [] };
      const side = (now ? node.side : 1 - node.side) as Side;
      try {
        const result = await controller.connection.go(place, { mate: -1, movetime: threatMs }, () => undefined,
          () => controller.owns(number) && controller.set({ thinking: 'yes' })).result;
        if (result.proof === 'win' && result.pv?.length) threats.push({ side, moves: result.pv, stage: result.stage ?? '', now });
      } catch {
        /* the position with the other side to move may be none: then there is no such threat */
      }
      if (!controller.owns(number)) return;
      controller.set({ threats: [...threats] });
    }
  }

  wholeGame(): void {
    this.unlessPlaying(() => void this.line());
  }

  /* Every position of the line on the screen, one after the other. */
  private async line(): Promise<void> {
    const { controller } = this, { doc, node, preferences } = controller.state;
    if (!doc || !node) return;
    controller.stopSearch();
    controller.set({ banner: false, learning: null });
    const number = controller.claim(), nodes = lineThrough(node), movetime = Math.round(preferences.analysisSeconds * 1000);
    for (let i = 0; i < nodes.length; i++) {
      controller.set({ progress: { done: i, total: nodes.length }, thinking: 'yes' });
      const at = nodes[i];
      try {
        at.view ??= await controller.connection.position(controller.place(at));
        if (at.view.outcome === 'ongoing') {
          const found = new Map<number, Line>();
          const result = await controller.connection.go(controller.place(at), { movetime }, (line) => absorb(found, line)).result;
          if (!controller.owns(number)) return this.flush();
          this.learn(at, found.get(1), result);
        } else at.evaluation = controller.view.final(at.view);
      } catch (error) {
        if (controller.owns(number)) controller.set({ progress: null, thinking: 'no' });
        return controller.report(error);
      }
      if (!controller.owns(number)) return this.flush();
    }
    this.flush();
    controller.set({ progress: null, thinking: 'no' });
    controller.files.touch();
  }

  /* Saved games, one after the other; a stop ends it after the position that is being searched. */
  async many(keys: string[]): Promise<void> {
    const { controller } = this;
    for (const key of keys) {
      try {
        if (controller.state.doc?.key !== key) await controller.files.load(key);
        controller.goEnd(true);
        await this.line();
        const { doc, node } = controller.state;
        if (!doc || !node || lineThrough(node).some((n) => !n.evaluation)) return; /* stopped */
        await controller.files.save();
      } catch (error) {
        return controller.report(error);
      }
    }
  }

  /* ---- lines on the board ---- */

  /* Adds a line of the analysis to the game as a variation, and shows its end. */
  async follow(from: Node, moves: string[]): Promise<void> {
    const { controller } = this;
    try {
      const answer = await controller.connection.position({ ...controller.place(from), moves: [...movesTo(from), ...moves] }, true);
      controller.files.addLine(from, moves, answer.trace ?? []);
    } catch (error) {
      controller.report(error);
    }
  }

  /* Plays a line on the board; the game stays as it is. */
  async preview(from: Node, moves: string[]): Promise<void> {
    const { controller } = this;
    try {
      const { trace } = await controller.connection.position({ ...controller.place(from), moves: [...movesTo(from), ...moves] }, true);
      const steps = (trace ?? []).slice(from.ply);
      const preview = { at: from, moves, positions: steps.map((s) => s.position), sides: steps.map((s) => s.side), index: 0 };
      controller.set({ preview });
      for (let index = 1; index <= moves.length; index++) {
        await new Promise((resolve) => setTimeout(resolve, 700));
        const now = controller.state.preview;
        if (!now || now.positions !== preview.positions || now.index !== index - 1) return; /* closed, or stepped by hand */
        controller.set({ preview: { ...now, index } });
      }
    } catch (error) {
      controller.report(error);
    }
  }
}
