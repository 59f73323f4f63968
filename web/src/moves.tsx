/* The list of moves, with variations below the move they branch off; and what the moves were worth. */
import { useEffect, useRef } from 'preact/hooks';
import type { Controller } from './controller';
import { lossKind, lossMarks, lossOf, markOf, mistakesOf, summaryOf } from './judge';
import { lineThrough } from './tree';
import type { Node } from './tree';
import type { Side } from './types';

function MoveButton({ controller, node }: { controller: Controller; node: Node }) {
  const { node: here } = controller.state, look = controller.mayLook();
  const mark = look ? markOf(controller.view, node) : '';
  return (
    <button type="button" class={`move${node === here ? ' here' : ''}`} aria-current={node === here ? 'step' : undefined} data-ply={node.ply} onClick={() => controller.goTo(node)}>
      <span class="number">{node.ply}</span>
      <span class="text">{controller.moveText(node)}{mark && <b class="bad">{mark}</b>}{node.comment && <i class="note">✎</i>}{node.bookmark && <i class="note" title={node.bookmark}>⚑</i>}</span>
      {node.evaluation && look && <span class="value">{controller.evaluationText(node.evaluation)}</span>}
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

/* Each side in figures: how much it gave away, how often it found the best move. */
function Tally({ controller, line }: { controller: Controller; line: Node[] }) {
  const { t, view } = controller, sides = ([0, 1] as Side[]).map((side) => summaryOf(view, line, side));
  const row = (name: string, text: (s: (typeof sides)[0]) => string) => (
    <tr key={name}><th scope="row">{name}</th>{sides.map((s, side) => <td key={side}>{s.moves ? text(s) : '–'}</td>)}</tr>
  );
  if (sides.every((s) => s.moves === 0)) return null; /* a judgement needs the values of two positions in a row */
  return (
    <table class="tally">
      <thead><tr><td />{([0, 1] as Side[]).map((side) => <th key={side} scope="col">{controller.sideName(side)}</th>)}</tr></thead>
      <tbody>
        {row(t('accuracy'), (s) => `${Math.round(s.accuracy)} %`)}
        {row(t('meanLoss'), (s) => view.lossText(s.mean))}
        {row(t('bestRate'), (s) => `${Math.round(s.best)} %`)}
        {([['large', 2], ['mistakes', 1], ['inaccuracies', 0]] as const).map(([key, kind]) => row(`${t(key)} ${lossMarks[kind]}`, (s) => String(s.kinds[kind])))}
      </tbody>
    </table>
  );
}

/* The moves that changed the game most, worst first; a click shows the position before the mistake. */
export function TurningPoints({ controller }: { controller: Controller }) {
  const { doc, node } = controller.state, { t, view } = controller;
  if (!doc || !node || !controller.mayLook()) return null;
  const all = lineThrough(node), line = all.slice(1), valued = all.filter((n) => n.evaluation).length;
  if (valued < 4) return null;
  const bad = line.map((n) => ({ n, loss: lossOf(view, n) })).filter((b): b is { n: Node; loss: number } => lossKind(view, b.loss) >= 0).sort((a, b) => b.loss - a.loss).slice(0, 8);
  const mistakes = mistakesOf(view, node).map((n) => n.parent as Node);
  const to = (way: 1 | -1) => (): void => controller.goTo(way > 0 ? mistakes.find((n) => n.ply > node.ply) : [...mistakes].reverse().find((n) => n.ply < node.ply));
  return (
    <section class="card points">
      <h2>{t('blunders')}</h2>
      {valued < all.length && <p class="help" data-coverage>{t('partlyValued', valued, all.length)}</p>}
      {bad.length === 0 && valued === all.length && <p class="help" data-none>{t('noBlunders')}</p>}
      <ul class="blunders">
        {bad.map(({ n, loss }) => (
          <li key={n.id}>
            <button type="button" class="quiet" title={t('before')} data-mistake={n.ply} onClick={() => controller.goTo(n.parent as Node)}>
              <b>{n.ply}. {controller.moveText(n)}{lossMarks[lossKind(view, loss)]}</b>
              {n.parent?.evaluation && n.evaluation && <span>{controller.evaluationText(n.parent.evaluation)} → {controller.evaluationText(n.evaluation)}</span>}
              {n.parent?.evaluation?.best && n.parent.evaluation.best !== n.move && <span>{t('better', controller.textOf(n.parent.position, n.parent.move, n.parent.evaluation.best))}</span>}
            </button>
          </li>
        ))}
      </ul>
      {mistakes.length > 0 && (
        <div class="buttons">
          <button type="button" data-action="previous-mistake" onClick={to(-1)}>{t('previousMistake')}</button>
          <button type="button" data-action="next-mistake" onClick={to(1)}>{t('nextMistake')}</button>
          <button type="button" data-action="learn" onClick={() => controller.learner.begin()}>{t('learn')}</button>
        </div>
      )}
      <Tally controller={controller} line={line} />
    </section>
  );
}

/* The lesson: a question, what was tried, and what to do next. */
export function Lesson({ controller }: { controller: Controller }) {
  const { t } = controller, { learning } = controller.state;
  if (!learning) return null;
  const task = learning.tasks[learning.index], before = task.parent as Node, best = before.evaluation?.best ?? '';
  const name = (move: string): string => controller.textOf(before.position, before.move, move);
  const text = {
    ask: t('findBetter', name(task.move)), thinking: t('thinking'), right: t('foundIt', name(best)), good: t('goodToo', learning.tried ? name(learning.tried) : ''),
    wrong: t('notIt', learning.tried ? name(learning.tried) : ''), shown: t('better', name(best)), done: t('learnDone', learning.found, learning.tasks.length),
  }[learning.said];
  const open = learning.said === 'ask' || learning.said === 'wrong';
  return (
    <section class="card lesson" aria-live="polite" data-lesson={learning.said}>
      <h2>{t('learn')}<small>{learning.index + 1} / {learning.tasks.length}</small></h2>
      <p>{text}</p>
      <div class="buttons">
        {open && <button type="button" data-action="show-answer" onClick={() => controller.learner.reveal()}>{t('showAnswer')}</button>}
        {learning.said !== 'done' && <button type="button" class="primary" data-action="next-task" onClick={() => controller.learner.next()}>{t('skip')}</button>}
        <button type="button" data-action="end-lesson" onClick={() => controller.learner.end()}>{t('endLearning')}</button>
      </div>
    </section>
  );
}
