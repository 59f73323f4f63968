/* Lines of a search as they come. */
import type { Line } from './types';

/* Takes a report into the lines found so far. A bound says that the score is at least or at most so much, with a line
 * of one move: it does not replace the full line of the same move. */
export function absorb(found: Map<number, Line>, line: Line): void {
  const known = found.get(line.line), bound = line.win === 0 && (line.bound === 'lower' || line.bound === 'upper');
  if (bound && known && known.pv[0] === line.pv[0]) found.set(line.line, { ...known, nodes: line.nodes, nps: line.nps, time: line.time });
  else if (!bound || !known || line.bound === 'lower') found.set(line.line, line);
}
