/* One player beside the board: name, whose turn, clock, and what the game counts (discs, captured pairs). */
import { timeLeft } from './clock';
import type { Controller } from './controller';
import type { Side } from './types';

function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function PlayerStrip({ controller, side }: { controller: Controller; side: Side }) {
  const { t, state, view } = controller;
  const { doc, node } = state;
  if (!doc || !node) return null;
  const turn = node.side === side && node.view?.outcome === 'ongoing' && !doc.result;
  const clock = state.clock && timeLeft(state.clock, side), fallen = state.clock?.fallen === side;
  return (
    <div class={`player${turn ? ' turn' : ''}`} data-side={side}>
      <i class={`stone stone-${side}`} aria-hidden="true" />
      <span class="name">{controller.sideName(side)}<small>{doc.names[side]}</small></span>
      {turn && state.thinking !== 'no' && !state.analysing && <span class="dots" aria-hidden="true"><i /><i /><i /></span>}
      {view.Count && <view.Count position={node.position} side={side} say={controller.say} />}
      {clock && <span class={`clock${clock.byoyomi || clock.ms < 10000 ? ' short' : ''}`} role="timer" aria-label={`${t('clock')} ${controller.sideName(side)}`}>{fallen ? <small>{t('fallen')}</small> : clock.byoyomi && <small>{t('byoyomiShort')}</small>}{clockText(clock.ms)}</span>}
    </div>
  );
}
