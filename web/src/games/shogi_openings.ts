/* Names of shogi's openings and castles, by where the pieces of a side stand. Squares are as Black sees them: '28' is file 2,
 * rank 8; White's are turned. */
import type { Texts } from '../i18n';
import type { Side } from '../types';
import { parseSfen } from './shogi_position';
import type { ShogiBoard } from './shogi_position';

/* Where a rook that has left its file stands. */
const rookFiles: Record<number, Texts> = {
  3: ['Sleeve Rook', '袖飛車', '소매비차'], 4: ['Right Fourth-File Rook', '右四間飛車', '우사간비차'], 5: ['Central Rook', '中飛車', '중비차'],
  6: ['Fourth-File Rook', '四間飛車', '사간비차'], 7: ['Third-File Rook', '三間飛車', '삼간비차'], 8: ['Opposing Rook', '向かい飛車', '향비차'],
};
const staticRook: Texts = ['Static Rook', '居飛車', '거비차'];
const bishopExchange: Texts = ['Bishop Exchange', '角換わり', '각교환'];
const sidePawn: Texts = ['Side Pawn', '横歩取り', '횡보잡기'];
const doubleWing: Texts = ['Double Wing Attack', '相掛かり', '상괘'];

/* The pieces that make a castle; the first that fits is the name, so the fuller ones stand first. */
const castles: [string, Texts][] = [
  ['K19 L18 S28', ['Anaguma', '穴熊', '아나구마']],
  ['K99 L98 S88', ['Static-Rook Anaguma', '居飛車穴熊', '거비차 아나구마']],
  ['K28 S27 G38', ['Silver Crown', '銀冠', '은관']],
  ['K88 S87 G78', ['Silver Crown', '銀冠', '은관']],
  ['K28 S38 G49 G47', ['High Mino', '高美濃', '다카미노']],
  ['K28 S38 G49 G58', ['Mino', '美濃囲い', '미노']],
  ['K28 S38 G49', ['Half Mino', '片美濃', '가타미노']],
  ['K88 S78 G69', ['Left Mino', '左美濃', '히다리미노']],
  ['K88 S77 G78 G67', ['Yagura', '矢倉', '야구라']],
  ['K79 S77 G78 G67', ['Yagura', '矢倉', '야구라']],
  ['K88 S77 S67 G78', ['Silver Yagura', '銀矢倉', '은야구라']],
  ['S67 S57 G78', ['Snow Roof', '雁木', '간기']],
  ['K78 S68 G79', ['Elmo', 'エルモ囲い', '엘모']],
  ['K38 G48 G58 S28', ['Gold Fortress', '金無双', '금무쌍']],
  ['K78 G58 B88', ['Boat', '舟囲い', '후나가코이']],
  ['K69 G78 G58', ['Crab', 'カニ囲い', '가니가코이']],
  ['K69 G78 G59 S48', ['Nakahara', '中原囲い', '나카하라']],
  ['K58 G78 G38', ['Central House', '中住まい', '나카즈마이']],
];

/* 'K28' of a side: does the piece stand there? */
function stands(board: ShogiBoard, side: Side, piece: string): boolean {
  const file = Number(piece[1]), rank = Number(piece[2]);
  const cell = (rank - 1) * 9 + (9 - file), found = board.squares[side === 0 ? cell : 80 - cell];
  return found?.kind === piece[0] && found.side === side && !found.promoted;
}

function rookOf(board: ShogiBoard, side: Side): { file: number; rank: number } {
  const at = board.squares.findIndex((piece) => piece?.kind === 'R' && piece.side === side && !piece.promoted);
  if (at < 0) return { file: 2, rank: 8 };
  const cell = side === 0 ? at : 80 - at;
  return { file: 9 - (cell % 9), rank: Math.floor(cell / 9) + 1 };
}

export function castleOf(position: string, side: Side): Texts | null {
  const board = parseSfen(position);
  return castles.find(([pieces]) => pieces.split(' ').every((piece) => stands(board, side, piece)))?.[1] ?? null;
}

export function strategyOf(position: string, side: Side): Texts {
  const board = parseSfen(position), own = rookOf(board, side), other = rookOf(board, side === 0 ? 1 : 0);
  if (own.file === 3 && own.rank === 4) return sidePawn;
  const home = own.rank >= 8 ? rookFiles[own.file] : undefined;
  if (home) return home;
  const both = !(other.rank >= 8 && rookFiles[other.file]);
  if (both && (board.hands[0].B ?? 0) > 0 && (board.hands[1].B ?? 0) > 0) return bishopExchange;
  const open = (of: Side): boolean => ![...Array(9).keys()].some((rank) => stands(board, of, `P2${rank + 1}`));
  return both && open(0) && open(1) ? doubleWing : staticRook;
}

/* Both sides, each with its castle when it has one. */
export function shogiOpening(position: string, sides: readonly [Texts, Texts]): Texts {
  const told = ([0, 1] as Side[]).map((side) => {
    const strategy = strategyOf(position, side), castle = castleOf(position, side);
    return [0, 1, 2].map((i) => `${sides[side][i]}: ${strategy[i]}${castle ? `, ${castle[i]}` : ''}`);
  });
  return [0, 1, 2].map((i) => `${told[0][i]} – ${told[1][i]}`) as unknown as Texts;
}
