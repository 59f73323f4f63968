/* The evaluation over a game, from the first player's side, with its scale; a click, a finger or the arrow keys go to a
 * move. */
import { useState } from 'preact/hooks';
import type { Controller } from './controller';
import { lossKind, lossOf } from './judge';
import { lineThrough } from './tree';
import type { Node } from './tree';
import type { Evaluation } from './types';

const width = 600, height = 170, left = 40, bottom = 20;

export function Graph({ controller }: { controller: Controller }) {
  const { doc, node } = controller.state, { view } = controller;
  const [under, setUnder] = useState<Node | null>(null); /* the pointer */
  if (!doc || !node) return null;
  const line = lineThrough(node);
  const plies = Math.max(line.length - 1, 10), every = plies > 200 ? 50 : plies > 80 ? 20 : plies > 30 ? 10 : 5;
  const plot = view.plot(line.map((n) => n.evaluation).filter((e): e is Evaluation => e !== null));
  const x = (ply: number): number => left + 6 + (ply / plies) * (width - left - 14);
  const middle = (height - bottom) / 2, y = (value: number): number => middle - value * (middle - 8);
  const points = line.filter((n) => n.evaluation).map((n) => ({ node: n, value: plot.y(n.evaluation as Evaluation) }));
  const path = points.map((p, i) => `${i ? 'L' : 'M'}${x(p.node.ply).toFixed(1)} ${y(p.value).toFixed(1)}`).join('');
  const area = points.length > 1 ? `${path}L${x(points[points.length - 1].node.ply).toFixed(1)} ${middle}L${x(points[0].node.ply).toFixed(1)} ${middle}Z` : '';
  const nodeAt = (event: MouseEvent): Node => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * width;
    return line[Math.max(0, Math.min(line.length - 1, Math.round(((at - left - 6) / (width - left - 14)) * plies)))];
  };
  const onKey = (event: KeyboardEvent): void => {
    const by: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
    if (by[event.key] === undefined) return;
    controller.step(by[event.key]);
    event.preventDefault();
    event.stopPropagation();
  };
  const text = (n: Node): string => `${controller.t('moveOf', n.ply, n.ply ? controller.moveText(n) : '–')}${n.evaluation ? `  ${controller.evaluationText(n.evaluation)}` : ''}`;
  const told = under && line.includes(under) ? under : node;
  return (
    <>
      <svg class="graph" viewBox={`0 0 ${width} ${height}`} role="slider" tabindex={0} aria-label={controller.t('graph')}
        aria-valuemin={0} aria-valuemax={line.length - 1} aria-valuenow={node.ply} aria-valuetext={text(node)}
        onClick={(event) => controller.goTo(nodeAt(event))} onKeyDown={onKey} onPointerMove={(event) => setUnder(nodeAt(event))} onPointerLeave={() => setUnder(null)}>
        <rect x={left} width={width - left} height={middle} class="graph-first" />
        <rect x={left} y={middle} width={width - left} height={middle} class="graph-second" />
        {plot.ticks.map(([value, label]) => (
          <g key={value} class="graph-tick" aria-hidden="true">
            <line x1={left} x2={width} y1={y(value)} y2={y(value)} />
            <text x={left - 6} y={y(value) + 4} text-anchor="end">{label}</text>
          </g>
        ))}
        {Array.from({ length: Math.floor(plies / every) + 1 }, (_, i) => <text key={i} class="graph-label" x={x(i * every)} y={height - 5} text-anchor="middle" aria-hidden="true">{i * every}</text>)}
        <path d={area} class="graph-area" />
        <line x1={left} x2={width} y1={middle} y2={middle} class="graph-zero" />
        <path d={path} class="graph-line" />
        {points.map((p) => <circle key={p.node.id} cx={x(p.node.ply)} cy={y(p.value)} r="3" class={lossKind(view, lossOf(view, p.node)) >= 1 ? 'graph-point bad-point' : 'graph-point'} />)}
        {under && <line x1={x(under.ply)} x2={x(under.ply)} y1="0" y2={height - bottom} class="graph-under" />}
        <line x1={x(node.ply)} x2={x(node.ply)} y1="0" y2={height - bottom} class="graph-here" />
      </svg>
      <p class="help told">{points.length > 0 ? text(told) : controller.t('noGraph')}</p>
    </>
  );
}
