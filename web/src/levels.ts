/* How strong the engine plays. Below the highest levels it looks ahead less, and sometimes takes another good line. */
import type { Limits, Line } from './types';

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

/* One of the lines within `spread` of the best; better ones more often. */
export function pickLine(lines: Line[], spread: number): string | undefined {
  const depth = Math.max(...lines.map((line) => line.depth));
  const good = lines.filter((line) => line.pv.length > 0 && line.depth >= depth - 1);
  const best = Math.max(...good.map((line) => line.score));
  const weights = good.map((line) => (line.win < 0 ? 0.001 : 1) * Math.exp((line.score - best) / spread));
  let at = Math.random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (let i = 0; i < good.length; i++) if ((at -= weights[i]) <= 0) return good[i].pv[0];
  return good[0]?.pv[0];
}
