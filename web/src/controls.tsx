/* What the user can do now: the line that says where the game stands, the buttons, the choices of swap rules, and what
 * is offered when a game has ended. */
import type { Controller } from './controller';
import { isSetting, swapActor } from './openings';
import type { Side } from './types';

export function Status({ controller }: { controller: Controller }) {
  const { t, state, view } = controller;
  const { doc, node } = state;
  let text = '';
  if (!state.online) text = state.greeted ? t('offline') : '…';
  else if (state.progress) text = state.progress.text ?? t('analysing', state.progress.done + 1, state.progress.total);
  else if (state.paused) text = t('paused');
  else if (doc?.result) text = controller.resultText(doc);
  else if (node?.view && node.view.outcome !== 'ongoing') text = `${t('gameOver')} (${controller.reason(node.view.reason)})`;
  else if (state.net && state.playing) text = t(!state.net.taken[0] || !state.net.taken[1] ? 'waitingForOther' : controller.player.humanToMove() ? 'yourTurn' : state.node === state.live ? 'othersTurn' : 'lookingBack');
  else if (state.thinking === 'waiting') text = t('waiting');
  else if (state.swap && controller.player.humanToMove()) text = t(state.swap.stage === 'place' ? 'placeThree' : 'placeTwo');
  else if (state.swap && state.thinking === 'no') text = t('chooseColour');
  else if (state.thinking === 'yes') text = t(state.analysing ? 'analysingNow' : 'thinking');
  else if (state.playing) text = t(controller.player.humanToMove() ? 'yourTurn' : 'lookingBack');
  const last = doc && node?.parent ? t('played', controller.sideName(node.parent.side), controller.moveText(node)) : '';
  const warning = node?.view && view.warning?.(node.position, node.view), rules = doc ? view.rules(doc.start ?? doc.root.position, controller.say) : '';
  const opening = node && view.openingName?.(controller.path().slice(1).map((n) => n.move), node.position);
  return (
    <div class="status" role="status" aria-live="polite">
      <p>{text}</p>
      {last && <p class="last">{last}</p>}
      {warning && <p class="warning" data-warning>{controller.say(warning)}</p>}
      {(rules || opening) && <p class="rules">{rules && <span data-rules>{rules}</span>}{opening && <span data-opening>{controller.say(opening)}</span>}</p>}
      {state.progress && <progress max={state.progress.total} value={state.progress.done} aria-label={t('analyseGame')} />}
    </div>
  );
}

/* The choice that a swap rule leaves to the user. */
export function SwapChoices({ controller }: { controller: Controller }) {
  const { t, state, player } = controller, { swap } = state;
  if (!swap || isSetting(swap) || swapActor(swap) !== 'human') return null;
  return (
    <div class="buttons choices" role="group" aria-label={t('chooseColour')}>
      <button type="button" class="primary" data-swap="black" onClick={() => void player.chooseSwap('black')}>{t('takeBlack')}</button>
      <button type="button" class="primary" data-swap="white" onClick={() => void player.chooseSwap('white')}>{t('takeWhite')}</button>
      {swap.kind === 'swap2' && swap.stage === 'choose' && <button type="button" data-swap="more" onClick={() => void player.chooseSwap('more')}>{t('placeMore')}</button>}
    </div>
  );
}

/* The end of a game: who won, and what now. */
export function Banner({ controller }: { controller: Controller }) {
  const { t, state } = controller, { doc, engines } = state;
  if (!state.banner || !doc?.result) return null;
  const { net } = state, alone = net ? net.seat >= 0 : engines[0] !== engines[1], me = (net ? net.seat : engines[0] ? 1 : 0) as Side, won = doc.result === (me === 0 ? '1-0' : '0-1');
  const close = (): void => controller.set({ banner: false });
  return (
    <div class="banner" role="dialog" aria-label={t('gameOver')} data-banner>
      <p class="banner-title">{alone && doc.result !== '1/2' ? t(won ? 'youWin' : 'youLose') : t('gameOver')}</p>
      <p>{controller.resultText(doc)}</p>
      <div class="buttons">
        {(!net || net.seat >= 0) && <button type="button" class="primary" data-action="rematch" disabled={net ? net.offers.rematch === net.seat : false} onClick={() => void controller.player.rematch().catch((error) => controller.report(error))}>{t('rematch')}</button>}
        <button type="button" data-action="banner-analyse" onClick={() => { close(); controller.analyser.wholeGame(); }}>{t('analyseGame')}</button>
        <button type="button" data-action="banner-close" onClick={close}>{t('close')}</button>
      </div>
    </div>
  );
}

const icons: Record<string, string> = {
  first: 'M5 4h3v16H5zM20 4v16L9 12z', back: 'M18 4v16L6 12z', forward: 'M6 4v16l12-8z', last: 'M16 4h3v16h-3zM4 4v16l11-8z',
  flip: 'M8 3 3 9h4v9h2V9h4zM16 21l5-6h-4V6h-2v9h-4z', undo: 'M9 4 3 10l6 6v-4h5a4 4 0 0 1 0 8H8v2h6a6 6 0 0 0 0-12H9z', redo: 'M15 4l6 6-6 6v-4h-5a4 4 0 0 0 0 8h6v2h-6a6 6 0 0 1 0-12h5z', edit: 'M3 17.500V21h3.500L17 10.500 13.500 7zM20 7.500 16.500 4 14.600 5.900l3.500 3.500z', help: 'M11 17h2v2.500h-2zM12 4a5 5 0 0 0-5 5h2.500a2.500 2.500 0 1 1 4 2c-1.500 1.100-2.500 1.900-2.500 4h2.300c0-1.300.7-1.800 1.700-2.600A4.600 4.600 0 0 0 17 9a5 5 0 0 0-5-5z', gear: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm9 6v-4l-2.600-.5-.8-1.900 1.500-2.200-2.800-2.800-2.200 1.500-1.900-.8L12 0h-1L9.800 3.300l-1.900.8-2.200-1.500-2.800 2.800 1.500 2.200-.8 1.900L1 10v4l2.600.5.8 1.900-1.500 2.200 2.800 2.800 2.200-1.500 1.900.8.5 2.600h3.400l.5-2.600 1.900-.8 2.200 1.500 2.800-2.800-1.500-2.200.8-1.900z',
};

export function Icon({ name }: { name: string }) {
  return <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d={icons[name]} fill="currentColor" fill-rule="evenodd" /></svg>;
}

function IconButton(props: { name: string; icon: string; label: string; hotkey?: string; disabled?: boolean; onClick: () => void }) {
  return <button type="button" class="icon" aria-label={props.label} title={props.hotkey ? `${props.label} (${props.hotkey})` : props.label} data-action={props.name} disabled={props.disabled} onClick={props.onClick}><Icon name={props.icon} /></button>;
}

/* The buttons of a preview: a line that is shown on the board and belongs to no game. */
export function PreviewBar({ controller }: { controller: Controller }) {
  const { t, state } = controller, { preview } = state;
  if (!preview) return null;
  return (
    <div class="preview" data-preview={preview.index}>
      <span>{controller.lineText(preview.at.position, preview.at.move, preview.moves).slice(0, preview.index).join(' ')}</span>
      <span class="buttons">
        <button type="button" onClick={() => void controller.analyser.follow(preview.at, preview.moves.slice(0, Math.max(1, preview.index)))}>{t('fromHere')}</button>
        <button type="button" data-action="end-preview" onClick={() => controller.set({ preview: null })}>{t('close')}</button>
      </span>
    </div>
  );
}

export function StepButtons({ controller }: { controller: Controller }) {
  const { t, state } = controller, playing = state.playing && !state.doc?.result;
  return (
    <div class="buttons steps" role="group" aria-label={t('moves')}>
      <IconButton name="first" icon="first" label={t('first')} hotkey="Home" onClick={() => controller.goEnd(false)} />
      <IconButton name="back" icon="back" label={t('previous')} hotkey="←" onClick={() => controller.step(-1)} />
      <IconButton name="forward" icon="forward" label={t('next')} hotkey="→" onClick={() => controller.step(1)} />
      <IconButton name="last" icon="last" label={t('last')} hotkey="End" onClick={() => controller.goEnd(true)} />
      <IconButton name="undo" icon="undo" label={t(playing ? 'takeBack' : 'undo')} hotkey="U" disabled={!controller.canUndo()} onClick={() => void controller.undo()} />
      <IconButton name="redo" icon="redo" label={t('redo')} hotkey="R" disabled={!controller.canRedo()} onClick={() => void controller.redo()} />
      <IconButton name="flip" icon="flip" label={t('flip')} hotkey="F" onClick={() => controller.set({ flipped: !state.flipped })} />
    </div>
  );
}

export function Controls({ controller }: { controller: Controller }) {
  const { t, state, player, analyser } = controller;
  const { doc, node } = state;
  if (!doc || !node) return null;
  const human = player.humanToMove(), passing = human && node.view?.legal.length === 1 && node.view.legal[0] === 'pass';
  const watching = state.playing && state.engines[0] && state.engines[1], withPerson = state.playing && !!state.net, seated = !state.net || (state.net.seat >= 0 && state.net.taken[0] && state.net.taken[1]);
  const playHere = (): void => controller.set({ dialog: 'new', newFrom: { start: doc.start, moves: controller.path().slice(1).map((n) => n.move), ply: node.ply } });
  return (
    <div class="controls">
      <div class="buttons">
        {passing && <button type="button" class="primary" data-action="pass" onClick={() => void player.move('pass')}>{t('mustPass')}</button>}
        <button type="button" class={state.analysing ? 'on' : ''} aria-pressed={state.analysing} title={`${t('analyse')} (A)`} data-action="analyse" disabled={withPerson} onClick={() => analyser.toggle()}>{t('analyse')}</button>
        {(state.playing || human) && !withPerson && <button type="button" data-action="hint" title={`${t('hint')} (H)`} disabled={!human || state.thinking !== 'no' || !!state.learning} onClick={() => void player.hintMove()}>{t('hint')}</button>}
        {state.playing && !watching && seated && <button type="button" data-action="ask-resign" onClick={() => controller.set({ dialog: 'resign' })}>{t('resign')}</button>}
        {state.playing && !withPerson && (watching || state.clock) && <button type="button" data-action="pause" onClick={() => player.pause()}>{t(state.paused ? 'goOn' : 'pause')}</button>}
        {(watching || state.progress) && <button type="button" class="primary" data-action="stop" onClick={() => controller.stopAll()}>{t('stop')}</button>}
        {!state.playing && !state.progress && node.view?.outcome === 'ongoing' && <button type="button" data-action="play-on" onClick={playHere}>{t('playOn')}</button>}
        {!state.progress && !watching && <button type="button" data-action="analyse-game" disabled={withPerson || doc.root.children.length === 0} onClick={() => analyser.wholeGame()}>{t('analyseGame')}</button>}
        <button type="button" data-action="save" onClick={() => void controller.files.save(true)}>{t('save')}{state.saved ? '' : ' •'}</button>
      </div>
      {watching && (
        <label class="pace"><span>{t('pace')}</span>
          <select name="pace" value={String(state.preferences.pace)} onChange={(event) => controller.prefer({ pace: Number(event.currentTarget.value) })}>
            {['0', '0.5', '1', '2', '5'].map((value) => <option key={value} value={value}>{value === '0' ? t('paceMost') : t('paceSlow', value)}</option>)}
          </select>
        </label>
      )}
    </div>
  );
}
