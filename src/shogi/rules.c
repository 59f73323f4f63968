#include "shogi/rules.h"

enum { OCCURRENCES = 4, DECLARE_PIECES = 10, DECLARE_24 = 31, DECLARE_BLACK_27 = 28, DECLARE_WHITE_27 = 27 };

/* Who has checked at every move of the last `distance` plies? */
static Repetition by_checks(const ShogiPosition *pos, int distance)
{
    int now = pos->past_count - 1, moves = distance / 2;
    if (pos->past[now].check_run >= moves) return REPETITION_WIN;
    if (pos->past[now - 1].check_run >= moves) return REPETITION_LOSS;
    return REPETITION_DRAW;
}

Repetition rules_fourfold(const ShogiPosition *pos)
{
    int now = pos->past_count - 1, times = 1;
    const Past *current = &pos->past[now];
    if (pos->seen[current->board_key % SEEN_SLOTS] < OCCURRENCES) return REPETITION_NONE;
    for (int distance = 4; distance <= now; distance += 2) {
        const Past *past = &pos->past[now - distance];
        if (past->board_key != current->board_key || past->black_hand != current->black_hand) continue;
        if (++times == OCCURRENCES) return by_checks(pos, distance);
    }
    return REPETITION_NONE;
}

Repetition rules_repetition(const ShogiPosition *pos, int ply)
{
    int now = pos->past_count - 1;
    const Past *current = &pos->past[now];
    if (pos->seen[current->board_key % SEEN_SLOTS] < 2) return REPETITION_NONE;
    int most = pos->state.plies_from_null < now ? pos->state.plies_from_null : now;
    for (int distance = 4; distance <= most; distance += 2) {
        const Past *past = &pos->past[now - distance];
        if (past->board_key != current->board_key) continue;
        bool in_tree = distance <= ply;
        if (past->black_hand == current->black_hand) {
            Repetition verdict = by_checks(pos, distance);
            return in_tree || verdict == REPETITION_DRAW ? verdict : rules_fourfold(pos);
        }
        if (!in_tree) continue;
        bool black_gained = hand_covers(current->black_hand, past->black_hand);
        bool black_lost = hand_covers(past->black_hand, current->black_hand);
        if (black_gained) return pos->side == BLACK ? REPETITION_SUPERIOR : REPETITION_INFERIOR;
        if (black_lost) return pos->side == BLACK ? REPETITION_INFERIOR : REPETITION_SUPERIOR;
    }
    return REPETITION_NONE;
}

int rules_points(const ShogiPosition *pos, int colour, bool camp_only)
{
    Bitboard own = pos->colours[colour] & ~pos->kinds[KING];
    if (camp_only) own &= BB_ZONE(colour);
    Bitboard big = pos->kinds[BISHOP] | pos->kinds[ROOK] | pos->kinds[HORSE] | pos->kinds[DRAGON];
    int points = bb_count(own) + 4 * bb_count(own & big);
    for (int kind = PAWN; kind <= GOLD; kind++) {
        points += hand_count(pos->hands[colour], kind) * (kind == BISHOP || kind == ROOK ? 5 : 1);
    }
    return points;
}

bool rules_can_declare(const ShogiPosition *pos)
{
    int us = pos->side;
    if (pos->entering == ENTERING_OFF || pos_in_check(pos)) return false;
    Bitboard camp = pos->colours[us] & BB_ZONE(us);
    if (!bb_has(camp, pos->king[us]) || bb_count(camp) - 1 < DECLARE_PIECES) return false;
    int points = rules_points(pos, us, true);
    if (pos->entering == ENTERING_24) return points >= DECLARE_24;
    return points >= (us == BLACK ? DECLARE_BLACK_27 : DECLARE_WHITE_27);
}
