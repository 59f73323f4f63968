/* Statistics of a match: what the results of game pairs say about a difference in strength.
 *
 * Two games from one opening with colours swapped are one observation with five possible scores (0, 1/2, 1, 3/2, 2
 * points): the pentanomial model. It is right where counting single games is not, because the two games of a pair are
 * not independent. All functions are pure.
 *
 * Elo is logistic: an expected score s is -400 log10(1/s - 1). Normalised Elo is (s - 1/2) / sigma * 800 / ln 10, with
 * sigma the standard deviation of one game as the pairs show it: it does not depend on how many games are drawn.
 *
 * The sequential test is Van den Bergh's generalised SPRT: LLR = N * sum p_i ln(p1_i / p0_i), where p are the observed
 * frequencies and p0, p1 the most likely distributions among those with the expected score (logistic Elo) or t value
 * (normalised Elo) of each hypothesis. */
#ifndef YOMI_APP_MATCH_ELO_H
#define YOMI_APP_MATCH_ELO_H

#include "base/status.h"

#include <stdint.h>

enum { ELO_SCORES = 5 };

/* How many pairs ended with 0, 1/2, 1, 3/2 and 2 points for the first engine. */
typedef struct EloPairs {
    uint64_t count[ELO_SCORES];
} EloPairs;

typedef struct EloEstimate {
    double score;                  /* 0 .. 1 */
    double elo, elo_low, elo_high; /* 95 %; infinite where the score is 0 or 1, or all pairs are alike */
    double normalised, normalised_error;
    double superiority; /* probability that the first engine is the stronger one */
} EloEstimate;

uint64_t elo_pairs_total(const EloPairs *pairs);
double elo_of_score(double score);
double elo_score_of(double elo);
/* No pairs: a score of 1/2, Elo 0 and infinite errors. */
EloEstimate elo_estimate(const EloPairs *pairs);

typedef enum EloModel { ELO_LOGISTIC, ELO_NORMALISED } EloModel;
typedef enum EloVerdict { ELO_UNDECIDED, ELO_ACCEPT_0, ELO_ACCEPT_1 } EloVerdict;

typedef struct EloTest {
    EloModel model;
    double elo0, elo1, alpha, beta;
} EloTest;

/* "ELO0,ELO1", and NULL or the name of a model. */
Status elo_test_parse(EloTest *test, const char *bounds, const char *model, Error *error);
/* elo0 < elo1, 0 < alpha, beta < 1/2, and scores that exist. */
Status elo_test_check(const EloTest *test, Error *error);
double elo_test_lower(const EloTest *test);
double elo_test_upper(const EloTest *test);
double elo_test_llr(const EloTest *test, const EloPairs *pairs);
EloVerdict elo_test_verdict(const EloTest *test, double llr);

#endif
