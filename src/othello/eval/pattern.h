/* The patterns of the evaluation: which squares each covers, and how a board turns into table indices.
 *
 * A kind of pattern is a list of squares; its instances are the images under the eight symmetries of the board. An
 * index is a number of base 3 with a digit a square: 0 empty, 1 and 2 the two sides. Images of an instance onto itself
 * give several indices the same meaning; `fold` maps them to one weight. */
#ifndef YOMI_OTHELLO_EVAL_PATTERN_H
#define YOMI_OTHELLO_EVAL_PATTERN_H

#include "othello/board.h"

enum {
    PATTERN_KINDS = 14,
    PATTERN_SQUARES_MAX = 10,
    PATTERN_INSTANCES = 62,
    PATTERN_LANES = 64,       /* instances, rounded up to whole vectors */
    PATTERN_INDICES = 419904, /* indices of all kinds together */
    PATTERN_WEIGHTS = 250938  /* weights of all kinds together, after folding */
};

/* The indices of a board, one a lane. Digit 1 is the side that moved first below the root, whoever is to move now. With
 * `taken`, the sum of the places of all discs, the same board seen from the other side is 3 * taken - index. */
typedef struct Features {
    _Alignas(64) uint16_t index[PATTERN_LANES];
    uint16_t taken[PATTERN_LANES];
} Features;

typedef struct Patterns {
    _Alignas(64) uint16_t delta[SQUARES][PATTERN_LANES]; /* what digit 1 on a square adds to each lane */
    int kind_of[PATTERN_INSTANCES];
    int first[PATTERN_KINDS + 1];  /* where a kind's indices begin among all */
    int folded[PATTERN_KINDS + 1]; /* where a kind's weights begin among all weights of a stage */
    int32_t fold[PATTERN_INDICES]; /* index among all -> weight of a stage */
} Patterns;

/* Where the indices of each instance begin among all: Patterns.first of its kind, known when compiling. */
static const int32_t pattern_base[PATTERN_INSTANCES] = {
    0,      0,      0,      0,      19683,  19683,  19683,  19683,  39366,  39366,  39366,  39366,  59049,
    59049,  65610,  65610,  65610,  65610,  72171,  72171,  72171,  72171,  78732,  78732,  78732,  78732,
    85293,  85293,  85293,  85293,  144342, 144342, 144342, 144342, 144342, 144342, 144342, 144342, 203391,
    203391, 203391, 203391, 223074, 223074, 223074, 223074, 282123, 282123, 282123, 282123, 341172, 341172,
    341172, 341172, 400221, 400221, 400221, 400221, 400221, 400221, 400221, 400221};

void othello_patterns_fill(Patterns *patterns);

/* From nothing: `first` has digit 1, `second` digit 2. */
void othello_features_set(const Patterns *patterns, Features *features, uint64_t first, uint64_t second);

#endif
