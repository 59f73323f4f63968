/* The search against a plain minimax, in endings with few pieces. The search is compiled in here with a table that
 * keeps nothing, because what a table keeps from other depths is meant to change scores; test_search.c has it with its
 * table.
 *
 * One rule of the search depends on the order of moves: quiescence tries captures and a few more answers to a check.
 * There the minimax keeps the least and the greatest value that this can give, and the search has to lie between. */
#include "search/worker.h"

static inline bool no_probe(Worker *worker, uint64_t key, int ply, TTData *out)
{
    (void)worker, (void)key, (void)ply, (void)out;
    return false;
}
#define worker_tt_probe(worker, key, ply, out)                         no_probe(worker, key, ply, out)
#define worker_tt_store(worker, key, ply, move, score, eval, depth, b) ((void)(score), (void)(b))

#include "shogi/search/search.c"

#include "shogi/endings.h"
#include "shogi/notation.h"
#include "shogi/shogi.h"
#include "test.h"
#include "toy/rig.h"

#include <stdio.h>
#include <stdlib.h>

#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
enum { ROUNDS = 500 };
#else
enum { ROUNDS = 80 };
#endif

typedef struct Range {
    Score low, high;
} Range;

static Range exactly(Score score)
{
    return (Range){score, score};
}

static Range negated(Range range)
{
    return (Range){-range.high, -range.low};
}

static void raise_to(Range *best, Range value)
{
    if (value.low > best->low) best->low = value.low;
    if (value.high > best->high) best->high = value.high;
}

static bool ended(const ShogiPosition *pos, int ply, Score *score)
{
    switch (rules_repetition(pos, ply)) {
    case REPETITION_DRAW: *score = 0; return true;
    case REPETITION_WIN: *score = 28000 - ply; return true;
    case REPETITION_LOSS: *score = ply - 28000; return true;
    case REPETITION_SUPERIOR: *score = 20000 - ply; return true;
    case REPETITION_INFERIOR: *score = ply - 20000; return true;
    default: return false;
    }
}

static Move *all_moves(const ShogiPosition *pos, Move *list)
{
    if (pos_in_check(pos)) return movegen_evasions(pos, list);
    return movegen_drops(pos, movegen_quiets(pos, movegen_noisy(pos, list)));
}

static Range quiet_minimax(ShogiPosition *pos, int ply, int depth, int last_to);

static Range quiet_child(ShogiPosition *pos, Move move, int ply, int depth)
{
    ShogiUndo before;
    pos_do(pos, move, &before);
    Range value = negated(quiet_minimax(pos, ply + 1, depth - 1, move_to(move)));
    pos_undo(pos, move, &before);
    return value;
}

static int ascending(const void *a, const void *b)
{
    return *(const Score *)a - *(const Score *)b;
}

/* Answers to a check: all captures, the first two of all moves, and more as long as the best of them loses. */
static Range evasions(ShogiPosition *pos, int ply, int depth)
{
    Move list[LIST_ROOM];
    Score lows[LIST_ROOM];
    Move *end = movegen_evasions(pos, list);
    int count = (int)(end - list);
    if (count == 0) return exactly(score_loss_in(ply));
    Range best = exactly(-SCORE_INFINITE);
    Score sure = -SCORE_INFINITE; /* by captures, which are tried first */
    for (int i = 0; i < count; i++) {
        Range value = quiet_child(pos, list[i], ply, depth);
        raise_to(&best, value);
        lows[i] = value.low;
        if (pos_is_capture(pos, list[i]) && value.low > sure) sure = value.low;
    }
    if (count <= 2) return best;
    qsort(lows, (size_t)count, sizeof *lows, ascending);
    int at = 1; /* of two moves at least the better one */
    while (at < count - 1 && score_is_loss(lows[at])) at++;
    best.low = lows[at] > sure ? lows[at] : sure;
    return best;
}

static Range quiet_minimax(ShogiPosition *pos, int ply, int depth, int last_to)
{
    Score score;
    if (ended(pos, ply, &score)) return exactly(score);
    if (pos_in_check(pos)) return evasions(pos, ply, depth);
    Range best = exactly(eval_static(pos));
    Move list[LIST_ROOM], *end = movegen_noisy(pos, list);
    for (Move *move = list; move < end; move++) {
        if (!see_at_least(pos, *move, 0)) continue;
        if (depth <= -5 && move_to(*move) != last_to) continue; /* only takes back */
        raise_to(&best, quiet_child(pos, *move, ply, depth));
    }
    return best;
}

static Range minimax(ShogiPosition *pos, int ply, int depth, int last_to)
{
    Score score;
    if (depth == 0) return quiet_minimax(pos, ply, 0, last_to);
    if (ply > 0 && ended(pos, ply, &score)) return exactly(score);
    Move list[LIST_ROOM], *end = ply > 0 ? all_moves(pos, list) : movegen_all(pos, list);
    if (end == list) return exactly(score_loss_in(ply));
    Range best = exactly(-SCORE_INFINITE);
    for (Move *move = list; move < end; move++) {
        ShogiUndo before;
        pos_do(pos, *move, &before);
        raise_to(&best, negated(minimax(pos, ply + 1, depth - 1, move_to(*move))));
        pos_undo(pos, *move, &before);
    }
    return best;
}

static void switch_off(ShogiParams *params)
{
    params->use_null_move = params->use_reductions = params->use_singular = params->use_multicut = params->use_probcut =
        0;
    params->use_futility = params->use_reverse_futility = params->use_razoring = params->use_iir = 0;
    params->use_see_pruning = params->use_late_move_pruning = params->use_quiet_checks = 0;
    params->use_mate1 = params->use_mate3 = params->use_correction = 0;
    params->use_table_history = params->use_research_depth = 0;
    params->hindsight = params->small_probcut = params->found_reduction = 0;
    params->history_prune = params->capture_futility = 0;
}

static void open_rig(Rig *rig)
{
    Error error;
    rig_open(rig, &shogi_game, 1, 1, clock_real());
    ShogiSettings *settings = rig->settings;
    switch_off(&settings->params);
    (void)snprintf(settings->eval_file, sizeof settings->eval_file, "hand");
    assert_int_equal(shogi_game.prepare(settings, &rig->shared, &error), STATUS_OK);
}

static void without_prunings_the_score_is_that_of_minimax(void **state)
{
    (void)state;
    Rig rig;
    open_rig(&rig);
    Rng rng = rng_new(71);
    int compared = 0, exact = 0;
    for (int i = 0; i < ROUNDS; i++) {
        ShogiPosition pos;
        ending_random(&rng, 2 + i % 4, &pos);
        int count = movegen_count(&pos), most = count < 12 ? 4 : count < 24 ? 3 : 2;
        for (int depth = 1; depth <= most; depth++) {
            Limits limits = limits_none();
            limits.depth = depth;
            Range range = minimax(&pos, 0, depth, NO_SQUARE);
            const SearchResult *result = rig_search(&rig, &pos, &limits);
            if (result->score < range.low || result->score > range.high) {
                Buf text = buf_new(1 << 12);
                notation_format(&pos, &text);
                fail_msg("%s depth %d: %d, minimax %d to %d", buf_text(&text), depth, result->score, range.low,
                         range.high);
            }
            compared++;
            exact += range.low == range.high;
        }
    }
    assert_true(compared >= 2 * ROUNDS && exact > compared / 2);
    rig_close(&rig);
}

/* A late move that looks good after a reduced search is searched to the full depth and with the full window before its
 * score is believed: the line has the full depth, and the score is that of its end. */
static void with_reductions_the_line_has_the_full_depth(void **state)
{
    (void)state;
    Rig rig;
    open_rig(&rig);
    ((ShogiSettings *)rig.settings)->params.use_reductions = 1;
    Rng rng = rng_new(72);
    int open = 0;
    uint64_t again = 0;
    for (int i = 0; i < ROUNDS; i++) {
        enum { DEPTH = 4 };
        ShogiPosition pos;
        ending_random(&rng, 4 + i % 4, &pos);
        Limits limits = limits_none();
        limits.depth = DEPTH + i % 2;
        const SearchResult *result = rig_search(&rig, &pos, &limits);
        again += result->stats.value[STAT_RESEARCHES];
        if (abs(result->score) >= 19000 || result->score == 0) continue; /* ends before its depth */
        assert_true(result->pv.len >= limits.depth);
        int to = NO_SQUARE;
        for (int m = 0; m < limits.depth; m++) {
            to = move_to(result->pv.moves[m]);
            assert_true(movegen_is_legal(&pos, result->pv.moves[m]));
            ShogiUndo before;
            pos_do(&pos, result->pv.moves[m], &before);
        }
        Range leaf = quiet_minimax(&pos, limits.depth, 0, to);
        if (limits.depth % 2) leaf = negated(leaf);
        assert_true(result->score >= leaf.low && result->score <= leaf.high);
        open++;
    }
    assert_true(open > ROUNDS / 2);
    assert_true(again > 0);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_prunings_the_score_is_that_of_minimax),
        cmocka_unit_test(with_reductions_the_line_has_the_full_depth),
    };
    return cmocka_run_group_tests_name("shogi minimax", tests, NULL, NULL);
}
