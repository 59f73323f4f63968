/* What the user can do now: the line that says where the game stands, the buttons, and the choices of swap rules. */
import type { Controller } from './controller';
import { isSetting, swapActor } from './openings';

export function Status({ controller }: { controller: Controller }) {
  const { t, state } = controller;
  const { doc, node } = state;
  let text = '';
  if (!state.online) text = state.greeted ? t('offline') : '…';
  else if (state.progress) text = t('analysing', state.progress.done + 1, state.progress.total);
  else if (doc?.result) text = controller.resultText(doc);
  else if (node?.view && node.view.outcome !== 'ongoing') text = `${t('gameOver')} (${controller.reason(node.view.reason)})`;
  else if (state.thinking === 'waiting') text = t('waiting');
  else if (state.swap && controller.humanToMove()) text = t(state.swap.stage === 'place' ? 'placeThree' : 'placeTwo');
  else if (state.swap && state.thinking === 'no') text = t('chooseColour');
  else if (state.thinking === 'yes') text = t(state.analysing ? 'analysingNow' : 'thinking');
  else if (state.playing) text = t(controller.humanToMove() ? 'yourTurn' : 'lookingBack');
  const last = doc && node?.parent ? t('played', controller.sideName(doc.game, node.parent.side), controller.moveText(node)) : '';
  return (
    <div class="status" role="status" aria-live="polite">
      <p>{text}</p>
      {last && <p class="last">{last}</p>}
      {state.progress && <progress max={state.progress.total} value={state.progress.done} aria-label={t('analyseGame')} />}
    </div>
  );
}

/* The choice that a swap rule leaves to the user. */
export function SwapChoices({ controller }: { controller: Controller }) {
  const { t, state } = controller, { swap } = state;
  if (!swap || isSetting(swap) || swapActor(swap) !== 'human') return null;
  return (
    <div class="buttons choices" role="group" aria-label={t('chooseColour')}>
      <button type="button" class="primary" data-swap="black" onClick={() => void controller.chooseSwap('black')}>{t('takeBlack')}</button>
      <button type="button" class="primary" data-swap="white" onClick={() => void controller.chooseSwap('white')}>{t('takeWhite')}</button>
      {swap.kind === 'swap2' && swap.stage === 'choose' && <button type="button" data-swap="more" onClick={() => void controller.chooseSwap('more')}>{t('placeMore')}</button>}
    </div>
  );
}

const icons: Record<string, string> = {
  first: 'M5 4h3v16H5zM20 4v16L9 12z', back: 'M18 4v16L6 12z', forward: 'M6 4v16l12-8z', last: 'M16 4h3v16h-3zM4 4v16l11-8z',
  flip: 'M8 3 3 9h4v9h2V9h4zM16 21l5-6h-4V6h-2v9h-4z', gear: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm9 6v-4l-2.6-.5-.8-1.9 1.5-2.2-2.8-2.8-2.2 1.5-1.9-.8L12 0h-1L9.800 3.300l-1.900.8-2.200-1.500-2.800 2.800 1.500 2.200-.8 1.900L1 10v4l2.600.5.8 1.900-1.500 2.200 2.800 2.800 2.200-1.500 1.900.8.5 2.600h3.400l.5-2.600 1.900-.8 2.200 1.500 2.800-2.800-1.500-2.200.8-1.900z',
};

export function Icon({ name }: { name: string }) {
  return <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d={icons[name]} fill="currentColor" fill-rule="evenodd" /></svg>;
}

export function Controls({ controller }: { controller: Controller }) {
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
        <button type="button" class={state.analysing ? 'on' : ''} aria-pressed={state.analysing} data-action="analyse" onClick={() => controller.analyser.toggle()}>{t('analyse')}</button>
        <button type="button" data-action="hint" disabled={!controller.humanToMove() || state.thinking !== 'no'} onClick={() => void controller.hintMove()}>{t('hint')}</button>
        <button type="button" data-action="undo" disabled={!node.parent} onClick={() => void controller.undo()}>{t('undo')}</button>
        {state.playing && !watching && <button type="button" data-action="ask-resign" onClick={() => controller.set({ dialog: 'resign' })}>{t('resign')}</button>}
        {(watching || state.progress) && <button type="button" class="primary" data-action="stop" onClick={() => controller.stopAll()}>{t('stop')}</button>}
        {!state.playing && !state.progress && node.view?.outcome === 'ongoing' && <button type="button" data-action="play-on" onClick={() => void controller.playOn()}>{t('playOn')}</button>}
        {!state.progress && !watching && <button type="button" data-action="analyse-game" disabled={doc.root.children.length === 0} onClick={() => void controller.analyser.wholeGame()}>{t('analyseGame')}</button>}
        <button type="button" data-action="save" onClick={() => void controller.save(true)}>{t('save')}{state.saved ? '' : ' •'}</button>
      </div>
    </div>
  );
}
