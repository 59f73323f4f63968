#include "shogi/features.h"

int features_list(const Position *pos, int side, int out[FEATURES_ACTIVE_MAX])
{
    bool mirrored = feature_mirrors(pos, side);
    int count = 0;
    Bitboard occupied = pos_occupied(pos);
    while (occupied && count < FEATURES_ACTIVE_MAX) {
        int square = bb_pop(&occupied);
        out[count++] = feature_of_piece(side, mirrored, pos->board[square], square);
    }
    for (int owner = 0; owner < COLOURS; owner++) {
        for (int kind = PAWN; kind < HAND_KINDS; kind++) {
            int held = hand_count(pos->hands[owner], kind);
            for (int nth = 0; nth < held && count < FEATURES_ACTIVE_MAX; nth++) {
                out[count++] = feature_of_hand(side, owner, kind, nth);
            }
        }
    }
    return count;
}
