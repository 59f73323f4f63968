/* Training of a LineNet: logistic regression through the network, by gradients with Adam, in floats on one thread. The
 * same samples with the same seed give the same network.
 *
 * A sample is a list of cells: equal cells (the same four line codes in any order, the same classes) are one entry with
 * a count. The samples are the owner's, who frees them with line_samples_free. */
#ifndef YOMI_GOMOKU_TRAIN_LINE_FIT_H
#define YOMI_GOMOKU_TRAIN_LINE_FIT_H

#include "gomoku/board.h"
#include "gomoku/eval/line_net.h"

typedef struct LineCell {
    uint16_t line[GRID_DIRECTIONS]; /* codes as the mover sees them */
    uint8_t class;                  /* the mover's class in the high bits */
    uint8_t count;
} LineCell;

typedef struct LineSample {
    size_t first; /* of its cells */
    uint16_t cells;
    uint8_t flag_count;
    bool held_out;
    uint8_t flags[HEAD_ACTIVE_MAX];
    float place, stones; /* as the head takes them */
    float target;        /* chance of the side to move */
    float result;        /* of the game for that side; negative: not known */
    int16_t score;       /* of the search */
    int16_t by_hand;     /* what the evaluation by hand says */
} LineSample;

typedef struct LineSamples {
    bool captures;
    LineSample *samples;
    LineCell *cells;
    size_t count, room, cell_count, cell_room;
} LineSamples;

void line_samples_free(LineSamples *samples);
/* Appends the position on the board; the owner fills in the rest. NULL when there is no memory. */
LineSample *line_samples_add(LineSamples *samples, const GomBoard *board, const BoardTraits traits, Error *error);

/* The scale that makes the best chances of what the evaluation by hand says. */
double line_samples_scale(const LineSamples *samples);
/* Sets the targets: a share of the score's chance, the rest the result; a forced win is a won game. */
void line_samples_aim(LineSamples *samples, double scale, double score_share);
/* Mean squared error of the evaluation by hand, of the samples held out. */
double line_samples_by_hand(const LineSamples *samples, double scale);

typedef struct LineFitConfig {
    int epochs, batch;
    double rate;  /* of the first step; it falls to nothing */
    double decay; /* of all weights, beside the rate */
    double scale; /* a score of this is a chance of 73 % */
    uint64_t seed;
} LineFitConfig;

typedef struct LineFit LineFit;

LineFit *line_fit_new(const LineSamples *samples, const LineFitConfig *config, Error *error);
void line_fit_free(LineFit *fit);
/* One pass over the samples that are not held out. */
void line_fit_epoch(LineFit *fit, int epoch);
/* Mean squared error of the chances, of the samples held out or of the others. */
double line_fit_error(LineFit *fit, bool held_out);
LineNet *line_fit_export(const LineFit *fit, Error *error);

#endif
