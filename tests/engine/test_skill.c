/* Playing weaker: which line is drawn. */
#include "engine/skill.h"
#include "test.h"

#include <string.h>

static void hear(Skill *skill, int line, int depth, Score score, Move move)
{
    Pv pv = {.len = 1};
    pv.moves[0] = move;
    const Report report = {.kind = REPORT_LINE, .line = line, .depth = depth, .score = score, .pv = &pv};
    skill_hear(skill, &report);
}

/* How often of 10,000 draws each of the moves 1 to 4 is played. */
static void count(Skill *skill, int counts[5])
{
    memset(counts, 0, 5 * sizeof *counts);
    for (int i = 0; i < 10000; i++) {
        SearchResult result = {.best = 1};
        (void)skill_choose(skill, &result);
        counts[result.best]++;
    }
}

static void test_worse_moves_come_less_often(void **state)
{
    (void)state;
    Skill skill = {.rng = rng_new(1)};
    int counts[5];
    skill_begin(&skill, 100);
    hear(&skill, 1, 4, 50, 1);
    hear(&skill, 2, 4, -50, 2);  /* worse by the spread: 2.7 times less often */
    hear(&skill, 3, 4, -950, 3); /* worse by ten times the spread */
    hear(&skill, 4, 2, 90, 4);   /* of an earlier iteration */
    count(&skill, counts);
    assert_in_range(counts[1], 7100, 7500);
    assert_in_range(counts[2], 2500, 2900);
    assert_in_range(counts[3], 0, 5);
    assert_int_equal(counts[4], 0);
}

static void test_without_a_spread_or_lines_the_best_is_played(void **state)
{
    (void)state;
    Skill skill = {.rng = rng_new(1)};
    int counts[5];
    skill_begin(&skill, 0);
    hear(&skill, 1, 4, 0, 1);
    hear(&skill, 2, 4, 0, 2);
    count(&skill, counts);
    assert_int_equal(counts[1], 10000);
    skill_begin(&skill, 100);
    count(&skill, counts); /* a book or a solver has answered */
    assert_int_equal(counts[1], 10000);
    hear(&skill, 1, 4, 0, 3); /* the answer is not of the lines */
    hear(&skill, 2, 4, 0, 2);
    count(&skill, counts);
    assert_int_equal(counts[1], 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worse_moves_come_less_often),
        cmocka_unit_test(test_without_a_spread_or_lines_the_best_is_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
