/* Constant tables of the lines through each square: rays for the flips, counts for the last empty square. */
#ifndef YOMI_OTHELLO_LINES_H
#define YOMI_OTHELLO_LINES_H

#include "othello/board.h"

/* All but the rays from a square towards higher bits, and the rays towards lower bits, without the square; lanes: row,
 * anti-diagonal, column, main diagonal (steps 1, 7, 8, 9). */
extern const uint64_t othello_lines_not_up[SQUARES][4], othello_lines_down[SQUARES][4];

/* The numbers 0 to 63. */
extern const uint8_t othello_lines_squares[SQUARES];

/* The eight squares or fewer around a square. */
extern const uint64_t othello_lines_neighbours[SQUARES];

/* The four lines through a square, and for each where its part of othello_lines_last begins. */
extern const uint64_t othello_lines_through[SQUARES][4];
extern const uint16_t othello_lines_last_part[SQUARES][4];

/* What a move on the only empty square turns over on one line, for each length of a line, place on it and set of own
 * discs: discs of the other side when this one moves, plus 256 times own discs when the other side does. The sum over
 * four lines keeps both counts apart. */
enum { LAST_OTHER = 256, LAST_ENTRIES = 3586 };
extern const uint16_t othello_lines_last[LAST_ENTRIES];

#endif
