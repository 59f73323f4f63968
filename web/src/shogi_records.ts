/* Shogi records: KIF with its variations, CSA, and the position line of USI. */
import { RecordBuilder } from './record_tree';
import type { ReadRecord, RecordNode, WriteRecord } from './record_tree';
import { applyMove, csaOf, formatSfen, fullDigits, handKinds, handicaps, kanjiDigits, longKanji, parseSfen, pieceCode, splitMove, squareKanji, squareName, startSfen } from './shogi';
import type { Piece, ShogiBoard } from './shogi';
import type { Side } from './types';

/* ---- KIF ---- */

const kifPieces: [string, string][] = [
  ['成香', '+L'], ['成桂', '+N'], ['成銀', '+S'], ['歩', 'P'], ['香', 'L'], ['桂', 'N'], ['銀', 'S'], ['金', 'G'],
  ['角', 'B'], ['飛', 'R'], ['玉', 'K'], ['王', 'K'], ['と', '+P'], ['杏', '+L'], ['圭', '+N'], ['全', '+S'],
  ['馬', '+B'], ['竜', '+R'], ['龍', '+R'],
];
const diagramKanji: Record<string, string> = { ...longKanji, '+L': '杏', '+N': '圭', '+S': '全' };
const kifHandicaps: Record<string, string> = {
  平手: '', 香落ち: 'lance', 右香落ち: 'rightLance', 角落ち: 'bishop', 飛車落ち: 'rook', 飛香落ち: 'rookLance',
  二枚落ち: 'two', 四枚落ち: 'four', 六枚落ち: 'six', 八枚落ち: 'eight', 十枚落ち: 'ten',
};
const lost = (side: Side): string => (side === 0 ? '0-1' : '1-0');
const won = (side: Side): string => (side === 0 ? '1-0' : '0-1');
const kifEnds: Record<string, (side: Side) => string> = {
  投了: lost, 詰み: lost, 切れ負け: lost, 反則負け: lost, 反則勝ち: won, 入玉勝ち: won,
  千日手: () => '1/2', 持将棋: () => '1/2', 中断: () => '',
};
const counts = ['', '', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二', '十三', '十四', '十五', '十六', '十七', '十八'];

function kifSquare(text: string): number {
  const column = fullDigits.indexOf(text[0]) >= 0 ? fullDigits.indexOf(text[0]) + 1 : Number(text[0]);
  const row = kanjiDigits.indexOf(text[1]);
  return column >= 1 && row >= 0 ? row * 9 + 9 - column : -1;
}

/* The start of a KIF game: a handicap by its name, or a diagram. */
class KifStart {
  private board: ShogiBoard | null = null;
  private row = 0;
  sfen: string | null = null;

  private diagram(): ShogiBoard {
    return (this.board ??= { squares: Array<Piece | null>(81).fill(null), hands: [{}, {}], side: 0, number: 1 });
  }

  handicap(value: string): void {
    const name = kifHandicaps[value];
    if (name === undefined && value !== 'その他') throw new Error(`KIF: ${value}`);
    if (name) this.sfen = handicaps.find(([n]) => n === name)?.[1] ?? null;
  }

  hand(side: Side, value: string): void {
    for (const word of value.split(/\s+/)) {
      const piece = kifPieces.find(([name]) => word.startsWith(name));
      if (piece) this.diagram().hands[side][piece[1]] = Math.max(1, counts.indexOf(word.slice(piece[0].length)));
    }
  }

  /* '|v香v桂 ・ ...|一' */
  rank(line: string): void {
    const cells = [...line.slice(1, line.lastIndexOf('|')).matchAll(/([ v])(.)/g)];
    cells.slice(0, 9).forEach(([, mark, name], x) => {
      const piece = kifPieces.find(([kanji]) => kanji === name);
      if (piece) this.diagram().squares[this.row * 9 + x] = { kind: piece[1].slice(-1), side: mark === 'v' ? 1 : 0, promoted: piece[1].length > 1 };
    });
    if (this.row < 8) this.row++;
  }

  turn(side: Side): void {
    if (this.board) this.board.side = side;
  }

  get text(): string | null {
    return this.board && this.row > 0 ? formatSfen(this.board) : this.sfen;
  }
}

/* A field such as '先手：Aoi'. */
function kifField(record: ReadRecord, start: KifStart, name: string, value: string): void {
  const side: Side = /^(後手|上手)/.test(name) ? 1 : 0;
  if (/^(先手|下手|後手|上手)$/.test(name)) record.names[side] = value;
  else if (/の持駒$/.test(name)) start.hand(side, value);
  else if (name === '手合割') start.handicap(value);
}

function kifMove(word: string, last: number): { move: string; to: number } | null {
  const same = word.startsWith('同');
  const to = same ? last : kifSquare(word);
  const rest = word.slice(same ? 1 : 2), piece = kifPieces.find(([name]) => rest.startsWith(name));
  if (to < 0 || !piece) return null;
  const from = /\((\d)(\d)\)/.exec(rest);
  if (!from) return { move: `${piece[1]}*${squareName(to)}`, to };
  const square = (Number(from[2]) - 1) * 9 + 9 - Number(from[1]);
  return { move: squareName(square) + squareName(to) + (rest.slice(piece[0].length).startsWith('成') ? '+' : ''), to };
}

export function readKif(text: string): ReadRecord {
  const builder = new RecordBuilder(), { record } = builder, start = new KifStart();
  let main = true;
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    const branch = /^変化：\s*(\d+)手/.exec(line);
    const field = /^([^：\s]+)：(.*)$/.exec(line);
    if (branch) {
      builder.back(Number(branch[1]) - 1);
      main = false;
    } else if (line.startsWith('*')) builder.comment(line.slice(1));
    else if (line.startsWith('|')) start.rank(line);
    else if (/^(後手番|上手番)/.test(line)) start.turn(1);
    else if (field && !/^\d/.test(line)) kifField(record, start, field[1], field[2].trim());
    const step = /^\d+\s+(\S.*?)\s*(?:\(\s*(\d+):(\d+)[\d:/\s]*\).*)?$/.exec(line);
    if (!step) continue;
    const word = step[1].replace(/\s+/g, ''), end = Object.keys(kifEnds).find((name) => word.startsWith(name));
    const first = parseSfen(start.text ?? startSfen).side;
    if (end) {
      if (main) record.result = kifEnds[end](((first + builder.ply) % 2) as Side);
      continue;
    }
    const found = kifMove(word, builder.ply > 0 ? splitMove(builder.here.move).to : -1);
    if (!found) throw new Error(`KIF: ${line}`);
    builder.play(found.move, (Number(step[2] ?? 0) * 60 + Number(step[3] ?? 0)) * 1000);
  }
  record.start = start.text;
  return record;
}

function sameStart(a: string, b: string): boolean {
  return a.split(' ').slice(0, 3).join(' ') === b.split(' ').slice(0, 3).join(' ');
}

function writeDiagram(board: ShogiBoard): string[] {
  const hand = (side: Side): string =>
    handKinds.filter((kind) => (board.hands[side][kind] ?? 0) > 0).map((kind) => longKanji[kind] + counts[board.hands[side][kind]]).join('　') || 'なし';
  const out = [`後手の持駒：${hand(1)}`, '  ９ ８ ７ ６ ５ ４ ３ ２ １', '+---------------------------+'];
  for (let y = 0; y < 9; y++) {
    const cells = board.squares.slice(9 * y, 9 * y + 9).map((p) => (p ? (p.side === 1 ? 'v' : ' ') + diagramKanji[pieceCode(p)] : ' ・'));
    out.push(`|${cells.join('')}|${kanjiDigits[y]}`);
  }
  out.push('+---------------------------+', `先手の持駒：${hand(0)}`);
  if (board.side === 1) out.push('後手番');
  return out;
}

function kifTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return ms > 0 ? `   (${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, '0')}/)` : '';
}

export function writeKif(record: WriteRecord): string {
  const handicap = handicaps.find(([, sfen]) => sameStart(sfen, record.start));
  const name = Object.keys(kifHandicaps).find((key) => kifHandicaps[key] === (handicap?.[0] ?? ''));
  const known = sameStart(startSfen, record.start) || handicap;
  const out = ['# KIF, UTF-8', ...(known ? [`手合割：${name}`] : writeDiagram(parseSfen(record.start)))];
  out.push(`${handicap ? '下手' : '先手'}：${record.names[0]}`, `${handicap ? '上手' : '後手'}：${record.names[1]}`);
  out.push('手数----指手---------消費時間--');
  const note = (node: RecordNode): void => {
    for (const line of node.comment.split('\n')) if (line) out.push('*' + line);
  };
  note(record.root);
  /* A line is written to its end; then its branches, the last one first, as readers of KIF expect. */
  const write = (from: RecordNode, start: ShogiBoard, ply: number, previous: string, main: boolean): void => {
    const forks: [RecordNode, ShogiBoard, number, string][] = [];
    let board = start, last = previous;
    for (let node: RecordNode | undefined = from; node; ply++) {
      const { from: origin, to, kind, promotes } = splitMove(node.move);
      const piece = origin < 0 ? { kind, side: board.side, promoted: false } : board.squares[origin];
      const where = last && splitMove(last).to === to ? '同　' : squareKanji(to);
      const how = origin < 0 ? '打' : `${promotes ? '成' : ''}(${9 - (origin % 9)}${Math.floor(origin / 9) + 1})`;
      out.push(`${String(ply).padStart(4)} ${where}${piece ? longKanji[pieceCode(piece)] : '?'}${how}${kifTime(node.ms)}`);
      note(node);
      board = applyMove(board, node.move);
      last = node.move;
      for (const other of node.children.slice(1).reverse()) forks.push([other, board, ply + 1, last]);
      if (main && node.children.length === 0 && record.result) out.push(`${String(ply + 1).padStart(4)} ${record.result === '1/2' ? '千日手' : record.result === lost(board.side) ? '投了' : '反則勝ち'}`);
      node = node.children[0];
    }
    for (const [node, at, number, before] of forks.reverse()) {
      out.push('', `変化：${number}手`);
      write(node, at, number, before, false);
    }
  };
  const [first, ...others] = record.root.children, start = parseSfen(record.start);
  if (first) write(first, start, 1, '', true);
  for (const other of others) {
    out.push('', '変化：1手');
    write(other, start, 1, '', false);
  }
  return out.join('\n') + '\n';
}

/* ---- CSA ---- */

const csaKinds = Object.fromEntries(Object.entries(csaOf).map(([code, name]) => [name, code]));

function csaPlace(board: ShogiBoard, line: string): void {
  const emptied = /^PI/.test(line), side: Side = line[1] === '+' ? 0 : 1;
  for (const [, x, y, name] of line.slice(2).matchAll(/(\d)(\d)([A-Z]{2})/g)) {
    const code = csaKinds[name], square = (Number(y) - 1) * 9 + 9 - Number(x);
    if (emptied) board.squares[square] = null;
    else if (code && x === '0') board.hands[side][code] = (board.hands[side][code] ?? 0) + 1;
    else if (code) board.squares[square] = { kind: code.slice(-1), side, promoted: code.length > 1 };
  }
}

function csaRank(board: ShogiBoard, line: string): void {
  for (let x = 0; x < 9; x++) {
    const cell = line.slice(2 + 3 * x, 5 + 3 * x), code = csaKinds[cell.slice(1)];
    if (code) board.squares[(Number(line[1]) - 1) * 9 + x] = { kind: code.slice(-1), side: cell[0] === '+' ? 0 : 1, promoted: code.length > 1 };
  }
}

function csaMove(board: ShogiBoard, line: string): string {
  const to = (Number(line[4]) - 1) * 9 + 9 - Number(line[3]), code = csaKinds[line.slice(5, 7)];
  if (!code) throw new Error(`CSA: ${line}`);
  if (line.startsWith('00', 1)) return `${code}*${squareName(to)}`;
  const from = (Number(line[2]) - 1) * 9 + 9 - Number(line[1]), piece = board.squares[from];
  return squareName(from) + squareName(to) + (piece && !piece.promoted && code.length > 1 ? '+' : '');
}

export function readCsa(text: string): ReadRecord {
  const builder = new RecordBuilder(), { record } = builder;
  let board = parseSfen(startSfen), custom: ShogiBoard | null = null;
  const bare = (): ShogiBoard => (custom ??= { squares: Array<Piece | null>(81).fill(null), hands: [{}, {}], side: 0, number: 1 });
  for (const raw of text.split(/\r?\n/).flatMap((line) => (line.startsWith("'") ? [line] : line.split(',')))) {
    const line = raw.trim();
    if (line.startsWith("'*")) builder.comment(line.slice(2));
    else if (/^N[+-]/.test(line)) record.names[line[1] === '+' ? 0 : 1] = line.slice(2);
    else if (/^PI/.test(line)) csaPlace((custom = parseSfen(startSfen)), line);
    else if (/^P[1-9]/.test(line)) csaRank(bare(), raw);
    else if (/^P[+-]/.test(line)) csaPlace(bare(), line);
    else if (/^[+-]$/.test(line)) {
      if (custom) custom.side = line === '+' ? 0 : 1;
      if (custom && formatSfen(custom) !== startSfen) record.start = formatSfen((board = custom));
    } else if (/^[+-]\d{4}[A-Z]{2}/.test(line)) {
      const move = csaMove(board, line);
      builder.play(move);
      board = applyMove(board, move);
    } else if (/^T\d+/.test(line) && builder.ply > 0) builder.here.ms = Number(line.slice(1)) * 1000;
    else if (/^%(TORYO|TSUMI|TIME_UP|ILLEGAL_MOVE)/.test(line)) record.result = lost(board.side);
    else if (/^%KACHI/.test(line)) record.result = won(board.side);
    else if (/^%(SENNICHITE|JISHOGI|HIKIWAKE)/.test(line)) record.result = '1/2';
  }
  return record;
}

export function writeCsa(record: WriteRecord): string {
  const out = ['V2.2', `N+${record.names[0]}`, `N-${record.names[1]}`];
  let board = parseSfen(record.start);
  for (let y = 0; y < 9; y++) {
    const cells = board.squares.slice(9 * y, 9 * y + 9).map((piece) => (piece ? (piece.side === 0 ? '+' : '-') + csaOf[pieceCode(piece)] : ' * '));
    out.push(`P${y + 1}${cells.join('')}`);
  }
  for (const side of [0, 1] as Side[]) {
    const hand = handKinds.flatMap((kind) => Array<string>(board.hands[side][kind] ?? 0).fill('00' + csaOf[kind]));
    if (hand.length > 0) out.push(`P${side === 0 ? '+' : '-'}${hand.join('')}`);
  }
  out.push(board.side === 0 ? '+' : '-');
  const note = (node: RecordNode): void => {
    for (const line of node.comment.split('\n')) if (line) out.push("'*" + line);
  };
  note(record.root);
  const name = (s: number): string => (s < 0 ? '00' : `${9 - (s % 9)}${Math.floor(s / 9) + 1}`);
  for (const node of record.line) {
    const { from, to } = splitMove(node.move), sign = board.side === 0 ? '+' : '-';
    board = applyMove(board, node.move);
    const piece = board.squares[to];
    out.push(sign + name(from) + name(to) + (piece ? csaOf[pieceCode(piece)] : ''));
    if (node.ms > 0) out.push(`T${Math.round(node.ms / 1000)}`);
    note(node);
  }
  if (record.result) out.push(record.result === '1/2' ? '%SENNICHITE' : record.result === lost(board.side) ? '%TORYO' : '%KACHI');
  return out.join('\n') + '\n';
}

/* ---- USI ---- */

export function readUsi(text: string): ReadRecord {
  const builder = new RecordBuilder();
  const [head, moves] = text.trim().replace(/^position\s+/, '').split(/\s+moves\s*/);
  if (head !== 'startpos') builder.record.start = head.replace(/^sfen\s+/, '');
  for (const move of moves ? moves.trim().split(/\s+/) : []) builder.play(move);
  return builder.record;
}

export function writeUsi(record: WriteRecord): string {
  const moves = record.line.map((node) => node.move).join(' ');
  return `position sfen ${record.start}${moves ? ' moves ' + moves : ''}\n`;
}
