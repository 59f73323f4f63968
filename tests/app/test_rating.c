/* Joint ratings: they are those that made the results, agree with the estimate of a single pairing, do not exist where
 * nothing ties engines together, and their errors are as large as they say. */
#include "app/match/rating.h"
#include "base/rng.h"
#include "test.h"

#include <math.h>
#include <string.h>

/* Adds the results of `pairs` pairs of games, as counts of the five scores. */
static void give(Tally *tally, int a, int b, const uint64_t counts[ELO_SCORES])
{
    for (int i = 0; i < tally->pairing_count; i++) {
        Pairing *p = &tally->pairings[i];
        if (p->a != a || p->b != b) continue;
        for (int s = 0; s < ELO_SCORES; s++) {
            p->pairs.count[s] += counts[s];
            p->wins += counts[s] * (uint64_t)(s >= 3 ? (s == 4 ? 2 : 1) : s == 2 ? 1 : 0);
            p->losses += counts[s] * (uint64_t)(s <= 1 ? (s == 0 ? 2 : 1) : s == 2 ? 1 : 0);
            p->draws += counts[s] * (uint64_t)(s == 1 || s == 3);
        }
    }
}

static void two_engines_agree_with_their_pairing(void **state)
{
    (void)state;
    Tally tally;
    assert_int_equal(tally_init(&tally, 2, false, 1000, NULL), STATUS_OK);
    give(&tally, 0, 1, (uint64_t[]){20, 60, 150, 90, 30});
    Rating ratings[TALLY_ENGINES_MAX];
    assert_true(rating_fit(&tally, ratings));
    EloEstimate e = elo_estimate(&tally.pairings[0].pairs);
    assert_true(fabs(ratings[0].elo - ratings[1].elo - e.elo) < 1e-9);
    assert_true(fabs(ratings[0].elo + ratings[1].elo) < 1e-9);
    /* Half of the difference is each one's; the interval of the difference is the estimate's, up to its skew. */
    assert_true(fabs(2 * ratings[0].error - (e.elo_high - e.elo_low) / 2) < 0.5);
    tally_free(&tally);
}

/* Given results that are exactly as expected of known ratings, when fitted, then those come out. */
static void known_ratings_come_out(void **state)
{
    (void)state;
    static const double truth[4] = {150, 20, -50, -120};
    for (int gauntlet = 0; gauntlet < 2; gauntlet++) {
        Tally tally;
        assert_int_equal(tally_init(&tally, 4, gauntlet, 1000, NULL), STATUS_OK);
        for (int i = 0; i < tally.pairing_count; i++) {
            const Pairing *p = &tally.pairings[i];
            double score = 1 / (1 + pow(10, (truth[p->b] - truth[p->a]) / 400));
            uint64_t wins = (uint64_t)llround(score * 1e6);
            give(&tally, p->a, p->b, (uint64_t[]){1000000 - wins, 0, 0, 0, wins});
        }
        Rating ratings[TALLY_ENGINES_MAX];
        assert_true(rating_fit(&tally, ratings));
        for (int i = 0; i < 4; i++) assert_true(fabs(ratings[i].elo - truth[i]) < 0.01);
        tally_free(&tally);
    }
}

static void what_nothing_ties_together_has_no_rating(void **state)
{
    (void)state;
    Tally tally;
    Rating ratings[TALLY_ENGINES_MAX];
    assert_int_equal(tally_init(&tally, 3, false, 1000, NULL), STATUS_OK);
    give(&tally, 0, 1, (uint64_t[]){5, 0, 5, 0, 5});
    assert_false(rating_fit(&tally, ratings)); /* the third has not played */
    give(&tally, 1, 2, (uint64_t[]){0, 0, 0, 0, 9});
    assert_false(rating_fit(&tally, ratings)); /* and now has lost everything */
    give(&tally, 0, 2, (uint64_t[]){0, 0, 0, 1, 9});
    assert_true(rating_fit(&tally, ratings)); /* one draw is enough */
    assert_true(ratings[2].elo < -300 && ratings[2].error > 50);
    tally_free(&tally);
}

/* The 95 % intervals of simulated tournaments hold the truth about 95 times in 100, also when openings favour a colour.
 */
static void errors_are_honest(void **state)
{
    (void)state;
    enum { TOURNAMENTS = 600, PAIRS = 60 };
    static const double truth[4] = {60, 10, -20, -50};
    Rng rng = rng_new(5);
    int held = 0;
    for (int t = 0; t < TOURNAMENTS; t++) {
        Tally tally;
        assert_int_equal(tally_init(&tally, 4, false, 2 * PAIRS, NULL), STATUS_OK);
        for (int i = 0; i < tally.pairing_count; i++) {
            const Pairing *p = &tally.pairings[i];
            uint64_t counts[ELO_SCORES] = {0};
            for (int pair = 0; pair < PAIRS; pair++) {
                double score = 1 / (1 + pow(10, (truth[p->b] - truth[p->a]) / 400)), colour = 0.25;
                int first = rng_unit(&rng) < score + colour, second = rng_unit(&rng) < score - colour;
                counts[2 * (first + second)]++;
            }
            give(&tally, p->a, p->b, counts);
        }
        Rating ratings[TALLY_ENGINES_MAX];
        assert_true(rating_fit(&tally, ratings));
        for (int i = 0; i < 4; i++) held += fabs(ratings[i].elo - truth[i]) <= ratings[i].error;
        tally_free(&tally);
    }
    double share = held / (4.0 * TOURNAMENTS);
    print_message("%.1f%% of the intervals hold the truth\n", 100 * share);
    assert_true(share > 0.93 && share < 0.97);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_engines_agree_with_their_pairing),
        cmocka_unit_test(known_ratings_come_out),
        cmocka_unit_test(what_nothing_ties_together_has_no_rating),
        cmocka_unit_test(errors_are_honest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
