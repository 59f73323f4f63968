/* Every option acts: with another value the same searches go another way. What does not show in the tree of one thread
 * without a clock is listed with the test that shows it. */
#include "test.h"

#include "yomi.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS_MAX = 6, VALUES = 6 };

/* A prefix ends in '*'. */
static const struct {
    const char *name, *why;
} exempt[] = {
    {"Clock*", "the clock: timeman, othello_search"},
    {"Threads", "needs several threads: pool"},
    {"Hash", "memory: tt, session_frame"},
    {"USI_Hash", "the same under its name in USI"},
    {"MultiPV", "lines told: toy_exact, shogi_usi"},
    {"Ponder", "what a GUI may do: shogi_usi"},
    {"USI_Ponder", "the same"},
    {"MoveOverhead", "the clock: timeman"},
    {"SlowMover", "the clock: timeman"},
    {"IterationGrowthPct", "the clock: timeman"},
    {"Poll*", "how often the clock is looked at: pool"},
    {"NearDeadlineMs", "the same"},
    {"CurrMove*", "reports: pool"},
    {"PoolMetrics", "told at the end: session_frame"},
    {"WorkerStackMB", "threads: pool"},
    {"Jitter*", "helpers: pool"},
    {"SharedTree", "helpers: othello_threads"},
    {"SnapshotMinDepth", "helpers: pool"},
    {"ClearHash", "a button"},
    {"*Book*", "books: shogi_book, othello_book"},
    {"EvalFile", "a file: shogi_net, gomoku_line_net"},
    {"FV_SCALE", "public networks: shogi_nnbin"},
    {"WeightsFile", "a file: othello_search"},
    {"Contempt", "books: othello_book"},
    {"Mate*", "go mate: shogi_mate, shogi_usi"},
    {"ShogiRootMate", "not where a depth is asked for: shogi_search"},
    {"EnteringKingRule", "rules: shogi_rules"},
    {"MaxMovesToDraw", "rules: shogi_rules"},
    {"Rule*", "rules: gomoku_rules"},
    {"Opening", "rules: gomoku_rules"},
    {"BoardSize", "rules: gomoku_rules"},
    {"PlainLineTwinFour", "hardly ever met: gomoku_tune counts it"},
};

static bool matches(const char *pattern, const char *name)
{
    size_t length = strlen(pattern);
    if (pattern[0] == '*') {
        char middle[64];
        (void)snprintf(middle, sizeof middle, "%.*s", (int)(length - 2), pattern + 1);
        return strstr(name, middle) != NULL;
    }
    if (pattern[length - 1] == '*') return strncmp(pattern, name, length - 1) == 0;
    return strcmp(pattern, name) == 0;
}

static bool is_exempt(const char *name)
{
    for (size_t i = 0; i < sizeof exempt / sizeof *exempt; i++) {
        if (matches(exempt[i].name, name)) return true;
    }
    return false;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash ^= value + UINT64_C(0x9e3779b97f4a7c15) + (hash << 6) + (hash >> 2);
    return hash * UINT64_C(0xff51afd7ed558ccd);
}

static void on_result(void *context, const yomi_result *result)
{
    uint64_t *hash = context;
    *hash = mix(*hash, result->nodes);
    *hash = mix(*hash, (uint64_t)(int64_t)result->score);
    for (const char *c = result->pv; *c; c++) *hash = mix(*hash, (uint64_t)*c);
}

/* The tree that an engine searches in the positions of a plan, as a number. */
typedef struct Plan {
    const char *game, *rule; /* rule: NULL, or a rule set of gomoku */
    int depth;
    const char *positions[POSITIONS_MAX]; /* instead of those of the bench, where those do not show everything */
} Plan;

static yomi_engine *open_engine(const Plan *plan, bool by_hand)
{
    yomi_engine *engine;
    yomi_error error;
    assert_int_equal(yomi_open(plan->game, &engine, &error), YOMI_OK);
    assert_int_equal(yomi_set_option(engine, "Hash", "1", &error), YOMI_OK);
    if (plan->rule) assert_int_equal(yomi_set_option(engine, "Rule", plan->rule, &error), YOMI_OK);
    if (by_hand) assert_int_equal(yomi_set_option(engine, "EvalFile", "hand", &error), YOMI_OK);
    return engine;
}

static void search(yomi_engine *engine, const char *position, int depth, uint64_t *hash)
{
    yomi_error error;
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.depth = depth;
    yomi_callbacks callbacks = {.result = on_result, .context = hash};
    if (yomi_set_position(engine, position, NULL, 0, &error) != YOMI_OK) fail_msg("%s: %s", position, error.text);
    assert_int_equal(yomi_new_game(engine, &error), YOMI_OK);
    assert_int_equal(yomi_run(engine, &limits, &callbacks, &error), YOMI_OK);
}

static uint64_t tree_of(yomi_engine *engine, const Plan *plan)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < POSITIONS_MAX && plan->positions[i]; i++) {
        search(engine, plan->positions[i], plan->depth, &hash);
    }
    for (size_t i = 0; !plan->positions[0] && yomi_bench_position(engine, i); i++) {
        char *position = strdup(yomi_bench_position(engine, i));
        search(engine, position, plan->depth, &hash);
        free(position);
    }
    return hash;
}

/* Values to try, the far ends first. Returns how many. */
static int values_of(const yomi_option *option, char out[VALUES][32])
{
    int count = 0;
    if (option->type == YOMI_OPTION_CHECK) {
        (void)snprintf(out[count++], 32, "%s", strcmp(option->initial, "true") == 0 ? "false" : "true");
    } else if (option->type == YOMI_OPTION_COMBO) {
        for (int i = 0; option->choices[i] && count < VALUES; i++)
            (void)snprintf(out[count++], 32, "%s", option->choices[i]);
    } else if (option->type == YOMI_OPTION_SPIN) {
        int at[] = {option->max, option->min, atoi(option->initial) * 2 + 1, atoi(option->initial) / 2};
        for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
            if (at[i] < option->min || at[i] > option->max) continue;
            (void)snprintf(out[count++], 32, "%d", at[i]);
        }
    }
    return count;
}

static bool acts(yomi_engine *engine, const Plan *plan, const yomi_option *option, uint64_t usual)
{
    char values[VALUES][32], initial[64];
    yomi_error error;
    (void)snprintf(initial, sizeof initial, "%s", option->initial);
    int count = values_of(option, values);
    bool acted = count == 0;
    for (int i = 0; i < count && !acted; i++) {
        if (strcmp(values[i], initial) == 0) continue;
        assert_int_equal(yomi_set_option(engine, option->name, values[i], &error), YOMI_OK);
        acted = tree_of(engine, plan) != usual;
    }
    assert_int_equal(yomi_set_option(engine, option->name, initial, &error), YOMI_OK);
    return acted;
}

/* `plans`: an option has to act in one of them. The first `by_hand` of them are searched without a network. */
static void check_options(const Plan *plans, size_t count, size_t by_hand)
{
    enum { PLANS_MAX = 8 };
    yomi_engine *engines[PLANS_MAX];
    uint64_t usual[PLANS_MAX];
    for (size_t i = 0; i < count; i++) {
        engines[i] = open_engine(&plans[i], i < by_hand);
        usual[i] = tree_of(engines[i], &plans[i]);
    }
    int dead = 0, tried = 0;
    for (size_t at = 0; at < yomi_option_count(engines[0]); at++) {
        yomi_option option = YOMI_OPTION_INIT;
        assert_int_equal(yomi_option_at(engines[0], at, &option), YOMI_OK);
        if (is_exempt(option.name) || option.type == YOMI_OPTION_TEXT) continue;
        bool acted = false;
        for (size_t i = 0; i < count && !acted; i++) acted = acts(engines[i], &plans[i], &option, usual[i]);
        tried++;
        if (!acted) print_error("%s: option %s changes nothing\n", plans[0].game, option.name);
        dead += !acted;
    }
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(tree_of(engines[i], &plans[i]), usual[i]); /* all are back where they were */
        yomi_close(engines[i]);
    }
    assert_true(tried > 0);
    assert_int_equal(dead, 0);
}

static void shogi(void **state)
{
    (void)state;
    Plan plans[] = {{"shogi", NULL, 9, {NULL}},
                    {"shogi",
                     NULL,
                     8,
                     {"4k4/9/4P4/9/9/9/9/9/4K4 b 2GSN2P 1", "4k4/9/9/9/9/9/9/9/4K4 b - 1", /* the second: repetitions */
                      "ln1gk4/6g2/p1pp1pp1p/9/1p2P4/2P6/PP1P1PP1P/1B3S1R1/LN1GKG1NL b RB2SNL2P 1"}},
                    {"shogi", /* deep enough that a null move leaves some depth */
                     NULL,
                     13,
                     {"lnsgk2nl/1r4gs1/p1pppp1pp/1p4p2/7P1/2P6/PPSPPPP1P/7R1/LN1GKGSNL b Bb 1"}},
                    {"shogi", /* a draw by repetition is the best that White can hope for */
                     NULL,
                     12,
                     {"4k4/9/9/9/9/9/9/9/4K4 w - 1", "4k4/9/9/9/9/9/9/9/1R2K4 w - 1"}}};
    check_options(plans, 4, 0);
}

static void othello(void **state)
{
    (void)state;
    Plan plans[] = {{"othello", NULL, 11, {NULL}},
                    {"othello", NULL, 40, {"-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X"}}};
    check_options(plans, 2, 0);
}

static void gomoku(void **state)
{
    (void)state;
    static const char start[] = "freestyle 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 b 0 0";
    static const char sharp[] =
        "freestyle 15/15/15/6o8/5x1xo6/5oxxo6/4o1xoxo5/5xox1o5/5o1x1x5/4x3o6/15/15/15/15/15 b 0 0";
    static const char fours[] =
        "freestyle 15/15/4o10/4xo1o7/5xxox6/4oxo1x6/4x1xoo6/5o1ox6/4x1x8/7o7/15/15/15/15/15 w 0 0";
    static const char black[] = "renju 15/15/15/6o8/5x1xo6/5oxxo6/4o1xoxo5/5xox1o5/5o1x1x5/4x3o6/15/15/15/15/15 w 0 0";
    static const char long_vcf[] =
        "ninuki 19/19/19/19/19/9x9/4xx13/5oxo1o9/3x1ooo11/6xo1x9/5o1xx10/19/19/19/19/19/19/19/19 w 0 0";
    Plan plans[] = {{"gomoku", NULL, 8, {NULL}},
                    {"gomoku", "freestyle", 8, {start, sharp, fours}},
                    {"gomoku", NULL, 5, {NULL}},
                    {"gomoku", NULL, 4, {black, long_vcf}}};
    check_options(plans, 4, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shogi),
        cmocka_unit_test(othello),
        cmocka_unit_test(gomoku),
    };
    return cmocka_run_group_tests_name("options act", tests, NULL, NULL);
}
