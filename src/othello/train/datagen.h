/* Makes labelled positions by playing against itself.
 *
 * A game begins with random moves, goes on with a search (or, before there are weights, with the move that leaves the
 * other side least to play) and is solved exactly from `solve_empties` on. Positions after the last random move get the
 * result of best play from there; below, some moves are random again and the position is solved anew, so that every
 * label near the end is true. Same seed and settings, same positions. */
#ifndef YOMI_OTHELLO_TRAIN_DATAGEN_H
#define YOMI_OTHELLO_TRAIN_DATAGEN_H

#include "base/rng.h"
#include "othello/train/sample.h"
#include "othello/tree/solo.h"

typedef struct DatagenConfig {
    int depth;         /* of the search that plays; 0: by mobility alone */
    int solve_empties; /* 4 .. 20 */
    int random_min, random_max;
    int stray_pct; /* chance of a random move after the opening, before the solved part */
    int mix_pct;   /* share of the search that chose the move in the label of an unsolved position; the rest: the result
                    */
} DatagenConfig;

enum { DATAGEN_SAMPLES_MAX = 128 };

/* Plays game number `game` of `seed` and returns how many samples it gave. */
int othello_datagen_game(SoloSearch *solo, const DatagenConfig *config, uint64_t seed, uint64_t game,
                         OthelloSample out[DATAGEN_SAMPLES_MAX]);

/* A square of `moves`, which is not empty. */
int othello_random_move(Rng *rng, uint64_t moves);

#endif
