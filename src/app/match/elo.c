#include "app/match/elo.h"

#include "base/str.h"

#include <math.h>
#include <string.h>

/* A score that never occurred gets this much of a pair, so that no probability is 0. The value that public testing
 * frameworks use: figures can be compared. */
#define UNSEEN_COUNT 1e-3
#define NORMAL_95    1.959963984540054

/* Normalised Elo for one standard deviation of a game. */
static double elo_per_sigma(void)
{
    return 800.0 / log(10.0);
}

typedef struct Distribution {
    double total; /* pairs, with the unseen ones filled up */
    double value[ELO_SCORES], probability[ELO_SCORES];
} Distribution;

static Distribution distribution_of(const EloPairs *pairs)
{
    Distribution d = {0};
    for (int i = 0; i < ELO_SCORES; i++) {
        d.value[i] = (double)i / (ELO_SCORES - 1);
        d.probability[i] = pairs->count[i] > 0 ? (double)pairs->count[i] : UNSEEN_COUNT;
        d.total += d.probability[i];
    }
    for (int i = 0; i < ELO_SCORES; i++) d.probability[i] /= d.total;
    return d;
}

static double mean_of(const Distribution *d)
{
    double mean = 0;
    for (int i = 0; i < ELO_SCORES; i++) mean += d->probability[i] * d->value[i];
    return mean;
}

static double variance_of(const Distribution *d, double mean)
{
    double variance = 0;
    for (int i = 0; i < ELO_SCORES; i++) variance += d->probability[i] * (d->value[i] - mean) * (d->value[i] - mean);
    return variance;
}

uint64_t elo_pairs_total(const EloPairs *pairs)
{
    uint64_t total = 0;
    for (int i = 0; i < ELO_SCORES; i++) total += pairs->count[i];
    return total;
}

double elo_of_score(double score)
{
    if (score <= 0) return -INFINITY;
    if (score >= 1) return INFINITY;
    return 400.0 * log10(score / (1.0 - score)); /* +0 at 1/2 */
}

double elo_score_of(double elo)
{
    return 1.0 / (1.0 + pow(10.0, -elo / 400.0));
}

EloEstimate elo_estimate(const EloPairs *pairs)
{
    double total = (double)elo_pairs_total(pairs);
    if (total == 0) return (EloEstimate){0.5, 0, -INFINITY, INFINITY, 0, INFINITY, 0.5};
    double score = 0, variance = 0;
    for (int i = 0; i < ELO_SCORES; i++) score += (double)pairs->count[i] / total * i / (ELO_SCORES - 1);
    for (int i = 0; i < ELO_SCORES; i++) {
        double off = (double)i / (ELO_SCORES - 1) - score;
        variance += (double)pairs->count[i] / total * off * off;
    }
    double error = sqrt(variance / total);
    double sigma = sqrt(2 * variance); /* of one game, as the pairs show it */
    EloEstimate out = {.score = score, .elo = elo_of_score(score)};
    /* Pairs that are all alike tell nothing about their spread. */
    out.elo_low = variance > 0 ? elo_of_score(score - NORMAL_95 * error) : -INFINITY;
    out.elo_high = variance > 0 ? elo_of_score(score + NORMAL_95 * error) : INFINITY;
    out.normalised = sigma > 0      ? (score - 0.5) / sigma * elo_per_sigma()
                     : score == 0.5 ? 0
                                    : copysign(INFINITY, score - 0.5);
    out.normalised_error = NORMAL_95 * elo_per_sigma() / sqrt(2 * total);
    if (error == 0) {
        /* As if there had been one more pair, half lost and half won: a few pairs that are all alike prove little. */
        double more = total + 1, mean = (total * score + 0.5) / more;
        error = sqrt(((total * score * score + 0.5) / more - mean * mean) / more);
        score = mean;
    }
    out.superiority = 0.5 * erfc(-(score - 0.5) / error / sqrt(2.0));
    return out;
}

/* ---- the most likely distributions ---- */

/* The most likely distribution over the given values whose mean is `target`, seen from the frequencies in *d:
 * p_i / (1 + x (a_i - target)) with x the root of sum p_i (a_i - target) / (1 + x (a_i - target)), which falls
 * steadily between its two poles. */
static void fit_mean(const Distribution *d, const double value[ELO_SCORES], double target, double out[ELO_SCORES])
{
    double least = value[0], most = value[0];
    for (int i = 1; i < ELO_SCORES; i++) {
        least = fmin(least, value[i]);
        most = fmax(most, value[i]);
    }
    double low = -1.0 / (most - target), high = -1.0 / (least - target);
    for (int step = 0; step < 200; step++) {
        double x = 0.5 * (low + high), sum = 0;
        for (int i = 0; i < ELO_SCORES; i++) {
            double a = value[i] - target;
            sum += d->probability[i] * a / (1 + x * a);
        }
        if (sum > 0) {
            low = x;
        } else {
            high = x;
        }
    }
    double x = 0.5 * (low + high);
    for (int i = 0; i < ELO_SCORES; i++) out[i] = d->probability[i] / (1 + x * (value[i] - target));
}

/* The same for a t value (mean - 1/2) / sigma = t. Sigma depends on the answer, so the condition is made linear at the
 * last answer until nothing moves. */
static void fit_t(const Distribution *d, double t, double out[ELO_SCORES])
{
    Distribution fit = *d;
    for (int i = 0; i < ELO_SCORES; i++) fit.probability[i] = 1.0 / ELO_SCORES;
    for (int step = 0; step < 100; step++) {
        double mean = mean_of(&fit), sigma = sqrt(variance_of(&fit, mean)), moved = 0;
        double value[ELO_SCORES];
        for (int i = 0; i < ELO_SCORES; i++) {
            double off = (d->value[i] - mean) / sigma;
            value[i] = d->value[i] - 0.5 - 0.5 * t * sigma * (1 + off * off);
        }
        fit_mean(d, value, 0, out);
        for (int i = 0; i < ELO_SCORES; i++) {
            moved = fmax(moved, fabs(out[i] - fit.probability[i]));
            fit.probability[i] = out[i];
        }
        if (moved < 1e-12) return;
    }
}

/* ---- the sequential test ---- */

/* A t value is that of a pair: twice the games, so sqrt(2) times the t value of a game. */
static double pair_t(double normalised_elo)
{
    return normalised_elo / elo_per_sigma() * sqrt(2.0);
}

Status elo_test_parse(EloTest *test, const char *bounds, const char *model, Error *error)
{
    if (model && strcmp(model, "normalised") == 0) {
        test->model = ELO_NORMALISED;
    } else if (model && strcmp(model, "logistic") != 0) {
        return error_set(error, STATUS_BAD_INPUT, "--elo-model is logistic or normalised, not '%s'", model);
    }
    Str rest = str_from(bounds);
    if (str_to_double(str_until(&rest, ','), &test->elo0) && str_to_double(rest, &test->elo1)) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "--sprt is ELO0,ELO1, for instance 0,5, not '%s'", bounds);
}

Status elo_test_check(const EloTest *test, Error *error)
{
    double limit = test->model == ELO_LOGISTIC ? 1000 : 300;
    if (!(test->elo0 < test->elo1)) {
        return error_set(error, STATUS_BAD_INPUT, "elo0 (%g) must be below elo1 (%g)", test->elo0, test->elo1);
    }
    if (!(fabs(test->elo0) <= limit && fabs(test->elo1) <= limit)) {
        return error_set(error, STATUS_BAD_INPUT, "elo0 and elo1 lie between -%g and %g", limit, limit);
    }
    if (!(test->alpha > 0 && test->alpha < 0.5 && test->beta > 0 && test->beta < 0.5)) {
        return error_set(error, STATUS_BAD_INPUT, "alpha and beta lie between 0 and 0.5, not %g and %g", test->alpha,
                         test->beta);
    }
    return STATUS_OK;
}

double elo_test_lower(const EloTest *test)
{
    return log(test->beta / (1 - test->alpha));
}

double elo_test_upper(const EloTest *test)
{
    return log((1 - test->beta) / test->alpha);
}

double elo_test_llr(const EloTest *test, const EloPairs *pairs)
{
    if (elo_pairs_total(pairs) == 0) return 0;
    Distribution d = distribution_of(pairs);
    double p0[ELO_SCORES], p1[ELO_SCORES], sum = 0;
    if (test->model == ELO_LOGISTIC) {
        fit_mean(&d, d.value, elo_score_of(test->elo0), p0);
        fit_mean(&d, d.value, elo_score_of(test->elo1), p1);
    } else {
        fit_t(&d, pair_t(test->elo0), p0);
        fit_t(&d, pair_t(test->elo1), p1);
    }
    for (int i = 0; i < ELO_SCORES; i++) sum += d.probability[i] * log(p1[i] / p0[i]);
    return d.total * sum;
}

EloVerdict elo_test_verdict(const EloTest *test, double llr)
{
    if (llr >= elo_test_upper(test)) return ELO_ACCEPT_1;
    return llr <= elo_test_lower(test) ? ELO_ACCEPT_0 : ELO_UNDECIDED;
}
