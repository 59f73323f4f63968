/* Constant tables of the lines through each square: rays for the flips, counts for the last empty square. */
#ifndef YOMI_OTHELLO_LINES_H
#define YOMI_OTHELLO_LINES_H

#include "othello/board.h"

/* All but the rays from a square towards higher bits, and the rays towards lower bits, without the square; lanes: row,
 * anti-diagonal, column, main diagonal (steps 1, 7, 8, 9). */
extern const uint64_t othello_lines_not_up[SQUARES][4], othello_lines_down[SQUARES][4];

/* The eight squares or fewer around a square. */
extern const uint64_t othello_lines_neighbours[SQUARES];

/* The two diagonals through a square, and its place on each when the diagonal is pressed into the low bits. */
extern const uint64_t othello_lines_diagonals[SQUARES][2];
extern const uint8_t othello_lines_diagonal_index[SQUARES][2];

/* [place][own discs of a line]: discs turned over by a move at `place` when all other squares of it are the other's. */
extern const uint8_t othello_lines_last_flips[8][256];

#endif
