#include "shogi/picker.h"

#include "shogi/see.h"

#include <stddef.h>

enum { QUIET_SORT_BASE = -3000, EVASION_CAPTURE = 1 << 24, NOISY_SEE_DIVISOR = 32 };

static void start(Picker *picker, const Position *pos, const Histories *histories,
                  const HistoryCell *const planes[CONTINUATIONS], Move table)
{
    picker->pos = pos;
    picker->histories = histories;
    for (int i = 0; i < CONTINUATIONS; i++) picker->planes[i] = planes[i];
    picker->info = NULL;
    picker->table = table;
    picker->noisy_only = picker->skip_quiets = false;
    picker->see_threshold = 0;
    picker->next = picker->count = picker->bad_count = picker->ranked = 0;
    picker->stage = PICK_TABLE;
}

void picker_start(Picker *picker, const Position *pos, const Histories *histories,
                  const HistoryCell *const planes[CONTINUATIONS], Move table, const Killers *killers, Move counter,
                  int depth)
{
    start(picker, pos, histories, planes, table);
    picker->refutations[0] = killers->moves[0];
    picker->refutations[1] = killers->moves[1];
    picker->refutations[2] = counter;
    picker->refutation = 0;
    picker->depth = depth;
}

void picker_start_quiescence(Picker *picker, const Position *pos, const Histories *histories,
                             const HistoryCell *const planes[CONTINUATIONS], Move table, const CheckInfo *info)
{
    start(picker, pos, histories, planes, table);
    picker->info = info;
    picker->noisy_only = true;
    picker->depth = 0;
}

void picker_start_probcut(Picker *picker, const Position *pos, const Histories *histories,
                          const HistoryCell *const planes[CONTINUATIONS], Move table, int see_threshold)
{
    bool usable = table != MOVE_NONE && pos_is_noisy(pos, table) && see_at_least(pos, table, see_threshold);
    start(picker, pos, histories, planes, usable ? table : MOVE_NONE);
    picker->noisy_only = true;
    picker->see_threshold = see_threshold;
    picker->depth = 0;
}

static int noisy_score(const Picker *picker, Move move)
{
    const Position *pos = picker->pos;
    int victim = piece_kind(pos->board[move_to(move)]);
    int gain = 8 * see_value(victim) + picker->histories->capture[capture_index(pos, move)] / 4;
    if (move_is_promotion(move)) {
        int kind = piece_kind(pos->board[move_from(move)]);
        gain += 4 * (eval_kind_value[kind + PROMOTED] - eval_kind_value[kind]);
    }
    if (!move_is_drop(move)) gain -= see_value(piece_kind(pos->board[move_from(move)])) / 8;
    return gain;
}

static int quiet_score(const Picker *picker, Move move)
{
    size_t at = continuation_index(picker->pos, move);
    int score = 2 * picker->histories->butterfly[butterfly_index(picker->pos->side, move)];
    score += 2 * picker->planes[0][at] + picker->planes[1][at] + picker->planes[2][at] / 2 + picker->planes[3][at] / 2;
    return score;
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

enum { PLACE_BITS = 10, PLACES = 1 << PLACE_BITS };
_Static_assert((int)LIST_ROOM <= (int)PLACES, "a key has room for every place");
_Static_assert(7 * (int)HISTORY_MAX < INT32_MAX >> PLACE_BITS, "and for every score");

static int32_t head_of(const int32_t keys[RANK_BLOCK])
{
    int32_t head = keys[0];
    for (int i = 1; i < RANK_BLOCK; i++) head = keys[i] > head ? keys[i] : head;
    return head;
}

/* Ranks moves[0 .. count). */
static void rank(Ranking *ranking, const ScoredMove *moves, int count)
{
    int32_t *keys = ranking->keys;
    ranking->blocks = (count + RANK_BLOCK - 1) / RANK_BLOCK;
    for (int i = 0; i < count; i++) keys[i] = moves[i].score * PLACES + (PLACES - 1 - i);
    for (int i = count; i < ranking->blocks * RANK_BLOCK; i++) keys[i] = INT32_MIN;
    for (int i = 0; i < ranking->blocks; i++) ranking->heads[i] = head_of(keys + (ptrdiff_t)i * RANK_BLOCK);
}

/* The place of the best move left, of which there has to be one. */
static int rank_take(Ranking *ranking)
{
    int32_t best = ranking->heads[0];
    for (int i = 1; i < ranking->blocks; i++) best = ranking->heads[i] > best ? ranking->heads[i] : best;
    int place = PLACES - 1 - (best & (PLACES - 1)), block = place / RANK_BLOCK;
    ranking->keys[place] = INT32_MIN;
    ranking->heads[block] = head_of(ranking->keys + (ptrdiff_t)block * RANK_BLOCK);
    return place;
}

/* Brings what scores at least `limit` to the front; how many those are. */
static int gather_above(ScoredMove *moves, int count, int limit)
{
    int above = 0;
    for (int i = 0; i < count; i++) {
        if (moves[i].score < limit) continue;
        ScoredMove moved = moves[i];
        moves[i] = moves[above];
        moves[above++] = moved;
    }
    return above;
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

static void make_quiets(Picker *picker)
{
    Move list[LIST_ROOM];
    take(picker, list, movegen_drops(picker->pos, movegen_quiets(picker->pos, list)), quiet_score);
    ScoredMove *first = picker->moves + picker->next;
    picker->ranked = gather_above(first, picker->count - picker->next, QUIET_SORT_BASE * picker->depth);
    rank(&picker->ranking, first, picker->ranked);
    picker->next += picker->ranked;
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
        Move move;
        if (picker->ranked > 0) {
            picker->ranked--;
            move = picker->moves[picker->bad_count + rank_take(&picker->ranking)].move;
        } else if (picker->next < picker->count) {
            move = picker->moves[picker->next++].move;
        } else {
            break;
        }
        if (!is_refutation(picker, move)) return move;
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
