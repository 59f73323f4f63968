/* Ratings of all engines of a match together: the Bradley-Terry model, in which the expected score between two engines
 * depends only on the difference of their ratings (logistic Elo), fitted to all results at once by maximum likelihood.
 *
 * The mean of the ratings is 0. Errors are 95 % half-widths from the spread of the pairs of games as they were played
 * (a sandwich of the curvature of the likelihood and the observed variance), so that openings which favour one colour
 * do not widen them. */
#ifndef YOMI_APP_MATCH_RATING_H
#define YOMI_APP_MATCH_RATING_H

#include "app/match/tally.h"

typedef struct Rating {
    double elo, error;
} Rating;

/* False when there is none: some engines have won, or lost, everything against the others, or not played them. */
bool rating_fit(const Tally *tally, Rating out[TALLY_ENGINES_MAX]);

#endif
