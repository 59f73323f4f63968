#include "shogi/search/picker.h"

#include "shogi/see.h"

#include <stddef.h>

enum { EVASION_CAPTURE = 1 << 24, NOISY_SEE_DIVISOR = 32 };

static void start(Picker *picker, const ShogiPosition *pos, const Histories *histories,
                  const HistoryCell *const planes[PLANES], Move table)
{
    picker->pos = pos;
    picker->histories = histories;
    for (int i = 0; i < PLANES; i++) picker->planes[i] = planes[i];
    picker->info = NULL;
    picker->table = table;
    picker->noisy_only = picker->skip_quiets = false;
    picker->see_threshold = 0;
    picker->next = picker->count = picker->bad_count = 0;
    picker->stage = PICK_TABLE;
}

void picker_start(Picker *picker, const ShogiPosition *pos, const Histories *histories,
                  const HistoryCell *const planes[PLANES], Move table, const Killers *killers, Move counter,
                  const CheckInfo *info, int check_bonus)
{
    start(picker, pos, histories, planes, table);
    picker->info = info;
    picker->check_bonus = check_bonus;
    picker->refutations[0] = killers->moves[0];
    picker->refutations[1] = killers->moves[1];
    picker->refutations[2] = counter;
    picker->refutation = 0;
}

void picker_start_quiescence(Picker *picker, const ShogiPosition *pos, const Histories *histories,
                             const HistoryCell *const planes[PLANES], Move table, const CheckInfo *info)
{
    start(picker, pos, histories, planes, table);
    picker->info = info;
    picker->noisy_only = true;
}

void picker_start_probcut(Picker *picker, const ShogiPosition *pos, const Histories *histories,
                          const HistoryCell *const planes[PLANES], Move table, int see_threshold)
{
    bool usable = table != MOVE_NONE && pos_is_noisy(pos, table) && see_at_least(pos, table, see_threshold);
    start(picker, pos, histories, planes, usable ? table : MOVE_NONE);
    picker->noisy_only = true;
    picker->see_threshold = see_threshold;
}

static int noisy_score(const Picker *picker, Move move)
{
    const ShogiPosition *pos = picker->pos;
    int victim = piece_kind(pos->board[move_to(move)]);
    int gain = 8 * see_value(victim) + picker->histories->capture[capture_index(pos, move)] / 4;
    if (move_is_promotion(move)) {
        int kind = piece_kind(pos->board[move_from(move)]);
        gain += 4 * (eval_kind_value[kind + PROMOTED] - eval_kind_value[kind]);
    }
    if (!move_is_drop(move)) gain -= see_value(piece_kind(pos->board[move_from(move)])) / 8;
    return gain;
}

/* The weights of the histories in the order of quiet moves. */
static inline int32_t mix(int butterfly, int one, int two, int four, int six, int pawns)
{
    return 2 * butterfly + 2 * one + two + four / 2 + six / 2 + 2 * pawns;
}

static int quiet_score(const Picker *picker, Move move)
{
    size_t at = continuation_index(picker->pos, move);
    return mix(picker->histories->butterfly[butterfly_index(picker->pos->side, move)], picker->planes[0][at],
               picker->planes[1][at], picker->planes[2][at], picker->planes[3][at], picker->planes[4][at]);
}

/* Takes a list of generated moves in, without the table's move, scored by `score`. */
static void take(Picker *picker, const Move *list, const Move *end, int (*score)(const Picker *, Move))
{
    int n = picker->bad_count;
    picker->next = n;
    for (; list < end; list++) {
        if (*list == picker->table) continue;
        picker->moves[n].move = *list;
        picker->moves[n++].score = score(picker, *list);
    }
    picker->count = n;
}

/* ---- ranking ---- */

enum { PLACE_BITS = 10, PLACES = 1 << PLACE_BITS, RANK_GONE = INT32_MIN };
_Static_assert((int)LIST_ROOM <= (int)PLACES, "a key has room for every place");
_Static_assert(9 * (int)HISTORY_MAX + (int)CHECK_BONUS_MAX < INT32_MAX >> PLACE_BITS, "and for every score");

static int32_t head_of(const int32_t keys[RANK_BLOCK])
{
    int32_t head = keys[0];
    for (int i = 1; i < RANK_BLOCK; i++) head = keys[i] > head ? keys[i] : head;
    return head;
}

static void rank_set(Ranking *ranking, int place, int32_t score)
{
    ranking->keys[place] = score * PLACES + (PLACES - 1 - place);
}

/* Puts back a place that was taken. */
static void rank_put(Ranking *ranking, int place, int32_t score)
{
    rank_set(ranking, place, score);
    int block = place / RANK_BLOCK;
    if (ranking->keys[place] > ranking->heads[block]) ranking->heads[block] = ranking->keys[place];
}

/* After the keys of all places below `count` were set. */
static void rank_finish(Ranking *ranking, int count)
{
    int32_t *keys = ranking->keys;
    ranking->blocks = (count + RANK_BLOCK - 1) / RANK_BLOCK;
    for (int i = count; i < ranking->blocks * RANK_BLOCK; i++) keys[i] = RANK_GONE;
    for (int i = 0; i < ranking->blocks; i++) ranking->heads[i] = head_of(keys + (ptrdiff_t)i * RANK_BLOCK);
}

/* The place of the best that is left, or -1. */
static int rank_take(Ranking *ranking)
{
    int32_t best = RANK_GONE;
    for (int i = 0; i < ranking->blocks; i++) best = ranking->heads[i] > best ? ranking->heads[i] : best;
    if (best == RANK_GONE) return -1;
    int place = PLACES - 1 - (best & (PLACES - 1)), block = place / RANK_BLOCK;
    ranking->keys[place] = RANK_GONE;
    ranking->heads[block] = head_of(ranking->keys + (ptrdiff_t)block * RANK_BLOCK);
    return place;
}

static Move take_best(Picker *picker)
{
    if (picker->next >= picker->count) return MOVE_NONE;
    int best = picker->next;
    for (int i = best + 1; i < picker->count; i++) {
        if (picker->moves[i].score > picker->moves[best].score) best = i;
    }
    ScoredMove found = picker->moves[best];
    picker->moves[best] = picker->moves[picker->next];
    picker->moves[picker->next++] = found;
    return found.move;
}

static int evasion_score(const Picker *picker, Move move)
{
    if (pos_is_capture(picker->pos, move)) return EVASION_CAPTURE + noisy_score(picker, move);
    return quiet_score(picker, move);
}

static void make_noisy(Picker *picker)
{
    Move list[LIST_ROOM];
    take(picker, list, movegen_noisy(picker->pos, list), noisy_score);
}

/* What quiet_score gives for drops of a kind on every square, in one sweep: the cells lie side by side. */
static void score_drops(const Picker *picker, int kind, int32_t scores[SQUARES])
{
    const HistoryCell *butterfly =
        &picker->histories->butterfly[butterfly_index(picker->pos->side, move_drop(kind, 0))];
    const HistoryCell *planes[PLANES];
    size_t row = continuation_at(SQUARES, piece_make(picker->pos->side, kind), 0);
    for (int i = 0; i < PLANES; i++) planes[i] = picker->planes[i] + row;
    for (int to = 0; to < SQUARES; to++) {
        scores[to] = mix(butterfly[to], planes[0][to], planes[1][to], planes[2][to], planes[3][to], planes[4][to]);
    }
}

/* A lifted check that loses an exchange goes back among the others, once. */
static bool put_back(Picker *picker, int place, Move move)
{
    if (picker->check_bonus == 0 || !movegen_gives_check(picker->pos, picker->info, move)) return false;
    uint64_t *word = &picker->put_back[place / 64], bit = UINT64_C(1) << place % 64;
    if (*word & bit || see_at_least(picker->pos, move, 0)) return false;
    *word |= bit;
    rank_put(&picker->ranking, place, quiet_score(picker, move));
    return true;
}

static void make_quiets(Picker *picker)
{
    Ranking *ranking = &picker->ranking;
    Move *list = picker->quiets, *drops = movegen_quiets(picker->pos, list), *end = movegen_drops(picker->pos, drops);
    const CheckInfo *info = picker->info;
    for (Move *move = list; move < drops; move++) {
        int bonus = movegen_gives_check(picker->pos, info, *move) ? picker->check_bonus : 0;
        rank_set(ranking, (int)(move - list), quiet_score(picker, *move) + bonus);
    }
    int32_t scores[HAND_KINDS][SQUARES];
    for (int kind = PAWN; drops < end && kind < HAND_KINDS; kind++) {
        if (!hand_count(picker->pos->hands[picker->pos->side], kind)) continue;
        score_drops(picker, kind, scores[kind]);
        for (Bitboard checks = info->squares[kind]; checks;) scores[kind][bb_pop(&checks)] += picker->check_bonus;
    }
    for (Move *move = drops; move < end; move++) {
        rank_set(ranking, (int)(move - list), scores[move_drop_kind(*move)][move_to(*move)]);
    }
    rank_finish(ranking, (int)(end - list));
    for (int i = 0; i < PUT_BACK_WORDS; i++) picker->put_back[i] = 0;
}

static void make_evasions(Picker *picker)
{
    Move list[LIST_ROOM];
    take(picker, list, movegen_evasions(picker->pos, list), evasion_score);
}

static void make_checks(Picker *picker)
{
    Move list[LIST_ROOM];
    take(picker, list, movegen_quiet_checks(picker->pos, picker->info, list), quiet_score);
}

static bool is_refutation(const Picker *picker, Move move)
{
    return move == picker->refutations[0] || move == picker->refutations[1] || move == picker->refutations[2];
}

/* The next capture that loses nothing; the others are put aside at the front of the list. */
static Move next_noisy(Picker *picker)
{
    for (;;) {
        Move move = take_best(picker);
        if (move == MOVE_NONE) return MOVE_NONE;
        int score = picker->moves[picker->next - 1].score;
        int threshold = picker->noisy_only ? picker->see_threshold : -score / NOISY_SEE_DIVISOR;
        if (see_at_least(picker->pos, move, threshold)) return move;
        if (!picker->noisy_only) picker->moves[picker->bad_count++].move = move;
    }
}

static Move next_refutation(Picker *picker)
{
    while (picker->refutation < KILLERS + 1) {
        int i = picker->refutation++;
        Move move = picker->refutations[i];
        bool repeated = (i > 0 && move == picker->refutations[0]) || (i > 1 && move == picker->refutations[1]);
        if (move == MOVE_NONE || move == picker->table || repeated) continue;
        if (movegen_is_legal(picker->pos, move) && !pos_is_noisy(picker->pos, move)) return move;
    }
    return MOVE_NONE;
}

static Move next_quiet(Picker *picker)
{
    while (!picker->skip_quiets) {
        int place = rank_take(&picker->ranking);
        if (place < 0) break;
        Move move = picker->quiets[place];
        if (move == picker->table || is_refutation(picker, move)) continue;
        if (!put_back(picker, place, move)) return move;
    }
    return MOVE_NONE;
}

Move picker_next(Picker *picker)
{
    Move move;
    switch (picker->stage) {
    case PICK_TABLE:
        picker->stage = pos_in_check(picker->pos) ? PICK_EVASIONS_MAKE : PICK_NOISY_MAKE;
        if (picker->table != MOVE_NONE) return picker->table;
        return picker_next(picker);
    case PICK_NOISY_MAKE: make_noisy(picker); picker->stage = PICK_NOISY; /* fall through */
    case PICK_NOISY:
        move = next_noisy(picker);
        if (move != MOVE_NONE) return move;
        picker->stage = !picker->noisy_only ? PICK_REFUTATIONS : picker->info ? PICK_CHECKS_MAKE : PICK_END;
        return picker_next(picker);
    case PICK_REFUTATIONS:
        move = picker->skip_quiets ? MOVE_NONE : next_refutation(picker);
        if (move != MOVE_NONE) return move;
        picker->stage = PICK_QUIETS_MAKE; /* fall through */
    case PICK_QUIETS_MAKE:
        if (!picker->skip_quiets) make_quiets(picker);
        picker->stage = PICK_QUIETS; /* fall through */
    case PICK_QUIETS:
        move = next_quiet(picker);
        if (move != MOVE_NONE) return move;
        picker->stage = PICK_BAD_NOISY;
        picker->next = 0; /* fall through */
    case PICK_BAD_NOISY:
        if (picker->next < picker->bad_count) return picker->moves[picker->next++].move;
        picker->stage = PICK_END;
        return MOVE_NONE;
    case PICK_EVASIONS_MAKE: make_evasions(picker); picker->stage = PICK_EVASIONS; /* fall through */
    case PICK_EVASIONS: return take_best(picker);
    case PICK_CHECKS_MAKE: make_checks(picker); picker->stage = PICK_CHECKS; /* fall through */
    case PICK_CHECKS: return take_best(picker);
    default: return MOVE_NONE;
    }
}
