/* Opening rules that the page conducts: swap and swap2, and balanced random openings. The engine takes part by looking for
 * positions that are even, and by taking the better colour. */
import type { Connection, Place } from './socket';
import type { Side } from './types';

export type SwapKind = 'swap' | 'swap2';

/* One player sets three stones; the other takes a colour, or (swap2) sets two more and leaves the choice. */
export interface Swap {
  kind: SwapKind;
  stage: 'place' | 'choose' | 'more' | 'final';
  opener: 'human' | 'engine';
  chooser: 'human' | 'engine';
}

export type SwapChoice = 'black' | 'white' | 'more';

/* Who acts: sets stones or chooses. */
export function swapActor(swap: Swap): 'human' | 'engine' {
  return swap.stage === 'place' || swap.stage === 'final' ? swap.opener : swap.chooser;
}

export function isSetting(swap: Swap): boolean {
  return swap.stage === 'place' || swap.stage === 'more';
}

/* After `ply` stones stand: is it time to choose? */
export function advance(swap: Swap, ply: number): Swap {
  if (swap.stage === 'place' && ply >= 3) return { ...swap, stage: 'choose' };
  if (swap.stage === 'more' && ply >= 5) return { ...swap, stage: 'final' };
  return swap;
}

/* Who is an engine once a colour was taken by whoever acts. */
export function enginesAfter(swap: Swap, choice: 'black' | 'white'): [boolean, boolean] {
  const actor = swapActor(swap), other = actor === swap.opener ? swap.chooser : swap.opener;
  const seats = choice === 'black' ? [actor, other] : [other, actor];
  return seats.map((seat) => seat === 'engine') as [boolean, boolean];
}

async function scoreOf(connection: Connection, place: Place, ms: number): Promise<number> {
  const result = await connection.go(place, { movetime: ms }, () => undefined).result;
  return result.win ? Math.sign(result.win) * 30_000 : result.score ?? 0;
}

/* The engine's choice: the side that stands better. */
export async function chooseColour(connection: Connection, place: Place, toMove: Side): Promise<'black' | 'white'> {
  const score = await scoreOf(connection, place, 800);
  const better = score >= 0 ? toMove : 1 - toMove;
  return better === 0 ? 'black' : 'white';
}

/* Of several openings the one nearest to even. */
async function evenest(connection: Connection, place: Place, openings: string[][]): Promise<string[]> {
  let best = openings[0], least = Infinity;
  for (const moves of openings) {
    const score = Math.abs(await scoreOf(connection, { ...place, moves }, 120));
    if (score < least) [best, least] = [moves, score];
  }
  return best;
}

/* Of several openings that the game proposes the one that is as even as the engine can tell. */
export function swapOpening(connection: Connection, place: Place, propose: () => string[]): Promise<string[]> {
  return evenest(connection, place, Array.from({ length: 8 }, propose));
}

/* Eight random moves after which nobody is clearly ahead. */
export async function balancedOpening(connection: Connection, place: Place): Promise<string[]> {
  const openings: string[][] = [];
  while (openings.length < 6) {
    const moves: string[] = [];
    while (moves.length < 8) {
      const { legal } = await connection.position({ ...place, moves });
      moves.push(legal[Math.floor(Math.random() * legal.length)]);
    }
    openings.push(moves);
  }
  return evenest(connection, place, openings);
}
