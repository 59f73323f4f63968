#include "shogi/see.h"

#include <stddef.h>

/* A capture takes the piece from the board and puts its raw kind into the hand: about twice the value, so the scale is
 * that of the evaluation halved. */
int see_value(int kind)
{
    if (kind == KING) return 15000;
    if (kind == NO_PIECE) return 0;
    return (eval_kind_value[kind] + eval_hand_value[kind_raw(kind)]) / 2;
}

static Bitboard sliders_behind(const ShogiPosition *pos, int square, Bitboard occupied, int kind)
{
    const Bitboard *kinds = pos->kinds;
    switch (kind) {
    case PAWN:
    case LANCE:
        return (bb_file_up(square, occupied) & ((kinds[LANCE] & pos->colours[WHITE]) | kinds[ROOK] | kinds[DRAGON])) |
               (bb_file_down(square, occupied) & ((kinds[LANCE] & pos->colours[BLACK]) | kinds[ROOK] | kinds[DRAGON]));
    case KNIGHT: return 0;
    default:
        return (bb_bishop(square, occupied) & (kinds[BISHOP] | kinds[HORSE])) |
               (bb_rook(square, occupied) & (kinds[ROOK] | kinds[DRAGON])) |
               (bb_file_up(square, occupied) & kinds[LANCE] & pos->colours[WHITE]) |
               (bb_file_down(square, occupied) & kinds[LANCE] & pos->colours[BLACK]);
    }
}

/* The least valuable of the attackers: its kind, and its square in *from. */
static int least_valuable(const ShogiPosition *pos, Bitboard attackers, int *from)
{
    static const uint8_t order[] = {PAWN,       LANCE, KNIGHT, PRO_PAWN, PRO_LANCE, PRO_KNIGHT, SILVER,
                                    PRO_SILVER, GOLD,  BISHOP, ROOK,     HORSE,     DRAGON,     KING};
    for (size_t i = 0; i < sizeof order; i++) {
        Bitboard found = attackers & pos->kinds[order[i]];
        if (!found) continue;
        *from = bb_first(found);
        return order[i];
    }
    return NO_PIECE;
}

bool see_at_least(const ShogiPosition *pos, Move move, int threshold)
{
    int to = move_to(move), side = pos->side;
    int balance = see_value(piece_kind(pos->board[to])) - threshold;
    if (balance < 0) return false;
    int kind = piece_kind(pos_moved_piece(pos, move));
    balance -= see_value(kind);
    if (balance >= 0) return true; /* even losing the piece for nothing is enough */
    Bitboard occupied = pos_occupied(pos) | bb_of(to);
    if (!move_is_drop(move)) occupied ^= bb_of(move_from(move));
    Bitboard answers = pos_attackers_of(pos, side ^ 1, to, occupied) & occupied;
    if (!answers) return true;
    Bitboard attackers = answers | pos_attackers_of(pos, side, to, occupied);
    bool gains = false; /* is the side that moves next behind? */
    for (;;) {
        side ^= 1;
        attackers &= occupied;
        Bitboard own = attackers & pos->colours[side];
        if (!own) break;
        int from = NO_SQUARE;
        kind = least_valuable(pos, own, &from);
        gains = !gains;
        /* A king may not take what is still defended. */
        if (kind == KING) return (attackers & pos->colours[side ^ 1]) ? gains : !gains;
        balance = -balance - 1 - see_value(kind);
        if (balance >= 0) break;
        occupied ^= bb_of(from);
        attackers |= sliders_behind(pos, to, occupied, kind) & occupied;
    }
    return !gains;
}
