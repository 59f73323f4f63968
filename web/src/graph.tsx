/* The evaluation over a game, from the first player's side; a click, a finger or the arrow keys go to a move. */
import { useState } from 'preact/hooks';
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
  const [under, setUnder] = useState<Node | null>(null); /* the pointer */
  if (!doc || !node) return null;
  const line = lineThrough(node);
  const plies = Math.max(line.length - 1, 10);
  const x = (ply: number): number => 8 + (ply / plies) * (width - 16);
  const y = (value: number): number => height / 2 - value * (height / 2 - 8);
  const points = line.map((n) => ({ node: n, value: level(doc.game, n) })).filter((p) => p.value !== null) as { node: Node; value: number }[];
  const path = points.map((p, i) => `${i ? 'L' : 'M'}${x(p.node.ply).toFixed(1)} ${y(p.value).toFixed(1)}`).join('');
  const area = points.length > 1 ? `${path}L${x(points[points.length - 1].node.ply).toFixed(1)} ${height / 2}L${x(points[0].node.ply).toFixed(1)} ${height / 2}Z` : '';
  const nodeAt = (event: MouseEvent): Node => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const ply = Math.round((((event.clientX - box.left) / box.width) * width - 8) / ((width - 16) / plies));
    return line[Math.max(0, Math.min(line.length - 1, ply))];
  };
  const onKey = (event: KeyboardEvent): void => {
    const by: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
    if (by[event.key] === undefined) return;
    controller.step(by[event.key]);
    event.preventDefault();
    event.stopPropagation();
  };
  const text = (n: Node): string => `${controller.t('moveOf', n.ply, n.ply ? controller.moveText(n) : '–')}${n.evaluation ? `  ${controller.scoreText(doc.game, n.evaluation.score, n.evaluation.win)}` : ''}`;
  const told = under && line.includes(under) ? under : node;
  return (
    <>
      <svg class="graph" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="slider" tabindex={0} aria-label={controller.t('graph')}
        aria-valuemin={0} aria-valuemax={line.length - 1} aria-valuenow={node.ply} aria-valuetext={text(node)}
        onClick={(event) => controller.goTo(nodeAt(event))} onKeyDown={onKey} onPointerMove={(event) => setUnder(nodeAt(event))} onPointerLeave={() => setUnder(null)}>
        <rect width={width} height={height / 2} class="graph-first" />
        <rect y={height / 2} width={width} height={height / 2} class="graph-second" />
        <path d={area} class="graph-area" />
        <line x1="0" x2={width} y1={height / 2} y2={height / 2} class="graph-zero" />
        <path d={path} class="graph-line" />
        {points.map((p) => <circle key={p.node.id} cx={x(p.node.ply)} cy={y(p.value)} r="3" class={lossOf(doc.game, p.node) > 0.25 ? 'graph-point bad-point' : 'graph-point'} />)}
        {under && <line x1={x(under.ply)} x2={x(under.ply)} y1="0" y2={height} class="graph-under" />}
        <line x1={x(node.ply)} x2={x(node.ply)} y1="0" y2={height} class="graph-here" />
      </svg>
      <p class="help told">{points.length > 0 ? text(told) : controller.t('noGraph')}</p>
    </>
  );
}

/* How much the mover gave away, on the graph's scale of -1 to 1; 0 when it is not known, and for the move that the search
 * itself would have made, whatever it thought one move later. */
export function lossOf(game: GameName, node: Node): number {
  if (!node.parent || node.parent.evaluation?.best === node.move) return 0;
  const before = level(game, node.parent), after = level(game, node);
  if (before === null || after === null) return 0;
  return node.parent.side === 0 ? before - after : after - before;
}
