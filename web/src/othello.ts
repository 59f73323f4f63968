/* Othello as the page needs it: reading positions, and records (transcript, GGF, OBF). */
import type { Side } from './types';
import { RecordBuilder } from './record_tree';
import type { ReadRecord, WriteRecord } from './record_tree';

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

/* f5d6c3..., with or without passes. */
export function readTranscript(text: string): ReadRecord {
  const builder = new RecordBuilder(), moves: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(/[a-h][1-8]|pass|pa|--|@@/g)) moves.push(/[a-h][1-8]/.test(word) ? word : 'pass');
  for (const move of withPasses(othelloStart, moves)) builder.play(move);
  return builder.record;
}

export function writeTranscript(record: WriteRecord): string {
  return record.line.map((node) => node.move).filter((move) => move !== 'pass').join('') + '\n';
}

export function readGgf(text: string): ReadRecord {
  const builder = new RecordBuilder(), { record } = builder;
  const field = (name: string): string => new RegExp(`(?:^|[\\];])\\s*${name}\\[([^\\]]*)\\]`).exec(text)?.[1] ?? '';
  record.names = [field('PB'), field('PW')];
  const result = Number.parseFloat(field('RE'));
  if (!Number.isNaN(result)) record.result = result > 0 ? '1-0' : result < 0 ? '0-1' : '1/2';
  const board = /BO\[8\s+([-*O\s]+)\s([*O])\]/.exec(text);
  if (board) {
    const start = `${board[1].replace(/\s+/g, '').replace(/\*/g, 'X')} ${board[2] === '*' ? 'X' : 'O'}`;
    if (start !== othelloStart) record.start = start;
  }
  const found: [string, number][] = [];
  for (const [, , word, , seconds] of text.matchAll(/(?:^|\])\s*([BW])\[([A-Za-z0-9]+)(?:\/([^/\]]*))?(?:\/([\d.]+))?[^\]]*(?=\])/g)) {
    found.push([/^[a-h][1-8]$/i.test(word) ? word.toLowerCase() : 'pass', Math.round(Number(seconds ?? 0) * 1000)]);
  }
  const times = new Map(found);
  for (const move of withPasses(record.start ?? othelloStart, found.map(([move]) => move))) builder.play(move, times.get(move) ?? 0);
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
  record.line.forEach(({ move, ms }, i) => {
    const side = (start.side + i) % 2;
    out += `${side === 0 ? 'B' : 'W'}[${move === 'pass' ? 'PA' : move.toUpperCase()}${ms > 0 ? `//${(ms / 1000).toFixed(2)}` : ''}]`;
  });
  return out + ';)\n';
}

/* The position before the first semicolon. */
export function readObf(text: string): ReadRecord {
  const { record } = new RecordBuilder();
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
