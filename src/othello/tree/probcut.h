/* Multi-ProbCut: how well a shallow search foretells a deep one.
 *
 * deep = slope * shallow + offset + error, the error having a deviation of sigma, per phase of the game and depth. The
 * numbers are fitted from searches of this program (`yomi train othello --probcut N`) and kept as data. */
#ifndef YOMI_OTHELLO_TREE_PROBCUT_H
#define YOMI_OTHELLO_TREE_PROBCUT_H

#include "othello/board.h"

enum {
    PROBCUT_DEPTH_MIN = 3,  /* least depth of a node that is cut */
    PROBCUT_DEPTH_MAX = 24, /* greater depths use the numbers of this one */
    PROBCUT_PHASES = 6,     /* of ten empties each */
    PROBCUT_LEVELS = 3      /* selectivities that cut at all */
};

typedef struct ProbCutFit {
    int16_t slope;  /* in 1/1024 */
    int16_t offset; /* on the score scale */
    int16_t sigma;
} ProbCutFit;

typedef struct ProbCut {
    ProbCutFit fit[PROBCUT_PHASES][PROBCUT_DEPTH_MAX + 1];
} ProbCut;

extern const ProbCut othello_probcut_default;

/* The depth of the probe for a node of this depth: less than half, of the same parity. */
static inline int probcut_shallow(int depth)
{
    int shallow = depth / 4 * 2 + (depth & 1);
    return shallow < depth - 1 ? shallow : depth - 2;
}

static inline const ProbCutFit *probcut_fit(const ProbCut *probcut, int empties, int depth)
{
    int phase = empties / 10;
    if (phase >= PROBCUT_PHASES) phase = PROBCUT_PHASES - 1;
    return &probcut->fit[phase][depth < PROBCUT_DEPTH_MAX ? depth : PROBCUT_DEPTH_MAX];
}

#endif
