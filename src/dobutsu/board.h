/* Dobutsu shogi: the board, its moves, and who has won. Plain data without ownership.
 *
 * Three columns and four rows, twelve cells from the top left (3a) to the bottom right (1d). A lion goes one step in
 * all directions, a giraffe straight, an elephant diagonally, a chick forward; a chick that walks onto the last row
 * becomes a hen, which goes one step in all directions but the two backward diagonals. What is caught may be dropped on
 * any empty cell, a hen as a chick. Who catches the lion wins, and whose lion reaches the last row where it cannot be
 * caught at once. docs/rules/dobutsu.md has the rules in full. */
#ifndef YOMI_DOBUTSU_BOARD_H
#define YOMI_DOBUTSU_BOARD_H

#include "base/rng.h"
#include "search/types.h"

enum { DOB_WIDTH = 3, DOB_HEIGHT = 4, DOB_CELLS = DOB_WIDTH * DOB_HEIGHT, DOB_MOVES_MAX = 64 };

/* Kinds that can be in hand come first. */
typedef enum DobKind { DOB_CHICK, DOB_ELEPHANT, DOB_GIRAFFE, DOB_LION, DOB_HEN, DOB_KINDS } DobKind;
enum { DOB_HAND_KINDS = 3, DOB_EMPTY = 0 };

typedef struct DobBoard {
    uint8_t cells[DOB_CELLS]; /* DOB_EMPTY or a piece: 1 + kind * 2 + owner */
    uint8_t hands[2][DOB_HAND_KINDS];
    uint8_t side;
    uint64_t key; /* of cells, hands and side */
} DobBoard;

typedef enum DobEnd {
    DOB_GOES_ON,
    DOB_CAUGHT,  /* the side to move has no lion any more */
    DOB_REACHED, /* the other lion stands on the last row and cannot be caught */
    DOB_STOOD    /* the own lion stood there for a move, and nobody caught it */
} DobEnd;

static inline uint8_t dob_piece(DobKind kind, int owner)
{
    return (uint8_t)(1 + (int)kind * 2 + owner);
}

static inline DobKind dob_kind(uint8_t piece)
{
    return (DobKind)((piece - 1) / 2);
}

static inline int dob_owner(uint8_t piece)
{
    return (piece - 1) & 1;
}

/* A move: bits 0 .. 3 to, 4 .. 7 from, where DOB_CELLS + kind is a drop. It is never 0. */
static inline Move dob_move(int from, int to)
{
    return (Move)(to | from << 4);
}

static inline int dob_to(Move move)
{
    return move & 15;
}

static inline int dob_from(Move move)
{
    return move >> 4;
}

static inline bool dob_is_drop(Move move)
{
    return dob_from(move) >= DOB_CELLS;
}

/* The row that a side walks to: 0 for the first player. */
static inline int dob_last_row(int side)
{
    return side == 0 ? 0 : DOB_HEIGHT - 1;
}

void dob_start(DobBoard *board);
void dob_set_key(DobBoard *board); /* after the fields were written by hand */

/* All moves of a game that goes on; a lion may be left or put where it can be caught. */
int dob_moves(const DobBoard *board, Move out[DOB_MOVES_MAX]);
bool dob_promotes(const DobBoard *board, Move move); /* a chick that becomes a hen */
void dob_play(DobBoard *board, Move move);

int dob_lion(const DobBoard *board, int side); /* its cell, -1: none */
/* Can `side` go to the cell with a piece of the board? */
bool dob_attacks(const DobBoard *board, int side, int cell);
DobEnd dob_end(const DobBoard *board);

#endif
