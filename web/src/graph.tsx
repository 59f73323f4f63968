/* The evaluation over a game, from the first player's side; a click goes to that move. */
import type { Controller } from './controller';
import { lineThrough } from './tree';
import type { Node } from './tree';
import type { GameName } from './types';

const width = 600, height = 150, scales: Record<GameName, number> = { shogi: 900, othello: 900, gomoku: 600 };

export function level(game: GameName, node: Node): number | null {
  const e = node.evaluation;
  if (!e) return null;
  return e.win !== 0 ? Math.sign(e.win) : Math.tanh(e.score / scales[game]);
}

export function Graph({ controller }: { controller: Controller }) {
  const { doc, node } = controller.state;
  if (!doc || !node) return null;
  const line = lineThrough(node);
  const plies = Math.max(line.length - 1, 10);
  const x = (ply: number): number => 8 + (ply / plies) * (width - 16);
  const y = (value: number): number => height / 2 - value * (height / 2 - 8);
  const points = line.map((n) => ({ node: n, value: level(doc.game, n) })).filter((p) => p.value !== null) as { node: Node; value: number }[];
  const path = points.map((p, i) => `${i ? 'L' : 'M'}${x(p.node.ply).toFixed(1)} ${y(p.value).toFixed(1)}`).join('');
  const area = points.length > 1 ? `${path}L${x(points[points.length - 1].node.ply).toFixed(1)} ${height / 2}L${x(points[0].node.ply).toFixed(1)} ${height / 2}Z` : '';
  const go = (event: MouseEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const ply = Math.round((((event.clientX - box.left) / box.width) * width - 8) / ((width - 16) / plies));
    const target = line[Math.max(0, Math.min(line.length - 1, ply))];
    if (target) controller.goTo(target);
  };
  return (
    <svg class="graph" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={controller.t('graph')} onClick={go}>
      <rect width={width} height={height / 2} class="graph-first" />
      <rect y={height / 2} width={width} height={height / 2} class="graph-second" />
      <path d={area} class="graph-area" />
      <line x1="0" x2={width} y1={height / 2} y2={height / 2} class="graph-zero" />
      <path d={path} class="graph-line" />
      {points.map((p) => <circle key={p.node.id} cx={x(p.node.ply)} cy={y(p.value)} r="3" class="graph-point" />)}
      <line x1={x(node.ply)} x2={x(node.ply)} y1="0" y2={height} class="graph-here" />
    </svg>
  );
}
