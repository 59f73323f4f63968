/* How people write shogi moves: Japanese (☗５八金右) and Hodges (G4i-5h). Both name the piece's origin only when another
 * piece of the same kind could make the move. */
import { longKanji, pieceCode, splitMove, squareKanji, squareName } from './shogi_position';
import type { Piece, ShogiBoard } from './shogi_position';

export type Step = [number, number]; /* columns to the mover's right, rows ahead */

const gold: Step[] = [[-1, 1], [0, 1], [1, 1], [-1, 0], [1, 0], [0, -1]];
const diagonals: Step[] = [[-1, 1], [1, 1], [-1, -1], [1, -1]];
const straights: Step[] = [[0, 1], [-1, 0], [1, 0], [0, -1]];
export const steps: Record<string, Step[]> = {
  P: [[0, 1]], N: [[-1, 2], [1, 2]], S: [[0, 1], ...diagonals], G: gold, K: [...straights, ...diagonals],
  '+P': gold, '+L': gold, '+N': gold, '+S': gold, '+B': straights, '+R': diagonals,
};
export const slides: Record<string, Step[]> = { L: [[0, 1]], B: diagonals, R: straights, '+B': diagonals, '+R': straights };

/* From `from` to `to` as the mover sees it. */
function offset(board: ShogiBoard, from: number, to: number): Step {
  const right = (to % 9) - (from % 9), ahead = Math.floor(from / 9) - Math.floor(to / 9);
  return board.side === 0 ? [right, ahead] : [-right, -ahead];
}

/* Can the piece on `from` go to `to`, checks aside? */
function reaches(board: ShogiBoard, from: number, to: number): boolean {
  const piece = board.squares[from] as Piece, code = pieceCode(piece), [dx, dy] = offset(board, from, to);
  if (steps[code]?.some(([x, y]) => x === dx && y === dy)) return true;
  const length = Math.max(Math.abs(dx), Math.abs(dy));
  if (length === 0 || !slides[code]?.some(([x, y]) => x * length === dx && y * length === dy)) return false;
  const stride = (to - from) / length;
  for (let at = from + stride; at !== to; at += stride) if (board.squares[at]) return false;
  return true;
}

/* Squares of other pieces of the same kind that could go to `to`. */
function rivals(board: ShogiBoard, piece: Piece, from: number, to: number): number[] {
  const all: number[] = [];
  board.squares.forEach((other, square) => {
    if (other && square !== from && other.side === piece.side && pieceCode(other) === pieceCode(piece) && reaches(board, square, to)) all.push(square);
  });
  return all;
}

/* 右 左 直 上 寄 引, as the federation's rules have it: by the kind of step when that is enough, else by the side. */
function whichOne(board: ShogiBoard, piece: Piece, from: number, to: number, others: number[]): string {
  if (others.length === 0) return '';
  const way = (square: number): string => { const [, ahead] = offset(board, square, to); return ahead > 0 ? '上' : ahead < 0 ? '引' : '寄'; };
  const mine = way(from), alike = others.filter((square) => way(square) === mine);
  const [right] = offset(board, from, to);
  if (piece.kind !== 'N' && alike.length === 0) return mine;
  if (right === 0 && mine === '上' && !'BR'.includes(piece.kind)) return '直';
  const leftOf = (square: number): boolean => offset(board, from, to)[0] > offset(board, square, to)[0];
  const rightOf = (square: number): boolean => offset(board, from, to)[0] < offset(board, square, to)[0];
  if (others.every(leftOf)) return '左';
  if (others.every(rightOf)) return '右';
  return (alike.every(leftOf) ? '左' : alike.every(rightOf) ? '右' : '') + mine;
}

function mayPromote(board: ShogiBoard, piece: Piece, from: number, to: number): boolean {
  return !piece.promoted && 'PLNSBR'.includes(piece.kind) && [from, to].some((s) => (board.side === 0 ? s < 27 : s >= 54));
}

/* '☗７六歩', with 同 for the square of the move before. */
export function japaneseMove(board: ShogiBoard, move: string, previous: string): string {
  const { from, to, kind, promotes } = splitMove(move);
  const piece = from < 0 ? { kind, side: board.side, promoted: false } : board.squares[from];
  if (!piece) return move;
  const others = rivals(board, piece, from, to);
  const head = (board.side === 0 ? '☗' : '☖') + (previous && splitMove(previous).to === to ? '同' : squareKanji(to)) + longKanji[pieceCode(piece)];
  if (from < 0) return head + (others.length > 0 ? '打' : '');
  return head + whichOne(board, piece, from, to, others) + (promotes ? '成' : mayPromote(board, piece, from, to) ? '不成' : '');
}

/* 'P-7f', 'Bx3c+', "P'5e", 'G4i-5h'. */
export function westernMove(board: ShogiBoard, move: string): string {
  const { from, to, kind, promotes } = splitMove(move);
  if (from < 0) return `${kind}'${squareName(to)}`;
  const piece = board.squares[from];
  if (!piece) return move;
  const origin = rivals(board, piece, from, to).length > 0 ? squareName(from) : '';
  const tail = promotes ? '+' : mayPromote(board, piece, from, to) ? '=' : '';
  return pieceCode(piece) + origin + (board.squares[to] ? 'x' : '-') + squareName(to) + tail;
}
