/* A game clock: main time with an increment after each move, then byoyomi. Times are those of the wall, so that a clock
 * goes on where it was when the page is loaded again. */
import type { Side } from './types';

export interface TimeControl {
  kind: 'level' | 'move' | 'clock';
  seconds: number; /* move */
  minutes: number; /* clock */
  increment: number;
  byoyomi: number;
}

export interface Clock {
  left: [number, number]; /* ms of main time when the running move began */
  byoyomi: number;
  increment: number;
  turn: Side | null; /* whose clock runs */
  since: number; /* when it began to run, in ms since 1970 */
  fallen: Side | null; /* whose flag fell */
}

/* An absence longer than this is an adjournment: nobody's time. */
const adjournedAfter = 30_000;

export function newClock(time: TimeControl, turn: Side): Clock {
  const main = time.minutes * 60_000;
  return { left: [main, main], byoyomi: time.byoyomi * 1000, increment: time.increment * 1000, turn, since: Date.now(), fallen: null };
}

/* Main time, then byoyomi; below zero when the flag has fallen. */
export function timeLeft(clock: Clock, side: Side, now = Date.now()): { ms: number; byoyomi: boolean } {
  if (clock.fallen === side) return { ms: 0, byoyomi: false };
  const left = clock.left[side] - (clock.turn === side ? now - clock.since : 0);
  return left > 0 || clock.byoyomi === 0 ? { ms: left, byoyomi: false } : { ms: clock.byoyomi + left, byoyomi: true };
}

/* The move of `side` is made, after `used` ms of thought; the other clock starts. */
export function press(clock: Clock, side: Side, used: number, now = Date.now()): void {
  clock.left[side] = Math.max(0, clock.left[side] - used) + clock.increment;
  clock.turn = side === 0 ? 1 : 0;
  clock.since = now;
}

/* Takes what the side on turn has used so far off its time; its clock goes on from now. */
export function settle(clock: Clock, now = Date.now()): void {
  if (clock.turn === null) return;
  clock.left[clock.turn] = Math.max(0, clock.left[clock.turn] - (now - clock.since));
  clock.since = now;
}

/* Nothing runs until `since` is set anew: the side on turn keeps what it has. */
export function hold(clock: Clock, now = Date.now()): void {
  clock.since = now;
}

/* The clock that was seen last at `seen`, for a game that goes on now. */
export function wake(clock: Clock, seen: number, now = Date.now()): Clock {
  const away = now - seen;
  return away > adjournedAfter ? { ...clock, since: clock.since + away } : { ...clock };
}

/* What the engine is told. */
export function clockLimits(clock: Clock, side: Side): { time: number; increment: number; byoyomi: number } {
  return { time: Math.max(0, Math.round(clock.left[side])), increment: clock.increment, byoyomi: clock.byoyomi };
}
