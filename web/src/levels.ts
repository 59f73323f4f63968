/* How strong the engine plays. The table of levels is the program's, the same that the terminal uses; above the last one
 * it plays with all its strength. */
import type { Limits } from './types';

export interface LevelEntry {
  nodes: number;
  spread: number;
}

const fullSeconds = 3; /* a move, without a clock */

export const fullLevel = (levels: LevelEntry[]): number => levels.length + 1;

/* What a search is told; `clock`: its limits, when the game has one. */
export function levelLimits(levels: LevelEntry[], number: number, clock: Limits | null): Limits {
  const level = levels[number - 1];
  if (!level) return clock ?? { movetime: fullSeconds * 1000 };
  return { ...clock, nodes: level.nodes, ...(level.spread > 0 ? { spread: level.spread } : {}) };
}
