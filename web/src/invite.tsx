/* Playing with another person: the link to give away, who is there, and what was offered. */
import type { Controller } from './controller';
import { Field } from './fields';
import { Frame } from './frame';
import { copyText } from './share';

export function InviteDialog({ controller }: { controller: Controller }) {
  const { t } = controller, link = controller.network.link();
  return (
    <Frame controller={controller} title={t('inviteTitle')}>
      <p>{t('inviteHelp')}</p>
      <Field label={t('inviteLink')}><input readOnly value={link} data-export="invite" onFocus={(event) => event.currentTarget.select()} /></Field>
      <div class="dialog-foot">
        <button type="button" data-action="close-invite" onClick={() => controller.set({ dialog: null })}>{t('close')}</button>
        <button type="button" class="primary" data-action="copy-invite" onClick={() => void copyText(controller, link)}>{t('copy')}</button>
      </div>
    </Frame>
  );
}

/* What one may do at the table now; the other's offers come first. */
export function TableBar({ controller }: { controller: Controller }) {
  const { t, state, network } = controller, { net, doc } = state;
  if (!net || !doc) return null;
  const player = net.seat >= 0, other = 1 - net.seat, over = !!doc.result, waiting = !net.taken[0] || !net.taken[1];
  const offered = (['draw', 'undo', 'rematch'] as const).filter((what) => player && net.offers[what] === other);
  const asked = (['draw', 'undo', 'rematch'] as const).filter((what) => player && net.offers[what] === net.seat);
  const say = { draw: t('offerDraw'), undo: t('askUndo'), rematch: t('rematch') };
  return (
    <div class="controls table-bar" role="group" aria-label={t('withPerson')} data-table={net.key} data-seat={net.seat}>
      <p class="help">{player ? (waiting ? t('waitingForOther') : t(net.here[other] ? 'otherHere' : 'otherAway')) : t('youWatch')}{net.watchers > 0 ? ` · ${t('watchers', net.watchers)}` : ''}</p>
      {offered.map((what) => (
        <div class="buttons choices" key={what} role="group" aria-label={say[what]} data-offer={what}>
          <span>{t('otherOffers', say[what])}</span>
          <button type="button" class="primary" data-action={`accept-${what}`} onClick={() => void network.act(what)}>{t('accept')}</button>
          <button type="button" data-action={`decline-${what}`} onClick={() => void network.act('decline')}>{t('decline')}</button>
        </div>
      ))}
      {asked.length > 0 && <p class="help" data-asked={asked[0]}>{t('youOffered', say[asked[0]])}</p>}
      <div class="buttons">
        {waiting && player && <button type="button" data-action="show-invite" onClick={() => controller.set({ dialog: 'invite' })}>{t('inviteLink')}</button>}
        {player && !over && !waiting && net.draws && !offered.includes('draw') && <button type="button" data-action="offer-draw" disabled={asked.includes('draw')} onClick={() => void network.act('draw')}>{t('offerDraw')}</button>}
        {player && !over && !waiting && !offered.includes('undo') && <button type="button" data-action="ask-undo" disabled={asked.includes('undo')} onClick={() => void network.act('undo')}>{t('askUndo')}</button>}
        {player && over && !offered.includes('rematch') && <button type="button" data-action="table-rematch" disabled={asked.includes('rematch')} onClick={() => void network.act('rematch')}>{t('rematch')}</button>}
      </div>
    </div>
  );
}
