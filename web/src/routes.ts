/* The address of what is on the screen, behind the '#':
 *   othello                        the game of this kind that was looked at last
 *   othello/KEY, othello/KEY/12    a saved game, at a move of its main line
 *   othello?start=..&moves=..&at=12&Rule=..   a game or position that needs nothing saved */
import type { GameName, Options } from './types';

export interface Route {
  game: GameName;
  key: string;
  at: number | null;
  carried: { start: string | null; moves: string[]; options: Options } | null;
}

export function parseRoute(hash: string): Route | null {
  const [path, query] = hash.replace(/^#/, '').split('?');
  const [game, key, at] = path.split('/');
  if (!game) return null;
  const params = new URLSearchParams(query ?? '');
  const number = params.get('at') ?? at;
  const options: Options = {};
  for (const [name, value] of params) if (!['start', 'moves', 'at'].includes(name)) options[name] = value;
  const carried = query === undefined ? null : { start: params.get('start'), moves: (params.get('moves') ?? '').split(' ').filter(Boolean), options };
  return { game, key: key ?? '', at: number === undefined || number === null ? null : Number(number) || 0, carried };
}

export function carryingRoute(game: GameName, start: string | null, options: Options, moves: string[], at: number): string {
  const params = new URLSearchParams();
  if (start) params.set('start', start);
  if (moves.length > 0) params.set('moves', moves.join(' '));
  params.set('at', String(at));
  for (const [name, value] of Object.entries(options)) if (name === 'Rule') params.set(name, String(value));
  return `#${game}?${params.toString()}`;
}
