/* Shogi's positions (SFEN), and moving pieces without judging. Legal moves come from the server. */
import type { Side } from '../types';

export interface Piece {
  kind: string; /* 'P' 'L' 'N' 'S' 'G' 'B' 'R' 'K' */
  side: Side;
  promoted: boolean;
}

export interface ShogiBoard {
  squares: (Piece | null)[]; /* row * 9 + column, from White's left: 9a is 0 */
  hands: [Record<string, number>, Record<string, number>];
  side: Side;
  number: number;
}

export const handKinds = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];
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

export function parseSfen(sfen: string): ShogiBoard {
  const [rows, side, hands, number] = sfen.replace(/^sfen\s+/, '').trim().split(/\s+/);
  const board: ShogiBoard = { squares: [], hands: [{}, {}], side: side === 'w' ? 1 : 0, number: Number(number) || 1 };
  let promoted = false;
  for (const c of rows ?? '') {
    if (c === '/') continue;
    if (c === '+') promoted = true;
    else if (c >= '1' && c <= '9') for (let i = 0; i < Number(c); i++) board.squares.push(null);
    else {
      board.squares.push({ kind: c.toUpperCase(), side: c === c.toUpperCase() ? 0 : 1, promoted });
      promoted = false;
    }
  }
  while (board.squares.length < 81) board.squares.push(null);
  for (const [, count, c] of (hands ?? '-').matchAll(/(\d*)([a-zA-Z])/g)) {
    board.hands[c === c.toUpperCase() ? 0 : 1][c.toUpperCase()] = Number(count) || 1;
  }
  return board;
}

export function formatSfen(board: ShogiBoard): string {
  const rows: string[] = [];
  for (let y = 0; y < 9; y++) {
    let row = '', empty = 0;
    for (let x = 0; x < 9; x++) {
      const piece = board.squares[y * 9 + x];
      if (!piece) { empty++; continue; }
      if (empty) row += empty;
      empty = 0;
      row += (piece.promoted ? '+' : '') + (piece.side === 0 ? piece.kind : piece.kind.toLowerCase());
    }
    rows.push(row + (empty || ''));
  }
  let hands = '';
  for (const side of [0, 1] as Side[]) {
    for (const kind of handKinds) {
      const count = board.hands[side][kind] ?? 0;
      if (count > 0) hands += (count > 1 ? count : '') + (side === 0 ? kind : kind.toLowerCase());
    }
  }
  return `${rows.join('/')} ${board.side === 0 ? 'b' : 'w'} ${hands || '-'} ${board.number}`;
}

/* '7g' -> square index */
export function squareOf(text: string): number {
  return (text.charCodeAt(1) - 97) * 9 + (9 - Number(text[0]));
}

export function squareName(square: number): string {
  return `${9 - (square % 9)}${String.fromCharCode(97 + Math.floor(square / 9))}`;
}

export interface MoveParts {
  from: number; /* -1: a drop */
  to: number;
  kind: string; /* of a drop */
  promotes: boolean;
}

export function splitMove(move: string): MoveParts {
  if (move[1] === '*') return { from: -1, to: squareOf(move.slice(2, 4)), kind: move[0], promotes: false };
  return { from: squareOf(move.slice(0, 2)), to: squareOf(move.slice(2, 4)), kind: '', promotes: move.endsWith('+') };
}

export function applyMove(board: ShogiBoard, move: string): ShogiBoard {
  const { from, to, kind, promotes } = splitMove(move);
  const next: ShogiBoard = {
    squares: board.squares.slice(),
    hands: [{ ...board.hands[0] }, { ...board.hands[1] }],
    side: board.side === 0 ? 1 : 0,
    number: board.number + 1,
  };
  const hand = next.hands[board.side];
  if (from < 0) {
    hand[kind] = (hand[kind] ?? 0) - 1;
    next.squares[to] = { kind, side: board.side, promoted: false };
    return next;
  }
  const taken = board.squares[to], piece = board.squares[from];
  if (taken && taken.kind !== 'K') hand[taken.kind] = (hand[taken.kind] ?? 0) + 1;
  next.squares[from] = null;
  if (piece) next.squares[to] = { ...piece, promoted: piece.promoted || promotes };
  return next;
}

export function squareKanji(square: number): string {
  return fullDigits[8 - (square % 9)] + kanjiDigits[Math.floor(square / 9)];
}
