/* A game record between a file and the page: a tree of moves with comments and times, whatever the format. */
export interface RecordNode {
  move: string; /* '' at the root */
  comment: string;
  ms: number; /* used for the move; 0: not told */
  children: RecordNode[];
}

export interface ReadRecord {
  start: string | null;
  root: RecordNode;
  names: [string, string];
  result: string; /* '', '1-0', '0-1', '1/2' */
}

export interface WriteRecord {
  start: string;
  root: RecordNode;
  line: RecordNode[]; /* the line on the screen, without the root */
  names: [string, string];
  result: string;
}

const depthMax = 1024, nodesMax = 20_000;

/* Grows a tree move by move; `path` leads from the root to where the next move goes. */
export class RecordBuilder {
  record: ReadRecord = { start: null, root: { move: '', comment: '', ms: 0, children: [] }, names: ['', ''], result: '' };
  path: RecordNode[] = [this.record.root];
  private count = 0;

  get ply(): number {
    return this.path.length - 1;
  }

  get here(): RecordNode {
    return this.path[this.path.length - 1];
  }

  play(move: string, ms = 0): void {
    if (this.ply >= depthMax || ++this.count > nodesMax) throw new Error(`> ${depthMax}`);
    let next = this.here.children.find((child) => child.move === move);
    if (!next) this.here.children.push((next = { move, comment: '', ms, children: [] }));
    this.path.push(next);
  }

  back(ply: number): void {
    if (ply < this.ply) this.path.length = Math.max(1, ply + 1);
  }

  comment(text: string): void {
    this.here.comment += (this.here.comment ? '\n' : '') + text;
  }
}

/* Every line from the root to a leaf, the main line first. */
export function allLines(root: RecordNode): RecordNode[][] {
  const lines: RecordNode[][] = [], stack: RecordNode[][] = [[root]];
  while (stack.length > 0) {
    const path = stack.pop() as RecordNode[], { children } = path[path.length - 1];
    if (children.length === 0) lines.push(path.slice(1));
    for (let i = children.length - 1; i >= 0; i--) stack.push([...path, children[i]]);
  }
  return lines;
}
