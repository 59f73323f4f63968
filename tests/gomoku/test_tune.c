/* The fit of the evaluation: its counts are those of the evaluation, and it finds weights that were hidden in data. */
#include "base/rng.h"
#include "gomoku/train/tune.h"
#include "test.h"

#include <math.h>
#include <string.h>

static GomTables *tables;
static GomBoard board;
static GomSettings settings;

static const char *const positions[] = {
    "ninuki 19/19/19/19/19/5o13/6x1o10/6xoxo9/5oxxxo9/6o1xox8/7x2o8/8o2x7/19/19/19/19/19/19/19 b 2 1",
    "pente 19/19/19/19/19/19/19/8x10/8oxo8/9x9/8o10/7x11/19/19/19/19/19/19/19 w 0 3",
    "freestyle 15/15/15/15/15/6x8/6ox7/5xoo7/6xxo6/7o7/15/15/15/15/15 b 0 0",
    "renju 15/15/15/15/15/7x7/6oxo6/6xo7/5ox8/7x7/15/15/15/15/15 w 0 0",
};

static BoardTraits set_board(const char *text)
{
    GomPosition position;
    GomRules rules = rules_preset(GOM_NINUKI);
    Error error;
    if (position_parse(&rules, str_from(text), &position, &error) != STATUS_OK) fail_msg("%s", error.text);
    board_set(&board, tables, &settings.weights[position.rules.captures], &position);
    return (BoardTraits){tables_radius(position.rules.exact_five[0], position.rules.exact_five[1]),
                         position.rules.captures};
}

static void counts_times_weights_are_the_evaluation(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        BoardTraits traits = set_board(positions[i]);
        float counts[TUNE_WEIGHTS];
        double weights[TUNE_WEIGHTS];
        tune_counts(&board, traits, counts);
        tune_from_weights(&board.weights, weights);
        double exact = tune_value(counts, weights);
        int whole = board_evaluate(&board, board.side, traits);
        /* The evaluation rounds the place of every stone and the sum of the lines. */
        if (fabs(exact - whole) > board.stones + 2) fail_msg("%s: %f, not %d", positions[i], exact, whole);
    }
}

static void the_evaluation_is_antisymmetric(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        BoardTraits traits = set_board(positions[i]);
        assert_int_equal(board_evaluate(&board, 0, traits), -board_evaluate(&board, 1, traits));
    }
}

static void hidden_weights_are_found(void **state)
{
    (void)state;
    enum { SAMPLES = 4000 };
    static TuneSample samples[SAMPLES];
    Rng rng = rng_new(7);
    double hidden[TUNE_WEIGHTS] = {0}, found[TUNE_WEIGHTS] = {0};
    hidden[3] = 60;
    hidden[7] = -40;
    memset(samples, 0, sizeof samples);
    for (size_t i = 0; i < SAMPLES; i++) {
        samples[i].counts[3] = (float)rng_below(&rng, 9) - 4;
        samples[i].counts[7] = (float)rng_below(&rng, 9) - 4;
        samples[i].target = (float)(1 / (1 + exp(-tune_value(samples[i].counts, hidden) / 200)));
    }
    TuneConfig config = {.scale = 200, .epochs = 60, .seed = 1};
    double before = tune_error(samples, SAMPLES, found, config.scale);
    tune_fit(samples, SAMPLES, &config, found);
    assert_true(tune_error(samples, SAMPLES, found, config.scale) < before / 100);
    assert_true(fabs(found[3] - hidden[3]) < 5 && fabs(found[7] - hidden[7]) < 5);
    assert_true(found[4] == 0); /* no sample counts it */
}

int main(void)
{
    Error error;
    OptionTable options = {gom_option_list, GOM_OPTION_COUNT};
    if (tables_create(&tables, &error) != STATUS_OK || options_init(options, &settings, &error) != STATUS_OK) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_times_weights_are_the_evaluation),
        cmocka_unit_test(the_evaluation_is_antisymmetric),
        cmocka_unit_test(hidden_weights_are_found),
    };
    int failed = cmocka_run_group_tests_name("gomoku tune", tests, NULL, NULL);
    tables_destroy(tables);
    return failed;
}
