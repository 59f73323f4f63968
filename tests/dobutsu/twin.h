/* Dobutsu shogi once more, written separately and as plainly as can be: letters on a grid, moves as texts. For tests.
 */
#ifndef YOMI_TESTS_DOBUTSU_TWIN_H
#define YOMI_TESTS_DOBUTSU_TWIN_H

#include <stdbool.h>

enum { TWIN_MOVES = 128, TWIN_TEXT = 8 };

typedef struct Twin {
    char at[4][3];   /* upper case: first player's; 'H' a hen; '.' empty */
    char hand[2][8]; /* letters in upper case */
    int side;
} Twin;

void twin_start(Twin *twin);
int twin_moves(const Twin *twin, char out[TWIN_MOVES][TWIN_TEXT]); /* none when the game is over */
void twin_play(Twin *twin, const char *move);
/* -1: it goes on, otherwise who has won; repetitions are not looked at. */
int twin_winner(const Twin *twin);
unsigned long long twin_perft(const Twin *twin, int depth);
/* Plies to a forced win of the side to move within `depth`, negative: to its loss, 0: neither. By brute force. */
int twin_solve(const Twin *twin, int depth);

#endif
