/* Positions written as SFEN, and moves as USI writes them, on boards of any size: pieces are moved about without judging.
 * Legal moves come from the server. */
import type { Side } from '../types';

export interface Piece {
  kind: string; /* a capital letter */
  side: Side;
  promoted: boolean;
}

export interface SfenBoard {
  squares: (Piece | null)[]; /* row by row from the top left: 9a is 0 */
  hands: [Record<string, number>, Record<string, number>];
  side: Side;
  number: number;
}

export interface MoveParts {
  from: number; /* -1: a drop */
  to: number;
  kind: string; /* of a drop */
  promotes: boolean;
}

export interface Sfen {
  handKinds: string[];
  parse: (text: string) => SfenBoard;
  format: (board: SfenBoard) => string;
  squareOf: (name: string) => number; /* '7g' */
  squareName: (square: number) => string;
  splitMove: (move: string) => MoveParts;
  applyMove: (board: SfenBoard, move: string) => SfenBoard;
}

export function sfenOf(columns: number, rows: number, handKinds: string[]): Sfen {
  function parse(sfen: string): SfenBoard {
    const [cells, side, hands, number] = sfen.replace(/^sfen\s+/, '').trim().split(/\s+/);
    const board: SfenBoard = { squares: [], hands: [{}, {}], side: side === 'w' ? 1 : 0, number: Number(number) || 1 };
    let promoted = false;
    for (const c of cells ?? '') {
      if (c === '/') continue;
      if (c === '+') promoted = true;
      else if (c >= '1' && c <= '9') for (let i = 0; i < Number(c); i++) board.squares.push(null);
      else {
        board.squares.push({ kind: c.toUpperCase(), side: c === c.toUpperCase() ? 0 : 1, promoted });
        promoted = false;
      }
    }
    while (board.squares.length < columns * rows) board.squares.push(null);
    for (const [, count, c] of (hands ?? '-').matchAll(/(\d*)([a-zA-Z])/g)) {
      board.hands[c === c.toUpperCase() ? 0 : 1][c.toUpperCase()] = Number(count) || 1;
    }
    return board;
  }

  function format(board: SfenBoard): string {
    const all: string[] = [];
    for (let y = 0; y < rows; y++) {
      let row = '', empty = 0;
      for (let x = 0; x < columns; x++) {
        const piece = board.squares[y * columns + x];
        if (!piece) { empty++; continue; }
        if (empty) row += empty;
        empty = 0;
        row += (piece.promoted ? '+' : '') + (piece.side === 0 ? piece.kind : piece.kind.toLowerCase());
      }
      all.push(row + (empty || ''));
    }
    let hands = '';
    for (const side of [0, 1] as Side[]) {
      for (const kind of handKinds) {
        const count = board.hands[side][kind] ?? 0;
        if (count > 0) hands += (count > 1 ? count : '') + (side === 0 ? kind : kind.toLowerCase());
      }
    }
    return `${all.join('/')} ${board.side === 0 ? 'b' : 'w'} ${hands || '-'} ${board.number}`;
  }

  function squareOf(text: string): number {
    return (text.charCodeAt(1) - 97) * columns + (columns - Number(text[0]));
  }

  function squareName(square: number): string {
    return `${columns - (square % columns)}${String.fromCharCode(97 + Math.floor(square / columns))}`;
  }

  function splitMove(move: string): MoveParts {
    if (move[1] === '*') return { from: -1, to: squareOf(move.slice(2, 4)), kind: move[0], promotes: false };
    return { from: squareOf(move.slice(0, 2)), to: squareOf(move.slice(2, 4)), kind: '', promotes: move.endsWith('+') };
  }

  function applyMove(board: SfenBoard, move: string): SfenBoard {
    const { from, to, kind, promotes } = splitMove(move);
    const next: SfenBoard = {
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
    if (taken && handKinds.includes(taken.kind)) hand[taken.kind] = (hand[taken.kind] ?? 0) + 1;
    next.squares[from] = null;
    if (piece) next.squares[to] = { ...piece, promoted: piece.promoted || promotes };
    return next;
  }

  return { handKinds, parse, format, squareOf, squareName, splitMove, applyMove };
}
