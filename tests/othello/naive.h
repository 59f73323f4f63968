/* Othello written as slowly and plainly as possible, sharing nothing with src/othello: squares in an array, walks along
 * eight directions. The fast code has to agree with it. */
#ifndef YOMI_TESTS_OTHELLO_NAIVE_H
#define YOMI_TESTS_OTHELLO_NAIVE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct NaiveBoard {
    int cell[8][8]; /* [row][column]: 0 empty, 1 side to move, 2 the other */
} NaiveBoard;

NaiveBoard naive_from_bits(uint64_t own, uint64_t other);
void naive_to_bits(const NaiveBoard *board, uint64_t *own, uint64_t *other);
bool naive_flips(const NaiveBoard *board, int row, int column, bool turned[8][8]);
bool naive_can_move(const NaiveBoard *board);
NaiveBoard naive_play(const NaiveBoard *board, int row, int column); /* the sides are exchanged after it */
NaiveBoard naive_pass(const NaiveBoard *board);
uint64_t naive_perft(const NaiveBoard *board, int depth);
int naive_solve(const NaiveBoard *board); /* plain minimax to the end, in discs */

#endif
