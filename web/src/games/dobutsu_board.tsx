/* The board of dobutsu shogi: the sky above, the forest below. */
import type { BoardProps } from '../game_view';
import { animalOf, animalTexts, AnimalTile } from './dobutsu_animals';
import { HandsBoard, sizeOf } from './hands_board';
import type { Look } from './hands_board';
import { sfenOf } from './sfen';
import type { Texts } from '../i18n';

export const dobutsuSfen = sfenOf(3, 4, ['G', 'E', 'C']);
export const dobutsuSides: readonly [Texts, Texts] = [['Forest', 'もり', '숲'], ['Sky', 'そら', '하늘']];

const grounds: Record<string, [string, string, string, string]> = { /* sky, meadow, forest, lines */
  meadow: ['#bfe3f5', '#f6f0c9', '#bfe0a8', '#5a6b3c'], wood: ['#e9c98e', '#f0d7a4', '#e9c98e', '#5d421b'], grey: ['#dcdcd8', '#e6e6e2', '#d2d2cd', '#55554f'],
};
const w = 112, h = 112, margin = 36, handHeight = 116, rowLetters = 'abcd';
const groundOf = (props: BoardProps): [string, string, string, string] => grounds[props.choice('board')] ?? grounds.meadow;

const look: Look = {
  name: 'dobutsu',
  sides: dobutsuSides,
  columns: 3, rows: 4, w, h, margin, handHeight,
  sfen: dobutsuSfen,
  Piece: AnimalTile,
  pieceName: (piece, { say }) => say(animalTexts[animalOf(piece)]),
  ground: (props) => {
    const [sky, meadow, forest] = groundOf(props), { width, height, top } = sizeOf(look);
    const [far, near] = props.flipped ? [forest, sky] : [sky, forest];
    return (
      <g>
        <rect y={handHeight} width={width} height={4 * h + 2 * margin} rx="16" fill={meadow} />
        <rect x={margin} y={top} width={3 * w} height={h} fill={far} />
        <rect x={margin} y={top + 3 * h} width={3 * w} height={h} fill={near} />
        <rect x={margin / 2} y="4" width={width - margin} height={handHeight - 10} rx="14" fill={far} opacity=".75" />
        <rect x={margin / 2} y={height - handHeight + 6} width={width - margin} height={handHeight - 10} rx="14" fill={near} opacity=".75" />
      </g>
    );
  },
  lines: (props) => {
    const ink = groundOf(props)[3], { width, top } = sizeOf(look);
    return (
      <g>
        <g stroke={ink} stroke-width="2.5">
          {Array.from({ length: 4 }, (_, i) => <line key={`x${i}`} x1={margin + i * w} y1={top} x2={margin + i * w} y2={top + 4 * h} />)}
          {Array.from({ length: 5 }, (_, i) => <line key={`y${i}`} y1={top + i * h} x1={margin} y2={top + i * h} x2={margin + 3 * w} />)}
        </g>
        {props.coordinates && (
          <g fill={ink} font-size="22" font-family="system-ui, sans-serif" text-anchor="middle" aria-hidden="true">
            {[0, 1, 2].map((i) => <text key={`c${i}`} x={margin + i * w + w / 2} y={top - 10}>{props.flipped ? i + 1 : 3 - i}</text>)}
            {[0, 1, 2, 3].map((i) => <text key={`r${i}`} x={width - margin / 2} y={top + i * h + h / 2 + 8}>{rowLetters[props.flipped ? 3 - i : i]}</text>)}
          </g>
        )}
      </g>
    );
  },
};

export function DobutsuBoard(props: BoardProps) {
  return <HandsBoard {...props} look={look} />;
}
