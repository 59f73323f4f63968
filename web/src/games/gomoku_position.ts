/* Gomoku's positions: rules, rows, side to move, pairs taken. */
import type { Side } from '../types';

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

/* The cell as people say it: some leave out the letter I (pente.org). */
export function spokenCell(cell: number, size: number, letters: string): string {
  const column = cell % size, skip = letters === 'noI' && column >= 8 ? 1 : 0;
  return String.fromCharCode(97 + column + skip) + (size - Math.floor(cell / size));
}

/* Rows of five or more of a side. */
export function fiveOf(board: GomokuBoard, side: Side): number[] {
  const { size, cells } = board;
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] !== side) continue;
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

export function formatGomoku(board: GomokuBoard): string {
  const rows: string[] = [];
  for (let y = 0; y < board.size; y++) {
    let row = '', empty = 0;
    for (const side of board.cells.slice(y * board.size, (y + 1) * board.size)) {
      if (side === null) { empty++; continue; }
      row += (empty || '') + (side === 0 ? 'x' : 'o');
      empty = 0;
    }
    rows.push(row + (empty || ''));
  }
  return `${board.rules} ${rows.join('/')} ${board.side === 0 ? 'b' : 'w'} ${board.pairs[0]} ${board.pairs[1]}`;
}
