/* The page: bar, board with both players, and the panel with lines, graph and moves. */
import { useEffect, useState } from 'preact/hooks';
import type { BoardProps, Mark } from './board_props';
import type { Controller } from './controller';
import { Dialogs, readFile } from './dialogs';
import { parseGomoku } from './gomoku';
import { GomokuBoard } from './gomoku_board';
import { Graph, level } from './graph';
import { Blunders, MoveList } from './moves';
import { parseOthello } from './othello';
import { OthelloBoard } from './othello_board';
import { ShogiBoard } from './shogi_board';
import { gameNames } from './types';
import type { Side } from './types';

function useController(controller: Controller): void {
  const [, redraw] = useState(0);
  useEffect(() => controller.subscribe(() => redraw((n) => n + 1)), [controller]);
}

function TopBar({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  return (
    <header class="bar">
      <h1><svg viewBox="0 0 64 64" aria-hidden="true"><path d="M32 5 51 14 57 58H7L13 14Z" fill="#ecc886" stroke="#6b4a1e" stroke-width="2.5" /><circle cx="23" cy="37" r="9" fill="#15181c" /><circle cx="42" cy="37" r="9" fill="#fbfaf6" stroke="#888" /></svg>Yomi</h1>
      <nav class="games" aria-label={t('play')}>
        {gameNames.map((game) => (
          <button key={game} type="button" class={state.doc?.game === game ? 'on' : ''} aria-pressed={state.doc?.game === game} data-game={game} disabled={state.online && !state.built.includes(game)}
            onClick={() => state.doc?.game !== game && controller.newGame({ game, engines: [false, true], level: state.level, time: { ...state.time, kind: 'level' }, start: null, options: {} }).catch(() => undefined)}>
            {t(game)}
          </button>
        ))}
      </nav>
      <div class="tools">
        <button type="button" class="primary" data-action="new" onClick={() => controller.set({ dialog: 'new' })}>{t('newGame')}</button>
        <button type="button" data-action="open" onClick={() => controller.set({ dialog: 'open' })}>{t('open')}</button>
        <button type="button" data-action="library" onClick={() => void controller.openLibrary()}>{t('library')}</button>
        <button type="button" data-action="export" onClick={() => controller.set({ dialog: 'export' })}>{t('export')}</button>
        <button type="button" class="icon" data-action="settings" aria-label={t('settings')} onClick={() => controller.set({ dialog: 'settings' })}><Icon name="gear" /></button>
      </div>
    </header>
  );
}

function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function Player({ controller, side }: { controller: Controller; side: Side }) {
  const { t, state } = controller;
  const { doc, node } = state;
  if (!doc || !node) return null;
  const turn = node.side === side && node.view?.outcome === 'ongoing' && !doc.result;
  let extra = null;
  if (doc.game === 'othello') extra = <span class="count" title={t('discs')}>{parseOthello(node.position).counts[side]}</span>;
  if (doc.game === 'gomoku') {
    const board = parseGomoku(node.position);
    if (board.captures) {
      extra = (
        <span class="pairs" role="img" aria-label={`${t('captured')} ${board.pairs[side]}`}>
          {Array.from({ length: 5 }, (_, i) => <i key={i} class={i < board.pairs[side] ? `pair taken-${1 - side}` : 'pair'} />)}
        </span>
      );
    }
  }
  const clock = state.clock ? controller.clockLeft(side) : null;
  return (
    <div class={`player${turn ? ' turn' : ''}`} data-side={side}>
      <i class={`stone stone-${side}`} aria-hidden="true" />
      <span class="name">{controller.sideName(doc.game, side)}<small>{doc.names[side]}</small></span>
      {extra}
      {turn && state.thinking !== 'no' && !state.analysing && <span class="dots" aria-hidden="true"><i /><i /><i /></span>}
      {clock && <span class={`clock${clock.byoyomi || clock.ms < 10000 ? ' short' : ''}`} role="timer">{clockText(clock.ms)}</span>}
    </div>
  );
}

function marksOf(controller: Controller): Mark[] {
  const { state } = controller;
  if (!state.preferences.values || state.linesFor !== state.node || !state.analysing || !state.doc || !state.node) return [];
  const game = state.doc.game; /* on the board from the mover's side, as players of these games are used to */
  return state.lines.filter((line) => line.pv.length > 0).map((line, i) => {
    const full = line.win !== 0 ? `${line.win > 0 ? '+' : '−'}W` : controller.scoreText(game, line.score, 0);
    return { move: line.pv[0], rank: i, text: game === 'gomoku' && line.win !== 0 ? (line.win > 0 ? 'W' : 'L') : full };
  });
}

function Board({ controller }: { controller: Controller }) {
  const { state } = controller;
  const { doc, node } = state;
  if (!doc || !node) return <div class="board empty" />;
  const props: BoardProps = {
    position: node.position, lastMove: node.move, legal: node.view?.legal ?? [], active: controller.humanToMove(), side: node.side,
    flipped: state.flipped, marks: marksOf(controller), hint: state.hint, preferences: state.preferences, t: controller.t,
    onMove: (move) => void controller.move(move),
  };
  if (doc.game === 'shogi') return <ShogiBoard {...props} />;
  return doc.game === 'othello' ? <OthelloBoard {...props} /> : <GomokuBoard {...props} />;
}

function Bar({ controller }: { controller: Controller }) {
  const { doc, node } = controller.state;
  if (!doc || !node) return null;
  let value: number | null = null;
  for (let at: typeof node | null = node; at && value === null; at = at.parent) value = level(doc.game, at);
  const share = 50 + 50 * (value ?? 0);
  return <div class="evalbar" aria-hidden="true"><i style={{ height: `${controller.state.flipped ? 100 - share : share}%` }} class={controller.state.flipped ? 'second' : 'first'} /></div>;
}

function Status({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  const { doc, node } = state;
  let text = '';
  if (!state.online) text = state.greeted ? t('offline') : '…';
  else if (state.progress) text = t('analysing', state.progress.done + 1, state.progress.total);
  else if (doc?.result) text = controller.resultText(doc);
  else if (node?.view && node.view.outcome !== 'ongoing') text = `${t('gameOver')} (${controller.reason(node.view.reason)})`;
  else if (state.thinking === 'waiting') text = t('waiting');
  else if (state.thinking === 'yes') text = t(state.analysing ? 'analyse' : 'thinking') + (state.analysing ? '…' : '');
  else if (state.playing) text = t('yourTurn');
  return <p class="status" role="status" aria-live="polite">{text}</p>;
}

const icons: Record<string, string> = {
  first: 'M5 4h3v16H5zM20 4v16L9 12z', back: 'M18 4v16L6 12z', forward: 'M6 4v16l12-8z', last: 'M16 4h3v16h-3zM4 4v16l11-8z',
  flip: 'M8 3 3 9h4v9h2V9h4zM16 21l5-6h-4V6h-2v9h-4z', gear: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm9 6v-4l-2.6-.5-.8-1.9 1.5-2.2-2.8-2.8-2.2 1.5-1.9-.8L12 0h-1L9.800 3.300l-1.900.8-2.200-1.500-2.800 2.800 1.500 2.200-.8 1.900L1 10v4l2.600.5.8 1.900-1.500 2.200 2.800 2.800 2.200-1.500 1.900.8.5 2.600h3.400l.5-2.600 1.900-.8 2.200 1.500 2.800-2.800-1.500-2.200.8-1.900z',
};

function Icon({ name }: { name: string }) {
  return <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d={icons[name]} fill="currentColor" fill-rule="evenodd" /></svg>;
}

function Controls({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  const { doc, node } = state;
  if (!doc || !node) return null;
  const passing = controller.humanToMove() && node.view?.legal.length === 1 && node.view.legal[0] === 'pass';
  const watching = state.playing && state.engines[0] && state.engines[1];
  return (
    <div class="controls">
      <div class="buttons steps" role="group" aria-label={t('moves')}>
        <button type="button" class="icon" aria-label={t('first')} onClick={() => controller.goEnd(false)}><Icon name="first" /></button>
        <button type="button" class="icon" aria-label={t('previous')} data-action="back" onClick={() => controller.step(-1)}><Icon name="back" /></button>
        <button type="button" class="icon" aria-label={t('next')} data-action="forward" onClick={() => controller.step(1)}><Icon name="forward" /></button>
        <button type="button" class="icon" aria-label={t('last')} onClick={() => controller.goEnd(true)}><Icon name="last" /></button>
        <button type="button" class="icon" aria-label={t('flip')} data-action="flip" onClick={() => controller.set({ flipped: !state.flipped })}><Icon name="flip" /></button>
      </div>
      <div class="buttons">
        {passing && <button type="button" class="primary" data-action="pass" onClick={() => void controller.move('pass')}>{t('mustPass')}</button>}
        <button type="button" class={state.analysing ? 'on' : ''} aria-pressed={state.analysing} data-action="analyse" onClick={() => controller.toggleAnalysis()}>{t('analyse')}</button>
        <button type="button" data-action="hint" disabled={!controller.humanToMove() || state.thinking !== 'no'} onClick={() => void controller.hintMove()}>{t('hint')}</button>
        <button type="button" data-action="undo" disabled={!node.parent} onClick={() => void controller.undo()}>{t('undo')}</button>
        {state.playing && !watching && <button type="button" data-action="ask-resign" onClick={() => controller.set({ dialog: 'resign' })}>{t('resign')}</button>}
        {(watching || state.progress) && <button type="button" class="primary" data-action="stop" onClick={() => controller.stopAll()}>{t('stop')}</button>}
        {!state.progress && !watching && <button type="button" data-action="analyse-game" disabled={doc.root.children.length === 0} onClick={() => void controller.analyseGame()}>{t('analyseGame')}</button>}
        <button type="button" data-action="save" onClick={() => void controller.save(true)}>{t('save')}{state.saved ? '' : ' •'}</button>
      </div>
    </div>
  );
}

function short(count: number): string {
  return count >= 1e9 ? `${(count / 1e9).toFixed(1)}G` : count >= 1e6 ? `${(count / 1e6).toFixed(1)}M` : count >= 1e3 ? `${(count / 1e3).toFixed(0)}k` : String(count);
}

function Lines({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  const { doc, node } = state;
  if (!doc || !node) return null;
  const lines = state.linesFor ? state.lines : [];
  const at = state.linesFor ?? node, head = lines[0];
  const sign = at.side === 0 ? 1 : -1;
  const shown = lines.slice(0, state.preferences.multipv);
  return (
    <section class="card lines" aria-label={t('lines')}>
      <h2>{t('lines')}{head && <small>{t('depth')} {head.depth}/{head.seldepth}{head.selectivity < 100 ? ` @${head.selectivity}%` : ''} · {short(head.nodes)} {t('nodes')} · {short(head.nps)}/s{state.stage && !state.analysing ? ` · ${t('stage')} ${state.stage}` : ''}</small>}</h2>
      <ol>
        {shown.map((line) => (
          <li key={line.line}>
            <b class={sign * line.score >= 0 ? 'score first' : 'score second'}>{controller.scoreText(doc.game, sign * line.score, sign * line.win)}</b>
            <span>{controller.lineText(at, line.pv.slice(0, 14)).join(' ')}</span>
          </li>
        ))}
      </ol>
      {shown.length === 0 && <p class="help">—</p>}
    </section>
  );
}

function NodeTools({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  const node = state.node;
  if (!node || !state.doc) return null;
  const inBranch = controller.path().some((n) => n.parent && n.parent.children[0] !== n);
  return (
    <div class="node-tools">
      <label class="field"><span>{t('comment')}</span><textarea key={node.id} rows={2} defaultValue={node.comment} onChange={(event) => controller.comment(event.currentTarget.value)} /></label>
      <div class="buttons">
        {inBranch && <button type="button" onClick={() => controller.makeMain(node)}>{t('makeMain')}</button>}
        {node.parent && <button type="button" onClick={() => controller.deleteFrom(node)}>{t('deleteMove')}</button>}
      </div>
    </div>
  );
}

function useKeys(controller: Controller): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (controller.state.dialog && event.key === 'Escape') controller.set({ dialog: null });
      if (controller.state.dialog || /INPUT|TEXTAREA|SELECT/.test(target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest?.('[role=grid]') && event.key.startsWith('Arrow')) return;
      const keys: Record<string, () => void> = {
        ArrowLeft: () => controller.step(-1), ArrowRight: () => controller.step(1), Home: () => controller.goEnd(false), End: () => controller.goEnd(true),
        a: () => controller.toggleAnalysis(), h: () => void controller.hintMove(), f: () => controller.set({ flipped: !controller.state.flipped }),
        u: () => void controller.undo(), n: () => controller.set({ dialog: 'new' }), o: () => controller.set({ dialog: 'open' }),
      };
      const run = keys[event.key];
      if (!run) return;
      run();
      event.preventDefault();
    };
    const onDrop = (event: DragEvent): void => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void readFile(file).then((text) => controller.openText(text));
    };
    const onOver = (event: DragEvent): void => event.preventDefault();
    const onPaste = (event: ClipboardEvent): void => {
      if (/INPUT|TEXTAREA/.test((event.target as HTMLElement).tagName)) return;
      const text = event.clipboardData?.getData('text/plain');
      if (text?.trim()) void controller.openText(text);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('drop', onDrop);
    document.addEventListener('dragover', onOver);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('paste', onPaste);
    };
  }, [controller]);
}

export function App({ controller }: { controller: Controller }) {
  useController(controller);
  useKeys(controller);
  const { t, state } = controller;
  const { language, theme } = state.preferences;
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dataset.theme = theme;
    document.title = state.doc ? `Yomi – ${t(state.doc.game)}` : 'Yomi';
  }, [language, theme, state.doc]);
  const top: Side = state.flipped ? 0 : 1, bottom: Side = state.flipped ? 1 : 0;
  return (
    <div class="page" data-ready={state.greeted && !!state.node?.view} data-thinking={state.thinking}>
      <TopBar controller={controller} />
      <main>
        <section class="table" aria-label={t('board')}>
          <Player controller={controller} side={top} />
          <div class={`wood ${state.doc?.game ?? ''}`}><Bar controller={controller} /><Board controller={controller} /></div>
          <Player controller={controller} side={bottom} />
        </section>
        <aside class="panel">
          <Status controller={controller} />
          <Controls controller={controller} />
          <Lines controller={controller} />
          <section class="card"><h2>{t('graph')}</h2><Graph controller={controller} /></section>
          <section class="card">
            <h2>{t('moves')}</h2>
            {state.doc && <input class="title" aria-label={t('title')} value={state.doc.title} onInput={(event) => controller.rename(event.currentTarget.value)} />}
            <MoveList controller={controller} />
            <NodeTools controller={controller} />
          </section>
          <Blunders controller={controller} />
        </aside>
      </main>
      <Dialogs controller={controller} />
      {state.notice && <div class="notice" role="alert">{state.notice}</div>}
    </div>
  );
}
