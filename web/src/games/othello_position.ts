/* Othello's positions: 64 squares and the side to move. */
import type { Side } from '../types';

export interface OthelloBoard {
  squares: (Side | null)[]; /* a1 = 0, b1 = 1 */
  side: Side;
  counts: [number, number];
}

export const othelloStart = '---------------------------OX------XO--------------------------- X';

export function parseOthello(text: string): OthelloBoard {
  const bare = text.replace(/\s+/g, '');
  const squares: (Side | null)[] = [];
  const counts: [number, number] = [0, 0];
  for (const c of bare.slice(0, 64)) {
    const side = 'Xx*'.includes(c) ? 0 : 'Oo'.includes(c) ? 1 : null;
    if (side !== null) counts[side]++;
    squares.push(side);
  }
  return { squares, side: 'Oo'.includes(bare[64] ?? 'X') ? 1 : 0, counts };
}

export function othelloSquare(move: string): number {
  return /^[a-h][1-8]$/.test(move) ? (Number(move[1]) - 1) * 8 + move.charCodeAt(0) - 97 : -1;
}

export function othelloName(square: number): string {
  return String.fromCharCode(97 + (square % 8)) + (Math.floor(square / 8) + 1);
}

export function formatOthello(board: OthelloBoard): string {
  return `${board.squares.map((side) => (side === null ? '-' : side === 0 ? 'X' : 'O')).join('')} ${board.side === 0 ? 'X' : 'O'}`;
}
