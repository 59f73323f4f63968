#include "shogi/eval/features.h"

static bool is_left_half(int side, int square)
{
    int file = square_file(square);
    return side == BLACK ? file > 4 : file < 4;
}

/* Counted file by file from the side's own right, seen from the side. */
static int seen_square(int side, int square)
{
    int plain = square - (square > NO_SQUARE);
    return side == BLACK ? plain : 80 - plain;
}

static int mirrored(int seen)
{
    return seen + 9 * (8 - 2 * (seen / 9));
}

/* Where a king stands, after mirroring: the corner of a dug-in king, the castles of the last two ranks, the middle, the
 * way up, the other camp. By rank from the own side, then by file from the edge. */
static int zone_of(int side, int king)
{
    static const uint8_t zones[RANKS][5] = {{0, 1, 2, 3, 3}, {4, 4, 5, 6, 6}, {7, 7, 7, 7, 7},
                                            {8, 8, 8, 8, 8}, {8, 8, 8, 8, 8}, {8, 8, 8, 8, 8},
                                            {9, 9, 9, 9, 9}, {9, 9, 9, 9, 9}, {9, 9, 9, 9, 9}};
    int seen = seen_square(side, king);
    if (is_left_half(side, king)) seen = mirrored(seen);
    return zones[8 - seen % 9][seen / 9];
}

static int place_of(FeatureSet set, int side, int king)
{
    switch (set) {
    case FEATURES_OWN: return is_left_half(side, king);
    case FEATURES_ZONED: return 2 * zone_of(side, king) + is_left_half(side, king);
    case FEATURES_HALFKP: return seen_square(side, king);
    default: return 0;
    }
}

FeatureView feature_view(const ShogiPosition *pos, FeatureSet set, int side)
{
    int king = pos->king[side];
    return (FeatureView){(uint8_t)set, (uint8_t)side, (uint8_t)(king == NO_SQUARE ? 0 : place_of(set, side, king))};
}

bool feature_view_turns(FeatureSet set, int side, int from, int to)
{
    return place_of(set, side, from) != place_of(set, side, to);
}

int feature_views(FeatureSet set)
{
    switch (set) {
    case FEATURES_OWN: return 2;
    case FEATURES_ZONED: return 2 * FEATURE_ZONES;
    case FEATURES_HALFKP: return FEATURE_VIEWS;
    default: return 1;
    }
}

static int own_piece(FeatureView view, int piece, int square)
{
    int seen = seen_square(view.side, square), theirs = piece_colour(piece) != view.side;
    if (view.place & 1) seen = mirrored(seen);
    return (theirs * FEATURE_KINDS + piece_kind(piece) - 1) * 81 + seen;
}

/* The first feature of the king's zone. */
static int zone_base(FeatureView view)
{
    return view.set == FEATURES_ZONED ? view.place / 2 * FEATURES_OWN_COUNT : 0;
}

static bool is_own_set(FeatureView view)
{
    return view.set == FEATURES_OWN || view.set == FEATURES_ZONED;
}

static int public_piece(FeatureView view, int piece, int square)
{
    /* The first feature of the kind when it is the side's own; the other side's follow 81 later. */
    static const int16_t first[KINDS] = {
        [PAWN] = 90,      [LANCE] = 252,     [KNIGHT] = 414,     [SILVER] = 576,          [GOLD] = 738,
        [PRO_PAWN] = 738, [PRO_LANCE] = 738, [PRO_KNIGHT] = 738, [PRO_SILVER] = 738,      [BISHOP] = 900,
        [HORSE] = 1062,   [ROOK] = 1224,     [DRAGON] = 1386,    [KING] = FEATURE_PIECES,
    };
    int kind = piece_kind(piece), theirs = piece_colour(piece) != view.side;
    if (kind == KING && view.set == FEATURES_HALFKP) return FEATURE_NONE;
    return first[kind] + 81 * theirs + seen_square(view.side, square);
}

int feature_of_piece(FeatureView view, int piece, int square)
{
    if (is_own_set(view)) return zone_base(view) + own_piece(view, piece, square);
    int feature = public_piece(view, piece, square);
    if (feature == FEATURE_NONE || view.set == FEATURES_KP) return feature;
    return view.place * FEATURE_PIECES + feature;
}

int feature_of_hand(FeatureView view, int owner, int kind, int nth)
{
    static const int8_t own_first[HAND_KINDS] = {0, 0, 18, 22, 26, 30, 32, 34};
    static const int8_t public_first[HAND_KINDS][2] = {
        [PAWN] = {1, 20},  [LANCE] = {39, 44},  [KNIGHT] = {49, 54}, [SILVER] = {59, 64},
        [GOLD] = {69, 74}, [BISHOP] = {79, 82}, [ROOK] = {85, 88}};
    static const int8_t full_set[HAND_KINDS] = {0, 18, 4, 4, 4, 2, 2, 4};
    int theirs = owner != view.side;
    if (nth >= full_set[kind]) return FEATURE_NONE;
    if (is_own_set(view)) return zone_base(view) + FEATURE_BOARD + theirs * FEATURE_HAND + own_first[kind] + nth;
    return (view.set == FEATURES_HALFKP ? view.place * FEATURE_PIECES : 0) + public_first[kind][theirs] + nth;
}

/* About a quarter of the positions of self-play fall in each. */
int feature_bucket(const ShogiPosition *pos)
{
    int in_hands = 40 - bb_count(pos_occupied(pos));
    return in_hands < 2 ? 0 : in_hands < 6 ? 1 : in_hands < 11 ? 2 : 3;
}

int features_list(const ShogiPosition *pos, FeatureView view, int out[FEATURES_ACTIVE_MAX])
{
    int count = 0;
    Bitboard occupied = pos_occupied(pos);
    while (occupied && count < FEATURES_ACTIVE_MAX) {
        int square = bb_pop(&occupied), feature = feature_of_piece(view, pos->board[square], square);
        if (feature != FEATURE_NONE) out[count++] = feature;
    }
    for (int owner = 0; owner < COLOURS; owner++) {
        for (int kind = PAWN; kind < HAND_KINDS; kind++) {
            int held = hand_count(pos->hands[owner], kind);
            for (int nth = 0; nth < held && count < FEATURES_ACTIVE_MAX; nth++) {
                int feature = feature_of_hand(view, owner, kind, nth);
                if (feature != FEATURE_NONE) out[count++] = feature;
            }
        }
    }
    return count;
}
