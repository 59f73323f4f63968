/* Decided scores have one meaning: a mate and its distance, or 20000 whatever the distance. */
#include "front/usi_score.h"
#include "test.h"

static void expect(int score, int win_in, yomi_bound bound, const char *text)
{
    Buf line = buf_new(100);
    usi_print_score(&line, score, win_in, bound);
    assert_string_equal(buf_text(&line), text);
    buf_free(&line);
}

static void test_scores(void **state)
{
    (void)state;
    expect(52, 0, YOMI_BOUND_EXACT, " score cp 52");
    expect(-14999, 0, YOMI_BOUND_UPPER, " score cp -14999 upperbound");
    expect(31993, 7, YOMI_BOUND_EXACT, " score mate 7");
    expect(-31994, -6, YOMI_BOUND_LOWER, " score mate -6 lowerbound");
    expect(-19994, 0, YOMI_BOUND_EXACT, " score cp -20000"); /* a repetition with the worse hand, 6 plies away */
    expect(19998, 0, YOMI_BOUND_EXACT, " score cp 20000");
    expect(27990, 0, YOMI_BOUND_LOWER, " score cp 20000 lowerbound"); /* perpetual check */
    expect(-15000, 0, YOMI_BOUND_EXACT, " score cp -20000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_scores)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
