#include "shogi/eval/eval_tables.h"

#include "base/thread.h"

#include <stdlib.h>

const int16_t eval_kind_value[KINDS] = {
    [PAWN] = 100,       [LANCE] = 310,  [KNIGHT] = 360,   [SILVER] = 500,    [GOLD] = 560,
    [BISHOP] = 840,     [ROOK] = 980,   [PRO_PAWN] = 520, [PRO_LANCE] = 530, [PRO_KNIGHT] = 540,
    [PRO_SILVER] = 560, [HORSE] = 1120, [DRAGON] = 1320,
};

const int16_t eval_hand_value[HAND_KINDS] = {
    [PAWN] = 115, [LANCE] = 340, [KNIGHT] = 390, [SILVER] = 540, [GOLD] = 610, [BISHOP] = 900, [ROOK] = 1060,
};

EvalTables shogi_eval_once;

/* What an attacker next to the enemy king, and a defender next to its own, is worth beyond its material. */
static const int16_t attack_weight[KINDS] = {
    [PAWN] = 28,     [LANCE] = 24,     [KNIGHT] = 40,     [SILVER] = 80,     [GOLD] = 90,   [BISHOP] = 40,  [ROOK] = 40,
    [PRO_PAWN] = 90, [PRO_LANCE] = 90, [PRO_KNIGHT] = 90, [PRO_SILVER] = 90, [HORSE] = 110, [DRAGON] = 130,
};
static const int16_t guard_weight[KINDS] = {
    [PAWN] = 24,     [LANCE] = 14,     [KNIGHT] = 14,     [SILVER] = 48,     [GOLD] = 60,  [BISHOP] = 8,  [ROOK] = -24,
    [PRO_PAWN] = 40, [PRO_LANCE] = 40, [PRO_KNIGHT] = 40, [PRO_SILVER] = 44, [HORSE] = 70, [DRAGON] = 20,
};
/* Percent of the weight by distance, the larger of files and ranks. */
static const int8_t attack_share[9] = {100, 100, 72, 44, 24, 12, 6, 2, 0};
static const int8_t guard_share[9] = {100, 100, 62, 30, 12, 4, 0, 0, 0};

/* By rank seen from the piece's own side: 0 is the far end. */
static const int8_t pawn_advance[9] = {0, 0, 0, 20, 16, 10, 2, 0, 0};
static const int8_t silver_advance[9] = {-20, -14, -4, 6, 10, 10, 6, 0, -8};
static const int8_t knight_advance[9] = {0, 0, 0, -14, -6, 0, 6, 0, 0};
static const int8_t gold_advance[9] = {-40, -34, -24, -14, -8, 0, 2, 6, 0};
static const int8_t king_rank[9] = {-110, -110, -110, -120, -110, -90, -50, 6, 16};
static const int8_t king_file[9] = {2, 24, 20, 4, -22, 4, 20, 24, 2};

/* King and piece as the king's owner sees them, that is with Black's forward. */
static int near_king_value(bool enemy, int kind, int files, int ranks)
{
    int distance = files > abs(ranks) ? files : abs(ranks);
    if (!enemy) {
        int value = guard_weight[kind] * guard_share[distance] / 100;
        /* Guards stand beside and before the king; the head of the king is its weakest square. */
        if (ranks == -1 && files == 0) value += guard_weight[kind] / 4;
        return ranks > 1 ? value / 2 : value;
    }
    int value = attack_weight[kind] * attack_share[distance] / 100;
    return ranks > 0 ? value * 2 / 3 : value; /* from behind there is less to attack with */
}

static int place_value(int kind, int file, int rank)
{
    switch (kind) {
    case PAWN: return pawn_advance[rank];
    case SILVER: return silver_advance[rank];
    case KNIGHT: return knight_advance[rank];
    case GOLD: return gold_advance[rank];
    case LANCE: return rank < 7 ? -16 : 0;
    case KING: return king_rank[rank] + king_file[file];
    default: return 0;
    }
}

static void fill_king(int colour, int king)
{
    for (int piece = 1; piece < PIECES; piece++) {
        int kind = piece_kind(piece), owner = piece_colour(piece);
        if (kind == NO_PIECE || kind == GOLDS) continue;
        for (int square = 0; square < SQUARES; square++) {
            if (square == NO_SQUARE) continue;
            int k = colour == BLACK ? king : square_turn(king);
            int s = colour == BLACK ? square : square_turn(square);
            bool enemy = owner != colour;
            int value = 0;
            if (kind != KING) {
                value =
                    near_king_value(enemy, kind, abs(square_file(s) - square_file(k)), square_rank(s) - square_rank(k));
            }
            if (!enemy) value += place_value(kind, square_file(s), square_rank(s));
            shogi_eval_once.king_piece[colour][king][piece][square] = (int16_t)(owner == BLACK ? value : -value);
        }
    }
}

static void fill_all(void)
{
    for (int king = 0; king < SQUARES; king++) {
        if (king == NO_SQUARE) continue;
        fill_king(BLACK, king);
        fill_king(WHITE, king);
    }
}

void eval_tables_init(void)
{
    static Once once = ONCE_INIT;
    thread_once(&once, fill_all);
}
