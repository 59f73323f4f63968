/* Saved games and analyses in the browser's own storage (IndexedDB): what the server keeps in its store, asked for and
 * answered by the same messages. An answer comes after the transaction has ended. */
import type { Kept, SavedRow } from './types';

type Message = Record<string, unknown> & { type: string; id?: number };
type Stored = SavedRow & { record: unknown };

const GAMES_MAX = 10_000;
const LIST_MAX = 200;
const RECORD_MAX = 1 << 20;
const handled = new Set(['save', 'load', 'list', 'delete', 'keep', 'recall']);

function fail(code: string, text: string): never {
  throw Object.assign(new Error(text), { code });
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('yomi', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('games', { keyPath: 'key' });
      request.result.createObjectStore('analyses', { keyPath: ['game', 'position'] });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('another page holds the storage'));
  });
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('the storage gave up'));
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');

/* A deeper analysis replaces another; a proven win stays. */
function isBetter(now: Kept, before: Kept | undefined): boolean {
  if (!before) return true;
  if (before.win !== 0) return now.win !== 0 && now.depth >= before.depth;
  return now.win !== 0 || now.depth >= before.depth;
}

export class BrowserStore {
  private database: Promise<IDBDatabase> | null = null;

  knows(type: string): boolean {
    return handled.has(type);
  }

  private async transaction(stores: string[], mode: IDBTransactionMode): Promise<IDBTransaction> {
    this.database ??= openDatabase();
    this.database.catch(() => (this.database = null));
    return (await this.database).transaction(stores, mode, { durability: 'strict' });
  }

  async answer(message: Message): Promise<Record<string, unknown>> {
    try {
      return { ...(await this.run(message)), id: message.id };
    } catch (error) {
      const { code, message: words } = error as Error & { code?: unknown };
      return { type: 'error', code: typeof code === 'string' ? code : 'io', text: `the browser's storage: ${words}`, id: message.id };
    }
  }

  private run(message: Message): Promise<Record<string, unknown>> {
    switch (message.type) {
      case 'save': return this.save(message);
      case 'load': return this.load(String(message.key));
      case 'list': return this.list(message);
      case 'delete': return this.remove(String(message.key));
      case 'keep': return this.keep(message);
      default: return this.recall(message);
    }
  }

  private async save(message: Message): Promise<Record<string, unknown>> {
    if (JSON.stringify(message.record ?? null).length > RECORD_MAX) fail('too large', 'a record has at most 1 MB');
    const transaction = await this.transaction(['games'], 'readwrite'), games = transaction.objectStore('games');
    const key = text(message.key) || crypto.randomUUID(), before = (await answerOf(games.get(key))) as Stored | undefined;
    if (before && typeof message.base === 'number' && message.base !== before.updated) {
      return { type: 'saved', key, updated: before.updated, conflict: true };
    }
    if (!before && (await answerOf(games.count())) >= GAMES_MAX) fail('too large', `at most ${GAMES_MAX} games are kept`);
    const now = Math.max(Date.now(), (before?.updated ?? 0) + 1);
    const stored: Stored = {
      key, game: text(message.game), title: text(message.title), first: text(message.first), second: text(message.second),
      result: text(message.result), plies: Number(message.plies) || 0, created: before?.created ?? now, updated: now, record: message.record,
    };
    games.put(stored);
    await endOf(transaction);
    return { type: 'saved', key, updated: now };
  }

  private async load(key: string): Promise<Record<string, unknown>> {
    const transaction = await this.transaction(['games'], 'readonly');
    const saved = (await answerOf(transaction.objectStore('games').get(key))) as Stored | undefined;
    return saved ? { type: 'loaded', saved } : fail('not found', 'there is no such game');
  }

  private async list(message: Message): Promise<Record<string, unknown>> {
    const transaction = await this.transaction(['games'], 'readonly');
    const query = text(message.query).toLowerCase(), game = text(message.game);
    const all = ((await answerOf(transaction.objectStore('games').getAll())) as Stored[])
      .filter((row) => (game === '' || row.game === game) && [row.title, row.first, row.second, row.result].some((field) => field.toLowerCase().includes(query)))
      .sort((a, b) => b.updated - a.updated);
    const offset = Number(message.offset) || 0, limit = Math.min(Number(message.limit) || 50, LIST_MAX);
    return { type: 'games', total: all.length, games: all.slice(offset, offset + limit).map(({ record: _record, ...row }) => row) };
  }

  private async remove(key: string): Promise<Record<string, unknown>> {
    const transaction = await this.transaction(['games'], 'readwrite'), games = transaction.objectStore('games');
    if ((await answerOf(games.count(key))) === 0) fail('not found', 'there is no such game');
    games.delete(key);
    await endOf(transaction);
    return { type: 'deleted', key };
  }

  private async keep(message: Message): Promise<Record<string, unknown>> {
    const transaction = await this.transaction(['analyses'], 'readwrite'), store = transaction.objectStore('analyses');
    const game = text(message.game), analyses = (message.analyses ?? []) as Kept[];
    for (const kept of analyses) {
      const before = (await answerOf(store.get([game, kept.position]))) as Kept | undefined;
      if (isBetter(kept, before)) store.put({ ...kept, game });
    }
    await endOf(transaction);
    return { type: 'kept', count: analyses.length };
  }

  private async recall(message: Message): Promise<Record<string, unknown>> {
    const transaction = await this.transaction(['analyses'], 'readonly'), store = transaction.objectStore('analyses');
    const game = text(message.game), found: Kept[] = [];
    for (const position of (message.positions ?? []) as string[]) {
      const kept = (await answerOf(store.get([game, position]))) as (Kept & { game: string }) | undefined;
      if (kept) found.push((({ game: _game, ...rest }) => rest)(kept));
    }
    return { type: 'recalled', analyses: found };
  }
}
