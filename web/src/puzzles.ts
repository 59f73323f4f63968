/* Puzzles: which one comes next, what the server says to a move, and how the visitor's rating changes. The server has
 * the puzzles and answers every move with the longest defence; the browser remembers ratings and streaks. */
import type { Controller } from './controller';
import { recall, remember } from './state';
import type { PositionAnswer } from './types';

export type Row = [id: string, kind: string, length: number, rating: number];
export type Difficulty = 'auto' | 'easy' | 'medium' | 'hard';
export type Said = 'loading' | 'ask' | 'thinking' | 'right' | 'wrong' | 'solved' | 'shown' | 'none';

export interface Puzzle {
  puzzle: string;
  kind: string;
  length: number;
  rating: number;
  position: string;
}

export interface Training {
  doc: unknown; /* what was on the table; when that changes, the puzzles are left */
  game: string;
  kind: string; /* '', 'vcf' or 'tsume:5' */
  difficulty: Difficulty;
  list: Row[];
  puzzle: Puzzle | null;
  number: number; /* of puzzles that were put on the board */
  views: PositionAnswer[]; /* one more than there are moves */
  moves: string[];
  said: Said;
  why: string;
  loss: number;
  refutation: string[]; /* on the board behind the wrong move */
  hint: string;
  spoiled: number; /* 0: nothing, 1: a hint was seen, 2: a wrong move or the solution */
}

export interface Standing {
  rating: number;
  tried: number;
  solved: number;
  streak: number;
  best: number;
  recent: string[];
}

const firstRating = 1000, recentMost = 60;
const ranges: Record<Exclude<Difficulty, 'auto'>, [number, number]> = { easy: [0, 999], medium: [1000, 1499], hard: [1500, 9999] };

interface Tried {
  verdict: 'right' | 'wrong' | 'solved';
  moves: string[];
  why?: string;
  loss?: number;
}

/* Elo's formula; the first twenty puzzles count twice. */
export function newRating(rating: number, against: number, points: number, tried: number): number {
  const expected = 1 / (1 + 10 ** ((against - rating) / 400));
  return Math.max(100, Math.round(rating + (tried < 20 ? 64 : 32) * (points - expected)));
}

/* The puzzles that the choices allow. */
export function allowed(list: Row[], kind: string, difficulty: Difficulty): Row[] {
  const [name, length] = kind.split(':');
  const [low, high] = difficulty === 'auto' ? [0, 9999] : ranges[difficulty];
  return list.filter(([, k, n, rating]) => (!name || k === name) && (!length || n === Number(length)) && rating >= low && rating <= high);
}

/* One that was not seen lately; near the rating when the visitor does not choose the difficulty. */
export function pick(rows: Row[], difficulty: Difficulty, standing: Standing, random: () => number): Row | null {
  const fresh = rows.filter(([id]) => !standing.recent.includes(id));
  const of = fresh.length > 0 ? fresh : rows;
  if (of.length === 0) return null;
  const near = difficulty === 'auto' ? [...of].sort((a, b) => Math.abs(a[3] - standing.rating) - Math.abs(b[3] - standing.rating)).slice(0, 12) : of;
  return near[Math.floor(random() * near.length)];
}

export class Trainer {
  private turn = 0; /* answers to an earlier puzzle do not count */

  constructor(private controller: Controller) {}

  standing(game: string): Standing {
    const none: Standing = { rating: firstRating, tried: 0, solved: 0, streak: 0, best: 0, recent: [] };
    return { ...none, ...recall<Record<string, Partial<Standing>>>('yomi.training', {})[game] };
  }

  private keep(game: string, standing: Standing): void {
    remember('yomi.training', { ...recall<Record<string, unknown>>('yomi.training', {}), [game]: standing });
  }

  private set(change: Partial<Training>): void {
    const { training } = this.controller.state;
    if (training) this.controller.set({ training: { ...training, ...change } });
  }

  private get now(): Training {
    return this.controller.state.training as Training;
  }

  async open(game: string): Promise<void> {
    const turn = ++this.turn;
    if (this.controller.state.analysing) this.controller.analyser.toggle();
    this.controller.set({
      training: { doc: this.controller.state.doc, game, kind: '', difficulty: 'auto', list: [], puzzle: null, number: 0, views: [], moves: [], said: 'loading', why: '', loss: 0, refutation: [], hint: '', spoiled: 0 },
    });
    try {
      const { puzzles } = await this.controller.connection.ask<{ puzzles: Row[] }>('puzzles', { game });
      if (turn !== this.turn) return;
      this.set({ list: puzzles });
      await this.next();
    } catch (error) {
      this.fail(error);
    }
  }

  close(): void {
    this.turn++;
    this.controller.set({ training: null });
  }

  choose(change: Partial<Pick<Training, 'kind' | 'difficulty'>>): void {
    this.set(change);
    void this.next();
  }

  async next(): Promise<void> {
    const turn = ++this.turn, { game, kind, difficulty, list } = this.now;
    const standing = this.standing(game), shown = this.now.puzzle?.puzzle;
    const row = pick(allowed(list, kind, difficulty), difficulty, { ...standing, recent: shown ? [...standing.recent, shown] : standing.recent }, Math.random);
    if (!row) return this.set({ puzzle: null, views: [], moves: [], said: 'none' });
    this.set({ said: 'loading' });
    try {
      const puzzle = await this.controller.connection.ask<Puzzle>('puzzle', { game, puzzle: row[0] });
      const view = await this.controller.connection.position({ game, start: puzzle.position, options: {}, moves: [] });
      if (turn !== this.turn) return;
      this.set({ puzzle, number: this.now.number + 1, views: [view], moves: [], said: 'ask', why: '', loss: 0, refutation: [], hint: '', spoiled: 0 });
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    const { training } = this.controller.state;
    if (training) this.set({ said: training.puzzle ? 'ask' : 'none' });
    this.controller.report(error);
  }

  /* Positions after each of `moves`, behind those that are there. */
  private async play(moves: string[], turn: number): Promise<boolean> {
    for (const move of moves) {
      const { game, puzzle, moves: before, views } = this.now;
      const all = [...before, move];
      const view = await this.controller.connection.position({ game, start: (puzzle as Puzzle).position, options: {}, moves: all });
      if (turn !== this.turn) return false;
      this.set({ moves: all, views: [...views, view], hint: '' });
    }
    return true;
  }

  mayMove(): boolean {
    return ['ask', 'right'].includes(this.now.said);
  }

  async move(move: string): Promise<void> {
    if (!this.mayMove()) return;
    const turn = this.turn, before = this.now, { game, puzzle } = before;
    this.set({ said: 'thinking' });
    try {
      if (!(await this.play([move], turn))) return;
      const answer = await this.controller.connection.ask<Tried>('try', { game, puzzle: puzzle?.puzzle, moves: this.now.moves });
      if (turn !== this.turn) return;
      if (answer.verdict === 'wrong') {
        this.count(2);
        if (!(await this.play(answer.moves, turn))) return;
        return this.set({ said: 'wrong', why: answer.why ?? '', loss: answer.loss ?? 0, refutation: answer.moves });
      }
      if (!(await this.play(answer.moves, turn))) return;
      if (answer.verdict === 'solved') this.count(0);
      this.set({ said: answer.verdict });
    } catch (error) {
      if (turn === this.turn) this.set({ moves: before.moves, views: before.views });
      this.fail(error);
    }
  }

  /* Back to before the wrong move. */
  again(): void {
    const { moves, views, refutation } = this.now, keep = moves.length - refutation.length - 1;
    this.set({ moves: moves.slice(0, keep), views: views.slice(0, keep + 1), said: 'ask', refutation: [], why: '' });
  }

  private async line(): Promise<string[]> {
    const { game, puzzle, moves } = this.now;
    return (await this.controller.connection.ask<{ moves: string[] }>('solution', { game, puzzle: puzzle?.puzzle, moves })).moves;
  }

  async hint(): Promise<void> {
    if (!this.mayMove()) return;
    const turn = this.turn;
    try {
      const [best] = await this.line();
      if (turn === this.turn && this.mayMove()) this.set({ hint: best ?? '', spoiled: Math.max(1, this.now.spoiled) });
    } catch (error) {
      this.fail(error);
    }
  }

  async show(): Promise<void> {
    if (this.now.said === 'wrong') this.again();
    if (!this.mayMove()) return;
    const turn = this.turn;
    this.count(2);
    this.set({ said: 'thinking' });
    try {
      if (await this.play(await this.line(), turn)) this.set({ said: 'shown' });
    } catch (error) {
      this.fail(error);
    }
  }

  /* A puzzle counts once: with the first wrong move, or when it is solved. */
  private count(spoiled: 0 | 2): void {
    const { game, puzzle, spoiled: before } = this.now;
    if (!puzzle || before === 2) return;
    this.set({ spoiled: 2 });
    const standing = this.standing(game), points = spoiled ? 0 : before === 1 ? 0.5 : 1;
    const streak = points === 1 ? standing.streak + 1 : 0;
    this.keep(game, {
      rating: newRating(standing.rating, puzzle.rating, points, standing.tried), tried: standing.tried + 1, solved: standing.solved + (spoiled ? 0 : 1),
      streak, best: Math.max(streak, standing.best), recent: [...standing.recent, puzzle.puzzle].slice(-recentMost),
    });
  }

  /* Letters in a list of choices are the list's. */
  key(event: KeyboardEvent): void {
    if (event.metaKey || event.altKey || (event.key !== 'Escape' && (event.target as HTMLElement).tagName === 'SELECT')) return;
    const keys: Record<string, () => void> = {
      n: () => void this.next(), h: () => void this.hint(), s: () => void this.show(), r: () => this.now.said === 'wrong' && this.again(), Escape: () => this.close(),
    };
    const run = event.ctrlKey ? undefined : keys[event.key];
    if (!run) return;
    run();
    event.preventDefault();
  }
}
