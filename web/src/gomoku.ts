/* Gomoku as the page needs it: reading positions, and records (SGF with variations, PSQ). */
import type { Side } from './types';
import { RecordBuilder } from './record_tree';
import type { ReadRecord, RecordNode, WriteRecord } from './record_tree';

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

/* Empty cells where a side would complete a five ('5') or make a four that cannot be blocked ('4'). Whether a rule
 * forbids the move is the server's business. */
export function threatCells(board: GomokuBoard): { cell: number; side: Side; kind: '5' | '4' }[] {
  const { size, cells } = board, found: { cell: number; side: Side; kind: '5' | '4' }[] = [];
  const exact = (side: Side): boolean => /^standard/.test(board.rules) || (/^renju/.test(board.rules) && side === 0);
  const at = (cell: number, dx: number, dy: number, k: number): number => {
    const x = (cell % size) + dx * k, y = Math.floor(cell / size) + dy * k;
    return x < 0 || y < 0 || x >= size || y >= size ? -1 : y * size + x;
  };
  /* Length of the row through `cell` if `side` played there, and the first cells beyond both of its ends. */
  const row = (cell: number, side: Side, dx: number, dy: number): { length: number; ends: number[] } => {
    let length = 1;
    const ends = [1, -1].map((way) => {
      let k = way;
      for (; at(cell, dx, dy, k) >= 0 && cells[at(cell, dx, dy, k)] === side; k += way) length++;
      return at(cell, dx, dy, k);
    });
    return { length, ends };
  };
  const five = (cell: number, side: Side, dx: number, dy: number): boolean => {
    const { length } = row(cell, side, dx, dy);
    return exact(side) ? length === 5 : length >= 5;
  };
  const lines: [number, number][] = [[1, 0], [0, 1], [1, 1], [1, -1]];
  for (const side of [0, 1] as Side[]) {
    for (let cell = 0; cell < cells.length; cell++) {
      if (cells[cell] !== null) continue;
      if (lines.some(([dx, dy]) => five(cell, side, dx, dy))) found.push({ cell, side, kind: '5' });
      else if (lines.some(([dx, dy]) => {
        const { length, ends } = row(cell, side, dx, dy);
        if (length !== 4) return false;
        cells[cell] = side;
        const open = ends.every((end) => end >= 0 && cells[end] === null && five(end, side, dx, dy));
        cells[cell] = null;
        return open;
      })) found.push({ cell, side, kind: '4' });
    }
  }
  return found;
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

/* Puts the moves of an SGF tree together; a parenthesis opens a branch, its end goes back to the fork. */
function sgfTree(text: string, size: number, builder: RecordBuilder): void {
  const forks: number[] = [];
  for (const [token] of text.matchAll(/\(|\)|[A-Z]+(?:\s*\[(?:\\[\s\S]|[^\]\\])*\]\s*)+/g)) {
    if (token === '(') forks.push(builder.ply);
    else if (token === ')') {
      builder.back(forks.pop() ?? 0);
      if (forks.length === 0) return; /* a second game in the file */
    }
    const move = /^([BW])\s*\[([a-z]{2})\]/.exec(token), comment = /^C\s*\[((?:\\[\s\S]|[^\]\\])*)\]/.exec(token);
    if (move) builder.play(gomokuName((move[2].charCodeAt(1) - 97) * size + move[2].charCodeAt(0) - 97, size));
    if (comment) builder.comment(sgfText(comment[1]));
  }
}

/* Stones that were set up before the first move, as a position of the freestyle kind. */
function sgfSetup(text: string, size: number): Map<number, string> {
  const stones = new Map<number, string>();
  for (const [, name, points] of text.matchAll(/(?<![A-Z])(A[BW])((?:\s*\[[a-z]{2}\])+)/g)) {
    for (const [, point] of points.matchAll(/\[([a-z]{2})\]/g)) {
      stones.set((point.charCodeAt(1) - 97) * size + point.charCodeAt(0) - 97, name === 'AB' ? 'x' : 'o');
    }
  }
  return stones;
}

function startOf(rules: string, size: number, stones: Map<number, string>): string {
  const rows: string[] = [];
  for (let y = 0; y < size; y++) {
    let row = '', empty = 0;
    for (let x = 0; x < size; x++) {
      const stone = stones.get(y * size + x);
      if (!stone) { empty++; continue; }
      row += (empty || '') + stone;
      empty = 0;
    }
    rows.push(row + (empty || ''));
  }
  const black = [...stones.values()].filter((stone) => stone === 'x').length;
  return `${rules} ${rows.join('/')} ${black * 2 > stones.size ? 'w' : 'b'} 0 0`;
}

export function readSgf(text: string): GomokuRead {
  const builder = new RecordBuilder(), record = builder.record as GomokuRead;
  const field = (name: string): string => {
    const match = new RegExp(`[^A-Z]${name}\\s*\\[((?:\\\\[\\s\\S]|[^\\]\\\\])*)\\]`).exec(text);
    return match ? sgfText(match[1]) : '';
  };
  record.size = Number(field('SZ')) || 15;
  record.names = [field('PB'), field('PW')];
  record.rule = field('RU').toLowerCase();
  const result = field('RE');
  record.result = /^B\+/i.test(result) ? '1-0' : /^W\+/i.test(result) ? '0-1' : /^(draw|0|1\/2)/i.test(result) ? '1/2' : '';
  const stones = sgfSetup(text, record.size);
  if (stones.size > 0) record.start = startOf(record.rule || 'freestyle', record.size, stones);
  sgfTree(text, record.size, builder);
  return record;
}

export function writeSgf(record: WriteRecord): string {
  const start = parseGomoku(record.start);
  const clean = (text: string): string => text.replace(/[\\\]]/g, '\\$&');
  let out = `(;GM[4]FF[4]CA[UTF-8]AP[Yomi]SZ[${start.size}]RU[${clean(start.rules)}]`;
  out += `PB[${clean(record.names[0])}]PW[${clean(record.names[1])}]`;
  if (record.result) out += `RE[${record.result === '1-0' ? 'B+' : record.result === '0-1' ? 'W+' : 'Draw'}]`;
  if (record.root.comment) out += `C[${clean(record.root.comment)}]`;
  const point = (cell: number): string =>
    String.fromCharCode(97 + (cell % start.size)) + String.fromCharCode(97 + Math.floor(cell / start.size));
  const stones: [string[], string[]] = [[], []];
  start.cells.forEach((side, cell) => { if (side !== null) stones[side].push(`[${point(cell)}]`); });
  if (stones[0].length > 0) out += `AB${stones[0].join('')}`;
  if (stones[1].length > 0) out += `AW${stones[1].join('')}`;
  const write = (children: RecordNode[], ply: number): string => {
    let text = '';
    for (let at = children; ; ply++) {
      const inLine = at.length === 1 ? at[0] : null;
      if (!inLine) return text + at.map((node) => `\n(${write([node], ply)})`).join('');
      text += `\n;${(start.side + ply) % 2 === 0 ? 'B' : 'W'}[${point(gomokuCell(inLine.move, start.size))}]`;
      if (inLine.comment) text += `C[${clean(inLine.comment)}]`;
      at = inLine.children;
    }
  };
  return out + write(record.root.children, 0) + ')\n';
}

/* Piskvork's file: a head with the size, then column, row and time of each move, from 1. */
export function readPsq(text: string): GomokuRead {
  const lines = text.split(/\r?\n/);
  const head = /(\d+)\s*x\s*(\d+)/.exec(lines[0] ?? '');
  if (!head) throw new Error('PSQ');
  const size = Number(head[1]), builder = new RecordBuilder();
  const record: GomokuRead = Object.assign(builder.record, { size, rule: '' });
  const names: string[] = [];
  for (const line of lines.slice(1)) {
    const move = /^(\d+),(\d+),(\d+)/.exec(line.trim());
    if (move) builder.play(gomokuName((Number(move[2]) - 1) * size + Number(move[1]) - 1, size), Number(move[3]));
    else if (builder.ply > 0 && line.trim() && !/^\d+$|^-1/.test(line.trim())) names.push(line.trim());
  }
  record.names = [names[0] ?? '', names[1] ?? ''];
  return record;
}

export function writePsq(record: WriteRecord): string {
  const start = parseGomoku(record.start);
  const out = [`Piskvorky ${start.size}x${start.size}, 11:11, 0`];
  for (const { move, ms } of record.line) {
    const cell = gomokuCell(move, start.size);
    out.push(`${(cell % start.size) + 1},${Math.floor(cell / start.size) + 1},${Math.round(ms)}`);
  }
  out.push(record.names[0] || 'Black', record.names[1] || 'White', '-1');
  return out.join('\n') + '\n';
}
