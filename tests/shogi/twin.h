/* A second, slow and obvious implementation of the rules of shogi that shares nothing with src/shogi: an array board,
 * one loop over everything, moves as text. What both agree on is believed. */
#ifndef YOMI_TESTS_SHOGI_TWIN_H
#define YOMI_TESTS_SHOGI_TWIN_H

#include <stdbool.h>

enum { TWIN_MOVES_MAX = 700, TWIN_TEXT_MAX = 8, TWIN_SFEN_MAX = 200 };

typedef struct Twin {
    char board[9][9][3]; /* [rank][file from the left] "", "p", "+P", ... as in SFEN */
    int hand[2][128];    /* [0 black, 1 white][upper-case letter] */
    int side;
    int number;
} Twin;

typedef struct TwinMoves {
    int count;
    char text[TWIN_MOVES_MAX][TWIN_TEXT_MAX];
} TwinMoves;

bool twin_parse(Twin *twin, const char *sfen);
void twin_format(const Twin *twin, char out[TWIN_SFEN_MAX]);
void twin_legal_moves(const Twin *twin, TwinMoves *out);
void twin_play(Twin *twin, const char *move);
bool twin_in_check(const Twin *twin, int side);
bool twin_gives_check(const Twin *twin, const char *move);

#endif
