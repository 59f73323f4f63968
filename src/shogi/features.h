/* What the network sees of a position: every piece of both sides by kind and square, kings included, and every piece in
 * hand, from each side's own point of view. The board is mirrored so that a side's own king stands on its right half.
 *
 * A piece is always exactly one feature, on the board or in a hand, so a full set gives 40 a side. */
#ifndef YOMI_SHOGI_FEATURES_H
#define YOMI_SHOGI_FEATURES_H

#include "shogi/position.h"

enum {
    FEATURE_SET = 1,
    FEATURE_KINDS = 14,
    FEATURE_BOARD = 2 * FEATURE_KINDS * 81,
    FEATURE_HAND = 38, /* 18 + 4 + 4 + 4 + 2 + 2 + 4 pieces of one hand */
    FEATURES = FEATURE_BOARD + 2 * FEATURE_HAND,
    FEATURES_ACTIVE_MAX = 48
};

/* Is the board turned left to right for this side? */
static inline bool feature_mirrors(const Position *pos, int side)
{
    int king = pos->king[side];
    if (king == NO_SQUARE) return false;
    int file = square_file(king);
    return side == BLACK ? file > 4 : file < 4;
}

static inline int feature_of_piece(int side, bool mirrored, int piece, int square)
{
    static const int8_t rank_of_kind[KINDS] = {-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, -1};
    int file = square_file(square), rank = square_rank(square);
    if (side == WHITE) {
        file = 8 - file;
        rank = 8 - rank;
    }
    if (mirrored) file = 8 - file;
    int theirs = piece_colour(piece) != side;
    return (theirs * FEATURE_KINDS + rank_of_kind[piece_kind(piece)]) * 81 + file * 9 + rank;
}

/* The `nth` piece (from 0) of a kind in the hand of `owner`. */
static inline int feature_of_hand(int side, int owner, int kind, int nth)
{
    static const int8_t first[HAND_KINDS] = {0, 0, 18, 22, 26, 30, 32, 34};
    return FEATURE_BOARD + (owner != side) * FEATURE_HAND + first[kind] + nth;
}

/* All active features of one side; returns their number. */
int features_list(const Position *pos, int side, int out[FEATURES_ACTIVE_MAX]);

#endif
