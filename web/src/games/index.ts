/* The games of the page, in the order of the tabs. */
import type { GameView } from '../game_view';
import { dobutsu } from './dobutsu';
import { gomoku } from './gomoku';
import { othello } from './othello';
import { shogi } from './shogi';

export const games: GameView[] = [shogi, othello, gomoku, dobutsu];

export function viewOf(name: string): GameView {
  return games.find((game) => game.name === name) ?? games[0];
}
