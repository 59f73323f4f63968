/* The vocabulary of shogi: colours, pieces, squares and 16-bit moves. Pure definitions, no state.
 *
 * A square is its bit in a bitboard: file * 9 + rank, files 1 .. 7 from bit 0 and files 8 and 9 from bit 64, so that no
 * file is cut by a word. Bit 63 is no square; the king of a side that has none stands there, and every table has zeros
 * for it. Ranks count from White's side (rank a is 0), files from Black's right (file 1 is 0). */
#ifndef YOMI_SHOGI_TYPES_H
#define YOMI_SHOGI_TYPES_H

#include "search/types.h"

enum { BLACK, WHITE, COLOURS };

enum {
    NO_PIECE,
    PAWN,
    LANCE,
    KNIGHT,
    SILVER,
    BISHOP,
    ROOK,
    GOLD,
    KING,
    PRO_PAWN,
    PRO_LANCE,
    PRO_KNIGHT,
    PRO_SILVER,
    HORSE,
    DRAGON,
    GOLDS, /* only as a bitboard: everything that moves like a gold */
    KINDS,
    PROMOTED = 8,    /* kind + PROMOTED is the promoted kind */
    COLOUR_BIT = 16, /* a piece is its kind, plus this for White */
    PIECES = 32,
    HAND_KINDS = 8 /* kinds PAWN .. GOLD can be in hand */
};

enum { SQUARES = 82, NO_SQUARE = 63, FILES = 9, RANKS = 9 };

static inline int square_of(int file, int rank)
{
    return file * 9 + rank + (file >= 7);
}

static inline int square_file(int square)
{
    return (square - (square > 63)) / 9;
}

static inline int square_rank(int square)
{
    return (square - (square > 63)) % 9;
}

/* The square seen from the other side of the board. */
static inline int square_turn(int square)
{
    return square_of(8 - square_file(square), 8 - square_rank(square));
}

static inline int piece_make(int colour, int kind)
{
    return colour * COLOUR_BIT + kind;
}

static inline int piece_kind(int piece)
{
    return piece & (COLOUR_BIT - 1);
}

static inline int piece_colour(int piece)
{
    return piece >> 4;
}

/* The kind that goes to the hand when this kind is captured. A king is never captured. */
static inline int kind_raw(int kind)
{
    return kind & 7;
}

static inline bool kind_promotes(int kind)
{
    return kind >= PAWN && kind <= ROOK;
}

/* A move: bits 0 .. 6 to, 7 .. 13 from (or DROP_FROM + kind), 14 promotion. */
enum { DROP_FROM = SQUARES, MOVE_PROMOTES = 1 << 14 };
#define MOVE_NULL ((Move)(1 | 1 << 7)) /* passes; only inside the search */
#define MOVE_WIN  ((Move)(2 | 2 << 7)) /* declares a win by entering king */

static inline Move move_make(int from, int to)
{
    return (Move)(to | from << 7);
}

static inline Move move_promote(int from, int to)
{
    return (Move)(to | from << 7 | MOVE_PROMOTES);
}

static inline Move move_drop(int kind, int to)
{
    return (Move)(to | (DROP_FROM + kind) << 7);
}

static inline int move_to(Move move)
{
    return move & 0x7f;
}

static inline int move_from(Move move)
{
    return move >> 7 & 0x7f;
}

static inline bool move_is_drop(Move move)
{
    return move_from(move) >= DROP_FROM;
}

static inline int move_drop_kind(Move move)
{
    return move_from(move) - DROP_FROM;
}

static inline bool move_is_promotion(Move move)
{
    return move & MOVE_PROMOTES;
}

#endif
