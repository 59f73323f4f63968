/* The connection to the engine: questions with answers, searches with reports, a new try when it breaks. */
import type { Channel, OpenChannel } from './channel';
import type { LevelEntry } from './levels';
import type { Saved } from './tree';
import type { BookMove, EngineOption, FileHead, Format, GameName, Kept, Limits, Line, Offers, Options, PositionAnswer, Result, SavedRow, Side } from './types';

type Message = { type: string; id?: number } & Record<string, unknown>;

export interface Search {
  id: number;
  result: Promise<Result>;
}

export class ServerError extends Error {
  constructor(
    public code: string,
    text: string,
  ) {
    super(text);
  }
}

/* A game between two people, as the server tells it (docs/PROTOCOL_WEB.md). */
export interface TableState {
  table: string;
  round: number;
  seat: -1 | Side;
  game: GameName;
  start: string | null;
  options: Options;
  moves: string[];
  used: number[];
  side: Side;
  names: [string, string];
  taken: [boolean, boolean];
  here: [boolean, boolean];
  watchers: number;
  draws: boolean;
  offers: Offers;
  result: string;
  reason: string;
  clock?: { main: number; increment: number; byoyomi: number; left: [number, number]; running: number; elapsed: number };
  secret?: string;
}

type Hooks = Pick<Waiting, 'onLine' | 'onStart' | 'onNote' | 'onBook'>;

interface Waiting {
  resolve: (message: never) => void;
  reject: (error: Error) => void;
  onLine?: (line: Line) => void;
  onStart?: () => void;
  onNote?: (text: string) => void;
  onBook?: (move: BookMove) => void;
}

/* A game of the program. */
export interface GameEntry {
  name: string;
  title: string;
  puzzles: number; /* how many there are */
  formats: Format[];
  levels: LevelEntry[];
}

/* What a file or a paste became. */
export interface ReadAnswer {
  kind: string;
  total: number;
  games: FileHead[];
  problem?: string;
  record: Saved;
}

export interface Place {
  game: GameName;
  start: string | null;
  options: Options;
  moves: string[];
}

export class Connection {
  private channel: Channel | null = null;
  private waiting = new Map<number, Waiting>();
  private nextId = 1;
  private delay = 250;
  games: GameEntry[] = [];
  version = '';
  tables = false; /* two people can play over this engine's place */
  module = false; /* the engine could run in this browser, too: the server has the module */

  engineOf: (game: GameName) => Record<string, string> = () => ({}); /* what the user has set */
  onTable: (state: TableState) => void = () => undefined;
  onTableClosed: (key: string) => void = () => undefined;

  constructor(private openChannel: OpenChannel, private onState: (online: boolean) => void) {
    this.open();
  }

  private open(): void {
    this.channel = this.openChannel({
      message: (text) => this.receive(JSON.parse(text) as Message),
      closed: () => this.closed(),
    });
  }

  private closed(): void {
    this.channel = null;
    for (const waiting of this.waiting.values()) waiting.reject(new ServerError('offline', 'offline'));
    this.waiting.clear();
    this.onState(false);
    setTimeout(() => this.open(), this.delay);
    this.delay = Math.min(this.delay * 2, 5000);
  }

  private receive(message: Message): void {
    if (message.type === 'hello') {
      this.delay = 250;
      this.games = message.games as GameEntry[];
      this.version = message.version as string;
      this.tables = message.tables === true;
      this.module = message.module === true;
      this.onState(true);
      return;
    }
    const waiting = this.waiting.get(message.id ?? 0);
    if (!waiting && message.type === 'table') this.onTable(message as unknown as TableState);
    if (message.type === 'table-closed') this.onTableClosed(message.table as string);
    if (!waiting) return;
    if (message.type === 'line') return waiting.onLine?.(message as unknown as Line);
    if (message.type === 'started') return waiting.onStart?.();
    if (message.type === 'book') return waiting.onBook?.(message as unknown as BookMove);
    if (message.type === 'note') return waiting.onNote?.(message.text as string);
    this.waiting.delete(message.id ?? 0);
    if (message.type === 'error') waiting.reject(new ServerError(message.code as string, message.text as string));
    else waiting.resolve(message as never);
  }

  private send(fields: Record<string, unknown>, hooks?: Hooks): Search {
    const id = this.nextId++;
    const result = new Promise<never>((resolve, reject) => {
      if (!this.channel?.open) return reject(new ServerError('offline', 'offline'));
      this.waiting.set(id, { resolve, reject, ...hooks });
      this.channel.send(JSON.stringify({ ...fields, id }));
    });
    return { id, result };
  }

  /* Questions about puzzles: 'puzzles', 'puzzle', 'try', 'solution'. */
  ask<Answer>(type: string, fields: Record<string, unknown>): Promise<Answer> {
    return this.send({ type, ...fields }).result as Promise<unknown> as Promise<Answer>;
  }

  position(place: Place, trace = false): Promise<PositionAnswer> {
    return this.send({ type: 'position', ...place, trace }).result as Promise<unknown> as Promise<PositionAnswer>;
  }

  go(place: Place, limits: Limits, onLine: (line: Line) => void, onStart?: () => void, onNote?: (text: string) => void, onBook?: (move: BookMove) => void): Search {
    return this.send({ type: 'go', ...place, limits, engine: this.engineOf(place.game) }, { onLine, onStart, onNote, onBook });
  }

  stop(): void {
    if (this.channel?.open) this.channel.send(JSON.stringify({ type: 'stop', id: 0 }));
  }

  /* What the page may set of the engine. */
  async options(game: GameName): Promise<EngineOption[]> {
    return ((await this.send({ type: 'options', game }).result) as unknown as { options: EngineOption[] }).options;
  }

  table(type: string, fields: Record<string, unknown>): Promise<TableState> {
    return this.send({ type, ...fields }).result as Promise<unknown> as Promise<TableState>;
  }

  /* `base`: the stamp of what the record was made from. A conflict: another page saved the game since. */
  async save(row: Partial<SavedRow>, base: number, record: unknown): Promise<{ updated: number; conflict?: boolean }> {
    return (await this.send({ type: 'save', ...row, base, record }).result) as unknown as { updated: number; conflict?: boolean };
  }

  /* A text, or a file in base64. */
  read(source: { text?: string; data?: string; name?: string }, index = 0): Promise<ReadAnswer> {
    return this.send({ type: 'read', ...source, index }).result as Promise<unknown> as Promise<ReadAnswer>;
  }

  async write(format: string, record: unknown): Promise<{ text?: string; data?: string }> {
    return (await this.send({ type: 'write', format, record }).result) as unknown as { text?: string; data?: string };
  }

  async load(key: string): Promise<SavedRow & { record: unknown }> {
    const answer = await this.send({ type: 'load', key }).result;
    return (answer as unknown as { saved: SavedRow & { record: unknown } }).saved;
  }

  list(query: string, game: string, offset: number): Promise<{ total: number; games: SavedRow[] }> {
    return this.send({ type: 'list', query, game, offset, limit: 50 }).result as Promise<unknown> as Promise<{
      total: number;
      games: SavedRow[];
    }>;
  }

  async remove(key: string): Promise<void> {
    await this.send({ type: 'delete', key }).result;
  }

  async keep(game: GameName, analyses: Kept[]): Promise<void> {
    await this.send({ type: 'keep', game, analyses }).result;
  }

  async recall(game: GameName, positions: string[]): Promise<Kept[]> {
    const answer = await this.send({ type: 'recall', game, positions }).result;
    return (answer as unknown as { analyses: Kept[] }).analyses;
  }
}
