/* One player beside the board: name, whose turn, clock, and what the game counts (discs, captured pairs). */
import type { Controller } from './controller';
import { parseGomoku } from './gomoku';
import { parseOthello } from './othello';
import type { Side } from './types';

function clockText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function PlayerStrip({ controller, side }: { controller: Controller; side: Side }) {
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
  const clock = controller.clockLeft(side);
  return (
    <div class={`player${turn ? ' turn' : ''}`} data-side={side}>
      <i class={`stone stone-${side}`} aria-hidden="true" />
      <span class="name">{controller.sideName(doc.game, side)}<small>{doc.names[side]}</small></span>
      {turn && state.thinking !== 'no' && !state.analysing && <span class="dots" aria-hidden="true"><i /><i /><i /></span>}
      {extra}
      {clock && <span class={`clock${clock.byoyomi || clock.ms < 10000 ? ' short' : ''}`} role="timer" aria-label={`${t('clock')} ${controller.sideName(doc.game, side)}`}>{clock.byoyomi && <small>{t('byoyomiShort')}</small>}{clockText(clock.ms)}</span>}
    </div>
  );
}

