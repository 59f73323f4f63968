/* The gomoku board: stones on the points, captured pairs beside the names, forbidden points marked. */
import { useState } from 'preact/hooks';
import type { BoardProps } from '../game_view';
import { BookSign, Grid } from '../grid';
import { texts } from '../i18n';
import { fiveOf, gomokuCell, gomokuName, parseGomoku, spokenCell, threatCells } from './gomoku_position';

const woods: Record<string, [string, string, string]> = { /* light, dark, lines */
  wood: ['#ecc888', '#ddb06a', '#6b4a1e'], pale: ['#f6ead0', '#efdfba', '#7d6238'], slate: ['#7f93a3', '#6d8293', '#26333d'], grey: ['#d4d4d0', '#c9c9c4', '#55554f'],
};

const step = 50, margin = 40;

export function GomokuBoard(props: BoardProps) {
  const board = parseGomoku(props.position);
  const n = board.size, size = n * step + 2 * margin;
  const [ghost, setGhost] = useState(-1);
  const last = gomokuCell(props.lastMove, n), hint = gomokuCell(props.hint, n);
  const legal = new Set(props.legal.map((move) => gomokuCell(move, n)));
  /* Only the winner's row is marked: a fifth pair may win while the other has a five. One that stands and has to be broken is
   * marked, too. */
  const winner = props.outcome === 'first' ? 0 : props.outcome === 'second' ? 1 : null;
  const won = new Set(winner !== null ? fiveOf(board, winner) : props.legal.length > 0 && !props.editing ? fiveOf(board, props.side === 0 ? 1 : 0) : []);
  const [light, dark, ink] = woods[props.choice('board')] ?? woods.wood;
  const outlined = props.choice('stones') === 'outlined', flat = outlined || props.choice('stones') === 'flat', letters = props.choice('letters');
  const restricted = /^(ninuki|renju)/.test(board.rules) && props.legal.length > 0 && !props.editing;
  const marks = new Map(props.marks.map((mark) => [gomokuCell(mark.move, n), mark]));
  const forced = props.threats?.[0]; /* the side to move's own, when it has one */
  const sequence = new Map(forced?.moves.map((move, i) => [gomokuCell(move, n), i]));
  const threats = props.threats ? threatCells(board) : [];
  const place = (cell: number): [number, number] => {
    const at = props.flipped ? n * n - 1 - cell : cell;
    return [margin + (at % n) * step + step / 2, margin + Math.floor(at / n) * step + step / 2];
  };
  const first = margin + step / 2, end = margin + n * step - step / 2;
  const far = 3, middle = (n - 1) / 2;
  const stars = n % 2 === 1 ? [far, middle, n - 1 - far].flatMap((x) => [far, middle, n - 1 - far].map((y) => [x, y])) : [];
  return (
    <svg class="board" viewBox={`0 0 ${size} ${size}`} role="grid" aria-label={props.say(texts.board)} data-board="gomoku">
      <defs>
        <linearGradient id="g-wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color={light} /><stop offset="1" stop-color={dark} /></linearGradient>
        <radialGradient id="g-black" cx="35%" cy="30%" r="75%"><stop offset="0" stop-color="#666c72" /><stop offset=".5" stop-color="#202326" /><stop offset="1" stop-color="#08090a" /></radialGradient>
        <radialGradient id="g-white" cx="35%" cy="30%" r="80%"><stop offset="0" stop-color="#ffffff" /><stop offset=".6" stop-color="#f4f2ec" /><stop offset="1" stop-color="#c4bfb0" /></radialGradient>
      </defs>
      <g id="drawing">
      <rect width={size} height={size} rx="14" fill="url(#g-wood)" />
      {Array.from({ length: n }, (_, i) => (
        <g key={i} stroke={ink} stroke-width={i === 0 || i === n - 1 ? 2.6 : 1.3}>
          <line x1={first + i * step} y1={first} x2={first + i * step} y2={end} />
          <line y1={first + i * step} x1={first} y2={first + i * step} x2={end} />
        </g>
      ))}
      {stars.map(([x, y]) => <circle key={`${x}-${y}`} cx={first + x * step} cy={first + y * step} r="4.5" fill={ink} />)}
      {props.coordinates && Array.from({ length: n }, (_, i) => {
        const at = props.flipped ? n - 1 - i : i;
        return (
          <g key={i} fill={ink} font-size="19" font-family="system-ui, sans-serif" text-anchor="middle" aria-hidden="true">
            <text x={first + i * step} y={size - 13}>{spokenCell(at, n, letters).replace(/\d+/, '')}</text>
            <text x="22" y={first + i * step + 7}>{n - at}</text>
          </g>
        );
      })}
      {board.cells.map((side, cell) => {
        const [cx, cy] = place(cell);
        if (side !== null) {
          return (
            <g key={cell}>
              <circle cx={cx + 1.5} cy={cy + 2.5} r="22.5" fill="#0005" />
              <circle cx={cx} cy={cy} r="22.5" fill={flat ? (side === 0 ? '#111417' : '#fbfaf6') : side === 0 ? 'url(#g-black)' : 'url(#g-white)'} />
              {outlined && <circle cx={cx} cy={cy} r="19.5" fill="none" stroke={side === 0 ? '#d8d4c8' : '#33373b'} stroke-width="2" />}
              {won.has(cell) && <circle cx={cx} cy={cy} r="20" fill="none" stroke="#e5484d" stroke-width="4" />}
              {props.numbers.has(cell) ? (
                <text x={cx} y={cy + 7} text-anchor="middle" font-size="19" font-weight="600" font-family="system-ui, sans-serif" fill={cell === last ? '#e5484d' : side === 0 ? '#f4f2ec' : '#1c1e20'}>{props.numbers.get(cell)}</text>
              ) : cell === last && <circle cx={cx} cy={cy} r="6" fill="#e5484d" />}
            </g>
          );
        }
        const at = sequence.get(cell);
        if (forced && at !== undefined) {
          const black = (forced.side + at) % 2 === 0;
          return (
            <g key={cell} class="threat-stone">
              <circle cx={cx} cy={cy} r="21" fill={black ? '#15181c' : '#fff'} opacity=".42" stroke={forced.now ? '#0a7d5a' : '#c62828'} stroke-width="4" stroke-dasharray="7 4" />
              <text x={cx} y={cy + 7} text-anchor="middle" font-size="19" font-weight="700" font-family="system-ui, sans-serif" fill={black ? '#fff' : '#111'}>{at + 1}</text>
            </g>
          );
        }
        const mark = marks.get(cell);
        if (mark) {
          return (
            <g key={cell} class={mark.kind ? `mark-${mark.kind}` : undefined}>
              {(mark.text || !mark.book) && <circle cx={cx} cy={cy} r="22" fill={mark.kind === 'played' ? '#b3261e' : mark.rank === 0 ? '#0a7d5a' : '#1667b7'} opacity={mark.rank === 0 ? 0.92 : 0.72} />}
              <text x={cx} y={cy + 6} text-anchor="middle" font-size={mark.text.length > 4 ? 13 : 17} font-weight="700" font-family="system-ui, sans-serif" fill="#fff">{mark.text}</text>
              {mark.book && <BookSign x={mark.text ? cx + 19 : cx} y={mark.text ? cy - 19 : cy} size={mark.text ? 7 : 11} />}
            </g>
          );
        }
        if (cell === hint) return <circle key={cell} cx={cx} cy={cy} r="20" fill="none" stroke="#0a7d5a" stroke-width="5" />;
        if (restricted && !legal.has(cell)) {
          return <path key={cell} d={`M${cx - 9} ${cy - 9}L${cx + 9} ${cy + 9}M${cx + 9} ${cy - 9}L${cx - 9} ${cy + 9}`} stroke="#c62828" stroke-width="4" opacity=".75" />;
        }
        if (props.active && cell === ghost && legal.has(cell)) {
          return <circle key={cell} cx={cx} cy={cy} r="22.5" fill={props.side === 0 ? '#111' : '#fff'} opacity=".45" />;
        }
        return null;
      })}
      {threats.map(({ cell, side, kind }) => {
        const [cx, cy] = place(cell), shift = side === 0 ? -15 : 15; /* Black's on the left, White's on the right */
        return (
          <g key={`${cell}-${side}`} class="threat" transform={`translate(${cx + shift} ${cy - 15})`}>
            <rect x="-9" y="-9" width="18" height="18" rx="4" fill={side === 0 ? '#15181c' : '#fff'} stroke={kind === '5' ? '#c62828' : '#8a5a00'} stroke-width="2.5" />
            <text y="5" text-anchor="middle" font-size="14" font-weight="700" font-family="system-ui, sans-serif" fill={side === 0 ? '#fff' : '#111'}>{kind}</text>
          </g>
        );
      })}
      </g>
      <g
        onPointerMove={(event) => {
          const target = event.target as Element;
          const cell = Number(target.getAttribute?.('data-cell') ?? -1);
          if (event.pointerType === 'mouse' && cell !== ghost) setGhost(cell);
        }}
        onPointerLeave={() => setGhost(-1)}
      >
        <Grid
          columns={n} rows={n} x={margin} y={margin} cellWidth={step} cellHeight={step} flipped={props.flipped}
          current={(cell) => cell === last}
          label={(cell) => {
            const side = board.cells[cell];
            const what = side === null ? (restricted && !legal.has(cell) ? props.say(texts.forbidden) : props.say(texts.empty)) : props.say(side === 0 ? texts.black : texts.white);
            return `${spokenCell(cell, n, letters)} ${what}${marks.get(cell) ? ' ' + marks.get(cell)?.text : ''}`;
          }}
          onDown={() => undefined}
          confirm={(cell) => (props.confirm && props.active && legal.has(cell) ? spokenCell(cell, n, letters) : '')}
          onUp={(cell, dragged, from) => {
            if (props.editing) return dragged ? props.editing.onMoveCell(from, cell) : props.editing.onCell(cell);
            if (!dragged && props.active && legal.has(cell)) props.onMove(gomokuName(cell, n));
          }}
        />
      </g>
    </svg>
  );
}
