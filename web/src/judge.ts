/* What moves were worth: mistakes, and each side's summary. */
import type { GameView } from './game_view';
import { lineThrough } from './tree';
import type { Node } from './tree';
import type { Side } from './types';

export const lossMarks = ['?!', '?', '??'];

/* How much the mover gave away, in the game's unit; null when it is not known. The move that the search itself would
 * have made costs nothing, whatever it thought one move later. */
export function lossOf(view: GameView, node: Node): number | null {
  const before = node.parent?.evaluation, after = node.evaluation;
  if (!node.parent || !before || !after) return null;
  return before.best === node.move ? 0 : Math.max(0, view.loss(before, after, node.parent.side));
}

/* 0, 1, 2: inaccuracy, mistake, blunder; -1: none. */
export function lossKind(view: GameView, loss: number | null): number {
  if (loss === null) return -1;
  return view.lossKinds.filter((least) => loss >= least).length - 1;
}

export function markOf(view: GameView, node: Node): string {
  return lossMarks[lossKind(view, lossOf(view, node))] ?? '';
}

/* The mistakes of the line through a node, in their order. */
export function mistakesOf(view: GameView, node: Node): Node[] {
  return lineThrough(node).filter((n) => lossKind(view, lossOf(view, n)) >= 1);
}

export interface Summary {
  moves: number; /* that have a judgement */
  mean: number;
  best: number; /* share of best moves, percent */
  accuracy: number; /* percent */
  kinds: number[];
}

export function summaryOf(view: GameView, line: Node[], side: Side): Summary {
  const losses = line.filter((n) => n.parent?.side === side).map((n) => ({ n, loss: lossOf(view, n) })).filter((e): e is { n: Node; loss: number } => e.loss !== null);
  const moves = losses.length, sum = losses.reduce((total, e) => total + e.loss, 0);
  const share = (e: { loss: number }): number => Math.exp(-e.loss / view.lossKinds[1]); /* a mistake counts about a third */
  return {
    moves, mean: moves ? sum / moves : 0,
    best: moves ? (100 * losses.filter((e) => e.n.parent?.evaluation?.best === e.n.move).length) / moves : 0,
    accuracy: moves ? (100 * losses.reduce((total, e) => total + share(e), 0)) / moves : 0,
    kinds: [0, 1, 2].map((kind) => losses.filter((e) => lossKind(view, e.loss) === kind).length),
  };
}
