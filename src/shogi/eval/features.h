/* What a network sees of a position, from each side's own point of view. A piece is at most one feature, on the board
 * or in a hand, so a full set gives 40 a side.
 *
 *   own     every piece of both sides by kind and square, kings included, and every piece in hand. The board is
 *           mirrored so that a side's own king stands on its right half.
 *   zoned   the same features once for each zone of the side's own king
 *   K-P     the pieces as public networks number them (promoted small pieces are golds), then both kings' squares
 *   HalfKP  the same pieces for each square of the side's own king; the other king is not seen */
#ifndef YOMI_SHOGI_EVAL_FEATURES_H
#define YOMI_SHOGI_EVAL_FEATURES_H

#include "shogi/position.h"

/* Numbers in network files. */
typedef enum FeatureSet { FEATURES_OWN = 1, FEATURES_KP, FEATURES_HALFKP, FEATURES_ZONED } FeatureSet;

enum {
    FEATURE_KINDS = 14,
    FEATURE_BOARD = 2 * FEATURE_KINDS * 81,
    FEATURE_HAND = 38, /* 18 + 4 + 4 + 4 + 2 + 2 + 4 pieces of one hand */
    FEATURES_OWN_COUNT = FEATURE_BOARD + 2 * FEATURE_HAND,
    FEATURE_ZONES = 10,
    FEATURES_ZONED_COUNT = FEATURE_ZONES * FEATURES_OWN_COUNT,
    FEATURE_PIECES = 1548, /* of public networks: 90 for hands, 9 kinds of two sides on 81 squares */
    FEATURES_KP_COUNT = FEATURE_PIECES + 2 * 81,
    FEATURES_HALFKP_COUNT = 81 * FEATURE_PIECES,
    FEATURES_ACTIVE_MAX = 56, /* composed positions may have more than one set: 54 pieces */
    FEATURE_VIEWS = 81,
    FEATURE_BUCKETS = 4,
    FEATURE_NONE = -1
};

/* How one side looks at the board. */
typedef struct FeatureView {
    uint8_t set;   /* FeatureSet */
    uint8_t side;  /* whose view */
    uint8_t place; /* below FEATURE_VIEWS. Own: is the board mirrored? Zoned: 2 * zone + that. HalfKP: the king's
                      square. K-P: 0 */
} FeatureView;

FeatureView feature_view(const ShogiPosition *pos, FeatureSet set, int side);
/* Does the side see other features for the same pieces after its king went from one square to another? */
bool feature_view_turns(FeatureSet set, int side, int from, int to);

int feature_views(FeatureSet set); /* how many places views of the set have */

/* FEATURE_NONE for a piece that is not seen. */
int feature_of_piece(FeatureView view, int piece, int square);
/* The `nth` piece (from 0) of a kind in the hand of `owner`; FEATURE_NONE past what one set of pieces has. */
int feature_of_hand(FeatureView view, int owner, int kind, int nth);

/* The phase of the game, for networks with output weights of each: by how many pieces are in hands. */
int feature_bucket(const ShogiPosition *pos);

/* All active features of one view; returns their number. */
int features_list(const ShogiPosition *pos, FeatureView view, int out[FEATURES_ACTIVE_MAX]);

#endif
