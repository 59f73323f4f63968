/* The cards beside the board that tell what the engine thinks: lines, reports of a game, threats; and the comment. */
import type { Controller } from './controller';
import { Field, useDraft } from './fields';
import { translateNote } from './i18n';
import type { Node } from './tree';
import type { Line, Report, Side } from './types';

function short(count: number): string {
  return count >= 1e9 ? `${(count / 1e9).toFixed(1)}G` : count >= 1e6 ? `${(count / 1e6).toFixed(1)}M` : count >= 1e3 ? `${(count / 1e3).toFixed(0)}k` : String(count);
}

function effort(controller: Controller, line: Line): string {
  const { t } = controller;
  return `${t('depth')} ${line.depth}/${line.seldepth}${line.selectivity < 100 ? ` @${line.selectivity}%` : ''} · ${short(line.nodes)} ${t('nodes')} · ${short(line.nps)}/s`;
}

function Score({ controller, side, line }: { controller: Controller; side: Side; line: Line }) {
  const sign = side === 0 ? 1 : -1, bound = line.win !== 0 ? '' : line.bound === 'lower' ? (side === 0 ? '≥' : '≤') : line.bound === 'upper' ? (side === 0 ? '≤' : '≥') : '';
  return <b class={sign * line.score >= 0 ? 'score first' : 'score second'}>{bound}{controller.scoreText(sign * line.score, sign * line.win)}</b>;
}

/* A line whose every move can be clicked: the variation up to it is added to the game and shown. */
function LineMoves({ controller, at, moves }: { controller: Controller; at: Node; moves: string[] }) {
  const texts = controller.lineText(at.position, at.move, moves);
  return (
    <span class="pv">
      {texts.map((text, i) => (
        <button key={i} type="button" class="pv-move" title={controller.t('fromHere')} onClick={() => void controller.analyser.follow(at, moves.slice(0, i + 1))}>{text}</button>
      ))}
    </span>
  );
}

/* How the game's moves are written, where there is a choice. */
function NotationSwitch({ controller }: { controller: Controller }) {
  const { view } = controller, choice = view.choices.find((c) => c.key === 'notation'), { choices } = controller.state.preferences;
  if (!choice) return null;
  const now = controller.choice(view, choice.key);
  return (
    <span class="switch" role="group" aria-label={controller.say(choice.label)}>
      {choice.of.map(([value, text]) => (
        <button key={value} type="button" class={value === now ? 'on' : ''} aria-pressed={value === now} data-notation={value} onClick={() => controller.prefer({ choices: { ...choices, [`${view.name}.${choice.key}`]: value } })}>{controller.say(text)}</button>
      ))}
    </span>
  );
}

function LineRow({ controller, node, line }: { controller: Controller; node: Node; line: Line }) {
  const { t, view } = controller, chance = 50 + 50 * view.level({ score: line.score, win: line.win, depth: line.depth, best: '', pv: [] });
  return (
    <li>
      <Score controller={controller} side={node.side} line={line} />
      <LineMoves controller={controller} at={node} moves={line.pv.slice(0, 14)} />
      <button type="button" class="quiet through" aria-label={t('playThrough')} title={t('playThrough')} data-action="play-line" onClick={() => void controller.analyser.preview(node, line.pv.slice(0, 14))}>▶</button>
      <small class="line-effort">{t('depth')} {line.depth} · {(line.time / 1000).toFixed(1)} s · {Math.round(chance)} % {t('winChance')}</small>
    </li>
  );
}

export function Lines({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  const { doc, node } = state;
  if (!doc || !node) return null;
  const fresh = state.linesFor === node ? state.lines : [], count = state.preferences.multipv;
  const shown = fresh.slice(0, count), known = node.evaluation;
  return (
    <section class="card lines" aria-label={t('lines')}>
      <h2>{t('lines')}{fresh[0] && <small>{effort(controller, fresh[0])}</small>}
        <span class="count-buttons">
          <button type="button" class="quiet" data-action="fewer-lines" aria-label={t('fewerLines')} title={t('fewerLines')} disabled={count <= 1} onClick={() => controller.prefer({ multipv: count - 1 })}>−</button>
          <button type="button" class="quiet" data-action="more-lines" aria-label={t('moreLines')} title={t('moreLines')} disabled={count >= 10} onClick={() => controller.prefer({ multipv: count + 1 })}>+</button>
        </span>
      </h2>
      <ol>
        {shown.filter((line) => line.pv.length > 0).map((line) => <LineRow key={line.line} controller={controller} node={node} line={line} />)}
        {shown.length === 0 && known && known.pv.length > 0 && (
          <li>
            <b class={known.score >= 0 ? 'score first' : 'score second'}>{controller.evaluationText(known)}</b>
            <LineMoves controller={controller} at={node} moves={known.pv.slice(0, 14)} />
            <small class="line-effort">{t('depth')} {known.depth}</small>
          </li>
        )}
      </ol>
      {shown.length === 0 && !known?.pv.length && <p class="help">{t('noLines')}</p>}
      <BookMoves controller={controller} node={node} />
      <NotationSwitch controller={controller} />
    </section>
  );
}

/* What the program's opening book has here. */
function BookMoves({ controller, node }: { controller: Controller; node: Node }) {
  const { t, state } = controller;
  if (state.linesFor !== node || state.book.length === 0) return null;
  const sign = node.side === 0 ? 1 : -1;
  return (
    <p class="book-moves"><b>{t('book')}</b>{state.book.slice(0, 6).map((entry) => (
      <button key={entry.move} type="button" class="pv-move" onClick={() => void controller.analyser.follow(node, [entry.move])}>{controller.textOf(node.position, node.move, entry.move)} {controller.scoreText(sign * entry.score, 0)}{entry.games ? ` (${entry.games})` : ''}</button>
    ))}</p>
  );
}

/* What the engine of each side thought about its last move. */
export function Reports({ controller }: { controller: Controller }) {
  const { t, state } = controller, { doc } = state;
  if (!doc) return null;
  const sides = ([1, 0] as Side[]).filter((side) => state.engines[side] || state.reports[side]);
  if (!controller.mayLook()) {
    return (
      <section class="card lines" aria-label={t('lines')} data-hidden>
        <h2>{t('lines')}</h2>
        <p class="help">{t('hiddenWhilePlaying')} <button type="button" data-action="show-lines" onClick={() => controller.prefer({ showWhilePlaying: true })}>{t('show')}</button></p>
      </section>
    );
  }
  return (
    <section class="card lines" aria-label={t('lines')}>
      <h2>{t('lines')}</h2>
      {sides.length === 0 && <p class="help">{t('noLines')}</p>}
      {sides.map((side) => <SideReport key={side} controller={controller} side={side} report={state.reports[side]} />)}
      {sides.length > 0 && <NotationSwitch controller={controller} />}
    </section>
  );
}

function SideReport({ controller, side, report }: { controller: Controller; side: Side; report: Report | null }) {
  const { t, state } = controller, language = state.preferences.language, line = report?.line;
  return (
    <div class="report" data-report={side}>
      <p class="who"><i class={`stone stone-${side}`} aria-hidden="true" /><b>{controller.sideName(side)}</b>
        {line && <small>{effort(controller, line)}</small>}
        {report?.stage && <small>{t('stage')}: {controller.reason(report.stage)}</small>}
      </p>
      {report && line ? (
        <p class="thought"><Score controller={controller} side={side} line={line} /><span data-line>{controller.lineText(report.at, report.previous, line.pv.slice(0, 10)).join(' ')}</span></p>
      ) : <p class="help">…</p>}
      {report?.notes.map((note, i) => <p key={i} class="help">{translateNote(language, note)}</p>)}
    </div>
  );
}

/* Forced wins, also drawn on the board; the search may know one that the quick look did not find. */
export function Threats({ controller }: { controller: Controller }) {
  const { t, state, view } = controller, { doc, node } = state;
  if (!doc || !node || !view.threats || !state.analysing) return null;
  const first = state.linesFor === node ? state.lines[0] : undefined, sign = node.side === 0 ? 1 : -1;
  return (
    <section class="card lines threats" aria-label={t('threats')}>
      <h2>{t('threats')}</h2>
      <ol>
        {state.threats.map((threat) => (
          <li key={threat.side}>
            <b class={threat.side === 0 ? 'score first' : 'score second'}>{threat.stage.replace('own ', '')}</b>
            <span><strong>{t(threat.now ? 'winsNow' : 'wouldWin', controller.sideName(threat.side))}</strong> {threat.moves.join(' ')}</span>
          </li>
        ))}
      </ol>
      {state.threats.length === 0 && <p class="help">{first && first.win !== 0 ? t('searchWins', controller.scoreText(sign * first.score, sign * first.win)) : t('noThreats')}</p>}
    </section>
  );
}

function Comment({ controller, node }: { controller: Controller; node: Node }) {
  const draft = useDraft(node.comment, (text) => controller.comment(node, text));
  return <Field label={controller.t('comment')}><textarea rows={2} {...draft} /></Field>;
}

export function NodeTools({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  const node = state.node;
  if (!node || !state.doc) return null;
  const inBranch = controller.path().some((n) => n.parent && n.parent.children[0] !== n);
  return (
    <div class="node-tools">
      <Comment key={node.id} controller={controller} node={node} />
      <div class="buttons">
        {inBranch && <button type="button" data-action="make-main" onClick={() => controller.makeMain(node)}>{t('makeMain')}</button>}
        {node.parent && <button type="button" data-action="delete-from" onClick={() => controller.deleteFrom(node)}>{t('deleteMove')}</button>}
        <button type="button" data-action="details" onClick={() => controller.set({ dialog: 'details' })}>{t('edit')}</button>
      </div>
    </div>
  );
}
