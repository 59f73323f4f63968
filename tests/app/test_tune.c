/* Tuning: SPSA finds the known best values of a made-up game, neither an interruption nor the number of tables changes
 * what comes out, and parameters are chosen by name, pattern and range. */
#include "app/tune/tune.h"
#include "base/file.h"
#include "base/rng.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A game whose result depends on how far each side is from the best values, and on luck. */
typedef struct Hill {
    double best[3], width[3];
    double slope; /* Elo for one width away, squared; negative: away from the best is better */
} Hill;

static double height(const Hill *hill, const int *values)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double off = (values[i] - hill->best[i]) / hill->width[i];
        sum -= off * off;
    }
    return hill->slope * sum;
}

static int play_hill(void *context, const int *first, const int *second, uint64_t game)
{
    const Hill *hill = context;
    double elo = height(hill, first) - height(hill, second);
    double score = 1 / (1 + pow(10, -elo / 400));
    Rng rng = rng_new(game ^ UINT64_C(0x5eed));
    double luck = rng_unit(&rng), draws = 0.2 * fmin(score, 1 - score);
    return luck < score - draws ? 2 : luck < score + draws ? 1 : 0;
}

static TuneConfig hill_config(Hill *hill, int64_t iterations)
{
    static const SpsaParam params[3] = {
        {"A", 0, 1000, 300, 40, 300}, {"B", -50, 50, 30, 5, 30}, {"C", 0, 4000, 500, 200, 500}};
    TuneConfig config = {.game = "toy",
                         .spsa = {.count = 3, .iterations = iterations, .seed = 7},
                         .pairs = 1,
                         .tables = 1,
                         .play = play_hill,
                         .play_context = hill};
    memcpy(config.spsa.params, params, sizeof params);
    config.spsa.rate = 4 * spsa_usual_rate(iterations, 1); /* a short run has a longer way to go */
    return config;
}

static const Hill usual_hill = {{600, -10, 1500}, {200, 20, 800}, 60};

static TuneReport run_hill(const TuneConfig *config)
{
    TuneReport report;
    Error error = {STATUS_OK, ""};
    Status status = tune_run(config, &report, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, STATUS_OK);
    return report;
}

/* In widths, from the best values. */
static double distance(const Hill *hill, const Spsa *spsa)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double off = (spsa->params[i].value - hill->best[i]) / hill->width[i];
        sum += off * off;
    }
    return sqrt(sum);
}

static void the_best_values_are_found(void **state)
{
    (void)state;
    Hill hill = usual_hill;
    TuneConfig config = hill_config(&hill, 6000);
    double before = distance(&hill, &config.spsa);
    TuneReport report = run_hill(&config);
    double after = distance(&hill, &report.spsa);
    print_message("distance %.2f before, %.2f after, A %.0f B %.0f C %.0f\n", before, after,
                  report.spsa.params[0].value, report.spsa.params[1].value, report.spsa.params[2].value);
    assert_true(before > 2.5);
    assert_true(after < 0.5);
    assert_int_equal(report.games, 12000);
    assert_true(report.samples > 1000 && report.samples <= TUNE_SAMPLES_MAX + 1);
    assert_true(report.course[0] == 300 && report.course[report.samples * 3 - 1] == report.spsa.params[2].value);
    tune_report_free(&report);
}

/* The check above can fail: on a hill upside down the values run away. */
static void a_wrong_sign_is_seen(void **state)
{
    (void)state;
    Hill hill = usual_hill;
    hill.slope = -60;
    TuneConfig config = hill_config(&hill, 6000);
    TuneReport report = run_hill(&config);
    assert_true(distance(&hill, &report.spsa) > 2.5);
    for (int i = 0; i < 3; i++) {
        const SpsaParam *p = &report.spsa.params[i];
        assert_true(p->value >= p->min && p->value <= p->max);
    }
    tune_report_free(&report);
}

static void same_values(const Spsa *a, const Spsa *b)
{
    assert_int_equal(a->done, b->done);
    for (int i = 0; i < 3; i++) assert_true(a->params[i].value == b->params[i].value);
}

static void tables_do_not_matter(void **state)
{
    (void)state;
    Hill hill = usual_hill;
    TuneConfig config = hill_config(&hill, 200);
    config.pairs = 3;
    TuneReport one = run_hill(&config);
    config.tables = 4;
    TuneReport four = run_hill(&config);
    same_values(&one.spsa, &four.spsa);
    tune_report_free(&one);
    tune_report_free(&four);
}

/* Given the journal of a run cut off anywhere, when it is run again, then it ends as if it had not been cut. */
static void a_cut_journal_goes_on(void **state)
{
    (void)state;
    char path[] = "/tmp/yomi-tune-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    (void)close(fd);
    Hill hill = usual_hill;
    TuneConfig config = hill_config(&hill, 60);
    config.pairs = 2;
    TuneReport plain = run_hill(&config);
    config.journal = path;
    TuneReport whole = run_hill(&config);
    same_values(&plain.spsa, &whole.spsa);
    Buf text = buf_new(1 << 20);
    assert_int_equal(file_read(path, &text, NULL), STATUS_OK);
    static const int parts[] = {2, 3, 7, 50};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(truncate(path, (off_t)(text.len - text.len / (size_t)parts[i])), 0);
        TuneReport again = run_hill(&config);
        same_values(&plain.spsa, &again.spsa);
        assert_int_equal(again.games, 240);
        tune_report_free(&again);
    }
    config.spsa.rate *= 2;
    TuneReport other;
    Error error;
    assert_int_equal(tune_run(&config, &other, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "it has 'rate "));
    tune_report_free(&other);
    tune_report_free(&plain);
    tune_report_free(&whole);
    buf_free(&text);
    (void)unlink(path);
}

static void settings_are_opposite_and_in_range(void **state)
{
    (void)state;
    Hill hill = usual_hill;
    TuneConfig config = hill_config(&hill, 100);
    config.spsa.params[1].value = 49; /* at the edge */
    int plus[SPSA_PARAMS_MAX], minus[SPSA_PARAMS_MAX], up = 0;
    for (config.spsa.done = 0; config.spsa.done < 100; config.spsa.done++) {
        spsa_sides(&config.spsa, plus, minus);
        assert_int_equal(plus[0] + minus[0], 600);
        assert_true(abs(plus[0] - 300) >= 40);
        assert_true(plus[1] <= 50 && minus[1] <= 50);
        up += plus[0] > 300;
    }
    assert_in_range(up, 30, 70);
}

static void parameters_are_chosen(void **state)
{
    (void)state;
    yomi_engine *engine = NULL;
    Error error;
    assert_int_equal(yomi_open("toy", &engine, NULL), YOMI_OK);
    TuneOffers offers;
    assert_int_equal(tune_offers_own(&offers, engine, &error), STATUS_OK);
    Spsa *spsa = calloc(1, sizeof *spsa);
    assert_int_equal(tune_add_params(spsa, &offers, "aspiration*", &error), STATUS_OK);
    assert_int_equal(spsa->count, 4);
    assert_string_equal(spsa->params[0].name, "AspirationWidth");
    assert_true(spsa->params[0].start == 100 && spsa->params[0].min == 1 && spsa->params[0].step == 10);
    assert_int_equal(tune_add_params(spsa, &offers, "AspirationWidth=10,190,8", &error), STATUS_OK);
    assert_int_equal(spsa->count, 4);
    assert_true(spsa->params[0].min == 10 && spsa->params[0].max == 190 && spsa->params[0].step == 8);
    assert_int_equal(tune_add_params(spsa, &offers, "Nothing", &error), STATUS_NOT_FOUND);
    assert_int_equal(tune_add_params(spsa, &offers, "Threads", &error), STATUS_NOT_FOUND); /* not of the search */
    assert_int_equal(tune_add_params(spsa, &offers, "AspirationWidth=50,90", &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "AspirationWidth starts at 100, outside of 50 to 90");
    assert_int_equal(tune_add_params(spsa, &offers, "AspirationWidth=90,10", &error), STATUS_BAD_INPUT);
    assert_int_equal(tune_add_params(spsa, &offers, "AspirationWidth=1,190,0.1", &error), STATUS_BAD_INPUT);
    free(spsa);
    tune_offers_free(&offers);
    yomi_close(engine);
}

static void announced_options_are_read(void **state)
{
    (void)state;
    TuneOffer offer;
    assert_true(tune_offer_read(&offer, "option name FV_SCALE type spin default 16 min 1 max 128"));
    assert_string_equal(offer.name, "FV_SCALE");
    assert_true(offer.start == 16 && offer.min == 1 && offer.max == 128);
    assert_true(tune_offer_read(&offer, "option name A type spin max 7 min -99999999999 default 3"));
    assert_true(offer.start == 3 && offer.min == -1e9 && offer.max == 7);
    static const char *const others[] = {
        "",
        "usiok",
        "id name option name A type spin default 1 min 0 max 9",
        "option name A type check default true",
        "option name A type spin default 1 min 0",
        "option name A type spin default x min 0 max 9",
        "option name A type spin default 0 min 0 max 1",            /* a switch */
        "option name USI_Hash type spin default 64 min 1 max 1024", /* no matter of strength */
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) assert_false(tune_offer_read(&offer, others[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_values_are_found),
        cmocka_unit_test(a_wrong_sign_is_seen),
        cmocka_unit_test(tables_do_not_matter),
        cmocka_unit_test(a_cut_journal_goes_on),
        cmocka_unit_test(parameters_are_chosen),
        cmocka_unit_test(announced_options_are_read),
        cmocka_unit_test(settings_are_opposite_and_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
