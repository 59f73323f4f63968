/* A checkpoint of a training: all that decides the rest of its course, and the best network so far.
 *
 * The file: "YOMIFIT2", the course, epochs done, epochs since the best (64 bits each, little endian), the best error (a
 * double), the length of the network's file, that file, what fit.h needs, and a checksum (FNV-1a, 64 bits) of all
 * before. It is replaced as a whole. The owner frees `best_net`. */
#ifndef YOMI_TOOL_TRAIN_STATE_H
#define YOMI_TOOL_TRAIN_STATE_H

#include "base/str.h"
#include "nn/fit.h"

typedef struct TrainState {
    uint64_t course;   /* of what course: a number made of seed, rates and data */
    int64_t epoch;     /* done */
    int64_t stale;     /* epochs since the best one */
    double best;       /* its validation error */
    uint8_t *best_net; /* its file; NULL: none yet */
    size_t best_size;
} TrainState;

Status train_state_save(const TrainState *state, const Fit *fit, const char *path, Error *error);

/* `state->course` says which course the file has to be of. Without a file nothing changes; after an error `state` is as
 * it was, and `fit` is not to be used any more. */
Status train_state_load(TrainState *state, Fit *fit, const char *path, Error *error);
Status train_state_parse(TrainState *state, Fit *fit, Str file, Error *error);

#endif
