/* Analysis: live search of the position on the screen, threats in gomoku, the whole game move by move. What is learned
 * about a position is kept in the store and found again wherever the position comes up. */
import type { Controller } from './controller';
import { allNodes, lineThrough } from './tree';
import type { Doc, Node } from './tree';
import type { Evaluation, GameName, Kept, Line, PositionAnswer, Result, Side, Threat } from './types';

const threatMs = 250, batch = 500;

/* The text under which the store knows a position: SFEN without the number of the move. */
function storeKey(game: GameName, position: string): string {
  return game === 'shogi' ? position.split(' ').slice(0, 3).join(' ') : position;
}

function finalEvaluation(view: PositionAnswer): Evaluation {
  const win = view.outcome === 'first' ? 1 : view.outcome === 'second' ? -1 : 0;
  return { score: win * 30000, win, depth: 0, best: '', pv: [] };
}

/* The same gomoku position with the other side to move. */
function otherToMove(position: string): string {
  const words = position.split(' ');
  words[2] = words[2] === 'b' ? 'w' : 'b';
  return words.join(' ');
}

export class Analyser {
  private learned = new Map<Node, number>(); /* nodes searched, of positions that the store does not know yet */

  constructor(private controller: Controller) {}

  /* Remembers what a search said about a position. */
  learn(node: Node, line: Line | undefined, result: Result | null): void {
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
    const { doc } = this.controller.state;
    const entries = [...this.learned].filter(([node]) => node.evaluation && node.position);
    this.learned.clear();
    if (!doc || entries.length === 0) return;
    const kept: Kept[] = entries.map(([node, nodes]) => {
      const e = node.evaluation as Evaluation;
      return { position: storeKey(doc.game, node.position), depth: e.depth, score: e.score, win: e.win, nodes, pv: e.pv.slice(0, 20).join(' ') };
    });
    for (let i = 0; i < kept.length; i += batch) {
      this.controller.connection.keep(doc.game, kept.slice(i, i + batch)).catch(() => undefined); /* values can be had again */
    }
  }

  /* Looks up every position of a game that was not evaluated in it. */
  async recall(doc: Doc): Promise<void> {
    const wanted = new Map<string, Node[]>();
    for (const node of allNodes(doc)) {
      if (node.evaluation || !node.position) continue;
      const key = storeKey(doc.game, node.position);
      wanted.set(key, [...(wanted.get(key) ?? []), node]);
    }
    const keys = [...wanted.keys()];
    for (let i = 0; i < keys.length; i += batch) {
      for (const kept of await this.controller.connection.recall(doc.game, keys.slice(i, i + batch))) {
        const pv = kept.pv.split(' ').filter(Boolean);
        for (const node of wanted.get(kept.position) ?? []) {
          node.evaluation ??= { score: kept.score, win: kept.win, depth: kept.depth, best: pv[0] ?? '', pv };
        }
      }
    }
    this.controller.set({});
  }

  toggle(): void {
    const { controller } = this;
    if (controller.state.analysing) return controller.stopSearch();
    controller.leaveGame();
    controller.set({ analysing: true });
    this.restart();
  }

  /* Searches the position on the screen from now on. */
  restart(): void {
    const { controller } = this, { node } = controller.state, number = controller.claim();
    this.flush();
    if (!node?.view) return;
    controller.set({ lines: [], linesFor: node, threats: [], progress: null });
    if (node.view.outcome !== 'ongoing') {
      controller.connection.stop();
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
    const { controller } = this, { doc, preferences } = controller.state;
    if (doc?.game === 'gomoku') await this.findThreats(node, number);
    if (!controller.owns(number)) return;
    const found = new Map<number, Line>();
    const multipv = doc?.game === 'othello' ? Math.max(preferences.multipv, node.view?.legal.length ?? 0) : preferences.multipv;
    await controller.connection.go(
      controller.place(node), { infinite: true, multipv: Math.min(multipv, 64) },
      (line) => {
        if (!controller.owns(number)) return;
        found.set(line.line, line);
        if (line.line === 1) this.learn(node, line, null);
        controller.set({ lines: [...found.values()].sort((a, b) => a.line - b.line), linesFor: node });
      },
      () => controller.owns(number) && controller.set({ thinking: 'yes' }),
    ).result;
    if (controller.owns(number)) controller.set({ thinking: 'no' });
  }

  /* Does a side win by force: the one to move now, the other if it were to move? */
  private async findThreats(node: Node, number: number): Promise<void> {
    const { controller } = this, threats: Threat[] = [];
    for (const now of [true, false]) {
      const place = now ? controller.place(node) : { ...controller.place(node), start: otherToMove(node.position), moves: [] };
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

  /* Every position of the line on the screen, one after the other. */
  async wholeGame(): Promise<void> {
    const { controller } = this, { doc, node, preferences } = controller.state;
    if (!doc || !node) return;
    controller.stopSearch();
    controller.leaveGame();
    const number = controller.claim(), nodes = lineThrough(node), movetime = Math.round(preferences.analysisSeconds * 1000);
    for (let i = 0; i < nodes.length; i++) {
      controller.set({ progress: { done: i, total: nodes.length }, thinking: 'yes' });
      const at = nodes[i];
      try {
        at.view ??= await controller.connection.position(controller.place(at));
        if (at.view.outcome === 'ongoing') {
          let first: Line | undefined;
          const result = await controller.connection.go(controller.place(at), { movetime }, (line) => (first = line)).result;
          if (!controller.owns(number)) return this.flush();
          this.learn(at, first, result);
        } else at.evaluation = finalEvaluation(at.view);
      } catch (error) {
        if (controller.owns(number)) controller.set({ progress: null, thinking: 'no' });
        return controller.report(error);
      }
      if (!controller.owns(number)) return this.flush();
    }
    this.flush();
    controller.set({ progress: null, thinking: 'no' });
    controller.touch();
  }
}
