/* An engine for one game: a position, searches as async iterators of reports. */
import { createYomi } from './index.js';
import type { HostOptions, Yomi } from './index.js';

export interface Position {
  start: string;
  position: string;
  side: 0 | 1;
  legal: string[];
  outcome: 'ongoing' | 'first' | 'second' | 'draw';
  reason: string;
  board: { width: number; height: number; cells: string[]; held: [Record<string, number>, Record<string, number>]; forbidden?: number[]; score?: number };
}

/* Where to search: a position in the game's notation (null: the start) and moves on top of it. */
export interface Place {
  start?: string | null;
  moves?: string[];
  /* Rules of the game: { Rule: 'renju' }. */
  options?: Record<string, string | number>;
}

export interface Limits {
  depth?: number;
  nodes?: number;
  movetime?: number; /* ms, as all times */
  time?: number;
  increment?: number;
  byoyomi?: number;
  movesToGo?: number;
  infinite?: boolean;
  mate?: number; /* plies; -1: of any length */
  multipv?: number;
  spread?: number;
}

/* A line that the search has found. Scores are hundredths, from the side to move. */
export interface Line {
  type: 'line';
  line: number;
  depth: number;
  seldepth: number;
  selectivity: number;
  score: number;
  win: number;
  bound: 'none' | 'upper' | 'lower' | 'exact';
  pv: string[];
  nodes: number;
  nps: number;
  time: number;
  hashfull: number;
}

export type Report = Line | { type: 'note'; text: string } | { type: 'book'; move: string; score: number; depth: number; games: number };

export interface Result {
  best: string;
  ponder: string;
  depth: number;
  score: number;
  win: number;
  pv: string[];
  nodes: number;
  time: number;
  stage: string;
  proof: 'none' | 'win' | 'no win';
}

type Message = { type: string; id: number } & Record<string, unknown>;

export class YomiError extends Error {
  constructor(readonly code: string, text: string) {
    super(text);
  }
}

/* A running search: `for await (const report of search)`, then `await search.result`. */
export class Search implements AsyncIterable<Report> {
  readonly result: Promise<Result>;
  private reports: Report[] = [];
  private found: Line | null = null; /* the last report of the best line */
  private wake: (() => void) | null = null;
  private ended = false;
  private settle!: { resolve: (result: Result) => void; reject: (error: Error) => void };

  constructor(private halt: () => void) {
    this.result = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
    this.result.catch(() => undefined); /* whoever iterates gets the error, too */
  }

  /* The result comes soon. Harmless when the search has ended. */
  stop(): void {
    if (!this.ended) this.halt();
  }

  /* For the engine. */
  hear(message: Message): boolean {
    if (message.type === 'line' || message.type === 'note' || message.type === 'book') {
      this.reports.push(message as unknown as Report);
      if (message.type === 'line' && message.line === 1) this.found = message as unknown as Line;
    } else if (message.type === 'result') {
      this.ended = true;
      this.settle.resolve(this.complete(message as unknown as Result));
    } else if (message.type === 'error') {
      this.ended = true;
      this.settle.reject(new YomiError(message.code as string, message.text as string));
    }
    this.wake?.();
    return this.ended;
  }

  /* Without threads a question puts a search aside, which begins again afterwards; stopped before it has found a move again, it
   * ends with what it had told before. */
  private complete(result: Result): Result {
    if (result.best || !this.found) return result;
    const { pv, depth, score, win } = this.found;
    return { ...result, best: pv[0] ?? '', pv, depth, score, win };
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Report> {
    for (;;) {
      const report = this.reports.shift();
      if (report) yield report;
      else if (this.ended) break;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
    await this.result;
  }
}

type Waiting = { hear: (message: Message) => boolean };

export class Engine {
  private waiting = new Map<number, Waiting>();
  private nextId = 1;
  private place: Required<Place> = { start: null, moves: [], options: {} };
  private stops: () => void;
  private settings: Record<string, string> = {};

  private constructor(readonly game: string, private yomi: Yomi, private own: boolean) {
    this.stops = yomi.onMessage((text) => this.receive(JSON.parse(text) as Message));
  }

  /* Loads the module and the game's weights. Several engines may share a `yomi`, one search at a time. */
  static async create(game: string, options: HostOptions & { yomi?: Yomi } = {}): Promise<Engine> {
    const yomi = options.yomi ?? (await createYomi(options));
    const engine = new Engine(game, yomi, !options.yomi);
    await yomi.loadWeights(game);
    await engine.position();
    return engine;
  }

  get threads(): number {
    return this.yomi.threads;
  }

  private receive(message: Message): void {
    const one = this.waiting.get(message.id);
    if (one?.hear(message)) this.waiting.delete(message.id);
  }

  private post(fields: Record<string, unknown>, hear: (message: Message) => boolean): void {
    const id = this.nextId++ * 2 + 1; /* never 0, which is nobody's */
    this.waiting.set(id, { hear });
    this.yomi.message(JSON.stringify({ ...fields, id }));
  }

  private ask(fields: Record<string, unknown>): Promise<Message> {
    return new Promise((resolve, reject) => {
      this.post(fields, (message) => {
        if (message.type === 'error') reject(new YomiError(message.code as string, message.text as string));
        else resolve(message);
        return true;
      });
    });
  }

  private asPlace(place: Place): Required<Place> {
    return { start: place.start ?? null, moves: place.moves ?? [], options: place.options ?? {} };
  }

  /* Checks the position and takes it; what is wrong is a YomiError, and the one before stays. */
  async setPosition(place: Place = {}): Promise<Position> {
    const wanted = this.asPlace(place);
    const answer = await this.ask({ type: 'position', game: this.game, ...wanted });
    this.place = wanted;
    return answer as unknown as Position;
  }

  /* The position as data: cells, legal moves, how the game stands. */
  async position(): Promise<Position> {
    return (await this.ask({ type: 'position', game: this.game, ...this.place })) as unknown as Position;
  }

  async play(move: string): Promise<Position> {
    return this.setPosition({ ...this.place, moves: [...this.place.moves, move] });
  }

  /* An option of the engine (Threads, Hash, ...) for the searches from now on. */
  setOption(name: string, value: string | number | boolean): void {
    this.settings[name] = String(value);
  }

  /* A new search ends the one before. Without any limit it goes on until stop(). */
  search(limits: Limits = { infinite: true }): Search {
    const search = new Search(() => this.yomi.message(JSON.stringify({ type: 'stop', id: 0 })));
    this.post({ type: 'go', game: this.game, ...this.place, limits, engine: this.settings }, (message) => search.hear(message));
    return search;
  }

  async close(): Promise<void> {
    this.stops();
    if (this.own) await this.yomi.close();
  }
}
