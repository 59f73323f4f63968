/* The list of moves, with variations below the move they branch off. */
import { useEffect, useRef } from 'preact/hooks';
import type { Controller } from './controller';
import type { Key } from './i18n';
import { lossOf } from './graph';
import { lineThrough } from './tree';
import type { Node } from './tree';
import type { Side } from './types';

const kinds: [number, string, Key][] = [[0.5, '??', 'large'], [0.3, '?', 'mistakes'], [0.18, '?!', 'inaccuracies']];

function sign(loss: number): string {
  return kinds.find(([least]) => loss > least)?.[1] ?? '';
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
  if (main.length === 0) return <p class="help">{controller.t('noMoves')}</p>;
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
  const bad = line.map((n) => ({ n, loss: lossOf(doc.game, n) })).filter((b) => sign(b.loss)).sort((a, b) => b.loss - a.loss).slice(0, 8);
  return (
    <section class="card">
      <h2>{controller.t('blunders')}</h2>
      <table class="tally">
        <thead><tr><td />{kinds.map(([, mark, key]) => <th key={key} scope="col">{controller.t(key)} <b class="bad">{mark}</b></th>)}</tr></thead>
        <tbody>
          {([0, 1] as Side[]).map((side) => (
            <tr key={side}>
              <th scope="row">{controller.sideName(doc.game, side)}</th>
              {kinds.map(([, mark]) => <td key={mark}>{line.filter((n) => n.parent?.side === side && sign(lossOf(doc.game, n)) === mark).length}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
      {bad.length === 0 && <p class="help">{controller.t('noBlunders')}</p>}
      <ul class="blunders">
        {bad.map(({ n, loss }) => (
          <li key={n.id}>
            <button type="button" class="quiet" onClick={() => controller.goTo(n)}>
              <b>{n.ply}. {controller.moveText(n)}{sign(loss)}</b>
              {n.parent?.evaluation && n.evaluation && <span>{controller.scoreText(doc.game, n.parent.evaluation.score, n.parent.evaluation.win)} → {controller.scoreText(doc.game, n.evaluation.score, n.evaluation.win)}</span>}
              {n.parent?.evaluation?.best && n.parent.evaluation.best !== n.move && <span>{controller.t('better', controller.textOf(n.parent.position, n.parent.move, n.parent.evaluation.best))}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
