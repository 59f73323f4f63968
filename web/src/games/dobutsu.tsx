/* Dobutsu shogi in the page: three columns, four rows, animals. */
import { decided } from '../game_view';
import type { GameView } from '../game_view';
import { animalOf, animalTexts, AnimalTile } from './dobutsu_animals';
import { DobutsuBoard, dobutsuSfen, dobutsuSides } from './dobutsu_board';
import type { Piece, SfenBoard } from './sfen';
import { pieceOf, sfenSetUp } from './sfen_set_up';

const { parse, applyMove, splitMove, squareName } = dobutsuSfen;
const start = 'gle/1c1/1C1/ELG b - 1';
const scale = 400;

/* C-2b, Gx3a, E*1c; in Japanese 2bひよこ, 1cぞう打. */
function written(board: SfenBoard, move: string, japanese: boolean): string {
  const { from, to, kind, promotes } = splitMove(move);
  const piece: Piece = (from < 0 ? null : board.squares[from]) ?? { kind, side: board.side, promoted: false };
  if (japanese) return `${squareName(to)}${animalTexts[animalOf(piece)][1]}${from < 0 ? '打' : ''}${promotes ? '成' : ''}`;
  return `${animalOf(piece)}${from < 0 ? '*' : board.squares[to] ? 'x' : '-'}${squareName(to)}${promotes ? '+' : ''}`;
}

export const dobutsu: GameView = {
  name: 'dobutsu',
  title: ['Dobutsu', 'どうぶつしょうぎ', '동물쇼기'],
  sides: [dobutsuSides[0], dobutsuSides[1]],
  twoSided: true,
  Board: DobutsuBoard,
  rules: () => '',
  Start: () => null,
  startChoice: { start: null, options: {}, opening: 'free' },
  setUp: {
    ...sfenSetUp(dobutsuSfen, ['L', 'G', 'E', 'C', '+C'], 2),
    empty: () => '1l1/3/3/1L1 b - 1',
    initial: () => start,
    label: (code, say) => `${say(dobutsuSides[pieceOf(code).side])} ${say(animalTexts[animalOf(pieceOf(code))])}`,
    Piece: ({ piece }) => <svg viewBox="-52 -52 104 104" aria-hidden="true"><g transform={pieceOf(piece).side === 1 ? 'rotate(180)' : ''}><AnimalTile piece={pieceOf(piece)} /></g></svg>,
  },
  choices: [
    { key: 'board', label: ['Board', '盤', '판'], of: [['meadow', ['Meadow', '草原', '초원']], ['wood', ['Wood', '木', '나무']], ['grey', ['Grey', '灰色', '회색']]] },
    { key: 'notation', label: ['Notation', '表記', '표기'], japanese: 'japanese', of: [['western', ['C-2b', 'C-2b', 'C-2b']], ['japanese', ['2bひよこ', '2bひよこ', '2bひよこ']], ['usi', ['2c2b', '2c2b', '2c2b']]] },
  ],
  cellOf: () => -1,
  lines: (notation, position, _, moves) => {
    if (notation === 'usi') return moves;
    let board = parse(position);
    return moves.map((move) => {
      const text = written(board, move, notation === 'japanese');
      board = applyMove(board, move);
      return text;
    });
  },
  score: (score) => String(Math.abs(score)),
  mate: ['win', '勝ち', '승리'],
  plot: () => ({ y: (e) => dobutsu.level(e), ticks: [-800, -400, 0, 400, 800].map((v) => [Math.tanh(v / scale), String(Math.abs(v))]) }),
  level: (e) => (e.win !== 0 ? Math.sign(e.win) : Math.tanh(e.score / scale)),
  loss: (before, after, side) => (side === 0 ? 1 : -1) * (dobutsu.level(before) - dobutsu.level(after)) * 50,
  lossText: (loss) => `${Math.round(loss)} %`,
  lossKinds: [9, 15, 25],
  final: (view) => ({ score: view.outcome === 'first' ? decided : view.outcome === 'second' ? -decided : 0, win: 0, depth: 0, best: '', pv: [] }),
  storeKey: (position) => position.split(' ').slice(0, 3).join(' '),
  lineCount: (wanted) => wanted,
};
