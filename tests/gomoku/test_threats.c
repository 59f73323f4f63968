/* The threat search on our own ninuki problems, and on positions where it must not claim a win. With YOMI_LONG set
 * every solution goes through the independent prover, otherwise one in twenty. */
#include "gomoku/problems.h"
#include "gomoku/prover.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static GomTables *tables;
static GomBoard board;
static ThreatTables threats;

/* What the searches before have left in the tables is still there. */
static bool find_win_again(const GomPosition *position, bool also_threes, Pv *pv)
{
    EvalWeights weights = {0};
    board_set(&board, tables, &weights, position);
    const GomTree *tree = tree_for(&position->rules);
    ThreatSearch search = {.board = &board, .tables = &threats, .budget = 200000};
    uint64_t key = board.key;
    bool won = tree->vcf(&search, pv) || (also_threes && tree->vct(&search, pv) == THREAT_WIN);
    assert_true(board.key == key && board.depth == 0);
    return won;
}

static bool find_win(const GomPosition *position, bool also_threes, Pv *pv)
{
    memset(&threats, 0, sizeof threats);
    return find_win_again(position, also_threes, pv);
}

static void own_problems_are_solved_and_proven(void **state)
{
    (void)state;
    bool all = getenv("YOMI_LONG") != NULL;
    Problems problems;
    Error error;
    if (problems_load(GOMOKU_PROBLEMS, &problems, &error) != STATUS_OK) fail_msg("%s", error.text);
    assert_true(problems.count >= 200);
    for (int i = 0; i < problems.count; i++) {
        const Problem *problem = &problems.list[i];
        Pv pv;
        if (!find_win(&problem->position, false, &pv)) fail_msg("%s is not solved", problem->label);
        if (!all && i % 20 != 0) continue;
        assert_int_equal(prover_check(&problem->position, tables, &threats, 400000), PROVER_WON);
    }
    problems_free(&problems);
}

static GomPosition parse(const char *text)
{
    GomRules rules = rules_preset(GOM_NINUKI);
    GomPosition position;
    Error error;
    if (position_parse(&rules, str_from(text), &position, &error) != STATUS_OK) fail_msg("%s", error.text);
    return position;
}

static void captures_refute_what_would_win_without_them(void **state)
{
    (void)state;
    /* Three in a row, open: an open four wins, unless the opponent can take two of its stones. */
    static const char *const open_three = "19/19/19/19/19/19/19/19/19/6xxx10/19/19/19/19/19/2o3o3o8/19/19/19 b 0 0";
    static const char *const exposed = "19/19/19/19/19/19/19/6ooo10/6xxx10/6xxx10/19/19/19/19/19/19/19/19/19 b 0 4";
    char text[256];
    Pv pv;
    (void)snprintf(text, sizeof text, "freestyle %s", open_three);
    GomPosition position = parse(text);
    assert_true(find_win(&position, false, &pv));
    (void)snprintf(text, sizeof text, "ninuki %s", open_three);
    position = parse(text);
    assert_true(find_win(&position, false, &pv));
    (void)snprintf(text, sizeof text, "ninuki %s", exposed);
    position = parse(text);
    assert_false(find_win(&position, false, &pv)); /* one capture completes the fifth pair */
}

static void fours_and_threes_together_are_found(void **state)
{
    (void)state;
    GomPosition position = parse("freestyle 15/15/15/15/15/7x7/7x7/8xx5/15/15/3o1o9/15/3o1o9/15/15 b 0 0");
    Pv pv;
    assert_false(find_win(&position, false, &pv));
    assert_true(find_win(&position, true, &pv));
    assert_int_equal(prover_check(&position, tables, &threats, 400000), PROVER_WON);
}

/* One table serves both colours, as when one engine analyses a game: what black has proven is nothing for white. */
static void a_proof_belongs_to_the_attacker(void **state)
{
    (void)state;
    GomPosition position = parse("freestyle 15/15/15/15/15/7x7/7x7/8xx5/15/15/3o1o9/15/3o1o9/15/15 b 0 0");
    Pv pv;
    assert_true(find_win(&position, true, &pv));
    position_play(&position, pv.moves[0]);
    assert_false(find_win_again(&position, true, &pv));
}

static int make_tables(void **state)
{
    (void)state;
    return tables_create(&tables, NULL) == STATUS_OK ? 0 : -1;
}

static int free_tables(void **state)
{
    (void)state;
    tables_destroy(tables);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(captures_refute_what_would_win_without_them),
        cmocka_unit_test(fours_and_threes_together_are_found),
        cmocka_unit_test(a_proof_belongs_to_the_attacker),
        cmocka_unit_test(own_problems_are_solved_and_proven),
    };
    return cmocka_run_group_tests_name("gomoku threats", tests, make_tables, free_tables);
}
