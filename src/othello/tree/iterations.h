/* What the iterations of a search mean: plain depths in the middle game, then the endgame to the last square, first
 * selectively and last exactly, so that there is an answer at any time. */
#ifndef YOMI_OTHELLO_TREE_ITERATIONS_H
#define YOMI_OTHELLO_TREE_ITERATIONS_H

#include "othello/settings.h"
#include "othello/tree/state.h"

typedef struct Iteration {
    int depth;
    Selectivity selectivity;
} Iteration;

/* `bounded`: the search may have to end before the exact pass does. No step is less sure than the settings ask for; a
 * pass that is then like the one before finds its answers in the table. */
int othello_iteration_count(int empties, bool bounded);
Iteration othello_iteration(int empties, int iteration, bool bounded, const OthelloSettings *settings); /* from 1 */
int othello_confidence(Selectivity selectivity);                                                        /* in percent */

#endif
