#include "app/match/rating.h"

#include <math.h>
#include <string.h>

enum { STEPS_MAX = 100 };
#define NORMAL_95 1.959963984540054

typedef double Matrix[TALLY_ENGINES_MAX][TALLY_ENGINES_MAX];

static double score_of(const Pairing *p)
{
    return (double)p->wins + (double)p->draws / 2;
}

static double games_of(const Pairing *p)
{
    return (double)(p->wins + p->draws + p->losses);
}

/* Everybody has taken points from everybody, if only by way of others: Ford's condition for a maximum. */
static bool has_maximum(const Tally *tally)
{
    bool beats[TALLY_ENGINES_MAX][TALLY_ENGINES_MAX] = {{false}};
    int n = tally->engine_count;
    for (int i = 0; i < tally->pairing_count; i++) {
        const Pairing *p = &tally->pairings[i];
        beats[p->a][p->b] = score_of(p) > 0;
        beats[p->b][p->a] = score_of(p) < games_of(p);
    }
    for (int via = 0; via < n; via++) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) beats[i][j] |= beats[i][via] && beats[via][j];
        }
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            if (i != j && !beats[i][j]) return false;
        }
    }
    return true;
}

/* Inverts a symmetric positive definite matrix in place (Gauss-Jordan). */
static void invert(Matrix m, int n)
{
    for (int k = 0; k < n; k++) {
        double pivot = m[k][k];
        m[k][k] = 1;
        for (int j = 0; j < n; j++) m[k][j] /= pivot;
        for (int i = 0; i < n; i++) {
            if (i == k) continue;
            double factor = m[i][k];
            m[i][k] = 0;
            for (int j = 0; j < n; j++) m[i][j] -= factor * m[k][j];
        }
    }
}

/* Adds a weight between two engines to a matrix of differences. */
static void couple(Matrix m, const Pairing *p, double weight)
{
    m[p->a][p->a] += weight;
    m[p->b][p->b] += weight;
    m[p->a][p->b] -= weight;
    m[p->b][p->a] -= weight;
}

/* The variance of the score of a pairing, as its pairs of games show it; as single games when they are all alike. */
static double variance_of(const Pairing *p)
{
    double pairs = (double)elo_pairs_total(&p->pairs), mean = 0, square = 0;
    for (int i = 0; i < ELO_SCORES && pairs > 0; i++) {
        double points = i / 2.0, share = (double)p->pairs.count[i] / pairs;
        mean += share * points;
        square += share * points * points;
    }
    double games = games_of(p), seen = square - mean * mean;
    if (pairs > 1 && seen > 1e-12) return seen * games / 2;
    double score = games > 0 ? score_of(p) / games : 0;
    return games * score * (1 - score);
}

/* Slope and curvature of the log-likelihood. The curvature knows no mean; a constant added everywhere fixes it. */
static void differentiate(const Tally *tally, const double *rating, double *slope, Matrix curvature)
{
    int n = tally->engine_count;
    for (int i = 0; i < n; i++) {
        slope[i] = 0;
        for (int j = 0; j < n; j++) curvature[i][j] = 1.0 / n;
    }
    for (int i = 0; i < tally->pairing_count; i++) {
        const Pairing *p = &tally->pairings[i];
        double expected = 1 / (1 + exp(rating[p->b] - rating[p->a]));
        double over = score_of(p) - games_of(p) * expected;
        slope[p->a] += over;
        slope[p->b] -= over;
        couple(curvature, p, games_of(p) * expected * (1 - expected));
    }
}

/* Newton's method, with steps that cannot run away. */
static void climb(const Tally *tally, double *rating, Matrix inverse)
{
    double slope[TALLY_ENGINES_MAX];
    int n = tally->engine_count;
    for (int step = 0; step < STEPS_MAX; step++) {
        double largest = 0;
        differentiate(tally, rating, slope, inverse);
        invert(inverse, n);
        for (int i = 0; i < n; i++) {
            double move = 0;
            for (int j = 0; j < n; j++) move += inverse[i][j] * slope[j];
            move = fmax(-1, fmin(1, move));
            rating[i] += move;
            largest = fmax(largest, fabs(move));
        }
        if (largest < 1e-12) return;
    }
}

bool rating_fit(const Tally *tally, Rating out[TALLY_ENGINES_MAX])
{
    if (!has_maximum(tally)) return false;
    static const double elo_per_unit = 400 / 2.302585092994046;
    double rating[TALLY_ENGINES_MAX] = {0}, mean = 0;
    Matrix inverse, spread;
    int n = tally->engine_count;
    climb(tally, rating, inverse);
    memset(spread, 0, sizeof spread);
    for (int i = 0; i < tally->pairing_count; i++)
        couple(spread, &tally->pairings[i], variance_of(&tally->pairings[i]));
    for (int i = 0; i < n; i++) mean += rating[i] / n;
    for (int i = 0; i < n; i++) {
        double variance = 0;
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < n; k++) variance += inverse[i][j] * spread[j][k] * inverse[k][i];
        }
        out[i] = (Rating){elo_per_unit * (rating[i] - mean), NORMAL_95 * elo_per_unit * sqrt(fmax(0, variance))};
    }
    return true;
}
