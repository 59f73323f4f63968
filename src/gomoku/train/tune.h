/* Fits the weights of the evaluation to positions with results: the evaluation is a sum of weights times counts, so the
 * fit is a logistic regression. EvalWeights holds nothing but ints; here it is a row of TUNE_WEIGHTS numbers. */
#ifndef YOMI_GOMOKU_TRAIN_TUNE_H
#define YOMI_GOMOKU_TRAIN_TUNE_H

#include "gomoku/params.h"

enum { TUNE_WEIGHTS = sizeof(EvalWeights) / sizeof(int) };

typedef struct TuneSample {
    float counts[TUNE_WEIGHTS]; /* by weight, from the side to move */
    float target;               /* chance of the side to move: 1 won, 0 lost */
} TuneSample;

typedef struct TuneConfig {
    double scale; /* score that is worth a chance of 73 % */
    double keep;  /* pull towards the weights at the start */
    int epochs;
    uint64_t seed; /* of the order of the samples */
} TuneConfig;

/* The counts that the evaluation of the board multiplies its weights with. */
void tune_counts(const GomBoard *board, const BoardTraits traits, float out[TUNE_WEIGHTS]);

double tune_value(const float counts[TUNE_WEIGHTS], const double weights[TUNE_WEIGHTS]);

/* Mean squared error of the chances. */
double tune_error(const TuneSample *samples, size_t count, const double weights[TUNE_WEIGHTS], double scale);

/* The scale that fits the weights as they are best. */
double tune_scale(const TuneSample *samples, size_t count, const double weights[TUNE_WEIGHTS]);

/* Improves the weights in place; those that no sample counts stay. Changes the order of the samples. */
void tune_fit(TuneSample *samples, size_t count, const TuneConfig *config, double weights[TUNE_WEIGHTS]);

void tune_from_weights(const EvalWeights *weights, double out[TUNE_WEIGHTS]);
void tune_to_weights(const double weights[TUNE_WEIGHTS], EvalWeights *out);

#endif
