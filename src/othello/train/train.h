/* Fits the weights of the evaluation to labelled positions: least squares with a ridge, by conjugate gradients, stage
 * by stage from the end of the game backwards.
 *
 * A stage starts from the weights of the one after it, is pulled towards them by the ridge, and also sees the samples
 * of its neighbours at a lower weight: that smooths the steps between stages and fills patterns that are rare in one.
 */
#ifndef YOMI_OTHELLO_TRAIN_TRAIN_H
#define YOMI_OTHELLO_TRAIN_TRAIN_H

#include "othello/eval/weights.h"
#include "othello/train/sample.h"

typedef struct TrainConfig {
    int passes;              /* steps of conjugate gradients, each a pass over the samples */
    double ridge;            /* in samples: a pattern seen this often moves half the way */
    double neighbour_weight; /* of samples from the stages beside, relative */
    double outcome_weight;   /* of outcomes of games, relative to solved and searched scores, up to 24 empties */
    int held_out;            /* every n-th sample is kept for validation */
} TrainConfig;

TrainConfig othello_train_defaults(void);

typedef struct TrainReport {
    int stage;
    size_t samples;
    double training_error, validation_error; /* mean absolute, in discs */
} TrainReport;

/* `tell` (may be NULL) is called after each stage. */
Status othello_train_weights(const OthelloSample *samples, size_t count, const TrainConfig *config, FoldedWeights *out,
                             void (*tell)(void *context, const TrainReport *report), void *context, Error *error);

/* The weights that a position uses: PATTERN_INSTANCES folded patterns, then own moves, other moves, both, parity. */
enum { ACTIVE_WEIGHTS = PATTERN_INSTANCES + 4 };
void othello_train_active(const Patterns *patterns, OthelloBoard board, int32_t out[ACTIVE_WEIGHTS]);

#endif
