/* Shogi as the page needs it: reading SFEN, moving pieces without judging, notation and records (KIF, CSA, USI). */
import type { Side } from './types';

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
  ['bishop', `lnsgkgsnl/1r7/${even}`],
  ['rook', `lnsgkgsnl/7b1/${even}`],
  ['rookLance', `lnsgkgsn1/7b1/${even}`],
  ['two', `lnsgkgsnl/9/${even}`],
  ['four', `1nsgkgsn1/9/${even}`],
  ['six', `2sgkgs2/9/${even}`],
];

const kanjiOf: Record<string, string> = {
  P: '歩', L: '香', N: '桂', S: '銀', G: '金', B: '角', R: '飛', K: '玉',
  '+P': 'と', '+L': '杏', '+N': '圭', '+S': '全', '+B': '馬', '+R': '竜',
};
const longKanji: Record<string, string> = { ...kanjiOf, '+L': '成香', '+N': '成桂', '+S': '成銀' };
const csaOf: Record<string, string> = {
  P: 'FU', L: 'KY', N: 'KE', S: 'GI', G: 'KI', B: 'KA', R: 'HI', K: 'OU',
  '+P': 'TO', '+L': 'NY', '+N': 'NK', '+S': 'NG', '+B': 'UM', '+R': 'RY',
};
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

function squareKanji(square: number): string {
  return fullDigits[8 - (square % 9)] + kanjiDigits[Math.floor(square / 9)];
}

/* '☗７六歩', with 同 for the square of the move before. */
export function japaneseMove(board: ShogiBoard, move: string, previous: string): string {
  const { from, to, kind, promotes } = splitMove(move);
  const piece = from < 0 ? { kind, side: board.side, promoted: false } : board.squares[from];
  const same = previous && splitMove(previous).to === to;
  const name = piece ? longKanji[pieceCode(piece)] : '?';
  const canPromote = piece && !piece.promoted && from >= 0 && 'PLNSBR'.includes(piece.kind) &&
    [from, to].some((s) => (board.side === 0 ? s < 27 : s >= 54));
  return (board.side === 0 ? '☗' : '☖') + (same ? '同' : squareKanji(to)) + name +
    (from < 0 ? '打' : promotes ? '成' : canPromote ? '不成' : '');
}

/* 'P-7f', 'Bx3c+', "P'5e": Hodges notation. */
export function westernMove(board: ShogiBoard, move: string): string {
  const { from, to, kind, promotes } = splitMove(move);
  if (from < 0) return `${kind}'${squareName(to)}`;
  const piece = board.squares[from];
  return (piece ? pieceCode(piece) : '?') + (board.squares[to] ? 'x' : '-') + squareName(to) + (promotes ? '+' : '');
}

/* ---- records ---- */

export interface ReadRecord {
  start: string | null;
  moves: string[];
  comments: Record<number, string>;
  names: [string, string];
  result: string;
}

const kifPieces: [string, string][] = [
  ['成香', '+L'], ['成桂', '+N'], ['成銀', '+S'], ['歩', 'P'], ['香', 'L'], ['桂', 'N'], ['銀', 'S'], ['金', 'G'],
  ['角', 'B'], ['飛', 'R'], ['玉', 'K'], ['王', 'K'], ['と', '+P'], ['杏', '+L'], ['圭', '+N'], ['全', '+S'],
  ['馬', '+B'], ['竜', '+R'], ['龍', '+R'],
];
const kifHandicaps: Record<string, string> = {
  平手: '', 香落ち: 'lance', 角落ち: 'bishop', 飛車落ち: 'rook', 飛香落ち: 'rookLance', 二枚落ち: 'two', 四枚落ち: 'four', 六枚落ち: 'six',
};
const kifEnds: Record<string, (side: Side) => string> = {
  投了: (side) => (side === 0 ? '0-1' : '1-0'), 詰み: (side) => (side === 0 ? '0-1' : '1-0'),
  切れ負け: (side) => (side === 0 ? '0-1' : '1-0'), 反則負け: (side) => (side === 0 ? '0-1' : '1-0'),
  反則勝ち: (side) => (side === 0 ? '1-0' : '0-1'), 入玉勝ち: (side) => (side === 0 ? '1-0' : '0-1'),
  千日手: () => '1/2', 持将棋: () => '1/2', 中断: () => '',
};

function kifSquare(text: string): number {
  const column = fullDigits.indexOf(text[0]) >= 0 ? fullDigits.indexOf(text[0]) + 1 : Number(text[0]);
  const row = kanjiDigits.indexOf(text[1]);
  return column >= 1 && row >= 0 ? row * 9 + 9 - column : -1;
}

export function readKif(text: string): ReadRecord {
  const record: ReadRecord = { start: null, moves: [], comments: {}, names: ['', ''], result: '' };
  let last = -1, side: Side = 0;
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line.startsWith('変化')) break;
    const field = /^([^：\s]+)：(.*)$/.exec(line);
    if (field && !/^\d/.test(line)) {
      const value = field[2].trim();
      if (/^(先手|下手)$/.test(field[1])) record.names[0] = value;
      if (/^(後手|上手)$/.test(field[1])) record.names[1] = value;
      if (field[1] === '手合割') {
        const name = kifHandicaps[value];
        if (name === undefined) throw new Error(`KIF: ${value}`);
        if (name) { record.start = handicaps.find(([n]) => n === name)?.[1] ?? null; side = 1; }
      }
      continue;
    }
    if (line.startsWith('*')) {
      const at = record.moves.length;
      record.comments[at] = (record.comments[at] ? record.comments[at] + '\n' : '') + line.slice(1);
      continue;
    }
    const step = /^\d+\s+(\S.*?)\s*(\(\s*\d+:[\d:/\s]*\).*)?$/.exec(line);
    if (!step) continue;
    const word = step[1].replace(/\s+/g, '');
    const end = Object.keys(kifEnds).find((name) => word.startsWith(name));
    if (end) { record.result = kifEnds[end](side); break; }
    const same = word.startsWith('同');
    const to = same ? last : kifSquare(word);
    let rest = word.slice(same ? 1 : 2);
    const piece = kifPieces.find(([name]) => rest.startsWith(name));
    if (to < 0 || !piece) throw new Error(`KIF: ${line}`);
    rest = rest.slice(piece[0].length);
    const from = /\((\d)(\d)\)/.exec(rest);
    if (from) {
      const square = (Number(from[2]) - 1) * 9 + 9 - Number(from[1]);
      record.moves.push(squareName(square) + squareName(to) + (/^成/.test(rest) ? '+' : ''));
    } else record.moves.push(`${piece[1]}*${squareName(to)}`);
    last = to;
    side = side === 0 ? 1 : 0;
  }
  return record;
}

export interface WriteRecord {
  start: string; /* SFEN */
  moves: string[];
  comments: string[]; /* before the first move and after each */
  names: [string, string];
  result: string;
}

export function writeKif(record: WriteRecord): string {
  const same = (sfen: string): boolean => sfen.split(' ').slice(0, 3).join(' ') === record.start.split(' ').slice(0, 3).join(' ');
  const handicap = handicaps.find(([, sfen]) => same(sfen));
  const name = Object.keys(kifHandicaps).find((key) => kifHandicaps[key] === (handicap?.[0] ?? ''));
  const out = ['# KIF, UTF-8', `手合割：${same(startSfen) || handicap ? name : 'その他'}`];
  out.push(`${handicap ? '下手' : '先手'}：${record.names[0]}`, `${handicap ? '上手' : '後手'}：${record.names[1]}`);
  out.push('手数----指手---------消費時間--');
  const note = (index: number): void => {
    for (const line of (record.comments[index] ?? '').split('\n')) if (line) out.push('*' + line);
  };
  note(0);
  let board = parseSfen(record.start), last = -1;
  record.moves.forEach((move, i) => {
    const { from, to, kind, promotes } = splitMove(move);
    const piece = from < 0 ? { kind, side: board.side, promoted: false } : board.squares[from];
    const where = to === last ? '同　' : squareKanji(to);
    const origin = from < 0 ? '打' : `${promotes ? '成' : ''}(${9 - (from % 9)}${Math.floor(from / 9) + 1})`;
    out.push(`${String(i + 1).padStart(4)} ${where}${piece ? longKanji[pieceCode(piece)] : '?'}${origin}`);
    note(i + 1);
    last = to;
    board = applyMove(board, move);
  });
  if (record.result) out.push(`${String(record.moves.length + 1).padStart(4)} ${record.result === '1/2' ? '千日手' : '投了'}`);
  return out.join('\n') + '\n';
}

const csaKinds = Object.fromEntries(Object.entries(csaOf).map(([code, name]) => [name, code]));

export function readCsa(text: string): ReadRecord {
  const record: ReadRecord = { start: null, moves: [], comments: {}, names: ['', ''], result: '' };
  let board = parseSfen(startSfen), custom: ShogiBoard | null = null;
  for (const raw of text.split(/\r?\n/).flatMap((line) => (line.startsWith("'") ? [line] : line.split(',')))) {
    const line = raw.trim();
    if (line.startsWith("'*")) {
      const at = record.moves.length;
      record.comments[at] = (record.comments[at] ? record.comments[at] + '\n' : '') + line.slice(2);
    } else if (/^N[+-]/.test(line)) record.names[line[1] === '+' ? 0 : 1] = line.slice(2);
    else if (/^PI/.test(line)) {
      custom = parseSfen(startSfen);
      for (const [, x, y] of line.slice(2).matchAll(/(\d)(\d)[A-Z]{2}/g)) custom.squares[(Number(y) - 1) * 9 + 9 - Number(x)] = null;
    } else if (/^P[1-9]/.test(line)) {
      custom ??= { squares: Array<Piece | null>(81).fill(null), hands: [{}, {}], side: 0, number: 1 };
      for (let x = 0; x < 9; x++) {
        const cell = raw.slice(2 + 3 * x, 5 + 3 * x), code = csaKinds[cell.slice(1)];
        if (code) custom.squares[(Number(line[1]) - 1) * 9 + x] =
          { kind: code.slice(-1), side: cell[0] === '+' ? 0 : 1, promoted: code.length > 1 };
      }
    } else if (/^P[+-]/.test(line)) {
      custom ??= { squares: Array<Piece | null>(81).fill(null), hands: [{}, {}], side: 0, number: 1 };
      const side: Side = line[1] === '+' ? 0 : 1;
      for (const [, x, y, name] of line.slice(2).matchAll(/(\d)(\d)([A-Z]{2})/g)) {
        const code = csaKinds[name];
        if (!code) continue;
        if (x === '0') custom.hands[side][code] = (custom.hands[side][code] ?? 0) + 1;
        else custom.squares[(Number(y) - 1) * 9 + 9 - Number(x)] = { kind: code.slice(-1), side, promoted: code.length > 1 };
      }
    } else if (/^[+-]$/.test(line)) {
      if (custom) custom.side = line === '+' ? 0 : 1;
      if (custom && formatSfen(custom) !== startSfen) {
        board = custom;
        record.start = formatSfen(custom);
      }
    } else if (/^[+-]\d{4}[A-Z]{2}/.test(line)) {
      const to = (Number(line[4]) - 1) * 9 + 9 - Number(line[3]), code = csaKinds[line.slice(5, 7)];
      if (!code) throw new Error(`CSA: ${line}`);
      let move: string;
      if (line.startsWith('00', 1)) move = `${code}*${squareName(to)}`;
      else {
        const from = (Number(line[2]) - 1) * 9 + 9 - Number(line[1]), piece = board.squares[from];
        move = squareName(from) + squareName(to) + (piece && !piece.promoted && code.length > 1 ? '+' : '');
      }
      record.moves.push(move);
      board = applyMove(board, move);
    } else if (/^%(TORYO|TSUMI|TIME_UP|ILLEGAL_MOVE)/.test(line)) record.result = board.side === 0 ? '0-1' : '1-0';
    else if (/^%KACHI/.test(line)) record.result = board.side === 0 ? '1-0' : '0-1';
    else if (/^%(SENNICHITE|JISHOGI|HIKIWAKE)/.test(line)) record.result = '1/2';
  }
  return record;
}

export function writeCsa(record: WriteRecord): string {
  const out = ['V2.2', `N+${record.names[0]}`, `N-${record.names[1]}`];
  let board = parseSfen(record.start);
  for (let y = 0; y < 9; y++) {
    let row = `P${y + 1}`;
    for (let x = 0; x < 9; x++) {
      const piece = board.squares[y * 9 + x];
      row += piece ? (piece.side === 0 ? '+' : '-') + csaOf[pieceCode(piece)] : ' * ';
    }
    out.push(row);
  }
  for (const side of [0, 1] as Side[]) {
    const hand = handKinds.flatMap((kind) => Array<string>(board.hands[side][kind] ?? 0).fill('00' + csaOf[kind]));
    if (hand.length > 0) out.push(`P${side === 0 ? '+' : '-'}${hand.join('')}`);
  }
  out.push(board.side === 0 ? '+' : '-');
  const note = (index: number): void => {
    for (const line of (record.comments[index] ?? '').split('\n')) if (line) out.push("'*" + line);
  };
  note(0);
  record.moves.forEach((move, i) => {
    const { from, to } = splitMove(move);
    const sign = board.side === 0 ? '+' : '-';
    board = applyMove(board, move);
    const piece = board.squares[to];
    const name = (s: number): string => (s < 0 ? '00' : `${9 - (s % 9)}${Math.floor(s / 9) + 1}`);
    out.push(sign + name(from) + name(to) + (piece ? csaOf[pieceCode(piece)] : ''));
    note(i + 1);
  });
  if (record.result) out.push(record.result === '1/2' ? '%SENNICHITE' : '%TORYO');
  return out.join('\n') + '\n';
}
