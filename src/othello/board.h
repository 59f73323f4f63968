/* The Othello board: the discs of the side to move and of the other side, one bit a square, a1 = 0, b1 = 1, h8 = 63.
 *
 * Row 1 is at the top, as every Othello program draws it. Everything here is plain data without ownership. The fast
 * move and flip functions are in moves.h; this file has what is not called per node. */
#ifndef YOMI_OTHELLO_BOARD_H
#define YOMI_OTHELLO_BOARD_H

#include "base/bits.h"
#include "search/types.h"

enum {
    SQUARES = 64,
    MOVE_PASS = SQUARES + 1, /* a move is square + 1: 0 is no move */
    MOVES_MAX = 50,          /* most legal moves of any two sets of discs, see below */
    DISC = 100               /* one disc on the score scale of the core */
};

/* A line that a move closes begins beside a disc of the other side and ends at an own one, and in each of the eight
 * directions either disc serves one move only: m moves need m / 8 discs of both, which leaves room for no more than 50.
 * Real games have at most 33 or so, but a position may be set up in any way, and boards of 35 are easily found. */
typedef struct OthelloBoard {
    uint64_t own, other;
} OthelloBoard;

/* The hash of a board and of the same board with the sides exchanged, carried along together: a pass exchanges the
 * two, and a move costs one word per flipped disc (board_hash_move). */
typedef struct BoardHash {
    uint64_t key, passed;
} BoardHash;

typedef struct OthelloPosition {
    OthelloBoard board;
    BoardHash hash;
    int16_t ply;  /* moves and passes since the start of the game */
    uint8_t side; /* of board.own: 0 black, who begins; 1 white */
} OthelloPosition;

static inline Move move_of_square(int square)
{
    return (Move)(square + 1);
}

static inline int square_of_move(Move move)
{
    return move - 1;
}

static inline uint64_t bit(int square)
{
    return UINT64_C(1) << square;
}

static inline uint64_t board_empties(OthelloBoard board)
{
    return ~(board.own | board.other);
}

static inline int board_empty_count(OthelloBoard board)
{
    return bits_count(board_empties(board));
}

static inline OthelloBoard board_pass(OthelloBoard board)
{
    return (OthelloBoard){board.other, board.own};
}

/* After the side to move put a disc on `square` and turned `flips` over. */
static inline OthelloBoard board_after(OthelloBoard board, int square, uint64_t flips)
{
    return (OthelloBoard){board.other ^ flips, board.own ^ flips ^ bit(square)};
}

/* The result when nobody can move: empty squares go to the winner. In discs, for the side to move. */
static inline int board_final_score(OthelloBoard board)
{
    int own = bits_count(board.own), other = bits_count(board.other);
    int difference = own - other;
    int empties = SQUARES - own - other;
    return difference > 0 ? difference + empties : difference < 0 ? difference - empties : 0;
}

extern const uint64_t othello_board_hash_own[SQUARES], othello_board_hash_other[SQUARES];

/* The whole hash from nothing: for setting up, and for checking what was carried. */
BoardHash othello_board_hash(OthelloBoard board);

static inline BoardHash board_hash_pass(BoardHash hash)
{
    return (BoardHash){hash.passed, hash.key};
}

static inline BoardHash board_hash_move(BoardHash hash, int square, uint64_t flips)
{
    uint64_t turned = 0;
    while (flips) {
        int at = bits_pop(&flips);
        turned ^= othello_board_hash_own[at] ^ othello_board_hash_other[at];
    }
    return (BoardHash){hash.passed ^ turned ^ othello_board_hash_other[square],
                       hash.key ^ turned ^ othello_board_hash_own[square]};
}

/* Moves and flips of a board by plain shifts: the twin that every other path has to equal. */
uint64_t othello_board_moves(OthelloBoard board);
uint64_t othello_board_flips(OthelloBoard board,
                             int square); /* 0 when the move is not legal; the square must be empty */

/* One of the eight symmetries (bit 0: left-right, bit 1: top-bottom, bit 2: along the main diagonal). */
uint64_t othello_board_mirror(uint64_t squares, int symmetry);

OthelloBoard othello_board_start(void);

void othello_position_set(OthelloPosition *position, OthelloBoard board, int side);
int othello_position_moves(const OthelloPosition *position,
                           Move out[MOVES_MAX]);                  /* a lone MOVE_PASS when there is no other */
void othello_position_play(OthelloPosition *position, Move move); /* legal only */
bool othello_position_is_legal(const OthelloPosition *position, Move move);
bool othello_position_is_over(const OthelloPosition *position);

#endif
