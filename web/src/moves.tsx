/* The list of moves, with variations below the move they branch off. */
import { useEffect, useRef } from 'preact/hooks';
import type { Controller } from './controller';
import { level } from './graph';
import { lineThrough } from './tree';
import type { Node } from './tree';
import type { GameName } from './types';

/* How much the mover gave away, on the graph's scale of -1 to 1; 0 when it is not known. */
export function lossOf(game: GameName, node: Node): number {
  if (!node.parent) return 0;
  const before = level(game, node.parent), after = level(game, node);
  if (before === null || after === null) return 0;
  return node.parent.side === 0 ? before - after : after - before;
}

function sign(loss: number): string {
  return loss > 0.5 ? '??' : loss > 0.25 ? '?' : loss > 0.12 ? '?!' : '';
}

function MoveButton({ controller, node }: { controller: Controller; node: Node }) {
  const { doc, node: here } = controller.state;
  if (!doc) return null;
  const mark = sign(lossOf(doc.game, node));
  return (
    <button type="button" class={`move${node === here ? ' here' : ''}`} aria-current={node === here ? 'step' : undefined} data-ply={node.ply} onClick={() => controller.goTo(node)}>
      <span class="number">{node.ply}</span>
      <span class="text">{controller.moveText(node)}{mark && <b class="bad">{mark}</b>}{node.comment && <i class="note">✎</i>}</span>
      {node.evaluation && <span class="value">{controller.scoreText(doc.game, node.evaluation.score, node.evaluation.win)}</span>}
    </button>
  );
}

function Branch({ controller, node }: { controller: Controller; node: Node }) {
  const line: Node[] = [];
  for (let at: Node | undefined = node; at; at = at.children[0]) line.push(at);
  return (
    <div class="branch" aria-label={controller.t('variation')} role="group">
      {line.map((n) => (
        <span key={n.id}>
          <MoveButton controller={controller} node={n} />
          {n !== node && n.parent?.children.slice(1).map((other) => <Branch key={other.id} controller={controller} node={other} />)}
        </span>
      ))}
    </div>
  );
}

export function MoveList({ controller }: { controller: Controller }) {
  const { doc, node } = controller.state;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>('.here');
    if (here && list.current) {
      const top = here.offsetTop - list.current.offsetTop;
      if (top < list.current.scrollTop || top > list.current.scrollTop + list.current.clientHeight - 40) list.current.scrollTop = top - list.current.clientHeight / 2;
    }
  }, [node]);
  if (!doc || !node) return null;
  const main = lineThrough(doc.root).slice(1);
  return (
    <div class="moves" ref={list} tabIndex={0} role="region" aria-label={controller.t('moves')}>
      {main.map((n) => (
        <div key={n.id} class="step">
          <MoveButton controller={controller} node={n} />
          {n.parent?.children.slice(1).map((other) => <Branch key={other.id} controller={controller} node={other} />)}
        </div>
      ))}
    </div>
  );
}

/* The moves that changed the game most, worst first. */
export function Blunders({ controller }: { controller: Controller }) {
  const { doc, node } = controller.state;
  if (!doc || !node) return null;
  const line = lineThrough(node).slice(1);
  if (line.filter((n) => n.evaluation).length < 4) return null;
  const bad = line.map((n) => ({ n, loss: lossOf(doc.game, n) })).filter((b) => b.loss > 0.12).sort((a, b) => b.loss - a.loss).slice(0, 8);
  return (
    <section class="card">
      <h2>{controller.t('blunders')}</h2>
      {bad.length === 0 && <p class="help">{controller.t('noBlunders')}</p>}
      <ul class="blunders">
        {bad.map(({ n, loss }) => (
          <li key={n.id}>
            <button type="button" class="quiet" onClick={() => controller.goTo(n)}>
              <b>{n.ply}. {controller.moveText(n)}{sign(loss)}</b>
              {n.parent?.evaluation?.best && n.parent.evaluation.best !== n.move && <span>{controller.t('better', controller.textOf(n.parent.position, n.parent.move, n.parent.evaluation.best))}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
