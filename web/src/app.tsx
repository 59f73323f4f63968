/* The page: bar, board with both players, and the panel beside it. */
import { useEffect, useState } from 'preact/hooks';
import type { BoardProps, Mark } from './board_props';
import type { Controller } from './controller';
import { Controls, Icon, Status, SwapChoices } from './controls';
import { Dialogs, readFile } from './dialogs';
import { gomokuCell, parseGomoku } from './gomoku';
import { GomokuBoard } from './gomoku_board';
import { Graph, level } from './graph';
import { Blunders, MoveList } from './moves';
import { othelloSquare } from './othello';
import { OthelloBoard } from './othello_board';
import { Lines, NodeTools, Reports, Threats } from './panel';
import { PlayerStrip } from './player';
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
            onClick={() => state.doc?.game !== game && controller.newGame({ game, engines: [false, true], levels: state.levels, time: { ...state.time, kind: 'level' }, start: null, options: {} }).catch(() => undefined)}>
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

function marksOf(controller: Controller): Mark[] {
  const { state } = controller;
  if (!state.preferences.values || state.linesFor !== state.node || !state.analysing || !state.doc || !state.node) return [];
  const game = state.doc.game; /* on the board from the mover's side, as players of these games are used to */
  return state.lines.filter((line) => line.pv.length > 0).map((line, i) => {
    const full = line.win !== 0 ? `${line.win > 0 ? '+' : '−'}W` : controller.scoreText(game, line.score, 0);
    return { move: line.pv[0], rank: i, text: game === 'gomoku' && line.win !== 0 ? `${line.win > 0 ? 'W' : 'L'}${Math.abs(line.win)}` : full };
  });
}

/* The number of the move that put a stone where it is. */
function numbersOf(controller: Controller): Map<number, number> {
  const { doc, node, preferences } = controller.state, numbers = new Map<number, number>();
  if (!preferences.numbers || !doc || !node || doc.game === 'shogi') return numbers;
  const size = doc.game === 'gomoku' ? parseGomoku(node.position).size : 8;
  for (const step of controller.path()) numbers.set(doc.game === 'gomoku' ? gomokuCell(step.move, size) : othelloSquare(step.move), step.ply);
  return numbers;
}

function Board({ controller }: { controller: Controller }) {
  const { state } = controller;
  const { doc, node } = state;
  if (!doc || !node) return <div class="board empty" />;
  const props: BoardProps = {
    position: node.position, lastMove: node.move, legal: node.view?.legal ?? [], active: controller.humanToMove(), side: node.side,
    flipped: state.flipped, marks: marksOf(controller), hint: state.hint, numbers: numbersOf(controller),
    threats: state.analysing && state.preferences.values ? state.threats : null, preferences: state.preferences, t: controller.t,
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

/* Keys, and records that are dropped on the page or pasted. Returns whether something is being dragged over it. */
function useInput(controller: Controller): boolean {
  const [dropping, setDropping] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (controller.state.dialog && event.key === 'Escape') controller.set({ dialog: null });
      if (controller.state.dialog || /INPUT|TEXTAREA|SELECT/.test(target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest?.('[role=grid]') && event.key.startsWith('Arrow')) return;
      const keys: Record<string, () => void> = {
        ArrowLeft: () => controller.step(-1), ArrowRight: () => controller.step(1), Home: () => controller.goEnd(false), End: () => controller.goEnd(true),
        a: () => controller.analyser.toggle(), h: () => void controller.hintMove(), f: () => controller.set({ flipped: !controller.state.flipped }),
        u: () => void controller.undo(), n: () => controller.set({ dialog: 'new' }), o: () => controller.set({ dialog: 'open' }),
      };
      const run = keys[event.key];
      if (!run) return;
      run();
      event.preventDefault();
    };
    const onDrop = (event: DragEvent): void => {
      event.preventDefault();
      setDropping(false);
      const file = event.dataTransfer?.files[0], text = event.dataTransfer?.getData('text/plain');
      if (file) void readFile(file).then((body) => controller.openText(body));
      else if (text?.trim()) void controller.openText(text);
    };
    const onOver = (event: DragEvent): void => {
      event.preventDefault();
      setDropping(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (!event.relatedTarget) setDropping(false);
    };
    const onPaste = (event: ClipboardEvent): void => {
      if (/INPUT|TEXTAREA/.test((event.target as HTMLElement).tagName)) return;
      const text = event.clipboardData?.getData('text/plain');
      if (text?.trim()) void controller.openText(text);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('drop', onDrop);
    document.addEventListener('dragover', onOver);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('paste', onPaste);
    };
  }, [controller]);
  return dropping;
}

export function App({ controller }: { controller: Controller }) {
  useController(controller);
  const dropping = useInput(controller);
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
        <section class={`table ${state.doc?.game ?? ''}`} aria-label={t('board')}>
          <PlayerStrip controller={controller} side={top} />
          <div class={`wood ${state.doc?.game ?? ''}`}><Bar controller={controller} /><Board controller={controller} /></div>
          <PlayerStrip controller={controller} side={bottom} />
        </section>
        <aside class="panel">
          <Status controller={controller} />
          <SwapChoices controller={controller} />
          <Controls controller={controller} />
          {state.playing ? <Reports controller={controller} /> : <Lines controller={controller} />}
          <Threats controller={controller} />
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
      {dropping && <div class="drop">{t('dropHere')}</div>}
      {state.notice && <div class="notice" role="alert">{state.notice}</div>}
    </div>
  );
}
