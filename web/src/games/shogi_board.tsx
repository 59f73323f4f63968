/* The shogi board: wood, lines and pieces. */
import type { BoardProps } from '../game_view';
import { HandsBoard, sizeOf } from './hands_board';
import type { Look } from './hands_board';
import type { Piece } from './sfen';
import { glyphs } from './shogi_glyphs';
import { slides, steps } from './shogi_notation';
import { pieceCode, pieceGlyph, shogiSfen } from './shogi_position';

const woods: Record<string, [string, string, string, string]> = { /* light, dark, lines, hands */
  wood: ['#f0d197', '#e2b66d', '#5d421b', '#c89a55'], pale: ['#f8efd9', '#f1e3c2', '#6f5834', '#d9c59a'], slate: ['#8fa0ad', '#7c8f9d', '#22303a', '#6b7d8a'], grey: ['#dcdcd8', '#d2d2cd', '#55554f', '#b9b9b3'],
};
export const sideTexts = [['Sente', '先手', '선수'], ['Gote', '後手', '후수']] as const;

const w = 100, h = 108, margin = 44, handHeight = 118;
const letters = 'abcdefghi', kanji = '一二三四五六七八九';
const pieceNames: Record<string, string> = { P: 'pawn', L: 'lance', N: 'knight', S: 'silver', G: 'gold', B: 'bishop', R: 'rook', K: 'king' };

/* A letter over a small picture of how the piece moves: a dot for a step, a line for a run. */
function WesternFace({ piece, colour }: { piece: Piece; colour: string }) {
  const code = pieceCode(piece), reach = 9;
  return (
    <g fill={colour} stroke={colour}>
      <text x={piece.promoted ? 3 : 0} y="4" font-size={piece.promoted ? 34 : 40} font-family="Georgia, 'Times New Roman', serif" font-weight="700" text-anchor="middle" stroke="none">{code}</text>
      <g transform="translate(0 26)" stroke-width="2.6" stroke-linecap="round">
        <rect x="-2.6" y="-2.6" width="5.2" height="5.2" opacity=".45" stroke="none" />
        {(steps[code] ?? []).map(([x, y]) => <circle key={`${x},${y}`} cx={x * reach} cy={-y * reach * (piece.kind === 'N' ? 0.75 : 1)} r="2.7" stroke="none" />)}
        {(slides[code] ?? []).map(([x, y]) => <line key={`${x},${y}`} x1={x * 5} y1={-y * 5} x2={x * 14} y2={-y * 14} />)}
      </g>
    </g>
  );
}

/* Drawn around its centre, for the side at the bottom. */
export function PieceShape(props: { piece: Piece; set: string; scale?: number }) {
  const { piece } = props;
  const big = 'KRB'.includes(piece.kind) ? 1 : 'GS'.includes(piece.kind) ? 0.96 : 'NL'.includes(piece.kind) ? 0.92 : 0.88;
  const colour = piece.promoted ? '#b3261e' : '#1c1712';
  return (
    <g transform={`scale(${big * (props.scale ?? 1)})`}>
      <path d="M0 -46 L30 -35 L42 46 L-42 46 L-30 -35 Z" fill="#0004" transform="translate(2.5 4)" />
      <path d="M0 -46 L30 -35 L42 46 L-42 46 L-30 -35 Z" fill={props.set === 'flat' ? '#fffdf6' : 'url(#s-piece)'} stroke={props.set === 'flat' ? '#333' : '#7a5524'} stroke-width="2" stroke-linejoin="round" />
      {props.set !== 'international' ? <path d={glyphs[pieceGlyph(piece)]} transform="translate(0 8) scale(.062)" fill={colour} /> : <WesternFace piece={piece} colour={colour} />}
    </g>
  );
}

const woodOf = (props: BoardProps): [string, string, string, string] => woods[props.choice('board')] ?? woods.wood;

const look: Look = {
  name: 'shogi',
  sides: sideTexts,
  columns: 9, rows: 9, w, h, margin, handHeight,
  sfen: shogiSfen,
  Piece: ({ piece, choice }) => <PieceShape piece={piece} set={choice('pieces')} />,
  pieceName: (piece, { choice }) => (choice('pieces') !== 'international' ? pieceGlyph(piece) : (piece.promoted ? '+' : '') + pieceNames[piece.kind]),
  ground: (props) => {
    const [light, dark, , stand] = woodOf(props), { width, height } = sizeOf(look);
    return (
      <g>
        <defs>
          <linearGradient id="s-wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color={light} /><stop offset="1" stop-color={dark} /></linearGradient>
          <linearGradient id="s-piece" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fdeec7" /><stop offset="1" stop-color="#ecc887" /></linearGradient>
        </defs>
        <rect y={handHeight} width={width} height={9 * h + 2 * margin} rx="12" fill="url(#s-wood)" />
        <rect x={margin} y="4" width={9 * w} height={handHeight - 10} rx="10" fill={stand} opacity=".5" />
        <rect x={margin} y={height - handHeight + 6} width={9 * w} height={handHeight - 10} rx="10" fill={stand} opacity=".5" />
      </g>
    );
  },
  lines: (props) => {
    const ink = woodOf(props)[2], { width, top } = sizeOf(look);
    return (
      <g>
        {Array.from({ length: 10 }, (_, i) => (
          <g key={i} stroke={ink} stroke-width={i % 9 === 0 ? 3.6 : 1.6}>
            <line x1={margin + i * w} y1={top} x2={margin + i * w} y2={top + 9 * h} />
            <line y1={top + i * h} x1={margin} y2={top + i * h} x2={margin + 9 * w} />
          </g>
        ))}
        {[3, 6].flatMap((x) => [3, 6].map((y) => <circle key={`${x}${y}`} cx={margin + x * w} cy={top + y * h} r="6" fill={ink} />))}
        {props.coordinates && Array.from({ length: 9 }, (_, i) => {
          const at = props.flipped ? 8 - i : i;
          const western = props.choice('notation') !== 'japanese';
          return (
            <g key={i} fill={ink} font-size="26" font-family="system-ui, sans-serif" text-anchor="middle" aria-hidden="true">
              <text x={margin + i * w + w / 2} y={top - 13}>{9 - at}</text>
              <text x={width - margin / 2 + 1} y={top + i * h + h / 2 + 9}>{western ? letters[at] : kanji[at]}</text>
            </g>
          );
        })}
      </g>
    );
  },
};

export function ShogiBoard(props: BoardProps) {
  return <HandsBoard {...props} look={look} />;
}
