/* The Othello board. Discs that change colour turn over. */
import type { BoardProps } from './board_props';
import { Grid } from './grid';
import { othelloName, othelloSquare, parseOthello } from './othello';

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
  const letters = [...'abcdefgh'], numbers = [...'12345678'];
  if (props.flipped) { letters.reverse(); numbers.reverse(); }
  return (
    <svg class="board" viewBox={`0 0 ${size} ${size}`} role="grid" aria-label={props.t('board')} data-board="othello">
      <defs>
        <radialGradient id="o-black" cx="35%" cy="30%" r="75%"><stop offset="0" stop-color="#50555b" /><stop offset=".55" stop-color="#1d2023" /><stop offset="1" stop-color="#0b0c0e" /></radialGradient>
        <radialGradient id="o-white" cx="35%" cy="30%" r="80%"><stop offset="0" stop-color="#ffffff" /><stop offset=".6" stop-color="#f1efe8" /><stop offset="1" stop-color="#c9c5b8" /></radialGradient>
        <linearGradient id="o-felt" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#2b8a57" /><stop offset="1" stop-color="#1f6f45" /></linearGradient>
      </defs>
      <rect width={size} height={size} rx="18" fill="#20262c" />
      <rect x={margin} y={margin} width={8 * cell} height={8 * cell} fill="url(#o-felt)" />
      {Array.from({ length: 9 }, (_, i) => (
        <g key={i} stroke="#123d27" stroke-width={i % 8 === 0 ? 4 : 2.5}>
          <line x1={margin + i * cell} y1={margin} x2={margin + i * cell} y2={margin + 8 * cell} />
          <line y1={margin + i * cell} x1={margin} y2={margin + i * cell} x2={margin + 8 * cell} />
        </g>
      ))}
      {[2, 6].flatMap((x) => [2, 6].map((y) => <circle key={`${x}${y}`} cx={margin + x * cell} cy={margin + y * cell} r="7" fill="#123d27" />))}
      {props.preferences.coordinates && letters.map((text, i) => (
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
              <circle cx={cx} cy={cy} r="41" fill={side === 0 ? 'url(#o-black)' : 'url(#o-white)'} />
              {props.numbers.has(square) ? (
                <text x={cx} y={cy + 11} text-anchor="middle" font-size="30" font-weight="600" font-family="system-ui, sans-serif" fill={square === last ? '#e5484d' : side === 0 ? '#f4f2ec' : '#1c1e20'}>{props.numbers.get(square)}</text>
              ) : square === last && <circle cx={cx} cy={cy} r="9" fill="#e5484d" />}
            </g>
          );
        }
        const mark = marks.get(square);
        if (mark) {
          return (
            <g key={`m${square}`}>
              <circle cx={cx} cy={cy} r="37" fill={mark.rank === 0 ? '#f2c14e' : '#0d3a25'} opacity={mark.rank === 0 ? 0.95 : 0.55} />
              <text x={cx} y={cy + 9} text-anchor="middle" font-size={mark.text.length > 4 ? 23 : 27} font-weight="700" font-family="system-ui, sans-serif" fill={mark.rank === 0 ? '#222' : '#e9f5ee'}>{mark.text}</text>
            </g>
          );
        }
        if (square === hint) return <circle key={`h${square}`} cx={cx} cy={cy} r="34" fill="none" stroke="#f2c14e" stroke-width="8" />;
        if (props.active && props.preferences.legal && legal.has(square)) {
          return <circle key={`l${square}`} cx={cx} cy={cy} r="13" fill={props.side === 0 ? '#0b0c0e' : '#fff'} opacity=".38" />;
        }
        return null;
      })}
      <Grid
        columns={8} rows={8} x={margin} y={margin} cellWidth={cell} cellHeight={cell} flipped={props.flipped}
        current={(square) => square === last}
        label={(square) => {
          const side = board.squares[square];
          const what = side === null ? props.t(legal.has(square) ? 'legal' : 'empty') : props.t(side === 0 ? 'black' : 'white');
          return `${othelloName(square)} ${what}${marks.get(square) ? ' ' + marks.get(square)?.text : ''}`;
        }}
        onDown={() => undefined}
        onUp={(square, dragged) => {
          if (!dragged && props.active && legal.has(square)) props.onMove(othelloName(square));
        }}
      />
    </svg>
  );
}
