#include "shogi/movegen.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

/* What one generator makes. Constant in every caller, so that each becomes straight code of its own. */
typedef struct Task {
    int us;
    bool all;               /* with refused promotions */
    Bitboard targets;       /* for pieces other than pawns */
    Bitboard pawn_promotes; /* squares on which pawns may promote */
    Bitboard pawn_stays;    /* squares to which pawns may go without promoting */
    const CheckInfo *info;  /* NULL: any move; else only moves that give check */
} Task;

INLINE Move *put_moves(Move *list, int from, Bitboard to, Move flag)
{
    Move base = (Move)(from << 7 | flag);
    while (to) *list++ = (Move)(base | bb_pop(&to));
    return list;
}

/* Where a piece of this kind may stay unpromoted. */
INLINE Bitboard stay_region(int us, int kind, bool all, bool from_zone)
{
    switch (kind) {
    case LANCE: return all ? ~bb_far_ranks(us, 0, 0) : ~bb_far_ranks(us, 0, 1);
    case KNIGHT: return ~bb_far_ranks(us, 0, 1);
    case BISHOP:
    case ROOK: return all ? BB_ALL : from_zone ? 0 : ~BB_ZONE(us);
    default: return BB_ALL;
    }
}

/* Squares to which a move from `from` gives check, by arriving there or by leaving a line. */
INLINE Bitboard checking(const CheckInfo *info, int kind, int from)
{
    Bitboard squares = info->squares[kind];
    if (bb_has(info->shields, from)) squares |= ~bb_line_through(info->king, from);
    return squares;
}

INLINE Move *gen_kind(const ShogiPosition *pos, Move *list, const Task *task, int kind)
{
    const int us = task->us;
    Bitboard pieces = pos_pieces(pos, us, kind), occupied = pos_occupied(pos);
    if (task->info && (kind == LANCE || kind == KNIGHT || kind == SILVER || kind == GOLDS)) {
        pieces &= shogi_tables->may_check[piece_make(us, kind)][task->info->king] | task->info->shields;
    }
    while (pieces) {
        int from = bb_pop(&pieces);
        Bitboard to = bb_attacks(us, kind, from, occupied) & task->targets;
        if (__builtin_expect(bb_has(pos->state.pinned, from), 0)) to &= bb_line_through(pos->king[us], from);
        if (kind_promotes(kind)) {
            bool from_zone = bb_has(BB_ZONE(us), from);
            Bitboard promotes = from_zone ? to : to & BB_ZONE(us);
            if (task->info) promotes &= checking(task->info, kind + PROMOTED, from);
            list = put_moves(list, from, promotes, MOVE_PROMOTES);
            to &= stay_region(us, kind, task->all, from_zone);
        }
        if (task->info) to &= checking(task->info, kind, from);
        list = put_moves(list, from, to, 0);
    }
    return list;
}

INLINE Move *put_pawns(Move *list, Bitboard to, int back, Move flag)
{
    while (to) {
        int square = bb_pop(&to);
        *list++ = (Move)((square + back) << 7 | square | flag);
    }
    return list;
}

INLINE Move *gen_pawns(const ShogiPosition *pos, Move *list, const Task *task)
{
    const int us = task->us, back = us == BLACK ? 1 : -1;
    int king = pos->king[us];
    Bitboard pawns = pos_pieces(pos, us, PAWN);
    Bitboard stuck = pos->state.pinned & pawns;
    if (__builtin_expect(stuck != 0, 0)) {
        Bitboard file = shogi_tables->ahead[BLACK][king] | shogi_tables->ahead[WHITE][king];
        pawns &= ~(stuck & ~file);
    }
    Bitboard to = us == BLACK ? pawns >> 1 : pawns << 1;
    Bitboard zone = BB_ZONE(us);
    Bitboard promotes = to & zone & task->pawn_promotes;
    Bitboard stays = to & (task->all ? ~bb_far_ranks(us, 0, 0) : ~zone) & task->pawn_stays;
    if (task->info) {
        const CheckInfo *info = task->info;
        Bitboard leaving =
            info->shields & pawns & ~(shogi_tables->ahead[BLACK][info->king] | shogi_tables->ahead[WHITE][info->king]);
        Bitboard uncovering = us == BLACK ? leaving >> 1 : leaving << 1;
        promotes &= info->squares[PRO_PAWN] | uncovering;
        stays &= info->squares[PAWN] | uncovering;
    }
    list = put_pawns(list, promotes, back, MOVE_PROMOTES);
    return put_pawns(list, stays, back, 0);
}

INLINE Move *gen_king(const ShogiPosition *pos, Move *list, const Task *task)
{
    const int us = task->us;
    int king = pos->king[us];
    Bitboard to = bb_king(king) & task->targets;
    if (task->info) to &= checking(task->info, KING, king);
    Bitboard without = pos_occupied(pos) ^ bb_of(king);
    while (to) {
        int square = bb_pop(&to);
        if (!pos_attacked(pos, us ^ 1, square, without)) *list++ = move_make(king, square);
    }
    return list;
}

/* Everything on the board but the king. */
INLINE Move *gen_pieces(const ShogiPosition *pos, Move *list, const Task *task)
{
    list = gen_pawns(pos, list, task);
    list = gen_kind(pos, list, task, LANCE);
    list = gen_kind(pos, list, task, KNIGHT);
    list = gen_kind(pos, list, task, SILVER);
    list = gen_kind(pos, list, task, GOLDS);
    list = gen_kind(pos, list, task, BISHOP);
    list = gen_kind(pos, list, task, ROOK);
    list = gen_kind(pos, list, task, HORSE);
    return gen_kind(pos, list, task, DRAGON);
}

#include "shogi/movegen_drops.inc"

/* ---- mate by a dropped pawn ---- */

bool movegen_pawn_drop_mates(const ShogiPosition *pos, int to)
{
    int us = pos->side, them = us ^ 1, king = pos->king[them];
    Bitboard occupied = pos_occupied(pos) | bb_of(to);
    /* Can the pawn be taken by something other than the king? A shield may, along its own line. */
    Bitboard takers = pos_attackers_of(pos, them, to, occupied) & ~bb_of(king);
    if (takers) {
        Bitboard shields = pos_shields(pos, them, them, occupied);
        if (takers & ~shields) return false;
        while (takers) {
            if (bb_has(bb_line_through(king, bb_pop(&takers)), to)) return false;
        }
    }
    Bitboard flight = bb_king(king) & ~pos->colours[them];
    Bitboard without = occupied ^ bb_of(king);
    while (flight) {
        if (!pos_attacked(pos, us, bb_pop(&flight), without)) return false;
    }
    return true;
}

/* ---- the generators ---- */

#define BY_SIDE(pos, call_black, call_white) ((pos)->side == BLACK ? (call_black) : (call_white))

INLINE Move *noisy(const ShogiPosition *pos, Move *list, int us)
{
    Bitboard enemy = pos->colours[us ^ 1];
    const Task task = {
        .us = us, .targets = enemy, .pawn_promotes = ~pos->colours[us], .pawn_stays = enemy, .info = NULL};
    return gen_king(pos, gen_pieces(pos, list, &task), &task);
}

Move *movegen_noisy(const ShogiPosition *pos, Move *list)
{
    return BY_SIDE(pos, noisy(pos, list, BLACK), noisy(pos, list, WHITE));
}

INLINE Move *quiets(const ShogiPosition *pos, Move *list, int us, const CheckInfo *info)
{
    Bitboard empty = BB_ALL & ~pos_occupied(pos);
    const Task task = {.us = us, .targets = empty, .pawn_promotes = 0, .pawn_stays = empty, .info = info};
    return gen_king(pos, gen_pieces(pos, list, &task), &task);
}

Move *movegen_quiets(const ShogiPosition *pos, Move *list)
{
    return BY_SIDE(pos, quiets(pos, list, BLACK, NULL), quiets(pos, list, WHITE, NULL));
}

Move *movegen_drops(const ShogiPosition *pos, Move *list)
{
    Bitboard empty = BB_ALL & ~pos_occupied(pos);
    return BY_SIDE(pos, gen_drops(pos, list, BLACK, empty), gen_drops(pos, list, WHITE, empty));
}

INLINE Move *evasions(const ShogiPosition *pos, Move *list, int us, bool all)
{
    int king = pos->king[us];
    Bitboard checkers = pos->state.checkers;
    const Task flight = {.us = us, .targets = ~pos->colours[us], .info = NULL};
    list = gen_king(pos, list, &flight);
    if (bb_several(checkers)) return list;
    Bitboard block = shogi_tables->between[king][bb_first(checkers)], meet = block | checkers;
    const Task task = {.us = us, .all = all, .targets = meet, .pawn_promotes = meet, .pawn_stays = meet, .info = NULL};
    list = gen_pieces(pos, list, &task);
    return gen_drops(pos, list, us, block);
}

Move *movegen_evasions(const ShogiPosition *pos, Move *list)
{
    return BY_SIDE(pos, evasions(pos, list, BLACK, false), evasions(pos, list, WHITE, false));
}

Move *movegen_all_evasions(const ShogiPosition *pos, Move *list)
{
    return BY_SIDE(pos, evasions(pos, list, BLACK, true), evasions(pos, list, WHITE, true));
}

INLINE Move *everything(const ShogiPosition *pos, Move *list, int us)
{
    Bitboard to = BB_ALL & ~pos->colours[us];
    const Task task = {.us = us, .all = true, .targets = to, .pawn_promotes = to, .pawn_stays = to, .info = NULL};
    list = gen_king(pos, gen_pieces(pos, list, &task), &task);
    return gen_drops(pos, list, us, BB_ALL & ~pos_occupied(pos));
}

Move *movegen_all(const ShogiPosition *pos, Move *list)
{
    if (pos_in_check(pos)) return movegen_all_evasions(pos, list);
    return BY_SIDE(pos, everything(pos, list, BLACK), everything(pos, list, WHITE));
}

int movegen_count(const ShogiPosition *pos)
{
    Move list[LIST_ROOM];
    return (int)(movegen_all(pos, list) - list);
}

/* ---- checks ---- */

void checkinfo_make(const ShogiPosition *pos, CheckInfo *info)
{
    int us = pos->side, them = us ^ 1, king = pos->king[them];
    Bitboard occupied = pos_occupied(pos);
    Bitboard *squares = info->squares;
    info->king = king;
    info->shields = pos_shields(pos, them, us, occupied);
    squares[NO_PIECE] = squares[KING] = 0;
    squares[PAWN] = bb_step(them, PAWN, king);
    squares[KNIGHT] = bb_step(them, KNIGHT, king);
    squares[SILVER] = bb_step(them, SILVER, king);
    squares[BISHOP] = bb_bishop(king, occupied);
    Bitboard up = bb_file_up(king, occupied), down = bb_file_down(king, occupied);
    squares[LANCE] = them == BLACK ? up : down;
    squares[ROOK] = bb_line(shogi_tables->rank[king], king, occupied) | up | down;
    Bitboard gold = bb_step(them, GOLD, king);
    squares[GOLD] = squares[PRO_PAWN] = squares[PRO_LANCE] = squares[PRO_KNIGHT] = squares[PRO_SILVER] = gold;
    squares[GOLDS] = gold;
    squares[HORSE] = squares[BISHOP] | bb_king(king);
    squares[DRAGON] = squares[ROOK] | bb_king(king);
}

INLINE Move *quiet_checks(const ShogiPosition *pos, const CheckInfo *info, Move *list, int us)
{
    return gen_drop_checks(pos, info, quiets(pos, list, us, info), us);
}

Move *movegen_quiet_checks(const ShogiPosition *pos, const CheckInfo *info, Move *list)
{
    if (info->king == NO_SQUARE) return list;
    return BY_SIDE(pos, quiet_checks(pos, info, list, BLACK), quiet_checks(pos, info, list, WHITE));
}

INLINE Move *all_checks(const ShogiPosition *pos, const CheckInfo *info, Move *list, int us)
{
    Bitboard to = BB_ALL & ~pos->colours[us];
    const Task task = {.us = us, .all = true, .targets = to, .pawn_promotes = to, .pawn_stays = to, .info = info};
    list = gen_king(pos, gen_pieces(pos, list, &task), &task);
    return gen_drop_checks(pos, info, list, us);
}

Move *movegen_all_checks(const ShogiPosition *pos, const CheckInfo *info, Move *list)
{
    if (info->king == NO_SQUARE) return list;
    if (!pos_in_check(pos)) {
        return BY_SIDE(pos, all_checks(pos, info, list, BLACK), all_checks(pos, info, list, WHITE));
    }
    Move *end = movegen_all_evasions(pos, list), *kept = list;
    for (Move *m = list; m < end; m++) {
        if (movegen_gives_check(pos, info, *m)) *kept++ = *m;
    }
    return kept;
}

/* ---- single moves ---- */

bool movegen_has_move(const ShogiPosition *pos)
{
    Move list[LIST_ROOM];
    const Task king = {.us = pos->side, .targets = BB_ALL & ~pos->colours[pos->side], .info = NULL};
    if (gen_king(pos, list, &king) > list) return true;
    return movegen_count(pos) > 0;
}

static bool drop_is_legal(const ShogiPosition *pos, Move move)
{
    int us = pos->side, kind = move_drop_kind(move), to = move_to(move);
    if (move_is_promotion(move) || kind < PAWN || kind > GOLD || !hand_count(pos->hands[us], kind)) return false;
    if (pos->board[to]) return false;
    if (pos_in_check(pos)) {
        if (bb_several(pos->state.checkers)) return false;
        if (!bb_has(shogi_tables->between[pos->king[us]][bb_first(pos->state.checkers)], to)) return false;
    }
    if (kind == PAWN) return bb_has(pawn_drop_squares(pos, us, bb_of(to)), to);
    if (kind == LANCE) return !bb_has(bb_far_ranks(us, 0, 0), to);
    return kind != KNIGHT || !bb_has(bb_far_ranks(us, 0, 1), to);
}

static bool may_end_so(int us, int kind, Move move)
{
    int from = move_from(move), to = move_to(move);
    if (move_is_promotion(move)) {
        return kind_promotes(kind) && (bb_has(BB_ZONE(us), from) || bb_has(BB_ZONE(us), to));
    }
    if (kind == PAWN || kind == LANCE) return !bb_has(bb_far_ranks(us, 0, 0), to);
    return kind != KNIGHT || !bb_has(bb_far_ranks(us, 0, 1), to);
}

bool movegen_is_legal(const ShogiPosition *pos, Move move)
{
    int us = pos->side, from = move_from(move), to = move_to(move), king = pos->king[us];
    if (move >> 15 || to >= SQUARES || to == NO_SQUARE) return false;
    if (move_is_drop(move)) return drop_is_legal(pos, move);
    int piece = pos->board[from], kind = piece_kind(piece);
    if (!piece || piece_colour(piece) != us || bb_has(pos->colours[us], to)) return false;
    Bitboard occupied = pos_occupied(pos);
    if (!bb_has(bb_attacks(us, kind, from, occupied), to) || !may_end_so(us, kind, move)) return false;
    if (kind == KING) return !pos_attacked(pos, us ^ 1, to, occupied ^ bb_of(king));
    if (bb_has(pos->state.pinned, from) && !bb_has(bb_line_through(king, from), to)) return false;
    if (!pos_in_check(pos)) return true;
    if (bb_several(pos->state.checkers)) return false;
    int checker = bb_first(pos->state.checkers);
    return to == checker || bb_has(shogi_tables->between[king][checker], to);
}
