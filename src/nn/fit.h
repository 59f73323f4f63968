/* Training of a Net: stochastic gradients with Adam, in floats, on several threads.
 *
 * The caller brings samples; a sample is two lists of active features (side to move first), the search score, the
 * game's result. A batch is cut into FIT_SLICES parts, whose gradients are added in order, so the same samples in the
 * same order with the same seed give the same weights on any number of threads, with AVX2 and without.
 *
 * Factorised inputs: where the inputs repeat the same features several times (once for each bucket of king squares),
 * `common` is how many features one bucket has. What all buckets share is learned once: the weight of an input is its
 * own part plus that of its feature. Only sums of gradients pay for it, not the samples, and the exported network has
 * one weight for each input. */
#ifndef YOMI_NN_FIT_H
#define YOMI_NN_FIT_H

#include "nn/net.h"

#include <stdbool.h>

enum { FIT_FEATURES_MAX = 64, FIT_SLICES = 8, FIT_THREADS_MAX = FIT_SLICES };

typedef struct FitSample {
    uint16_t mine[FIT_FEATURES_MAX], theirs[FIT_FEATURES_MAX];
    int mine_count, theirs_count;
    int bucket;   /* below the fit's buckets; counts only where it has some */
    float score;  /* in score units */
    float result; /* 1 won, 0.5 drawn, 0 lost, by the side to move */
} FitSample;

typedef struct FitConfig {
    int inputs, width, scale, feature_set;
    int buckets; /* of output weights and heads; 0: a net without heads */
    int common;  /* features of one bucket, of which `inputs` is a multiple; 0: inputs have nothing in common */
    int threads; /* 1 .. FIT_THREADS_MAX */
    CpuFeatures cpu;
    double score_weight; /* share of the search score in the target; the rest is the result */
    uint64_t seed;
} FitConfig;

typedef struct Fit Fit;

/* Fills sample number `index` of the batch being trained; called from several threads. */
typedef void (*FitFill)(void *context, size_t index, FitSample *out);

Fit *fit_new(const FitConfig *config, Error *error);
void fit_free(Fit *fit);

/* Begins with the weights of a network of the same width instead of random ones. Its inputs are those of the fit, or
 * what the fit's buckets of inputs have in common: then each of them begins as that network. A network without heads
 * gives its output weights to every bucket of outputs, whose heads say nothing in the beginning. */
Status fit_begin_from(Fit *fit, const Net *net, Error *error);

/* One step on `count` samples; returns the mean squared error before the step. */
double fit_step(Fit *fit, FitFill fill, void *context, size_t count, double rate);
/* The mean squared error, without learning. */
double fit_error(Fit *fit, FitFill fill, void *context, size_t count);

/* The weights as whole numbers. */
Net *fit_export(Fit *fit, Error *error);
double fit_score(const Fit *fit, const FitSample *sample); /* by the floats */
/* The squared error of a score, as fit_error counts it. */
double fit_error_of(const Fit *fit, const FitSample *sample, double score);

/* Everything needed to go on later. */
size_t fit_state_size(const Fit *fit);
void fit_state_save(const Fit *fit, void *out);
/* False when the numbers cannot be those of a training; the fit is not to be used then. */
bool fit_state_load(Fit *fit, const void *in);

#endif
