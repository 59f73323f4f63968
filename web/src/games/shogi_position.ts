/* Shogi's positions, handicaps and glyphs. */
import { sfenOf } from './sfen';
import type { Piece, SfenBoard } from './sfen';

export type { Piece } from './sfen';
export type ShogiBoard = SfenBoard;

export const shogiSfen = sfenOf(9, 9, ['R', 'B', 'G', 'S', 'N', 'L', 'P']);
export const { handKinds, parse: parseSfen, format: formatSfen, squareOf, squareName, splitMove, applyMove } = shogiSfen;
export const startSfen = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

const even = 'ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1';
export const handicaps: [string, string][] = [
  ['lance', `lnsgkgsn1/1r5b1/${even}`],
  ['rightLance', `1nsgkgsnl/1r5b1/${even}`],
  ['bishop', `lnsgkgsnl/1r7/${even}`],
  ['rook', `lnsgkgsnl/7b1/${even}`],
  ['rookLance', `lnsgkgsn1/7b1/${even}`],
  ['two', `lnsgkgsnl/9/${even}`],
  ['four', `1nsgkgsn1/9/${even}`],
  ['six', `2sgkgs2/9/${even}`],
  ['eight', `3gkg3/9/${even}`],
  ['ten', `4k4/9/${even}`],
];

const kanjiOf: Record<string, string> = {
  P: '歩', L: '香', N: '桂', S: '銀', G: '金', B: '角', R: '飛', K: '玉',
  '+P': 'と', '+L': '杏', '+N': '圭', '+S': '全', '+B': '馬', '+R': '竜',
};
export const longKanji: Record<string, string> = { ...kanjiOf, '+L': '成香', '+N': '成桂', '+S': '成銀' };
const fullDigits = '１２３４５６７８９';
const kanjiDigits = '一二三四五六七八九';

export function pieceCode(piece: Piece): string {
  return (piece.promoted ? '+' : '') + piece.kind;
}

export function pieceGlyph(piece: Piece): string {
  return piece.kind === 'K' ? (piece.side === 0 ? '玉' : '王') : kanjiOf[pieceCode(piece)];
}

export function squareKanji(square: number): string {
  return fullDigits[8 - (square % 9)] + kanjiDigits[Math.floor(square / 9)];
}
