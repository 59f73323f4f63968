/* Moves, lines and scores as people of each game write them. */
import type { Language } from './i18n';
import { translate } from './i18n';
import { applyMove, parseSfen } from './shogi';
import { japaneseMove, westernMove } from './shogi_notation';
import type { GameName } from './types';

export type Notation = 'japanese' | 'western' | 'usi';

/* The moves of a line from a position; `previous` is the move that led to it. */
export function lineTexts(game: GameName, notation: Notation, language: Language, position: string, previous: string, moves: string[]): string[] {
  if (game !== 'shogi' || notation === 'usi') return moves.map((move) => (move === 'pass' ? translate(language, 'pass') : move));
  let board = parseSfen(position), before = previous;
  return moves.map((move) => {
    const text = notation === 'japanese' ? japaneseMove(board, move, before) : westernMove(board, move);
    board = applyMove(board, move);
    before = move;
    return text;
  });
}

/* A score from the first player's side. */
export function scoreText(game: GameName, language: Language, score: number, win: number): string {
  if (win !== 0) return `${win > 0 ? '+' : '−'}${translate(language, game === 'shogi' ? 'mate' : 'win')} ${Math.abs(win)}`;
  const sign = score > 0 ? '+' : score < 0 ? '−' : '±';
  if (game === 'shogi') return `${sign}${Math.abs(score)}`;
  return `${sign}${(Math.abs(score) / 100).toFixed(game === 'othello' ? 1 : 2)}`;
}
