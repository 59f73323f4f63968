/* The cards beside the board that tell what the engine thinks: lines, reports of a game, threats; and the comment. */
import type { Controller } from './controller';
import { translateNote } from './i18n';
import type { Notation } from './notation';
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
  const sign = side === 0 ? 1 : -1, game = controller.state.doc?.game ?? 'shogi';
  return <b class={sign * line.score >= 0 ? 'score first' : 'score second'}>{controller.scoreText(game, sign * line.score, sign * line.win)}</b>;
}

/* A line whose every move can be clicked: the variation up to it is added to the game and shown. */
function LineMoves({ controller, at, moves }: { controller: Controller; at: Node; moves: string[] }) {
  const texts = controller.lineText(at.position, at.move, moves);
  return (
    <span class="pv">
      {texts.map((text, i) => (
        <button key={i} type="button" class="pv-move" title={controller.t('fromHere')} onClick={() => void controller.followLine(at, moves.slice(0, i + 1))}>{text}</button>
      ))}
    </span>
  );
}

function NotationSwitch({ controller }: { controller: Controller }) {
  const { notation } = controller.state.preferences;
  const choices: [Notation, string][] = [['western', 'P-7f'], ['japanese', '７六歩'], ['usi', '7g7f']];
  return (
    <span class="switch" role="group" aria-label={controller.t('notation')}>
      {choices.map(([value, text]) => (
        <button key={value} type="button" class={value === notation ? 'on' : ''} aria-pressed={value === notation} data-notation={value} onClick={() => controller.prefer({ notation: value })}>{text}</button>
      ))}
    </span>
  );
}

export function Lines({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  const { doc, node } = state;
  if (!doc || !node) return null;
  const fresh = state.linesFor === node ? state.lines : [];
  const shown = fresh.slice(0, state.preferences.multipv), known = node.evaluation;
  return (
    <section class="card lines" aria-label={t('lines')}>
      <h2>{t('lines')}{fresh[0] && <small>{effort(controller, fresh[0])}</small>}</h2>
      <ol>
        {shown.map((line) => (
          <li key={line.line}>
            <Score controller={controller} side={node.side} line={line} />
            <LineMoves controller={controller} at={node} moves={line.pv.slice(0, 14)} />
          </li>
        ))}
        {shown.length === 0 && known && known.pv.length > 0 && (
          <li>
            <b class={known.score >= 0 ? 'score first' : 'score second'}>{controller.scoreText(doc.game, known.score, known.win)}</b>
            <LineMoves controller={controller} at={node} moves={known.pv.slice(0, 14)} />
          </li>
        )}
      </ol>
      {shown.length === 0 && !known?.pv.length && <p class="help">{t('noLines')}</p>}
      {doc.game === 'shogi' && <NotationSwitch controller={controller} />}
    </section>
  );
}

/* What the engine of each side thought about its last move. */
export function Reports({ controller }: { controller: Controller }) {
  const { t, state } = controller, { doc } = state;
  if (!doc) return null;
  const sides = ([1, 0] as Side[]).filter((side) => state.engines[side] || state.reports[side]);
  return (
    <section class="card lines" aria-label={t('lines')}>
      <h2>{t('lines')}</h2>
      {sides.length === 0 && <p class="help">{t('noLines')}</p>}
      {sides.map((side) => <SideReport key={side} controller={controller} side={side} report={state.reports[side]} />)}
      {doc.game === 'shogi' && sides.length > 0 && <NotationSwitch controller={controller} />}
    </section>
  );
}

function SideReport({ controller, side, report }: { controller: Controller; side: Side; report: Report | null }) {
  const { t, state } = controller, language = state.preferences.language, line = report?.line;
  return (
    <div class="report" data-report={side}>
      <p class="who"><i class={`stone stone-${side}`} aria-hidden="true" /><b>{controller.sideName(state.doc?.game ?? 'shogi', side)}</b>
        {line && <small>{effort(controller, line)}</small>}
        {report?.stage && <small>{t('stage')}: {controller.reason(report.stage)}</small>}
      </p>
      {report && line ? (
        <p class="thought"><Score controller={controller} side={side} line={line} /><span>{controller.lineText(report.at, report.previous, line.pv.slice(0, 10)).join(' ')}</span></p>
      ) : <p class="help">…</p>}
      {report?.notes.map((note, i) => <p key={i} class="help">{translateNote(language, note)}</p>)}
    </div>
  );
}

/* Forced wins in gomoku, also drawn on the board. */
export function Threats({ controller }: { controller: Controller }) {
  const { t, state } = controller, { doc, node } = state;
  if (!doc || !node || doc.game !== 'gomoku' || !state.analysing) return null;
  return (
    <section class="card lines threats" aria-label={t('threats')}>
      <h2>{t('threats')}</h2>
      <ol>
        {state.threats.map((threat) => (
          <li key={threat.side}>
            <b class={threat.side === 0 ? 'score first' : 'score second'}>{threat.stage.replace('own ', '')}</b>
            <span><strong>{t(threat.now ? 'winsNow' : 'wouldWin', controller.sideName('gomoku', threat.side))}</strong> {threat.moves.join(' ')}</span>
          </li>
        ))}
      </ol>
      {state.threats.length === 0 && <p class="help">{t('noThreats')}</p>}
    </section>
  );
}

export function NodeTools({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  const node = state.node;
  if (!node || !state.doc) return null;
  const inBranch = controller.path().some((n) => n.parent && n.parent.children[0] !== n);
  return (
    <div class="node-tools">
      <label class="field"><span>{t('comment')}</span><textarea key={node.id} rows={2} defaultValue={node.comment} onChange={(event) => controller.comment(event.currentTarget.value)} /></label>
      <div class="buttons">
        {inBranch && <button type="button" data-action="make-main" onClick={() => controller.makeMain(node)}>{t('makeMain')}</button>}
        {node.parent && <button type="button" data-action="delete-from" onClick={() => controller.deleteFrom(node)}>{t('deleteMove')}</button>}
      </div>
    </div>
  );
}
