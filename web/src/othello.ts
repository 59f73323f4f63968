/* Othello as the page needs it: reading positions, and records (transcript, GGF, OBF). */
import type { Side } from './types';
import type { ReadRecord, WriteRecord } from './shogi';

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

const empty = (): ReadRecord => ({ start: null, moves: [], comments: {}, names: ['', ''], result: '' });

/* f5d6c3..., with or without passes; the server adds the passes that are left out. */
export function readTranscript(text: string): ReadRecord {
  const record = empty();
  for (const [word] of text.toLowerCase().matchAll(/[a-h][1-8]|pass|pa|--|@@/g)) {
    record.moves.push(/[a-h][1-8]/.test(word) ? word : 'pass');
  }
  return record;
}

export function writeTranscript(record: WriteRecord): string {
  return record.moves.filter((move) => move !== 'pass').join('') + '\n';
}

export function readGgf(text: string): ReadRecord {
  const record = empty();
  const field = (name: string): string => new RegExp(`(?:^|[\\];])\\s*${name}\\[([^\\]]*)\\]`).exec(text)?.[1] ?? '';
  record.names = [field('PB'), field('PW')];
  const result = Number.parseFloat(field('RE'));
  if (!Number.isNaN(result)) record.result = result > 0 ? '1-0' : result < 0 ? '0-1' : '1/2';
  const board = /BO\[8\s+([-*O\s]+)\s([*O])\]/.exec(text);
  if (board) {
    const start = `${board[1].replace(/\s+/g, '').replace(/\*/g, 'X')} ${board[2] === '*' ? 'X' : 'O'}`;
    if (start !== othelloStart) record.start = start;
  }
  for (const [, , move] of text.matchAll(/(?:^|\])\s*([BW])\[([A-Za-z0-9]+)[^\]]*(?=\])/g)) {
    const word = move.toLowerCase();
    record.moves.push(/^[a-h][1-8]$/.test(word) ? word : 'pass');
  }
  return record;
}

export function writeGgf(record: WriteRecord): string {
  const start = parseOthello(record.start);
  const rows: string[] = [];
  for (let y = 0; y < 8; y++) {
    rows.push(start.squares.slice(8 * y, 8 * y + 8).map((s) => (s === 0 ? '*' : s === 1 ? 'O' : '-')).join(''));
  }
  const clean = (text: string): string => text.replace(/[[\]\n]/g, ' ');
  let out = `(;GM[Othello]PC[Yomi]PB[${clean(record.names[0])}]PW[${clean(record.names[1])}]`;
  if (record.result) out += `RE[${record.result === '1-0' ? '+1' : record.result === '0-1' ? '-1' : '0'}]`;
  out += `TY[8]BO[8 ${rows.join(' ')} ${start.side === 0 ? '*' : 'O'}]`;
  record.moves.forEach((move, i) => {
    const side = (start.side + i) % 2;
    out += `${side === 0 ? 'B' : 'W'}[${move === 'pass' ? 'PA' : move.toUpperCase()}]`;
  });
  return out + ';)\n';
}

/* The position before the first semicolon. */
export function readObf(text: string): ReadRecord {
  const record = empty();
  record.start = text.trim().split('\n')[0].split(';')[0].trim();
  return record;
}

function flips(board: OthelloBoard, square: number, side: Side): number[] {
  if (board.squares[square] !== null) return [];
  const all: number[] = [];
  for (const [dx, dy] of [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]]) {
    const run: number[] = [];
    for (let x = (square % 8) + dx, y = Math.floor(square / 8) + dy; ; x += dx, y += dy) {
      if (x < 0 || y < 0 || x > 7 || y > 7 || board.squares[y * 8 + x] === null) break;
      if (board.squares[y * 8 + x] === side) { all.push(...run); break; }
      run.push(y * 8 + x);
    }
  }
  return all;
}

/* Puts in the passes that a transcript leaves out; what is illegal stays as it is, for the server to name. */
export function withPasses(start: string, moves: string[]): string[] {
  const board = parseOthello(start);
  const out: string[] = [];
  for (const move of moves) {
    const square = othelloSquare(move);
    const other: Side = board.side === 0 ? 1 : 0;
    if (square >= 0 && flips(board, square, board.side).length === 0 && flips(board, square, other).length > 0) {
      out.push('pass');
      board.side = other;
    }
    out.push(move);
    if (square >= 0) for (const s of [square, ...flips(board, square, board.side)]) board.squares[s] = board.side;
    board.side = board.side === 0 ? 1 : 0;
  }
  return out;
}
