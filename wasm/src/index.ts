/* Yomi in a browser or in node: protocol lines in and out (createYomi), or an Engine with positions and searches. */
import { Host, readFile } from './host.js';
import type { FromWorker, HostOptions } from './host.js';
import { unpackWeights } from './weights.js';

export { whyOneThread } from './host.js';
export type { HostOptions } from './host.js';
export { unpackWeights } from './weights.js';
export { Engine, YomiError } from './engine.js';
export type { Limits, Line, Place, Position, Report, Result, Search } from './engine.js';

/* Without threads every line waits for the search before it, so those that a protocol lets end a search have to say so
 * when they are sent. */
const ASKS = /^(getoption|d|moves|isready)\b/;
const ENDS = /^(stop|yxstop|end|start|restart|rectstart|quit)\b/i;

/* A search ends long before; after that the worker is ended from outside. */
const CLOSE_MS = 3000;

/* The games whose weights are files of their own, and what a position or line of them looks like is their affair. */
export const WEIGHTS = ['shogi', 'othello'] as const;

export interface Yomi {
  /* The most threads of a search. */
  readonly threads: number;
  /* Why it is only one, in words for a person; "" when there is no reason to tell. */
  readonly why: string;
  /* A line of a protocol (USI, NBoard, GTP, Gomocup); the first one says which. */
  send(line: string): void;
  /* Whoever listens gets every line from now on. Returns what ends that. */
  listen(hear: (line: string) => void): () => void;
  /* The weights of a game ("shogi", "othello"): a file of data/, a gzip of it, or what comes with the package. */
  setWeights(game: string, bytes: Uint8Array): Promise<void>;
  /* The weights that lie beside the module. Does nothing when the game has some already, or needs none. */
  loadWeights(game: string): Promise<void>;
  /* A message of docs/PROTOCOL_WEB.md, as text, and its answers. */
  message(text: string): void;
  onMessage(hear: (text: string) => void): () => void;
  /* What `yomi bench GAME` prints; for the usual depth 0. */
  bench(game: string, depth?: number): Promise<string>;
  /* Errors and warnings that belong to nothing that was sent. */
  onError: (text: string) => void;
  /* Ends everything. */
  close(): Promise<void>;
}

type Hear = (text: string) => void;

class Session implements Yomi {
  private lines = new Set<Hear>();
  private messages = new Set<Hear>();
  private partial = ''; /* of a line that has not ended yet */
  private early: string[] = []; /* messages before anybody listened */
  private given = new Map<string, Promise<void>>();
  private waiting: { kind: FromWorker['kind']; resolve: (message: FromWorker) => void; reject: (error: Error) => void }[] = [];
  private speaksUsi: boolean | null = null;
  private host!: Host;
  onError: Hear = (text) => console.error(text);

  static async open(options: HostOptions): Promise<Session> {
    const session = new Session();
    session.host = await Host.open(options, (message) => session.receive(message));
    return session;
  }

  get threads(): number {
    return this.host.threads;
  }

  get why(): string {
    return this.host.why;
  }

  private receive(message: FromWorker): void {
    if (message.kind === 'lines') {
      const lines = (this.partial + message.text).split('\n');
      this.partial = lines.pop() as string;
      for (const line of lines) for (const hear of this.lines) hear(line);
    } else if (message.kind === 'message') {
      if (this.messages.size === 0) this.early.push(message.text);
      for (const hear of this.messages) hear(message.text);
    } else if (message.kind === 'log') {
      this.onError(message.text);
    } else if (message.kind === 'failed') {
      const first = this.waiting.shift();
      if (first) first.reject(new Error(message.text));
      else this.onError(message.text);
    } else {
      const index = this.waiting.findIndex((one) => one.kind === message.kind);
      if (index >= 0) (this.waiting.splice(index, 1)[0] as (typeof this.waiting)[0]).resolve(message);
    }
  }

  private ask(message: { kind: string } & Record<string, unknown>, answer: FromWorker['kind'], transfer: Transferable[] = []): Promise<FromWorker> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ kind: answer, resolve, reject });
      this.host.post(message, true, transfer);
    });
  }

  send(line: string): void {
    for (const text of line.split('\n')) {
      const trimmed = text.trim();
      if (trimmed === '') continue;
      this.speaksUsi ??= /^(usi|nboard)\b/.test(trimmed);
      this.host.post({ kind: 'line', text: trimmed }, this.speaksUsi ? !ASKS.test(trimmed) : ENDS.test(trimmed));
    }
  }

  listen(hear: Hear): () => void {
    this.lines.add(hear);
    return () => void this.lines.delete(hear);
  }

  message(text: string): void {
    const type = /"type"\s*:\s*"(\w+)"/.exec(text)?.[1];
    this.host.post({ kind: 'message', text }, type === 'stop' || type === 'go');
  }

  onMessage(hear: Hear): () => void {
    this.messages.add(hear);
    for (const text of this.early.splice(0)) hear(text);
    return () => void this.messages.delete(hear);
  }

  setWeights(game: string, bytes: Uint8Array): Promise<void> {
    const done = this.give(game, bytes);
    this.given.set(game, done);
    done.catch(() => this.given.delete(game));
    return done;
  }

  private async give(game: string, bytes: Uint8Array): Promise<void> {
    const plain = await unpackWeights(bytes);
    const answer = await this.ask({ kind: 'weights', game, bytes: plain }, 'given');
    if (answer.kind === 'given' && !answer.good) throw new Error(`the weights of ${game} could not be taken`);
  }

  loadWeights(game: string): Promise<void> {
    if (!(WEIGHTS as readonly string[]).includes(game)) return Promise.resolve();
    const before = this.given.get(game);
    if (before) return before;
    const url = new URL(`${game}.weights`, this.host.folder);
    const done = readFile(url).then((bytes) => this.give(game, bytes));
    this.given.set(game, done);
    done.catch(() => this.given.delete(game));
    return done;
  }

  async bench(game: string, depth = 0): Promise<string> {
    await this.loadWeights(game);
    const answer = await this.ask({ kind: 'bench', game, depth }, 'benched');
    if (answer.kind !== 'benched') return '';
    if (answer.code !== 0) throw new Error(`the bench of ${game} failed: ${answer.text}`);
    return answer.text;
  }

  async close(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
    await Promise.race([this.ask({ kind: 'close' }, 'closed').then(() => undefined, () => undefined), late]);
    clearTimeout(timer);
    this.host.end();
  }
}

/* Loads the module and its code. The weights come with loadWeights() or setWeights(), before a game is searched. */
export function createYomi(options: HostOptions = {}): Promise<Yomi> {
  return Session.open(options);
}

export default createYomi;
