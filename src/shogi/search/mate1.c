#include "shogi/search/mate1.h"

/* Squares to which the enemy king could go now, with the king lifted off its square. */
static Bitboard flight_squares(const ShogiPosition *pos, int us)
{
    int them = us ^ 1, king = pos->king[them];
    Bitboard to = bb_king(king) & ~pos->colours[them], free = 0;
    Bitboard without = pos_occupied(pos) ^ bb_of(king);
    while (to) {
        int square = bb_pop(&to);
        if (!pos_attacked(pos, us, square, without)) free |= bb_of(square);
    }
    return free;
}

/* A check can only mate when the piece covers every flight square from where it arrives. (A piece that opens a line
 * for another may do more: such mates are left to the search.) */
static bool covers(const ShogiPosition *pos, Move move, Bitboard flight, Bitboard occupied)
{
    int piece = pos_moved_piece(pos, move), to = move_to(move);
    Bitboard left = flight & ~bb_of(to);
    return !(left & ~bb_attacks(piece_colour(piece), piece_kind(piece), to, occupied));
}

/* Can the piece that gives check be taken? By a king next to it that nothing else guards, or by a piece that is free to
 * go there. Says so of most checks that do not mate, and of none that does. */
static bool is_taken(const ShogiPosition *pos, const CheckInfo *info, Move move, Bitboard flight)
{
    int us = pos->side, them = us ^ 1, to = move_to(move);
    Bitboard from = move_is_drop(move) ? 0 : bb_of(move_from(move));
    Bitboard occupied = (pos_occupied(pos) & ~from) | bb_of(to);
    if (bb_has(bb_king(info->king), to)) {
        if (!from && bb_has(flight, to)) return true;
        Bitboard without = occupied ^ bb_of(info->king);
        if (from && !(pos_attackers_of(pos, us, to, without) & ~from)) return true;
    }
    if (from & info->shields) return false; /* the check that it uncovers stays */
    Bitboard takers = pos_attackers_of(pos, them, to, occupied) & ~bb_of(info->king);
    return takers && (takers & ~pos_shields(pos, them, them, occupied));
}

Move mate1_find(ShogiPosition *pos, const CheckInfo *info)
{
    if (info->king == NO_SQUARE) return MOVE_NONE;
    Move list[LIST_ROOM];
    return mate1_among(pos, info, list, movegen_all_checks(pos, info, list));
}

Move mate1_among(ShogiPosition *pos, const CheckInfo *info, const Move *list, const Move *end)
{
    if (end == list) return MOVE_NONE;
    Bitboard flight = flight_squares(pos, pos->side);
    Bitboard occupied = pos_occupied(pos) ^ bb_of(info->king);
    for (const Move *move = list; move < end; move++) {
        if (!covers(pos, *move, flight, occupied) || is_taken(pos, info, *move, flight)) continue;
        ShogiUndo before;
        pos_do_bare(pos, *move, &before);
        bool mates = !movegen_has_move(pos);
        pos_undo_bare(pos, *move, &before);
        if (mates) return *move;
    }
    return MOVE_NONE;
}

/* Does every answer to the check just given allow a mate in one? */
static bool all_answers_mated(ShogiPosition *pos, int *budget)
{
    Move list[LIST_ROOM];
    const Move *end = movegen_all_evasions(pos, list);
    for (const Move *move = list; move < end; move++) {
        if (--*budget <= 0) return false;
        ShogiUndo before;
        pos_do_bare(pos, *move, &before);
        CheckInfo info;
        bool mated = false;
        if (!pos_in_check(pos)) {
            checkinfo_make(pos, &info);
            mated = mate1_find(pos, &info) != MOVE_NONE;
        }
        pos_undo_bare(pos, *move, &before);
        if (!mated) return false;
    }
    return true;
}

Move mate3_find(ShogiPosition *pos, const CheckInfo *info, int budget)
{
    if (info->king == NO_SQUARE) return MOVE_NONE;
    Move list[LIST_ROOM];
    const Move *end = movegen_all_checks(pos, info, list);
    for (const Move *move = list; move < end && budget > 0; move++) {
        budget--;
        ShogiUndo before;
        pos_do_bare(pos, *move, &before);
        bool mates = all_answers_mated(pos, &budget);
        pos_undo_bare(pos, *move, &before);
        if (mates) return *move;
    }
    return MOVE_NONE;
}
