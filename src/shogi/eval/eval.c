#include "shogi/eval/eval.h"

enum { TEMPO = 20 };

/* Attackers around a king, weighted by kind; the sum grows faster than the number of attackers. */
static int king_danger(const ShogiPosition *pos, int colour)
{
    int king = pos->king[colour], them = colour ^ 1;
    Bitboard ring = bb_king(king), occupied = pos_occupied(pos);
    Bitboard open = ring & ~pos->colours[colour];
    Bitboard enemy = pos->colours[them];
    const Bitboard *kinds = pos->kinds;
    int units = 0;
    Bitboard bishops = (kinds[BISHOP] | kinds[HORSE]) & enemy;
    while (bishops) units += 3 * (bb_bishop(bb_pop(&bishops), occupied) & ring ? 1 : 0);
    Bitboard rooks = (kinds[ROOK] | kinds[DRAGON]) & enemy;
    while (rooks) units += 4 * (bb_rook(bb_pop(&rooks), occupied) & ring ? 1 : 0);
    Hand hand = pos->hands[them];
    int drops = 2 * hand_count(hand, GOLD) + 2 * hand_count(hand, SILVER) + hand_count(hand, KNIGHT) +
                3 * hand_count(hand, ROOK) + 2 * hand_count(hand, BISHOP) + hand_count(hand, LANCE);
    units += drops * bb_count(open) / 4;
    return units * units / 4 + 4 * units;
}

Score eval_static(const ShogiPosition *pos)
{
    const EvalSums *sums = &pos->state.sums;
    int score = sums->material + sums->place[BLACK] + sums->place[WHITE];
    score += king_danger(pos, WHITE) - king_danger(pos, BLACK);
    if (pos->side == WHITE) score = -score;
    return eval_clamp(score + TEMPO);
}
