/* The statistics of a match: equal to figures published for the same samples, and right about engines whose difference
 * is known. YOMI_LONG=1 in the environment simulates twenty times as many matches and prints the error rates. */
#include "app/match/elo.h"
#include "base/rng.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void near(double value, double expected, double tolerance)
{
    if (fabs(value - expected) > tolerance) print_error("%.10g is not %.10g\n", value, expected);
    assert_true(fabs(value - expected) <= tolerance);
}

/* Made with the public fishtest code (LLR_logistic, revision 93fe81eb) and published to ten digits. */
static void logistic_ratios_equal_published_ones(void **state)
{
    (void)state;
    static const struct {
        EloPairs pairs;
        double elo0, elo1, llr;
    } samples[] = {
        {{{3, 20, 50, 22, 5}}, 0, 20, 0.04032037241670679},    {{{3, 20, 50, 22, 5}}, 0, 5, 0.17838022438188125},
        {{{3, 20, 50, 22, 5}}, -10, 10, 0.9344729113889829},   {{{0, 10, 30, 12, 0}}, 0, 20, -0.27041453628885204},
        {{{0, 10, 30, 12, 0}}, 0, 5, 0.085226848211516},       {{{12, 40, 60, 30, 8}}, 0, 20, -2.9973011351582723},
        {{{12, 40, 60, 30, 8}}, -10, 10, -2.0579732004260216},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        EloTest test = {ELO_LOGISTIC, samples[i].elo0, samples[i].elo1, 0.05, 0.05};
        near(elo_test_llr(&test, &samples[i].pairs), samples[i].llr, 1e-9);
    }
}

/* Figures that the public tool fastchess states for its normalised model, to the digits that it states. */
static void normalised_ratios_equal_published_ones(void **state)
{
    (void)state;
    EloTest test = {ELO_NORMALISED, 0, 2, 0.05, 0.05};
    near(elo_test_llr(&test, &(EloPairs){{365, 16618, 36229, 16974, 390}}), 2.25, 0.01);
    test = (EloTest){ELO_NORMALISED, -1.75, 0.25, 0.05, 0.05};
    near(elo_test_llr(&test, &(EloPairs){{127, 4883, 10712, 5150, 104}}), 3.01, 0.01);
    test = (EloTest){ELO_NORMALISED, 0, 5, 0.05, 0.05};
    near(elo_test_llr(&test, &(EloPairs){{0, 0, 0, 0, 5550}}), 111.82, 0.03); /* stated to one percent */
    test = (EloTest){ELO_NORMALISED, 0, 20, 0.05, 0.05};
    near(elo_test_llr(&test, &(EloPairs){{0, 0, 2, 0, 37}}), 2.96, 0.005);
}

static void bounds_are_walds(void **state)
{
    (void)state;
    EloTest test = {ELO_LOGISTIC, 0, 5, 0.05, 0.05};
    near(elo_test_upper(&test), 2.9444389791664403, 1e-12);
    near(elo_test_lower(&test), -2.9444389791664403, 1e-12);
    test.alpha = 0.01;
    near(elo_test_upper(&test), log(95), 1e-12);
    near(elo_test_lower(&test), log(0.05 / 0.99), 1e-12);
    assert_int_equal(elo_test_verdict(&test, 4.6), ELO_ACCEPT_1);
    assert_int_equal(elo_test_verdict(&test, 4.5), ELO_UNDECIDED);
    assert_int_equal(elo_test_verdict(&test, -3), ELO_ACCEPT_0);
}

static void estimates_equal_published_ones(void **state)
{
    (void)state;
    EloEstimate estimate = elo_estimate(&(EloPairs){{0, 0, 2, 0, 37}});
    near(estimate.elo, 631.91, 0.01);
    near(estimate.normalised, 1056.68, 0.01);
    near(estimate.normalised_error, 77.10, 0.01);
    near(estimate.superiority, 1, 1e-4);
    estimate = elo_estimate(&(EloPairs){{3, 20, 50, 20, 3}});
    near(estimate.elo, 0, 1e-9);
    near(estimate.superiority, 0.5, 1e-9);
    near(estimate.elo_low, -estimate.elo_high, 1e-9);
    estimate = elo_estimate(&(EloPairs){{0}});
    assert_true(isinf(estimate.elo_high) && estimate.elo == 0);
    estimate = elo_estimate(&(EloPairs){{0, 0, 0, 0, 9}});
    assert_true(isinf(estimate.elo) && estimate.elo > 0);
    assert_true(isinf(estimate.elo_low) && estimate.elo_low < 0); /* nine alike: no interval can be told */
    assert_true(estimate.superiority > 0.99);
    estimate = elo_estimate(&(EloPairs){{0, 0, 0, 1, 0}});
    assert_true(estimate.superiority > 0.5 && estimate.superiority < 0.9); /* one pair proves little */
}

static void senseless_tests_are_refused_by_name(void **state)
{
    (void)state;
    Error error;
    assert_int_equal(elo_test_check(&(EloTest){ELO_LOGISTIC, 5, 0, 0.05, 0.05}, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "elo0 (5) must be below elo1 (0)");
    assert_int_equal(elo_test_check(&(EloTest){ELO_LOGISTIC, 0, 5, 0.7, 0.05}, &error), STATUS_BAD_INPUT);
    assert_int_equal(elo_test_check(&(EloTest){ELO_LOGISTIC, 0, NAN, 0.05, 0.05}, &error), STATUS_BAD_INPUT);
    assert_int_equal(elo_test_check(&(EloTest){ELO_NORMALISED, 0, 5, 0.05, 0.05}, &error), STATUS_OK);
}

/* ---- simulation ---- */

/* A pair of games from an opening that gives one colour `bias` more of a point: the two games of a pair lean in
 * opposite directions, and their mean is what the difference in Elo says. */
typedef struct Simulated {
    double elo, bias, draws;
} Simulated;

static int play_game(const Simulated *engines, double lean, Rng *rng)
{
    double win = elo_score_of(engines->elo) + lean - engines->draws / 2;
    double dice = rng_unit(rng);
    return dice < win ? 2 : dice < win + engines->draws ? 1 : 0;
}

static EloVerdict run_simulated(const EloTest *test, const Simulated *engines, Rng *rng, uint64_t *games)
{
    EloPairs pairs = {{0}};
    for (int i = 0; i < 200000; i++) {
        double lean = rng_below(rng, 2) ? engines->bias : -engines->bias;
        pairs.count[play_game(engines, lean, rng) + play_game(engines, -lean, rng)]++;
        EloVerdict verdict = i % 8 == 7 ? elo_test_verdict(test, elo_test_llr(test, &pairs)) : ELO_UNDECIDED;
        if (verdict == ELO_UNDECIDED) continue;
        *games += 2 * (uint64_t)(i + 1);
        return verdict;
    }
    return ELO_UNDECIDED;
}

static int wrong_verdicts(const EloTest *test, const Simulated *engines, EloVerdict right, int runs, uint64_t seed)
{
    Rng rng = rng_new(seed);
    int wrong = 0;
    uint64_t games = 0;
    for (int i = 0; i < runs; i++) {
        EloVerdict verdict = run_simulated(test, engines, &rng, &games);
        assert_int_not_equal(verdict, ELO_UNDECIDED);
        wrong += verdict != right;
    }
    print_message("true %+.1f Elo, colour %.2f, draws %.0f %%: wrong %d of %d (%.2f %%), %.0f games on average\n",
                  engines->elo, engines->bias, 100 * engines->draws, wrong, runs, 100.0 * wrong / runs,
                  (double)games / runs);
    return wrong;
}

/* The promise is alpha or beta; four standard deviations of the count are let pass. */
static void keep_promise(int wrong, int runs, double promise)
{
    assert_true(wrong <= runs * promise + 4 * sqrt(runs * promise * (1 - promise)));
}

static void error_rates_are_as_promised(void **state)
{
    (void)state;
    int runs = getenv("YOMI_LONG") ? 4000 : 200;
    EloTest test = {ELO_LOGISTIC, 0, 30, 0.05, 0.05};
    static const double colours[] = {0, 0.2}, draws[] = {0.05, 0.4};
    for (int i = 0; i < 2; i++) {
        Simulated equal = {0, colours[i], draws[i]}, better = {30, colours[i], draws[i]};
        keep_promise(wrong_verdicts(&test, &equal, ELO_ACCEPT_0, runs, 1 + (uint64_t)i), runs, 0.05);
        keep_promise(wrong_verdicts(&test, &better, ELO_ACCEPT_1, runs, 11 + (uint64_t)i), runs, 0.05);
    }
    /* Far outside the two hypotheses hardly any verdict is wrong, and strict bounds are kept too. */
    Simulated far_better = {80, 0.1, 0.2}, worse = {-40, 0.1, 0.2};
    assert_true(wrong_verdicts(&test, &far_better, ELO_ACCEPT_1, runs, 21) <= runs / 200);
    assert_true(wrong_verdicts(&test, &worse, ELO_ACCEPT_0, runs, 22) <= runs / 200);
    test.alpha = 0.01;
    keep_promise(wrong_verdicts(&test, &(Simulated){0, 0.1, 0.3}, ELO_ACCEPT_0, runs, 31), runs, 0.01);
}

/* Normalised Elo of a simulated engine: its games have the spread sqrt(s (1 - s) - draws / 4) about the score s. */
static void normalised_error_rates_are_as_promised(void **state)
{
    (void)state;
    int runs = getenv("YOMI_LONG") ? 4000 : 200;
    double sigma = sqrt(0.25 - 0.3 / 4);
    EloTest test = {ELO_NORMALISED, 0, 40, 0.05, 0.05};
    double score = 0.5 + 40 * log(10) / 800 * sigma;
    keep_promise(wrong_verdicts(&test, &(Simulated){0, 0, 0.3}, ELO_ACCEPT_0, runs, 41), runs, 0.05);
    keep_promise(wrong_verdicts(&test, &(Simulated){elo_of_score(score), 0, 0.3}, ELO_ACCEPT_1, runs, 42), runs, 0.05);
}

/* A 95 % interval holds the truth in 95 % of all matches. */
static void intervals_hold_the_truth(void **state)
{
    (void)state;
    Rng rng = rng_new(5);
    Simulated engines = {25, 0.15, 0.3};
    int runs = 2000, inside = 0;
    for (int run = 0; run < runs; run++) {
        EloPairs pairs = {{0}};
        for (int i = 0; i < 300; i++) {
            double lean = rng_below(&rng, 2) ? engines.bias : -engines.bias;
            pairs.count[play_game(&engines, lean, &rng) + play_game(&engines, -lean, &rng)]++;
        }
        EloEstimate estimate = elo_estimate(&pairs);
        inside += estimate.elo_low <= engines.elo && engines.elo <= estimate.elo_high;
    }
    assert_in_range(inside, 1880, 1920);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logistic_ratios_equal_published_ones),
        cmocka_unit_test(normalised_ratios_equal_published_ones),
        cmocka_unit_test(bounds_are_walds),
        cmocka_unit_test(estimates_equal_published_ones),
        cmocka_unit_test(senseless_tests_are_refused_by_name),
        cmocka_unit_test(error_rates_are_as_promised),
        cmocka_unit_test(normalised_error_rates_are_as_promised),
        cmocka_unit_test(intervals_hold_the_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
