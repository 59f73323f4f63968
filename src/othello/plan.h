/* What the iterations of a search mean: plain depths in the middle game, then the endgame to the last square, first
 * selectively and last exactly, so that there is an answer at any time. */
#ifndef YOMI_OTHELLO_PLAN_H
#define YOMI_OTHELLO_PLAN_H

#include "othello/settings.h"
#include "othello/state.h"

typedef struct Step {
    int depth;
    Selectivity selectivity;
} Step;

/* `bounded`: the search may have to end before the exact pass does. No step is less sure than the settings ask for; a
 * pass that is then like the one before finds its answers in the table. */
int othello_plan_length(int empties, bool bounded);
Step othello_plan_step(int empties, int iteration, bool bounded, const Settings *settings); /* from 1 */
int othello_plan_confidence(Selectivity selectivity);                                       /* in percent */

#endif
