/* Sets of squares and what pieces attack on them.
 *
 * A bitboard is one 128-bit number, so the compiler makes pairs of words of it and carries between them. Sliders use
 * subtraction: on a line o (without the slider s), o - s flips everything from s to the first blocker above. The other
 * way round works on the number with its bytes reversed, because a rank or a diagonal has at most one square a byte.
 *
 * The tables are computed once, by shogi_tables_init, which whoever makes a position calls first; they are constant
 * from then on and shared by all threads. */
#ifndef YOMI_SHOGI_BITBOARD_H
#define YOMI_SHOGI_BITBOARD_H

#include "base/bits.h"
#include "shogi/types.h"

typedef Bits128 Bitboard;

typedef struct BoardTables {
    Bitboard step[PIECES][SQUARES]; /* pawn, knight, silver, gold, king; promoted ones as gold; the king's for horse
                                       and dragon. Empty for unpromoted sliders */
    Bitboard rank[SQUARES];         /* lines through a square, without it */
    Bitboard rising[SQUARES];
    Bitboard falling[SQUARES];
    Bitboard cross[SQUARES];             /* rook on an empty board */
    Bitboard diagonals[SQUARES];         /* bishop on an empty board */
    Bitboard ahead[COLOURS][SQUARES];    /* lance on an empty board */
    Bitboard between[SQUARES][SQUARES];  /* squares strictly between two on one line */
    Bitboard may_check[PIECES][SQUARES]; /* from where one move of a lance, knight, silver or gold may check a king on
                                            the square; empty for the others */
    uint64_t piece_key[PIECES][SQUARES];
    uint64_t hand_key[COLOURS][HAND_KINDS][19]; /* by count */
    uint64_t side_key;
} BoardTables;

extern BoardTables shogi_tables_once; /* written by shogi_tables_init alone */
#define shogi_tables ((const BoardTables *)&shogi_tables_once)

/* Safe from any thread, any number of times. */
void shogi_tables_init(void);

static inline Bitboard bb_of(int square)
{
    return bits128_shift(1, square);
}

static inline bool bb_has(Bitboard set, int square)
{
    return bits128_at(set, square);
}

static inline int bb_count(Bitboard set)
{
    return bits_count((uint64_t)set) + bits_count((uint64_t)(set >> 64));
}

static inline bool bb_several(Bitboard set)
{
    return (set & (set - 1)) != 0;
}

/* The lowest square of a set that is not empty. */
static inline int bb_first(Bitboard set)
{
    uint64_t low = (uint64_t)set;
    return low ? bits_lowest(low) : 64 + bits_lowest((uint64_t)(set >> 64));
}

static inline int bb_pop(Bitboard *set)
{
    int square = bb_first(*set);
    *set &= *set - 1;
    return square;
}

#define BB_FILE   ((Bitboard)0x1ff)
#define BB_RANK_A (((Bitboard)0x201 << 64) | 0x0040201008040201)

/* All squares of rank r; of all files. */
static inline Bitboard bb_rank(int rank)
{
    return bits128_shift(BB_RANK_A, rank);
}

#define BB_ALL (BB_RANK_A * 0x1ff)

/* The ranks first .. last as `colour` counts them from its far end: 0 is where pawns promote last. */
static inline Bitboard bb_far_ranks(int colour, int first, int last)
{
    Bitboard set = 0;
    for (int r = first; r <= last; r++) set |= bb_rank(colour == BLACK ? r : 8 - r);
    return set;
}

#define BB_ZONE(colour) (bb_far_ranks((colour), 0, 2)) /* where pieces of the colour promote */

/* Files on which no bit of `pawns` (at most one a file) is set, as whole files. */
static inline Bitboard bb_files_without(Bitboard pawns)
{
    Bitboard top = bb_rank(8);
    Bitboard open = (top - pawns) & top;
    return open | (open - (open >> 8));
}

static inline Bitboard bb_reverse(Bitboard set)
{
    return bits128_reverse(set);
}

static inline Bitboard bb_line(Bitboard line, int square, Bitboard occupied)
{
    Bitboard blockers = occupied & line, self = bb_of(square);
    Bitboard up = blockers - self;
    Bitboard down = bb_reverse(bb_reverse(blockers) - bb_reverse(self));
    return (up ^ down) & line;
}

/* Towards rank i (White's forward). A file lies in one word. */
static inline Bitboard bb_file_down(int square, Bitboard occupied)
{
    int word = square & 64;
    uint64_t ray = bits128_word(shogi_tables->ahead[WHITE][square], word);
    uint64_t blockers = bits128_word(occupied, word) & ray;
    return bits128_shift((blockers ^ (blockers - 1)) & ray, word);
}

/* Towards rank a (Black's forward). */
static inline Bitboard bb_file_up(int square, Bitboard occupied)
{
    int word = square & 64;
    uint64_t ray = bits128_word(shogi_tables->ahead[BLACK][square], word);
    uint64_t blockers = bits128_word(occupied, word) & ray;
    return bits128_shift(ray & (~UINT64_C(0) << bits_highest(blockers | 1)), word);
}

static inline Bitboard bb_lance(int colour, int square, Bitboard occupied)
{
    return colour == BLACK ? bb_file_up(square, occupied) : bb_file_down(square, occupied);
}

static inline Bitboard bb_bishop(int square, Bitboard occupied)
{
    return bb_line(shogi_tables->rising[square], square, occupied) |
           bb_line(shogi_tables->falling[square], square, occupied);
}

static inline Bitboard bb_rook(int square, Bitboard occupied)
{
    return bb_line(shogi_tables->rank[square], square, occupied) | bb_file_up(square, occupied) |
           bb_file_down(square, occupied);
}

static inline Bitboard bb_step(int colour, int kind, int square)
{
    return shogi_tables->step[piece_make(colour, kind)][square];
}

static inline Bitboard bb_king(int square)
{
    return shogi_tables->step[KING][square];
}

/* Everything that a piece attacks from a square. With a constant kind this is straight code. */
static inline Bitboard bb_attacks(int colour, int kind, int square, Bitboard occupied)
{
    switch (kind) {
    case LANCE: return bb_lance(colour, square, occupied);
    case BISHOP: return bb_bishop(square, occupied);
    case ROOK: return bb_rook(square, occupied);
    case HORSE: return bb_bishop(square, occupied) | bb_king(square);
    case DRAGON: return bb_rook(square, occupied) | bb_king(square);
    default: return bb_step(colour, kind, square);
    }
}

/* The whole line of the board through two squares that have one in common. */
static inline Bitboard bb_line_through(int a, int b)
{
    const BoardTables *t = shogi_tables;
    if (bb_has(t->rank[a], b)) return t->rank[a];
    if (bb_has(t->rising[a], b)) return t->rising[a];
    if (bb_has(t->falling[a], b)) return t->falling[a];
    return t->ahead[BLACK][a] | t->ahead[WHITE][a];
}

#endif
