/* The page: bar, board with both players, and the panel beside it. */
import { useEffect, useState } from 'preact/hooks';
import type { Controller } from './controller';
import { Banner, Controls, Icon, PreviewBar, Status, StepButtons, SwapChoices } from './controls';
import { Dialogs } from './dialogs';
import { useDraft } from './fields';
import { droppedFiles } from './files';
import type { BoardProps, Mark } from './game_view';
import { games } from './games';
import { Graph } from './graph';
import { lossKind, lossOf, mistakesOf } from './judge';
import { TableBar } from './invite';
import { Lesson, MoveList, TurningPoints } from './moves';
import { Lines, NodeTools, Reports, Threats } from './panel';
import { PlayerStrip } from './player_strip';
import { PuzzlePage, PuzzleButton } from './puzzle_page';
import { remember } from './state';
import type { Doc, Node } from './tree';
import type { Side } from './types';

function useController(controller: Controller): void {
  const [, redraw] = useState(0);
  useEffect(() => controller.subscribe(() => redraw((n) => n + 1)), [controller]);
}

function TopBar({ controller }: { controller: Controller }) {
  const { t, say, state, files } = controller;
  return (
    <header class="bar">
      <h1><svg viewBox="0 0 64 64" aria-hidden="true"><path d="M32 5 51 14 57 58H7L13 14Z" fill="#ecc886" stroke="#6b4a1e" stroke-width="2.5" /><circle cx="23" cy="37" r="9" fill="#15181c" /><circle cx="42" cy="37" r="9" fill="#fbfaf6" stroke="#888" /></svg>Yomi</h1>
      <nav class="games" aria-label={t('play')}>
        {games.map((game) => (
          <button key={game.name} type="button" class={state.doc?.game === game.name ? 'on' : ''} aria-pressed={state.doc?.game === game.name} data-game={game.name} disabled={state.online && !state.built.includes(game.name)} onClick={() => { if (state.training) controller.trainer.close(); void files.switchTo(game.name); }}>
            {say(game.title)}
          </button>
        ))}
      </nav>
      <div class="tools">
        <button type="button" class="primary" title="N" data-action="new" onClick={() => controller.set({ dialog: 'new', newFrom: null })}>{t('newGame')}</button>
        <button type="button" title="O" data-action="open" onClick={() => controller.set({ dialog: 'open', file: null })}>{t('open')}</button>
        <PuzzleButton controller={controller} />
        <button type="button" data-action="library" onClick={() => void files.openLibrary()}>{t('library')}</button>
        <button type="button" data-action="export" onClick={() => controller.set({ dialog: 'export' })}>{t('export')}</button>
        <button type="button" class="icon" data-action="setup" aria-label={t('setUp')} title={`${t('setUp')} (E)`} onClick={() => controller.set({ dialog: 'setup' })}><Icon name="edit" /></button>
        <button type="button" class="icon" data-action="keys" aria-label={t('keys')} title={`${t('keys')} (?)`} onClick={() => controller.set({ dialog: 'keys' })}><Icon name="help" /></button>
        <button type="button" class="icon" data-action="settings" aria-label={t('settings')} title={t('settings')} onClick={() => controller.set({ dialog: 'settings' })}><Icon name="gear" /></button>
      </div>
    </header>
  );
}

/* Values of a running analysis; otherwise, before a mistake, the move that was played and the better one. */
function marksOf(controller: Controller): Mark[] {
  const { state, view } = controller, { node, learning } = state;
  if (!state.preferences.values || !node || state.preview || !controller.mayLook()) return [];
  if (learning) return learning.said === 'shown' || learning.said === 'right' ? [{ move: node.evaluation?.best ?? '', text: '', rank: 0, kind: 'better' }] : [];
  if (state.analysing && state.linesFor === node) { /* on the board from the mover's side, as players of these games are used to */
    const known = new Set(state.book.map((entry) => entry.move));
    const marks: Mark[] = state.lines.filter((line) => line.pv.length > 0).map((line, i) => {
      const text = line.win !== 0 ? `${line.win > 0 ? 'W' : 'L'}${Math.abs(line.win)}` : controller.scoreText(line.score, 0);
      return { move: line.pv[0], rank: i, text, book: known.delete(line.pv[0]) };
    });
    return [...marks, ...[...known].slice(0, 6).map((move) => ({ move, rank: 4, text: '', book: true }))];
  }
  const next = node.children[0], best = node.evaluation?.best;
  if (state.playing || !next || !best || lossKind(view, lossOf(view, next)) < 0) return [];
  return [{ move: next.move, text: '?', rank: 1, kind: 'played' }, { move: best, text: '!', rank: 0, kind: 'better' }];
}

/* The number of the move that put a stone where it is. */
function numbersOf(controller: Controller): Map<number, number> {
  const { node, preferences } = controller.state, numbers = new Map<number, number>();
  if (!preferences.numbers || !node) return numbers;
  for (const step of controller.path()) {
    const cell = step.move ? controller.view.cellOf(step.move, step.position) : -1;
    if (cell >= 0) numbers.set(cell, step.ply);
  }
  return numbers;
}

function Board({ controller }: { controller: Controller }) {
  const { state, view } = controller, { doc, node, preview, preferences } = state;
  if (!doc || !node) return <div class="board empty" />;
  const props: BoardProps = {
    position: preview ? preview.positions[preview.index] ?? node.position : node.position, lastMove: preview && preview.index > 0 ? preview.moves[preview.index - 1] : node.move,
    legal: preview ? [] : node.view?.legal ?? [], active: controller.player.humanToMove(), side: preview ? preview.sides[preview.index] ?? node.side : node.side,
    flipped: state.flipped, marks: marksOf(controller), hint: preview ? '' : state.hint, numbers: numbersOf(controller), outcome: node.view?.outcome ?? 'ongoing',
    threats: state.analysing && preferences.values && !preview ? state.threats : null, coordinates: preferences.coordinates, showLegal: preferences.legal, confirm: preferences.confirmTaps,
    choice: (key) => controller.choice(view, key), say: controller.say, onMove: (move) => void controller.player.move(move),
  };
  return <view.Board {...props} />;
}

function Bar({ controller }: { controller: Controller }) {
  const { node, flipped } = controller.state, { view } = controller;
  if (!node || !controller.mayLook()) return null;
  let at: Node | null = node;
  while (at && !at.evaluation) at = at.parent;
  const share = 50 + 50 * (at?.evaluation ? view.level(at.evaluation) : 0);
  return <div class="evalbar" aria-hidden="true"><i style={{ height: `${flipped ? 100 - share : share}%` }} class={flipped ? 'second' : 'first'} /></div>;
}

function toMistake(controller: Controller, way: 1 | -1): void {
  const { node } = controller.state;
  if (!node) return;
  const all = mistakesOf(controller.view, node).map((n) => n.parent as Node);
  controller.goTo(way > 0 ? all.find((n) => n.ply > node.ply) : all.reverse().find((n) => n.ply < node.ply));
}

/* Keys, and records that are dropped on the page or pasted. Returns whether something is being dragged over it. */
function useInput(controller: Controller): boolean {
  const [dropping, setDropping] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement, { dialog, preview } = controller.state;
      if (dialog && event.key === 'Escape') controller.set({ dialog: null });
      if (!dialog && controller.state.training) return controller.trainer.key(event);
      if (dialog || /INPUT|TEXTAREA|SELECT/.test(target.tagName) || event.metaKey || event.altKey) return;
      if (target.closest?.('[role=grid]') && event.key.startsWith('Arrow')) return;
      const withControl: Record<string, () => void> = { z: () => void controller.undo(), y: () => void controller.redo(), Z: () => void controller.redo() };
      const keys: Record<string, () => void> = {
        ArrowLeft: () => controller.step(-1), ArrowRight: () => controller.step(1), Home: () => controller.goEnd(false), End: () => controller.goEnd(true),
        a: () => controller.analyser.toggle(), h: () => void controller.player.hintMove(), f: () => controller.set({ flipped: !controller.state.flipped }),
        u: () => void controller.undo(), r: () => void controller.redo(), n: () => controller.set({ dialog: 'new', newFrom: null }), o: () => controller.set({ dialog: 'open', file: null }),
        e: () => controller.set({ dialog: 'setup' }), '?': () => controller.set({ dialog: 'keys' }), '[': () => toMistake(controller, -1), ']': () => toMistake(controller, 1),
        Escape: () => preview && controller.set({ preview: null }),
      };
      const run = event.ctrlKey ? withControl[event.key] : keys[event.key];
      if (!run) return;
      run();
      event.preventDefault();
    };
    const onDrop = (event: DragEvent): void => {
      event.preventDefault();
      setDropping(false);
      const data = event.dataTransfer, text = data?.getData('text/plain');
      if (data && data.files.length > 0) droppedFiles(data).then((files) => controller.files.openFiles(files)).catch((error) => controller.report(error));
      else if (text?.trim()) void controller.files.openText(text);
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
      if (text?.trim()) void controller.files.openText(text);
    };
    const all: [string, (event: never) => void][] = [['keydown', onKey], ['drop', onDrop], ['dragover', onOver], ['dragleave', onLeave], ['paste', onPaste]];
    for (const [name, run] of all) document.addEventListener(name, run as EventListener);
    return () => { for (const [name, run] of all) document.removeEventListener(name, run as EventListener); };
  }, [controller]);
  return dropping;
}

/* On a telephone that lies on its side the table fills the screen: the bar above it scrolls away when a game comes to the table or the
 * telephone is turned, so that both hands are seen at once. */
function useWholeTable(key: string | undefined): void {
  useEffect(() => {
    const lying = matchMedia('(max-height: 500px) and (orientation: landscape)');
    const show = (): void => { if (lying.matches) requestAnimationFrame(() => scrollTo(0, document.querySelector<HTMLElement>('.bar')?.offsetHeight ?? 0)); };
    show();
    lying.addEventListener('change', show);
    return () => lying.removeEventListener('change', show);
  }, [key]);
}

/* Three steps for somebody who comes for the first time; they stand in nobody's way. */
function Tour({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  if (state.tour === 0) return null;
  const end = (): void => { remember('yomi.toured', true); controller.set({ tour: 0 }); };
  return (
    <aside class="tour" aria-label={t('tour')} data-tour={state.tour}>
      <p>{t(`tour${state.tour}` as 'tour1')}</p>
      <div class="buttons">
        <span>{state.tour} / 3</span>
        <button type="button" data-action="tour-next" onClick={() => (state.tour === 3 ? end() : controller.set({ tour: state.tour + 1 }))}>{t(state.tour === 3 ? 'close' : 'skip')}</button>
        {state.tour < 3 && <button type="button" class="quiet" data-action="tour-end" onClick={end}>{t('endLearning')}</button>}
      </div>
    </aside>
  );
}

function Title({ controller, doc }: { controller: Controller; doc: Doc }) {
  const draft = useDraft(doc.title, (title) => controller.rename({ title: title.slice(0, 60) }));
  return <input class="title" aria-label={controller.t('title')} {...draft} />;
}

export function App({ controller }: { controller: Controller }) {
  useController(controller);
  const dropping = useInput(controller);
  const { t, state } = controller;
  useWholeTable(state.doc?.key);
  const { language, theme, leftHanded } = state.preferences;
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dataset.theme = theme;
    document.title = state.doc ? `Yomi – ${controller.say(controller.view.title)}` : 'Yomi';
  }, [language, theme, state.doc]);
  const top: Side = state.flipped ? 0 : 1, bottom: Side = state.flipped ? 1 : 0;
  return (
    <div class="page" data-ready={state.greeted && !!state.node?.view} data-thinking={state.thinking} data-saved={state.saved}>
      <TopBar controller={controller} />
      {state.training ? <PuzzlePage controller={controller} /> : <main class={leftHanded ? 'left-handed' : ''}>
        <section class={`table ${state.doc?.game ?? ''}`} aria-label={t('board')}>
          <PlayerStrip controller={controller} side={top} />
          <div class={`wood ${state.doc?.game ?? ''}`}><Bar controller={controller} /><Board controller={controller} /><Banner controller={controller} /></div>
          <PlayerStrip controller={controller} side={bottom} />
          <PreviewBar controller={controller} />
          <StepButtons controller={controller} />
        </section>
        <div class="panel">
          <Status controller={controller} />
          <TableBar controller={controller} />
          <SwapChoices controller={controller} />
          <Controls controller={controller} />
          <Lesson controller={controller} />
          <TurningPoints controller={controller} />
          {state.playing && state.net ? null : state.playing ? <Reports controller={controller} /> : <Lines controller={controller} />}
          <Threats controller={controller} />
          {controller.mayLook() && <section class="card"><h2>{t('graph')}</h2><Graph controller={controller} /></section>}
          <section class="card">
            <h2>{t('moves')}</h2>
            {state.doc && <Title key={state.doc.key} controller={controller} doc={state.doc} />}
            <MoveList controller={controller} />
            <NodeTools controller={controller} />
          </section>
        </div>
      </main>}
      <Dialogs controller={controller} />
      <Tour controller={controller} />
      {dropping && <div class="drop">{t('dropHere')}</div>}
      {state.notice && <div class="notice" role="alert">{state.notice}{state.noticeUndo && <button type="button" data-action="notice-undo" onClick={() => state.noticeUndo?.()}>{t('undo')}</button>}</div>}
    </div>
  );
}
