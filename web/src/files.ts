/* Games that come and go: each game of the page has its own table, which waits while another is looked at; saving,
 * loading, the list of saved games, records, links, and other tabs of the browser.
 *
 * A game has a key from its beginning. A save names the stamp of what it was made from; when another tab has saved the
 * game since, both trees are put together and saved again, so that nobody's moves are lost. */
import { settle, wake } from './clock';
import type { Controller } from './controller';
import { leaveField } from './fields';
import { games } from './games';
import { carryingRoute, parseRoute } from './routes';
import type { Route } from './routes';
import { ServerError } from './socket';
import { clearedTable, recall, remember, storage, tableOf } from './state';
import type { Table } from './state';
import { flatten, lineThrough, mainLine, mergeTree, movesTo, newDoc, newNode, nodeAt, unflatten } from './tree';
import type { Doc, Node, Play, Saved } from './tree';
import type { GameName, SavedRow, Side } from './types';

const tablesMost = 30, pastSaved = 10, pastBytes = 300_000, fileBytes = 700_000, folderFiles = 2000;

type Source = { text?: string; data?: string; name?: string };
type Call = { type: 'open' | 'playing' | 'saved'; key: string; tab: string; updated?: number };

export class Files {
  private tables = new Map<string, { table: Table; left: number }>(); /* by key, the oldest first */
  private saveTimer = 0;
  private changes = 0; /* an answer to an earlier save says nothing about what was changed since */
  private saving: Promise<void> = Promise.resolve();
  private readonly tab = Math.random().toString(36).slice(2);
  private readonly channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('yomi');

  constructor(private controller: Controller) {
    if (this.channel) this.channel.onmessage = (event: MessageEvent<Call>) => this.heard(event.data);
    window.addEventListener('popstate', () => void this.goToAddress());
  }

  private get state() {
    return this.controller.state;
  }

  /* ---- addresses and tables ---- */

  /* What the address says, otherwise what this tab showed last, otherwise what any tab did, otherwise a new game. */
  async begin(): Promise<void> {
    const route = parseRoute(location.hash);
    if (route?.game === 'with') {
      try {
        return await this.controller.network.open(route.key);
      } catch (error) {
        this.controller.report(error);
      }
    }
    const game = route?.game ?? recall<string>('yomi.tab', '', storage('session')) ?? '';
    const known = games.some((view) => view.name === game) ? game : recall<string>('yomi.last', '');
    await this.open(route && games.some((view) => view.name === route.game) ? route : { game: known || this.firstGame(), key: '', at: null, carried: null }, 'replace');
  }

  private firstGame(): GameName {
    return games.find((view) => this.state.built.includes(view.name))?.name ?? games[0].name;
  }

  private keyOf(game: GameName): string {
    return recall<Record<string, string>>('yomi.keys', {}, storage('session'))[game] ?? recall<Record<string, string>>('yomi.keys', {})[game] ?? '';
  }

  /* The Back and Forward buttons of the browser. */
  private async goToAddress(): Promise<void> {
    const route = parseRoute(location.hash);
    if (route?.game === 'with') {
      if (route.key !== this.state.net?.key) await this.controller.network.open(route.key).catch((error) => this.controller.report(error));
      return;
    }
    if (!route || (route.key && route.key === this.state.doc?.key && route.at === null)) return;
    await this.open(route, 'none').catch((error) => this.controller.report(error));
  }

  /* Another game of the page; the one on the table waits. */
  async switchTo(game: GameName): Promise<void> {
    if (this.state.doc?.game === game) return;
    await this.open({ game, key: '', at: null, carried: null }, 'push').catch((error) => this.controller.report(error));
  }

  private async open(route: Route, how: 'push' | 'replace' | 'none'): Promise<void> {
    const { controller } = this;
    if (route.carried) {
      try {
        return await this.openCarried(route);
      } catch (error) {
        controller.report(error);
        if (this.state.doc) return; /* otherwise something has to come on the table */
      }
    }
    const key = route.key || this.keyOf(route.game), kept = this.tables.get(key);
    if (key && key === this.state.doc?.key) {
      if (route.at !== null) controller.goTo(mainLine(this.state.doc)[route.at]);
      return;
    }
    if (kept) return this.takeUp(kept, how);
    if (key) {
      try {
        return await this.load(key, how, route.at);
      } catch (error) {
        const deleted = error instanceof ServerError && error.code === 'not found';
        if (!deleted) controller.report(error);
      }
    }
    const time = { ...this.state.time, kind: 'level' as const }, view = games.find((entry) => entry.name === route.game) ?? games[0];
    await controller.player.newGame({ game: view.name, engines: [false, true], levels: this.state.levels, time, ...view.startChoice });
  }

  /* What is on the table goes aside. A clock that runs stands still meanwhile. */
  putAway(): void {
    leaveField();
    const { controller } = this, { doc, clock, playing } = this.state;
    controller.stopSearch();
    if (!doc) return;
    if (playing && clock && !this.state.net) settle(clock);
    if (playing && !doc.result && mainLine(doc).length > 1) controller.notify(controller.t('waits'));
    if (!this.state.saved) void this.save();
    this.tables.delete(doc.key);
    this.tables.set(doc.key, { table: tableOf(this.state), left: Date.now() });
    if (this.tables.size > tablesMost) this.tables.delete(this.tables.keys().next().value as string);
  }

  private async takeUp(kept: { table: Table; left: number }, how: 'push' | 'replace' | 'none'): Promise<void> {
    const { controller } = this, { table, left } = kept;
    this.putAway();
    if (table.clock && !table.net) table.clock.since += Date.now() - left;
    controller.set({ ...table, lines: [], linesFor: null, threats: [], preview: null, dialog: null, progress: null, saved: true });
    this.entered(how);
    await controller.show(table.node as Node);
    await controller.network.rejoin();
    controller.player.goOn().catch((error) => controller.report(error));
  }

  /* A game has come to the table: the address, what is opened next time, and other tabs are told. */
  entered(how: 'push' | 'replace' | 'none' = 'push'): void {
    const { doc } = this.state;
    if (!doc) return;
    const { net } = this.state, hash = net ? `#with/${net.key}` : `#${doc.game}/${doc.key}`;
    if (how === 'replace' || !history.state) history.replaceState({ key: doc.key }, '', hash);
    else if (how === 'push' && location.hash !== hash) history.pushState({ key: doc.key }, '', hash);
    remember('yomi.tab', doc.game, storage('session'));
    remember('yomi.last', doc.game);
    for (const where of [storage('session'), storage('local')]) remember('yomi.keys', { ...recall('yomi.keys', {}, where), [doc.game]: doc.key }, where);
    this.call('open');
  }

  /* ---- other tabs ---- */

  private call(type: Call['type'], updated?: number): void {
    const { doc } = this.state;
    if (doc) this.channel?.postMessage({ type, key: doc.key, tab: this.tab, updated } satisfies Call);
  }

  private heard(call: Call): void {
    const { controller } = this, { doc, playing } = this.state;
    if (!doc || call.key !== doc.key || call.tab === this.tab) return;
    if (call.type === 'open' && playing && !doc.result) this.call('playing');
    if (call.type === 'playing' && playing && !this.state.net) { /* two tabs must not both answer for the engine */
      doc.watched = this.playState() ?? null;
      controller.stopSearch();
      controller.set({ playing: false, clock: null, swap: null });
      controller.notify(controller.t('openElsewhere'));
    }
    if (call.type === 'saved' && (call.updated ?? 0) > doc.updated && this.state.saved) void this.follow(doc);
  }

  /* Another tab has saved the game: this one shows it as it is now. */
  private async follow(doc: Doc): Promise<void> {
    const { controller } = this;
    try {
      const row = await controller.connection.load(doc.key), { doc: other } = unflatten(row.record as Saved, doc.key);
      leaveField(); /* a comment that is being typed: then the games are put together instead */
      const { node } = this.state;
      if (this.state.doc !== doc || !this.state.saved || this.state.playing || !node) return;
      const atEnd = node.children.length === 0, moves = movesTo(node);
      doc.watched = (row.record as Saved).play ?? null;
      Object.assign(doc, { root: other.root, result: other.result, reason: other.reason, names: other.names, title: other.title, updated: row.updated });
      await controller.show(atEnd ? lineThrough(nodeAt(doc.root, moves)).at(-1) as Node : nodeAt(doc.root, moves));
    } catch {
      /* deleted, or no connection: there is nothing to follow */
    }
  }

  /* ---- saving ---- */

  /* Something changed: save it soon. */
  touch(): void {
    this.changes++;
    this.controller.set({ saved: false });
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => void this.save(), 150) as unknown as number;
  }

  private playState(): Play | undefined {
    const { playing, engines, levels, time, clock, swap, live, doc, net } = this.state;
    if (net) return undefined; /* the server has it */
    return playing ? { engines, levels, time, clock, swap, ply: live?.ply ?? 0 } : doc?.watched ?? undefined;
  }

  save(loud = false): Promise<void> {
    clearTimeout(this.saveTimer);
    const { doc, node } = this.state;
    if (!doc || !node) return this.saving;
    const record = this.recordOf(doc, node, this.playState()), { changes } = this;
    this.saving = this.saving.then(() => this.saveNow(doc, record, loud, changes));
    return this.saving;
  }

  /* With the last steps of undo, so that they are there after a reload; older ones go when there is no room. */
  private recordOf(doc: Doc, node: Node, play: Play | undefined): Saved {
    const record = flatten(doc, node, play), past = doc.past.slice(-pastSaved);
    while (past.length > 0 && JSON.stringify(past).length > pastBytes) past.shift();
    return past.length > 0 ? { ...record, past } : record;
  }

  private rowOf(doc: Doc): Partial<SavedRow> {
    const tags = doc.tags.split(/\s+/).filter(Boolean).map((tag) => ` #${tag.replace(/^#/, '')}`).join('');
    return { key: doc.key, game: doc.game, title: `${doc.title.slice(0, 60)}${tags.slice(0, 60)}`, first: doc.names[0].slice(0, 60), second: doc.names[1].slice(0, 60), result: doc.result, plies: mainLine(doc).length - 1 };
  }

  private async saveNow(doc: Doc, record: Saved, loud: boolean, changes: number): Promise<void> {
    const { controller } = this;
    try {
      const answer = await controller.connection.save(this.rowOf(doc), doc.updated, record);
      if (answer.conflict) return await this.join(doc);
      doc.updated = answer.updated;
      if (this.state.doc === doc) {
        controller.set({ saved: changes === this.changes });
        this.call('saved', answer.updated);
      }
      if (loud) controller.notify(controller.t('saved'));
    } catch (error) {
      controller.report(error);
    }
  }

  /* Somebody else saved the game: both trees together. */
  private async join(doc: Doc): Promise<void> {
    const { controller } = this, row = await controller.connection.load(doc.key);
    const { doc: other } = unflatten(row.record as Saved, doc.key);
    mergeTree(doc.root, other.root);
    doc.updated = row.updated;
    doc.result ||= other.result;
    doc.reason ||= other.reason;
    controller.notify(controller.t('merged'));
    const node = this.state.doc === doc ? this.state.node : null, { changes } = this;
    await this.saveNow(doc, this.recordOf(doc, node ?? doc.root, this.state.doc === doc ? this.playState() : undefined), false, changes);
    controller.set({});
  }

  /* ---- loading ---- */

  /* A saved game. One that was being played goes on; one that is over stays so. */
  async load(key: string, how: 'push' | 'replace' | 'none' = 'push', ply: number | null = null): Promise<void> {
    const { controller } = this, row = await controller.connection.load(key), record = row.record as Saved;
    const { doc, at } = unflatten(record, key), { play } = record, same = this.keyOf(doc.game) === key;
    doc.updated = row.updated;
    this.putAway();
    controller.set({ ...clearedTable(), doc, node: at, dialog: null, progress: null, saved: true });
    if (play && !doc.result) {
      const clock = play.clock && wake({ ...play.clock, fallen: play.clock.fallen ?? null }, same ? recall('yomi.seen', play.clock.since) : play.clock.since);
      const { engines, levels, time, swap } = play;
      controller.set({ engines, levels, time, swap, clock, playing: true, live: mainLine(doc)[play.ply] ?? doc.root, flipped: controller.player.facing(doc.game, engines) });
    } else controller.set({ engines: [false, false] });
    this.entered(how);
    await controller.show(ply !== null ? mainLine(doc)[ply] ?? at : at);
    await controller.analyser.recall(doc);
    controller.player.goOn().catch((error) => controller.report(error));
  }

  loadSaved(key: string): void {
    const kept = this.tables.get(key), { controller } = this;
    if (key === this.state.doc?.key) return controller.set({ dialog: null });
    (kept ? this.takeUp(kept, 'push') : this.load(key)).catch((error) => controller.report(error));
  }

  /* The game on the table once more, to look at while the other is played. */
  async openCopy(): Promise<void> {
    const { doc, node } = this.state;
    if (!doc || !node) return;
    const record = flatten(doc, node, undefined);
    await this.openRecord({ ...record, result: '', reason: '' });
  }

  private async openRecord(record: Saved): Promise<void> {
    const { controller } = this, { doc, at } = unflatten(record, '');
    doc.title ||= doc.names.some(Boolean) ? doc.names.join(' – ').slice(0, 60) : controller.t('untitled', controller.say(games.find((view) => view.name === doc.game)?.title ?? games[0].title));
    this.putAway();
    controller.set({ ...clearedTable(), doc, node: at, engines: [false, false], dialog: null, file: null, progress: null });
    this.entered();
    await controller.show(at);
    await controller.analyser.recall(doc);
    this.touch();
  }

  /* ---- the list of saved games ---- */

  /* With `more`, the next ones after those that are shown. A game that is about to be saved is in it. */
  async openLibrary(query = '', game = '', more = false): Promise<void> {
    try {
      if (!this.state.saved) await this.save();
      const before = more ? this.state.library?.games ?? [] : [];
      const { total, games: rows } = await this.controller.connection.list(query, game, before.length);
      this.controller.set({ dialog: 'library', library: { total, games: [...before, ...rows] } });
    } catch (error) {
      this.controller.report(error);
    }
  }

  /* Deletes, and keeps what was deleted until the notice has gone. */
  async remove(keys: string[], query: string, game: string): Promise<void> {
    const { controller } = this, gone: (SavedRow & { record: unknown })[] = [];
    for (const key of keys) {
      try {
        gone.push(await controller.connection.load(key));
      } catch {
        /* damaged: it can be deleted, but not brought back */
      }
      await controller.connection.remove(key).catch((error) => controller.report(error));
      this.tables.delete(key);
      if (this.state.doc?.key === key) {
        clearTimeout(this.saveTimer); /* it comes back with the next move only */
        this.state.doc.updated = 0;
        controller.set({ saved: true });
      }
    }
    const back = async (): Promise<void> => {
      for (const { record, created: _c, updated: _u, ...row } of gone) await controller.connection.save(row, 0, record).catch((error) => controller.report(error));
      controller.set({ notice: '', noticeUndo: null });
      if (this.state.dialog === 'library') await this.openLibrary(query, game);
    };
    controller.notify(controller.t('undoDelete', keys.length), gone.length > 0 ? () => void back() : null);
    await this.openLibrary(query, game);
  }

  /* ---- records ---- */

  async openText(text: string): Promise<boolean> {
    return this.openSource({ text });
  }

  async openFiles(files: File[]): Promise<boolean> {
    if (files.length > 1) return this.openMany(files);
    return files.length === 1 && this.openSource(await this.sourceOf(files[0]));
  }

  private async openSource(source: Source): Promise<boolean> {
    const { controller } = this;
    try {
      const answer = await controller.connection.read(source);
      if (answer.problem) controller.notify(controller.t('problemIn', answer.problem));
      if (answer.total > 1) {
        controller.set({ dialog: 'open', file: { source, games: answer.games, total: answer.total } });
        return true;
      }
      await this.openRecord(answer.record);
      return true;
    } catch (error) {
      controller.notify(controller.t('unreadable', controller.problem(error)));
      return false;
    }
  }

  /* One of several games in a file. */
  async openFrom(source: Source, index: number): Promise<void> {
    try {
      await this.openRecord((await this.controller.connection.read(source, index)).record);
    } catch (error) {
      this.controller.notify(this.controller.t('unreadable', this.controller.problem(error)));
    }
  }

  /* Every game of a file goes into the list, where they are chosen. */
  async saveAllOf(source: Source, total: number): Promise<void> {
    const keys: string[] = [];
    await this.keepAll(source, total, keys);
    await this.showNew(keys);
  }

  private async keepAll(source: Source, total: number, keys: string[]): Promise<void> {
    const { controller } = this;
    for (let index = 0; index < total; index++) {
      if (total > 1) controller.set({ progress: { done: index, total } });
      try {
        const { doc, at } = unflatten((await controller.connection.read(source, index)).record, '');
        doc.title = doc.names.some(Boolean) ? doc.names.join(' – ').slice(0, 60) : `${source.name ?? ''} ${total > 1 ? index + 1 : ''}`.trim();
        await controller.connection.save(this.rowOf(doc), 0, flatten(doc, at, undefined));
        keys.push(doc.key);
      } catch (error) {
        controller.report(error);
      }
    }
  }

  private async showNew(keys: string[]): Promise<void> {
    this.controller.set({ progress: null, file: null, arrived: keys });
    await this.openLibrary();
  }

  /* The files of a folder: what is no record is told, at the end and at once. */
  private async openMany(files: File[]): Promise<boolean> {
    const { controller } = this, keys: string[] = [], bad: string[] = [];
    for (const [index, file] of files.entries()) {
      controller.set({ progress: { done: index, total: files.length } });
      try {
        const source = await this.sourceOf(file), { total } = await controller.connection.read(source);
        await this.keepAll(source, total, keys);
      } catch (error) {
        bad.push(`${file.name}: ${controller.problem(error)}`);
      }
    }
    await this.showNew(keys);
    if (bad.length > 0) controller.notify(controller.t('unreadable', bad.length > 1 ? `${bad[0]} (+ ${bad.length - 1})` : bad[0]));
    return true;
  }

  /* Files go as bytes: what encoding and format they have, the program finds out. */
  private async sourceOf(file: File): Promise<Source> {
    if (file.size > fileBytes) this.controller.notify(this.controller.t('onlyBegin', file.name, Math.round(fileBytes / 1000)));
    const bytes = new Uint8Array(await file.slice(0, fileBytes).arrayBuffer());
    let text = '';
    for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
    return { data: btoa(text), name: file.name };
  }

  writeRecord(format: string): Promise<{ text?: string; data?: string }> {
    const { doc, node } = this.state;
    return this.controller.connection.write(format, flatten(doc as Doc, node as Node, undefined));
  }

  /* Several saved games as one text. */
  async writeMany(keys: string[], format: string): Promise<string> {
    const texts: string[] = [];
    for (const key of keys) {
      const row = await this.controller.connection.load(key);
      texts.push((await this.controller.connection.write(format, row.record)).text ?? '');
    }
    return texts.join(format === 'csa' ? '/\n' : '\n');
  }

  /* A line behind a node, as a variation; the node at its end is shown. */
  addLine(from: Node, moves: string[], trace: { position: string; side: Side }[]): void {
    const { controller } = this;
    let node = from;
    const grow = (): void => moves.forEach((move, i) => {
      const state = trace[from.ply + i + 1];
      let child = node.children.find((known) => known.move === move);
      if (!child && state) node.children.push((child = newNode(node, move, state.position, state.side)));
      if (child) node = child;
    });
    const there = nodeAt(from, moves);
    if (there.ply === from.ply + moves.length) node = there;
    else controller.edit(grow);
    controller.show(node).catch((error) => controller.report(error));
  }

  /* ---- positions and links ---- */

  private async openCarried(route: Route): Promise<void> {
    const { controller } = this, { start, moves, options } = route.carried ?? { start: null, moves: [], options: {} };
    const place = { game: route.game, start, options, moves }, answer = await controller.connection.position(place, true);
    await this.openTrace(place.game, answer.start, options, moves, answer.trace ?? [], route.at);
  }

  /* A position that was set up, to look at. */
  async openPosition(game: GameName, start: string): Promise<void> {
    const answer = await this.controller.connection.position({ game, start, options: {}, moves: [] }, true);
    await this.openTrace(game, answer.start, {}, [], answer.trace ?? [], 0);
  }

  private async openTrace(game: GameName, start: string, options: Doc['options'], moves: string[], trace: { position: string; side: Side }[], at: number | null): Promise<void> {
    const root = newNode(null, '', trace[0].position, trace[0].side), doc = newDoc(game, start, options, root);
    let node = root;
    moves.forEach((move, i) => {
      const child = newNode(node, move, trace[i + 1].position, trace[i + 1].side);
      node.children.push(child);
      node = child;
    });
    await this.openRecord(flatten(doc, mainLine(doc)[at ?? moves.length] ?? root, undefined));
  }

  /* Needs nothing of this server's store: the moves are in it. */
  linkHere(): string {
    const { doc, node } = this.state;
    if (!doc || !node) return location.href;
    const line = lineThrough(node);
    return location.origin + location.pathname + carryingRoute(doc.game, doc.start, doc.options, line.slice(1).map((n) => n.move), line.indexOf(node));
  }

  linkGame(): string {
    const { doc, node } = this.state;
    return `${location.origin}${location.pathname}#${doc?.game}/${doc?.key}/${node?.ply ?? 0}`;
  }
}

/* What was dropped: files, and the files of folders. The entries have to be taken before the first wait. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  const waiting = [...data.items].map((item) => item.webkitGetAsEntry?.()).filter((entry): entry is FileSystemEntry => !!entry), plain = [...data.files], found: File[] = [];
  if (!waiting.some((entry) => entry.isDirectory)) return plain;
  for (let entry = waiting.shift(); entry && found.length < folderFiles; entry = waiting.shift()) {
    if (entry.isFile) found.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
    else waiting.push(...await entriesOf(entry as FileSystemDirectoryEntry));
  }
  return recordsOf(found);
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader(), all: FileSystemEntry[] = [];
  for (;;) { /* a reader gives some of them at a time */
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/* Of a folder: without what the system keeps there, in the order of their names. */
export function recordsOf(files: File[]): File[] {
  const path = (file: File): string => file.webkitRelativePath || file.name;
  return files.filter((file) => file.size > 0 && !file.name.startsWith('.')).sort((a, b) => path(a).localeCompare(path(b), undefined, { numeric: true })).slice(0, folderFiles);
}
