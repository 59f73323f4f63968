#include "shogi/position.h"

#include <assert.h>
#include <string.h>

enum { GOLD_LIKE = 1 << GOLD | 1 << PRO_PAWN | 1 << PRO_LANCE | 1 << PRO_KNIGHT | 1 << PRO_SILVER };

/* ---- attacks ---- */

Bitboard pos_attackers_of(const ShogiPosition *pos, int by, int square, Bitboard occupied)
{
    /* A piece attacks the square when the same piece of the other colour there would attack it. */
    int from = by ^ 1;
    const Bitboard *kinds = pos->kinds;
    Bitboard set = bb_step(from, PAWN, square) & kinds[PAWN];
    set |= bb_step(from, KNIGHT, square) & kinds[KNIGHT];
    set |= bb_step(from, SILVER, square) & kinds[SILVER];
    set |= bb_step(from, GOLD, square) & kinds[GOLDS];
    set |= bb_king(square) & (kinds[KING] | kinds[HORSE] | kinds[DRAGON]);
    Bitboard bishops = (kinds[BISHOP] | kinds[HORSE]) & shogi_tables->diagonals[square];
    if (bishops & pos->colours[by]) set |= bb_bishop(square, occupied) & bishops;
    Bitboard rooks = (kinds[ROOK] | kinds[DRAGON]) & shogi_tables->cross[square];
    if (rooks & pos->colours[by]) set |= bb_rook(square, occupied) & rooks;
    Bitboard lances = kinds[LANCE] & shogi_tables->ahead[from][square];
    if (lances & pos->colours[by]) set |= bb_lance(from, square, occupied) & lances;
    return set & pos->colours[by];
}

static Bitboard sliders_at(const ShogiPosition *pos, int by, int square)
{
    const Bitboard *kinds = pos->kinds;
    Bitboard set = shogi_tables->cross[square] & (kinds[ROOK] | kinds[DRAGON]);
    set |= shogi_tables->diagonals[square] & (kinds[BISHOP] | kinds[HORSE]);
    set |= shogi_tables->ahead[by ^ 1][square] & kinds[LANCE];
    return set & pos->colours[by];
}

bool pos_attacked(const ShogiPosition *pos, int by, int square, Bitboard occupied)
{
    int from = by ^ 1;
    const Bitboard *kinds = pos->kinds;
    Bitboard steps = bb_step(from, PAWN, square) & kinds[PAWN];
    steps |= bb_step(from, KNIGHT, square) & kinds[KNIGHT];
    steps |= bb_step(from, SILVER, square) & kinds[SILVER];
    steps |= bb_step(from, GOLD, square) & kinds[GOLDS];
    steps |= bb_king(square) & (kinds[KING] | kinds[HORSE] | kinds[DRAGON]);
    if (steps & pos->colours[by]) return true;
    Bitboard sliders = sliders_at(pos, by, square);
    while (sliders) {
        if (!(shogi_tables->between[square][bb_pop(&sliders)] & occupied)) return true;
    }
    return false;
}

Bitboard pos_shields(const ShogiPosition *pos, int king_colour, int own, Bitboard occupied)
{
    int king = pos->king[king_colour];
    Bitboard shields = 0;
    Bitboard sliders = sliders_at(pos, king_colour ^ 1, king);
    while (sliders) {
        Bitboard inside = shogi_tables->between[king][bb_pop(&sliders)] & occupied;
        if (inside && !bb_several(inside)) shields |= inside;
    }
    return shields & pos->colours[own];
}

/* Checkers and pinned pieces of the side to move, in one pass over the sliders that point at its king. */
static inline void update_king(ShogiPosition *pos)
{
    int us = pos->side, them = us ^ 1, king = pos->king[us];
    const Bitboard *kinds = pos->kinds;
    Bitboard steps = bb_step(us, PAWN, king) & kinds[PAWN];
    steps |= bb_step(us, KNIGHT, king) & kinds[KNIGHT];
    steps |= bb_step(us, SILVER, king) & kinds[SILVER];
    steps |= bb_step(us, GOLD, king) & kinds[GOLDS];
    steps |= bb_king(king) & (kinds[HORSE] | kinds[DRAGON]);
    Bitboard checkers = steps & pos->colours[them], pinned = 0;
    Bitboard occupied = pos_occupied(pos);
    Bitboard sliders = sliders_at(pos, them, king);
    while (sliders) {
        int square = bb_pop(&sliders);
        Bitboard inside = shogi_tables->between[king][square] & occupied;
        if (!inside) {
            checkers |= bb_of(square);
        } else if (!bb_several(inside)) {
            pinned |= inside;
        }
    }
    pos->state.checkers = checkers;
    pos->state.pinned = pinned & pos->colours[us];
}

#include "shogi/position_set_up.inc"

/* ---- moves ---- */

static inline void change_hand(ShogiPosition *pos, int colour, int kind, int by)
{
    const uint64_t *keys = shogi_tables->hand_key[colour][kind];
    int count = hand_count(pos->hands[colour], kind);
    pos->state.hand_key ^= keys[count] ^ keys[count + by];
    pos->hands[colour] += (Hand)by << hand_shift(kind);
}

static inline void add_place(ShogiPosition *pos, int piece, int square, int sign)
{
    EvalSums *sums = &pos->state.sums;
    sums->place[BLACK] += sign * shogi_eval->king_piece[BLACK][pos->king[BLACK]][piece][square];
    sums->place[WHITE] += sign * shogi_eval->king_piece[WHITE][pos->king[WHITE]][piece][square];
}

static inline void capture(ShogiPosition *pos, int square, bool sums)
{
    int piece = pos->board[square], kind = piece_kind(piece), raw = kind_raw(kind);
    flip(pos, piece, square);
    pos->state.board_key ^= shogi_tables->piece_key[piece][square];
    change_hand(pos, pos->side, raw, 1);
    pos->state.captured = (int16_t)kind;
    if (sums) {
        int gain = eval_kind_value[kind] + eval_hand_value[raw];
        pos->state.sums.material += pos->side == BLACK ? gain : -gain;
        add_place(pos, piece, square, -1);
    }
}

static inline void drop(ShogiPosition *pos, Move move, bool sums)
{
    int to = move_to(move), kind = move_drop_kind(move), piece = piece_make(pos->side, kind);
    flip(pos, piece, to);
    pos->board[to] = (uint8_t)piece;
    pos->state.board_key ^= shogi_tables->piece_key[piece][to];
    change_hand(pos, pos->side, kind, -1);
    pos->state.captured = NO_PIECE;
    if (sums) {
        int gain = eval_kind_value[kind] - eval_hand_value[kind];
        pos->state.sums.material += pos->side == BLACK ? gain : -gain;
        add_place(pos, piece, to, 1);
    }
}

static inline void shift(ShogiPosition *pos, Move move, bool sums)
{
    int from = move_from(move), to = move_to(move), us = pos->side;
    int piece = pos->board[from], after = piece + (move_is_promotion(move) ? PROMOTED : 0);
    pos->state.captured = NO_PIECE;
    if (pos->board[to]) capture(pos, to, sums);
    flip(pos, piece, from);
    flip(pos, after, to);
    pos->board[from] = NO_PIECE;
    pos->board[to] = (uint8_t)after;
    pos->state.board_key ^= shogi_tables->piece_key[piece][from] ^ shogi_tables->piece_key[after][to];
    if (piece_kind(piece) == KING) {
        pos->king[us] = (uint8_t)to;
        if (!sums) return;
        pos->state.sums.place[us] = place_sum(pos, us);
        const int16_t *values = shogi_eval->king_piece[us ^ 1][pos->king[us ^ 1]][piece];
        pos->state.sums.place[us ^ 1] += values[to] - values[from];
    } else if (sums) {
        int gain = eval_kind_value[piece_kind(after)] - eval_kind_value[piece_kind(piece)];
        pos->state.sums.material += us == BLACK ? gain : -gain;
        add_place(pos, piece, from, -1);
        add_place(pos, after, to, 1);
    }
}

static inline void make(ShogiPosition *pos, Move move, ShogiUndo *before, bool full)
{
    *before = pos->state;
    if (move_is_drop(move)) {
        drop(pos, move, full);
    } else {
        shift(pos, move, full);
    }
    pos->side ^= 1;
    pos->state.board_key ^= shogi_tables->side_key;
    pos->state.plies_from_null++;
    pos->ply++;
    update_king(pos);
}

static inline void unmake(ShogiPosition *pos, Move move, const ShogiUndo *before)
{
    int to = move_to(move), piece = pos->board[to];
    int captured = pos->state.captured;
    pos->side ^= 1;
    pos->ply--;
    flip(pos, piece, to);
    if (move_is_drop(move)) {
        pos->board[to] = NO_PIECE;
        pos->hands[pos->side] += hand_one(move_drop_kind(move));
    } else {
        int from = move_from(move), original = piece - (move_is_promotion(move) ? PROMOTED : 0);
        flip(pos, original, from);
        pos->board[from] = (uint8_t)original;
        pos->board[to] = NO_PIECE;
        if (piece_kind(original) == KING) pos->king[pos->side] = (uint8_t)from;
        if (captured) {
            int taken = piece_make(pos->side ^ 1, captured);
            flip(pos, taken, to);
            pos->board[to] = (uint8_t)taken;
            pos->hands[pos->side] -= hand_one(kind_raw(captured));
        }
    }
    pos->state = *before;
}

void pos_do(ShogiPosition *pos, Move move, ShogiUndo *before)
{
    if (pos->no_sums) {
        make(pos, move, before, false);
    } else {
        make(pos, move, before, true);
    }
    push_past(pos);
    assert(pos_consistent(pos));
}

void pos_undo(ShogiPosition *pos, Move move, const ShogiUndo *before)
{
    pop_past(pos);
    unmake(pos, move, before);
}

void pos_do_bare(ShogiPosition *pos, Move move, ShogiUndo *before)
{
    make(pos, move, before, false);
}

void pos_undo_bare(ShogiPosition *pos, Move move, const ShogiUndo *before)
{
    unmake(pos, move, before);
}

void pos_do_null(ShogiPosition *pos, ShogiUndo *before)
{
    *before = pos->state;
    pos->side ^= 1;
    pos->state.board_key ^= shogi_tables->side_key;
    pos->state.plies_from_null = 0;
    pos->state.captured = NO_PIECE;
    pos->ply++;
    update_king(pos);
    push_past(pos);
}

void pos_undo_null(ShogiPosition *pos, const ShogiUndo *before)
{
    pop_past(pos);
    pos->side ^= 1;
    pos->ply--;
    pos->state = *before;
}

static void forget_oldest(ShogiPosition *pos)
{
    for (int i = 0; i < PAST_FORGET; i++) --*seen_slot(pos, pos->past[i].board_key);
    pos->past_count -= PAST_FORGET;
    memmove(pos->past, pos->past + PAST_FORGET, (size_t)pos->past_count * sizeof *pos->past);
}

void pos_play(ShogiPosition *pos, Move move)
{
    if (move == MOVE_WIN) {
        pos->declared = 1;
        return;
    }
    if (pos->past_count >= PAST_MAX) forget_oldest(pos);
    ShogiUndo before;
    pos_do(pos, move, &before);
    if (pos->state.plies_from_null > PAST_MAX) pos->state.plies_from_null = PAST_MAX;
}

uint64_t pos_board_key_after(const ShogiPosition *pos, Move move)
{
    int to = move_to(move);
    uint64_t key =
        pos->state.board_key ^ shogi_tables->side_key ^ shogi_tables->piece_key[pos_moved_piece(pos, move)][to];
    if (move_is_drop(move)) return key;
    int from = move_from(move), taken = pos->board[to];
    if (taken) key ^= shogi_tables->piece_key[taken][to];
    return key ^ shogi_tables->piece_key[pos->board[from]][from];
}

uint64_t pos_key_after(const ShogiPosition *pos, Move move)
{
    int us = pos->side, taken = pos->board[move_to(move)];
    uint64_t key = pos_board_key_after(pos, move) ^ pos->state.hand_key;
    if (move_is_drop(move)) {
        int kind = move_drop_kind(move), count = hand_count(pos->hands[us], kind);
        const uint64_t *keys = shogi_tables->hand_key[us][kind];
        return key ^ keys[count] ^ keys[count - 1];
    }
    if (!taken) return key;
    int raw = kind_raw(piece_kind(taken)), count = hand_count(pos->hands[us], raw);
    const uint64_t *keys = shogi_tables->hand_key[us][raw];
    return key ^ keys[count] ^ keys[count + 1];
}

Hand pos_hand_after(const ShogiPosition *pos, Move move)
{
    Hand hand = pos->hands[pos->side];
    if (move_is_drop(move)) return hand - hand_one(move_drop_kind(move));
    int taken = pos->board[move_to(move)];
    return taken ? hand + hand_one(kind_raw(piece_kind(taken))) : hand;
}

/* ---- checking ---- */

static bool boards_agree(const ShogiPosition *pos)
{
    Bitboard colours[COLOURS] = {0}, kinds[KINDS] = {0};
    for (int square = 0; square < SQUARES; square++) {
        int piece = pos->board[square];
        if (!piece) continue;
        colours[piece_colour(piece)] |= bb_of(square);
        kinds[piece_kind(piece)] |= bb_of(square);
        if (GOLD_LIKE >> piece_kind(piece) & 1) kinds[GOLDS] |= bb_of(square);
    }
    for (int kind = PAWN; kind < KINDS; kind++) {
        if (kinds[kind] != pos->kinds[kind]) return false;
    }
    return colours[BLACK] == pos->colours[BLACK] && colours[WHITE] == pos->colours[WHITE];
}

bool pos_consistent(const ShogiPosition *pos)
{
    uint64_t board_key, hand_key;
    keys_of(pos, &board_key, &hand_key);
    if (!boards_agree(pos) || board_key != pos->state.board_key || hand_key != pos->state.hand_key) return false;
    if (pos->no_sums) return true;
    EvalSums sums = sums_of(pos);
    const EvalSums *kept = &pos->state.sums;
    return sums.material == kept->material && sums.place[BLACK] == kept->place[BLACK] &&
           sums.place[WHITE] == kept->place[WHITE];
}
