/* Setting up positions that are written as SFEN. */
import type { SetUp } from '../game_view';
import type { Side } from '../types';
import type { Piece, Sfen } from './sfen';

export const pieceOf = (code: string): Piece => ({ kind: code.slice(-1).toUpperCase(), side: code.slice(-1) === code.slice(-1).toUpperCase() ? 0 : 1, promoted: code.startsWith('+') });
const codeOf = (piece: Piece): string => (piece.promoted ? '+' : '') + (piece.side === 0 ? piece.kind : piece.kind.toLowerCase());
const other = (side: Side): Side => (side === 0 ? 1 : 0);

type Changes = Pick<SetUp, 'text' | 'pieces' | 'at' | 'put' | 'turn' | 'hand' | 'turnOver'>;

/* `kinds`: the codes of one side; `most`: how many of a kind a hand can hold. */
export function sfenSetUp(sfen: Sfen, kinds: string[], most: number): Changes {
  const { parse, format, handKinds } = sfen;
  return {
    text: 'SFEN',
    pieces: () => ['', ...kinds, ...kinds.map((code) => code.toLowerCase())],
    at: (position, cell) => { const piece = parse(position).squares[cell]; return piece ? codeOf(piece) : ''; },
    put: (position, cell, code) => { const board = parse(position); board.squares[cell] = code ? pieceOf(code) : null; return format(board); },
    turn: (position, side) => format({ ...parse(position), side }),
    hand: {
      kinds: handKinds,
      of: (position, side, kind) => parse(position).hands[side][kind] ?? 0,
      change: (position, side, kind, by) => { const board = parse(position); board.hands[side][kind] = Math.max(0, Math.min(most, (board.hands[side][kind] ?? 0) + by)); return format(board); },
    },
    turnOver: (position) => {
      const board = parse(position);
      return format({ ...board, side: other(board.side), hands: [board.hands[1], board.hands[0]], squares: board.squares.map((piece) => piece && { ...piece, side: other(piece.side) }).reverse() });
    },
  };
}
