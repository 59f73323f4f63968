/* Fits the numbers of Multi-ProbCut to searches of this program. */
#ifndef YOMI_OTHELLO_TRAIN_PROBCUT_FIT_H
#define YOMI_OTHELLO_TRAIN_PROBCUT_FIT_H

#include "base/buf.h"
#include "othello/tree/solo.h"

/* Searches of one position, to be added up: value[d] is the value at depth d, for d up to `deepest`. */
typedef struct ProbCutPoint {
    int empties, deepest;
    Score value[PROBCUT_DEPTH_MAX + 1];
} ProbCutPoint;

/* Searches a board at every depth up to `deepest`, or to its end. */
ProbCutPoint othello_probcut_measure(SoloSearch *solo, OthelloBoard board, int deepest);

/* Regression over all points. Cells with too few points take over from the depth before: where it was measured, sigma
 * does not grow with the depth. */
void othello_probcut_fit_points(const ProbCutPoint *points, int count, ProbCut *out);

/* As the initialiser in probcut.c. */
void othello_probcut_print(const ProbCut *probcut, Buf *out);

#endif
