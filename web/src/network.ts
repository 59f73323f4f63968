/* A game with another person on the same server. The server leads it: rules, clocks, offers, the end. The page shows
 * the state that it is told, sends moves, and keeps the record. The secret of a seat stays in this browser, so that the
 * game comes back after a reload or a broken connection. */
import type { Controller } from './controller';
import { viewOf } from './games';
import type { NewGame } from './player';
import { ServerError } from './socket';
import type { TableState } from './socket';
import { moveSound, playSound } from './sound';
import { clearedTable, recall, remember } from './state';
import { movesTo, newDoc, newNode, pathTo, removeNode, unflatten } from './tree';
import type { Doc, Node, Saved } from './tree';
import type { Side } from './types';

const seatsMost = 50;

interface Seat {
  secret: string;
  docs: Record<string, string>; /* key of the record of each round */
}

export type Act = 'resign' | 'draw' | 'undo' | 'rematch' | 'decline';

export class Network {
  private work: Promise<void> = Promise.resolve(); /* states are taken one after the other */

  constructor(private controller: Controller) {}

  private get state() {
    return this.controller.state;
  }

  /* ---- seats ---- */

  private seats(): Record<string, Seat> {
    return recall<Record<string, Seat>>('yomi.seats', {});
  }

  private seatAt(key: string): Seat {
    return this.seats()[key] ?? { secret: '', docs: {} };
  }

  private keepSeat(key: string, seat: Seat): void {
    const { [key]: _old, ...rest } = this.seats();
    remember('yomi.seats', Object.fromEntries([...Object.entries(rest), [key, seat]].slice(-seatsMost)));
  }

  link(): string {
    const { net } = this.state;
    return net ? `${location.origin}/#with/${net.key}` : '';
  }

  /* ---- coming and going ---- */

  async invite(wanted: NewGame, side: 'first' | 'second' | 'random'): Promise<void> {
    const { controller } = this, { time } = wanted;
    const clock = time.kind === 'clock' ? { main: time.minutes * 60_000, increment: time.increment * 1000, byoyomi: time.byoyomi * 1000 }
      : time.kind === 'move' ? { main: 0, increment: 0, byoyomi: time.seconds * 1000 } : { main: 0, increment: 0, byoyomi: 0 };
    const { game, start, options } = wanted;
    const state = await controller.connection.table('table-new', { game, start, options, side, name: this.myName(), time: clock });
    await this.take(state);
    controller.set({ dialog: 'invite' });
  }

  /* From a link: back to one's seat; otherwise to look, and to be asked whether one wants to sit down. */
  async open(key: string): Promise<void> {
    const { controller } = this, { secret } = this.seatAt(key);
    const state = await controller.connection.table('table-join', { table: key, secret, name: this.myName() });
    await this.take(state);
    if (state.seat >= 0 || state.result || (state.taken[0] && state.taken[1])) return;
    const { t } = controller, free: Side = state.taken[0] ? 1 : 0, host = state.names[1 - free];
    controller.ask({
      title: t('invited', host || t('somebody')), text: `${controller.say(viewOf(state.game).title)} · ${t('youWouldPlay', controller.sideName(free))}${state.clock ? ` · ${this.clockText(state)}` : ''}`,
      actions: [
        { label: t('sitDown'), name: 'sit', run: () => void this.sit(key) },
        { label: t('onlyWatch'), name: 'watch', run: () => controller.set({ dialog: null }) },
      ],
    });
  }

  private async sit(key: string): Promise<void> {
    const { controller } = this;
    controller.set({ dialog: null });
    try {
      await this.take(await controller.connection.table('table-join', { table: key, sit: true, name: this.myName() }));
    } catch (error) {
      controller.report(error);
    }
  }

  /* After the connection was broken, or another game was looked at. */
  async rejoin(): Promise<void> {
    const { net } = this.state, { controller } = this;
    if (!net) return;
    try {
      await this.take(await controller.connection.table('table-join', { table: net.key, secret: this.seatAt(net.key).secret, name: this.myName() }));
    } catch (error) {
      if (error instanceof ServerError && error.code === 'not found') this.closed(net.key);
      else controller.report(error);
    }
  }

  private myName(): string {
    const bytes = new TextEncoder(), { name } = this.state.preferences;
    let short = name;
    while (bytes.encode(short).length > 60) short = short.slice(0, -1);
    return short;
  }

  private clockText({ clock }: TableState): string {
    return clock ? `${clock.main / 60_000}:00 + ${clock.increment / 1000} s, ${this.controller.t('byoyomi')} ${clock.byoyomi / 1000}` : '';
  }

  /* ---- what the server says ---- */

  heard(state: TableState): void {
    if (state.table === this.state.net?.key) this.take(state).catch((error) => this.controller.report(error));
  }

  closed(key: string): void {
    const { controller } = this;
    if (this.state.net?.key !== key) return;
    controller.set({ net: null, playing: false, clock: null });
    controller.notify(controller.t('tableClosed'));
  }

  private take(state: TableState): Promise<void> {
    if (state.secret) this.keepSeat(state.table, { ...this.seatAt(state.table), secret: state.secret });
    this.work = this.work.catch(() => undefined).then(() => this.show(state));
    return this.work;
  }

  private async show(state: TableState): Promise<void> {
    const { controller } = this, old = this.state.net;
    const answer = await controller.connection.position({ game: state.game, start: state.start, options: state.options, moves: state.moves }, true);
    const trace = answer.trace ?? [], wasOver = !!this.state.doc?.result;
    if (old?.key !== state.table || old.round !== state.round || !this.state.doc) await this.newTable(state, answer.start, trace[0].position, trace[0].side);
    const doc = this.state.doc as Doc, before = this.state.live ?? doc.root;
    const live = this.follow(doc, state, trace);
    live.view = answer;
    const waiting = !state.taken[0] || !state.taken[1];
    doc.names = state.names.map((name, seat) => name || controller.t(seat === state.seat ? 'human' : 'somebody')) as [string, string];
    doc.result = state.result;
    doc.reason = state.reason;
    const net = { key: state.table, round: state.round, seat: state.seat, taken: state.taken, here: state.here, offers: state.offers, draws: state.draws, watchers: state.watchers };
    const over = state.result !== '';
    controller.set({ net, playing: !over, live, clock: this.clockOf(state), banner: this.state.banner || (over && !wasOver && state.moves.length > 0) });
    if (!waiting && this.state.dialog === 'invite') controller.set({ dialog: null });
    if (live !== before) {
      playSound(this.state.preferences, moveSound(before.view, answer));
      if (this.state.node === before || over) await controller.show(live);
      controller.files.touch();
    } else if (over && !wasOver) controller.files.touch();
    controller.set({});
  }

  private clockOf(state: TableState) {
    const { clock } = state;
    if (!clock) return null;
    const fallen = state.reason === 'time' ? ((state.result === '1-0' ? 1 : 0) as Side) : null;
    return { left: clock.left, byoyomi: clock.byoyomi, increment: clock.increment, turn: clock.running < 0 ? null : (clock.running as Side), since: Date.now() - clock.elapsed, fallen };
  }

  /* A table that is not on the screen yet, or a new round at it. */
  private async newTable(state: TableState, start: string, position: string, side: Side): Promise<void> {
    const { controller } = this, seat = this.seatAt(state.table), known = seat.docs[state.round];
    controller.files.putAway();
    let doc = newDoc(state.game, start, state.options, newNode(null, '', position, side));
    if (known) {
      try { /* with the comments that were made meanwhile */
        const row = await controller.connection.load(known);
        doc = unflatten(row.record as Saved, known).doc;
        doc.updated = row.updated;
      } catch {
        doc.key = known;
      }
    }
    doc.title ||= controller.t('untitled', controller.say(viewOf(state.game).title));
    doc.date ||= new Date().toISOString().slice(0, 10);
    this.keepSeat(state.table, { ...seat, docs: { ...seat.docs, [state.round]: doc.key } });
    const net = { key: state.table, round: state.round, seat: state.seat, taken: state.taken, here: state.here, offers: state.offers, draws: state.draws, watchers: state.watchers };
    controller.set({ ...clearedTable(), doc, node: doc.root, live: doc.root, net, engines: [false, false], dialog: null, newFrom: null, progress: null, flipped: viewOf(state.game).twoSided && state.seat === 1 });
    controller.files.entered();
  }

  /* The moves of the table on the main line; what was taken back goes. */
  private follow(doc: Doc, state: TableState, trace: { position: string; side: Side }[]): Node {
    let node = doc.root;
    state.moves.forEach((move, i) => {
      let child = node.children.find((known) => known.move === move);
      if (!child) {
        child = newNode(node, move, trace[i + 1].position, trace[i + 1].side);
        child.ms = state.used[i];
      }
      node.children = [child, ...node.children.filter((known) => known !== child)];
      node = child;
    });
    const { live, node: shown } = this.state, path = live ? pathTo(live) : [], at = path.indexOf(node);
    if (at < 0 || at === path.length - 1) return node;
    removeNode(path[at + 1]); /* the moves behind it were taken back */
    if (shown && pathTo(shown).includes(path[at + 1])) this.controller.set({ node });
    return node;
  }

  /* ---- what the user does ---- */

  myTurn(): boolean {
    const { net, live, playing, node } = this.state;
    return !!net && playing && net.taken[0] && net.taken[1] && node === live && live?.side === net.seat;
  }

  async move(move: string): Promise<void> {
    const { live } = this.state;
    if (live && this.myTurn()) await this.send('table-move', { ply: movesTo(live).length, move });
  }

  async act(what: Act): Promise<void> {
    await this.send('table-act', { what });
  }

  private async send(type: string, fields: Record<string, unknown>): Promise<void> {
    try {
      await this.take(await this.controller.connection.table(type, fields));
    } catch (error) {
      this.controller.report(error);
    }
  }
}
