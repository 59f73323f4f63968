/* Gomoku as the page needs it: reading positions, and records (SGF with variations, PSQ). */
import type { Side } from './types';
import type { ReadRecord, WriteRecord } from './shogi';

export interface GomokuBoard {
  rules: string;
  size: number;
  cells: (Side | null)[]; /* row * size + column from the top left */
  side: Side;
  pairs: [number, number];
  captures: boolean;
}

export function parseGomoku(text: string): GomokuBoard {
  const [rules, rows, side, black, white] = text.trim().split(/\s+/);
  const lines = (rows ?? '').split('/');
  const cells: (Side | null)[] = [];
  for (const line of lines) {
    for (const [token] of line.matchAll(/\d+|[xo]/g)) {
      if (token === 'x') cells.push(0);
      else if (token === 'o') cells.push(1);
      else for (let i = 0; i < Number(token); i++) cells.push(null);
    }
  }
  const captures = /^(ninuki|pente)/.test(rules ?? '');
  return { rules: rules ?? '', size: lines.length, cells, side: side === 'w' ? 1 : 0, pairs: [Number(black) || 0, Number(white) || 0], captures };
}

/* 'j10' -> cell; -1 when it is none */
export function gomokuCell(move: string, size: number): number {
  const match = /^([a-t])(\d+)$/.exec(move);
  if (!match) return -1;
  const x = match[1].charCodeAt(0) - 97, y = size - Number(match[2]);
  return x < size && y >= 0 && y < size ? y * size + x : -1;
}

export function gomokuName(cell: number, size: number): string {
  return String.fromCharCode(97 + (cell % size)) + (size - Math.floor(cell / size));
}

/* Stones in a row of five or more through the last stone, to mark a won game. */
export function winningRow(board: GomokuBoard): number[] {
  const { size, cells } = board;
  for (let cell = 0; cell < cells.length; cell++) {
    const side = cells[cell];
    if (side === null) continue;
    for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
      const row = [cell];
      for (let k = 1; ; k++) {
        const x = (cell % size) + dx * k, y = Math.floor(cell / size) + dy * k;
        if (x < 0 || y < 0 || x >= size || y >= size || cells[y * size + x] !== side) break;
        row.push(y * size + x);
      }
      if (row.length >= 5) return row;
    }
  }
  return [];
}

export interface GomokuRead extends ReadRecord {
  size: number;
  rule: string;
}

const sgfText = (text: string): string => text.replace(/\\([\s\S])/g, '$1');

export function readSgf(text: string): GomokuRead {
  const record: GomokuRead = { start: null, moves: [], comments: {}, names: ['', ''], result: '', size: 15, rule: '' };
  const field = (name: string): string => {
    const match = new RegExp(`[^A-Z]${name}\\[((?:\\\\.|[^\\]])*)\\]`).exec(text);
    return match ? sgfText(match[1]) : '';
  };
  record.size = Number(field('SZ')) || 15;
  record.names = [field('PB'), field('PW')];
  record.rule = field('RU').toLowerCase();
  const result = field('RE');
  record.result = /^B\+/i.test(result) ? '1-0' : /^W\+/i.test(result) ? '0-1' : /^(draw|0|1\/2)/i.test(result) ? '1/2' : '';
  /* The main line is the first branch at every fork, so it ends at the first closing parenthesis. */
  for (const [token] of text.matchAll(/\(|\)|[A-Z]+(?:\[(?:\\.|[^\]])*\]\s*)+/g)) {
    if (token === ')') break;
    const move = /^([BW])\[([a-z]{2})?\]/.exec(token);
    if (move?.[2]) {
      const x = move[2].charCodeAt(0) - 97, y = move[2].charCodeAt(1) - 97;
      record.moves.push(gomokuName(y * record.size + x, record.size));
    }
    const comment = /^C\[((?:\\.|[^\]])*)\]/.exec(token);
    if (comment) record.comments[record.moves.length] = sgfText(comment[1]);
  }
  return record;
}

export function writeSgf(record: WriteRecord): string {
  const start = parseGomoku(record.start);
  const clean = (text: string): string => text.replace(/[\\\]]/g, '\\$&');
  let out = `(;GM[4]FF[4]CA[UTF-8]AP[Yomi]SZ[${start.size}]RU[${clean(start.rules)}]`;
  out += `PB[${clean(record.names[0])}]PW[${clean(record.names[1])}]`;
  if (record.result) out += `RE[${record.result === '1-0' ? 'B+' : record.result === '0-1' ? 'W+' : 'Draw'}]`;
  if (record.comments[0]) out += `C[${clean(record.comments[0])}]`;
  const point = (cell: number): string =>
    String.fromCharCode(97 + (cell % start.size)) + String.fromCharCode(97 + Math.floor(cell / start.size));
  const stones: [string[], string[]] = [[], []];
  start.cells.forEach((side, cell) => { if (side !== null) stones[side].push(`[${point(cell)}]`); });
  if (stones[0].length > 0) out += `AB${stones[0].join('')}`;
  if (stones[1].length > 0) out += `AW${stones[1].join('')}`;
  record.moves.forEach((move, i) => {
    out += `\n;${(start.side + i) % 2 === 0 ? 'B' : 'W'}[${point(gomokuCell(move, start.size))}]`;
    if (record.comments[i + 1]) out += `C[${clean(record.comments[i + 1])}]`;
  });
  return out + ')\n';
}

/* Piskvork's file: a head with the size, then column, row and time of each move, from 1. */
export function readPsq(text: string): GomokuRead {
  const lines = text.split(/\r?\n/);
  const head = /(\d+)\s*x\s*(\d+)/.exec(lines[0] ?? '');
  if (!head) throw new Error('PSQ');
  const size = Number(head[1]);
  const record: GomokuRead = { start: null, moves: [], comments: {}, names: ['', ''], result: '', size, rule: '' };
  const names: string[] = [];
  for (const line of lines.slice(1)) {
    const move = /^(\d+),(\d+),\d+/.exec(line.trim());
    if (move) record.moves.push(gomokuName((Number(move[2]) - 1) * size + Number(move[1]) - 1, size));
    else if (record.moves.length > 0 && line.trim() && !/^\d+$|^-1/.test(line.trim())) names.push(line.trim());
  }
  record.names = [names[0] ?? '', names[1] ?? ''];
  return record;
}

export function writePsq(record: WriteRecord): string {
  const start = parseGomoku(record.start);
  const out = [`Piskvorky ${start.size}x${start.size}, 11:11, 0`];
  for (const move of record.moves) {
    const cell = gomokuCell(move, start.size);
    out.push(`${(cell % start.size) + 1},${Math.floor(cell / start.size) + 1},0`);
  }
  out.push(record.names[0] || 'Black', record.names[1] || 'White', '-1');
  return out.join('\n') + '\n';
}
