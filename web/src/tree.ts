/* A game as a tree of moves: the main line is the first child of each node, other children are variations. */
import type { Clock, TimeControl } from './clock';
import type { Swap } from './openings';
import type { Evaluation, GameName, Options, PositionAnswer, Side } from './types';

export interface Node {
  id: number;
  parent: Node | null;
  children: Node[];
  move: string; /* '' at the root */
  ply: number;
  position: string;
  side: Side; /* to move */
  view: PositionAnswer | null; /* the server's answer, when it was asked */
  comment: string;
  bookmark: string;
  ms: number; /* used for the move; 0: not known */
  evaluation: Evaluation | null;
}

export interface Doc {
  key: string;
  updated: number; /* the store's stamp of what this was made from; 0: never saved */
  game: GameName;
  title: string;
  names: [string, string];
  result: string; /* '', '1-0', '0-1', '1/2' */
  reason: string;
  start: string | null;
  options: Options;
  root: Node;
  event: string;
  date: string;
  headers: string; /* lines of a file's head that only its format knows */
  tags: string;
  past: Saved[]; /* before each edit; the last one is undone first */
  future: Saved[]; /* what was undone */
  watched: Play | null; /* another tab plays it */
}

let nextId = 1;

export function newNode(parent: Node | null, move: string, position: string, side: Side): Node {
  return {
    id: nextId++,
    parent,
    children: [],
    move,
    ply: parent ? parent.ply + 1 : 0,
    position,
    side,
    view: null,
    comment: '',
    bookmark: '',
    ms: 0,
    evaluation: null,
  };
}

/* The page makes the keys, so that a game has an address before it is saved. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function newDoc(game: GameName, start: string | null, options: Options, root: Node): Doc {
  return { key: newKey(), updated: 0, game, title: '', names: ['', ''], result: '', reason: '', start, options, root, event: '', date: '', headers: '', tags: '', past: [], future: [], watched: null };
}

export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | null = node; at; at = at.parent) path.unshift(at);
  return path;
}

export function movesTo(node: Node): string[] {
  return pathTo(node)
    .slice(1)
    .map((n) => n.move);
}

/* The line through `node`: back to the root and on along first children. */
export function lineThrough(node: Node): Node[] {
  const line = pathTo(node);
  for (let at = node; at.children.length > 0; ) line.push((at = at.children[0]));
  return line;
}

export function mainLine(doc: Doc): Node[] {
  return lineThrough(doc.root);
}

export function allNodes(doc: Doc): Node[] {
  const nodes = [doc.root];
  for (let i = 0; i < nodes.length; i++) nodes.push(...nodes[i].children);
  return nodes;
}

export function removeNode(node: Node): void {
  if (!node.parent) return;
  node.parent.children = node.parent.children.filter((child) => child !== node);
}

export function promote(node: Node): void {
  for (let at: Node = node; at.parent; at = at.parent) {
    at.parent.children = [at, ...at.parent.children.filter((child) => child !== at)];
  }
}

interface FlatNode {
  p: number; /* index of the parent */
  m: string;
  s: string; /* position */
  t: Side;
  c?: string;
  b?: string;
  e?: [number, number, number, string];
  u?: number;
}

/* What a game that is being played needs to go on. */
export interface Play {
  engines: [boolean, boolean];
  levels: [number, number];
  time: TimeControl;
  clock: Clock | null;
  swap: Swap | null;
  ply: number; /* where the game stands, on the main line */
}

export interface Saved {
  format: 1;
  game: GameName;
  start: string | null;
  options: Options;
  result: string;
  reason: string;
  names: [string, string];
  title: string;
  at: number; /* index of the node last looked at */
  nodes: FlatNode[];
  event?: string;
  date?: string;
  headers?: string;
  tags?: string;
  play?: Play;
  past?: Saved[];
}

export function flatten(doc: Doc, at: Node, play: Play | undefined): Saved {
  const nodes: FlatNode[] = [];
  let where = 0;
  const stack: [Node, number][] = [[doc.root, -1]];
  while (stack.length > 0) {
    const [node, parent] = stack.pop() as [Node, number];
    const index = nodes.length;
    if (node === at) where = index;
    const flat: FlatNode = { p: parent, m: node.move, s: node.position, t: node.side };
    if (node.comment) flat.c = node.comment;
    if (node.bookmark) flat.b = node.bookmark;
    const e = node.evaluation;
    if (e) flat.e = [e.score, e.win, e.depth, e.best];
    if (node.ms > 0) flat.u = Math.round(node.ms);
    nodes.push(flat);
    for (let i = node.children.length - 1; i >= 0; i--) stack.push([node.children[i], index]);
  }
  const { game, start, options, result, reason, names, title, event, date, headers, tags } = doc;
  return { format: 1, game, start, options, result, reason, names: [...names], title, event, date, headers, tags, at: where, nodes, ...(play ? { play: structuredClone(play) } : {}) };
}

export function unflatten(saved: Saved, key: string): { doc: Doc; at: Node } {
  if (saved.format !== 1 || !Array.isArray(saved.nodes) || saved.nodes.length === 0) throw new Error('not a saved game');
  const nodes: Node[] = [];
  for (const flat of saved.nodes) {
    const parent = flat.p >= 0 ? nodes[flat.p] : null;
    const node = newNode(parent, flat.m, flat.s, flat.t);
    node.comment = flat.c ?? '';
    node.bookmark = flat.b ?? '';
    node.ms = flat.u ?? 0;
    if (flat.e) node.evaluation = { score: flat.e[0], win: flat.e[1], depth: flat.e[2], best: flat.e[3], pv: [] };
    parent?.children.push(node);
    nodes.push(node);
  }
  const doc = newDoc(saved.game, saved.start, saved.options ?? {}, nodes[0]);
  if (key) doc.key = key;
  Object.assign(doc, { title: saved.title ?? '', names: saved.names, result: saved.result, reason: saved.reason, event: saved.event ?? '', date: saved.date ?? '', headers: saved.headers ?? '', tags: saved.tags ?? '', past: saved.past ?? [] });
  return { doc, at: nodes[saved.at] ?? nodes[0] };
}

/* Puts every move of another tree of the same game into this one; the own order stays, what is new comes behind. */
export function mergeTree(into: Node, from: Node): void {
  const stack: [Node, Node][] = [[into, from]];
  while (stack.length > 0) {
    const [own, other] = stack.pop() as [Node, Node];
    if (other.comment && !own.comment.includes(other.comment)) own.comment = own.comment ? `${own.comment}\n${other.comment}` : other.comment;
    own.bookmark ||= other.bookmark;
    own.evaluation ??= other.evaluation;
    for (const child of other.children) {
      let same = own.children.find((known) => known.move === child.move);
      if (!same) {
        same = newNode(own, child.move, child.position, child.side);
        same.ms = child.ms;
        own.children.push(same);
      }
      stack.push([same, child]);
    }
  }
}

/* The node that the same moves lead to, or the last one on the way that is there. */
export function nodeAt(root: Node, moves: string[]): Node {
  let node = root;
  for (const move of moves) {
    const next = node.children.find((child) => child.move === move);
    if (!next) break;
    node = next;
  }
  return node;
}
