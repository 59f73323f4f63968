/* The Othello board. Discs that change colour turn over. */
import type { BoardProps } from '../game_view';
import { BookSign, Grid } from '../grid';
import { texts } from '../i18n';
import { othelloName, othelloSquare, parseOthello } from './othello_position';

const felts: Record<string, [string, string, string, string]> = { /* light, dark, lines, frame */
  green: ['#2b8a57', '#1f6f45', '#123d27', '#20262c'], blue: ['#3b77ad', '#2b5f91', '#173a5e', '#1f2630'], wood: ['#c99a5b', '#b58347', '#6b4a1e', '#3a2a16'], plain: ['#4d7c64', '#4d7c64', '#2d4a3c', '#2b2f33'],
};

const cell = 100, margin = 46, size = 8 * cell + 2 * margin;

export function OthelloBoard(props: BoardProps) {
  const board = parseOthello(props.position);
  const last = othelloSquare(props.lastMove), hint = othelloSquare(props.hint);
  const legal = new Set(props.legal.map(othelloSquare));
  const marks = new Map(props.marks.map((mark) => [othelloSquare(mark.move), mark]));
  const place = (square: number): [number, number] => {
    const at = props.flipped ? 63 - square : square;
    return [margin + (at % 8) * cell + cell / 2, margin + Math.floor(at / 8) * cell + cell / 2];
  };
  const [light, dark, line, frame] = felts[props.choice('board')] ?? felts.green;
  const outlined = props.choice('discs') === 'outlined', flat = outlined || props.choice('discs') === 'flat';
  const letters = [...'abcdefgh'], numbers = [...'12345678'];
  if (props.flipped) { letters.reverse(); numbers.reverse(); }
  return (
    <svg class="board" viewBox={`0 0 ${size} ${size}`} role="grid" aria-label={props.say(texts.board)} data-board="othello">
      <defs>
        <radialGradient id="o-black" cx="35%" cy="30%" r="75%"><stop offset="0" stop-color="#50555b" /><stop offset=".55" stop-color="#1d2023" /><stop offset="1" stop-color="#0b0c0e" /></radialGradient>
        <radialGradient id="o-white" cx="35%" cy="30%" r="80%"><stop offset="0" stop-color="#ffffff" /><stop offset=".6" stop-color="#f1efe8" /><stop offset="1" stop-color="#c9c5b8" /></radialGradient>
        <linearGradient id="o-felt" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color={light} /><stop offset="1" stop-color={dark} /></linearGradient>
      </defs>
      <g id="drawing">
      <rect width={size} height={size} rx="18" fill={frame} />
      <rect x={margin} y={margin} width={8 * cell} height={8 * cell} fill="url(#o-felt)" />
      {Array.from({ length: 9 }, (_, i) => (
        <g key={i} stroke={line} stroke-width={i % 8 === 0 ? 4 : 2.5}>
          <line x1={margin + i * cell} y1={margin} x2={margin + i * cell} y2={margin + 8 * cell} />
          <line y1={margin + i * cell} x1={margin} y2={margin + i * cell} x2={margin + 8 * cell} />
        </g>
      ))}
      {[2, 6].flatMap((x) => [2, 6].map((y) => <circle key={`${x}${y}`} cx={margin + x * cell} cy={margin + y * cell} r="7" fill={line} />))}
      {props.coordinates && letters.map((text, i) => (
        <g key={text} fill="#aab4bd" font-size="24" font-family="system-ui, sans-serif" text-anchor="middle" aria-hidden="true">
          <text x={margin + i * cell + cell / 2} y={margin - 14}>{text}</text>
          <text x={margin / 2} y={margin + i * cell + cell / 2 + 9}>{numbers[i]}</text>
        </g>
      ))}
      {board.squares.map((side, square) => {
        const [cx, cy] = place(square);
        if (side !== null) {
          return (
            <g key={`d${square}-${side}`} class={`disc disc-${side}`}>
              <circle cx={cx + 2} cy={cy + 4} r="41" fill="#0008" />
              <circle cx={cx} cy={cy} r="41" fill={flat ? (side === 0 ? '#111417' : '#fbfaf6') : side === 0 ? 'url(#o-black)' : 'url(#o-white)'} />
              {outlined && <circle cx={cx} cy={cy} r="35" fill="none" stroke={side === 0 ? '#d8d4c8' : '#33373b'} stroke-width="3" />}
              {props.numbers.has(square) ? (
                <text x={cx} y={cy + 11} text-anchor="middle" font-size="30" font-weight="600" font-family="system-ui, sans-serif" fill={square === last ? '#e5484d' : side === 0 ? '#f4f2ec' : '#1c1e20'}>{props.numbers.get(square)}</text>
              ) : square === last && <circle cx={cx} cy={cy} r="9" fill="#e5484d" />}
            </g>
          );
        }
        const mark = marks.get(square);
        if (mark) {
          return (
            <g key={`m${square}`} class={mark.kind ? `mark-${mark.kind}` : undefined}>
              {(mark.text || !mark.book) && <circle cx={cx} cy={cy} r="37" fill={mark.kind === 'played' ? '#b3261e' : mark.rank === 0 ? '#f2c14e' : '#0b2418'} opacity={mark.rank === 0 || mark.kind ? 0.95 : 0.6} />}
              <text x={cx} y={cy + 9} text-anchor="middle" font-size={mark.text.length > 4 ? 23 : 27} font-weight="700" font-family="system-ui, sans-serif" fill={mark.rank === 0 && mark.kind !== 'played' ? '#222' : '#f4f9f6'}>{mark.text}</text>
              {mark.book && <BookSign x={mark.text ? cx + 33 : cx} y={mark.text ? cy - 33 : cy} size={mark.text ? 12 : 18} />}
            </g>
          );
        }
        if (square === hint) return <circle key={`h${square}`} cx={cx} cy={cy} r="34" fill="none" stroke="#f2c14e" stroke-width="8" />;
        if (props.active && props.showLegal && legal.has(square)) {
          return <circle key={`l${square}`} cx={cx} cy={cy} r="13" fill={props.side === 0 ? '#0b0c0e' : '#fff'} opacity=".38" />;
        }
        return null;
      })}
      </g>
      <Grid
        columns={8} rows={8} x={margin} y={margin} cellWidth={cell} cellHeight={cell} flipped={props.flipped}
        current={(square) => square === last}
        label={(square) => {
          const side = board.squares[square];
          const what = side === null ? props.say(legal.has(square) ? texts.legal : texts.empty) : props.say(side === 0 ? texts.black : texts.white);
          return `${othelloName(square)} ${what}${marks.get(square) ? ' ' + marks.get(square)?.text : ''}`;
        }}
        onDown={() => undefined}
        confirm={(square) => (props.confirm && props.active && legal.has(square) ? othelloName(square) : '')}
        onUp={(square, dragged, from) => {
          if (props.editing) return dragged ? props.editing.onMoveCell(from, square) : props.editing.onCell(square);
          if (!dragged && props.active && legal.has(square)) props.onMove(othelloName(square));
        }}
      />
    </svg>
  );
}
