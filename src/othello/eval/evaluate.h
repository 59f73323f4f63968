/* The evaluation at a node: pattern indices carried along, weights summed. Static, compiled for each code path. */
#ifndef YOMI_OTHELLO_EVAL_EVALUATE_H
#define YOMI_OTHELLO_EVAL_EVALUATE_H

#include "othello/eval/weights.h"
#include "othello/moves.h"

/* The indices after a move of `side` (0: the side that has digit 1). Whole vectors of all lanes: cheaper than looking
 * up which few of them change. */
static inline void features_after(const Patterns *patterns, const Features *from, Features *to, int side, int square,
                                  uint64_t flips)
{
    Features sum;
    const uint16_t *placed = patterns->delta[square];
    for (int i = 0; i < PATTERN_LANES; i++) {
        sum.index[i] = (uint16_t)(from->index[i] + (side == 0 ? placed[i] : 2 * placed[i]));
    }
    while (flips) {
        const uint16_t *turned = patterns->delta[bits_pop(&flips)];
        if (side == 0) {
            for (int i = 0; i < PATTERN_LANES; i++) sum.index[i] = (uint16_t)(sum.index[i] - turned[i]);
        } else {
            for (int i = 0; i < PATTERN_LANES; i++) sum.index[i] = (uint16_t)(sum.index[i] + turned[i]);
        }
    }
    for (int i = 0; i < PATTERN_LANES; i++) sum.taken[i] = (uint16_t)(from->taken[i] + placed[i]);
    *to = sum;
}

static inline void features_seen_by_other(const Features *from, uint16_t index[PATTERN_LANES])
{
    for (int i = 0; i < PATTERN_LANES; i++) index[i] = (uint16_t)(3 * from->taken[i] - from->index[i]);
}

/* What the indices after a move have in common, whatever the move, seen from the side that is to move after it. */
static inline void features_before_leaf(const Features *from, int side, uint16_t base[PATTERN_LANES])
{
    if (side == 0) {
        features_seen_by_other(from, base);
    } else {
        for (int i = 0; i < PATTERN_LANES; i++) base[i] = from->index[i];
    }
}

/* The indices after a move, seen from the side that is to move after it, to which the mover's discs are digit 2: enough
 * to evaluate, not to go on from. */
static inline void features_at_leaf(const Patterns *patterns, const uint16_t base[PATTERN_LANES], int square,
                                    uint64_t flips, uint16_t index[PATTERN_LANES])
{
    _Alignas(64) uint16_t sum[PATTERN_LANES];
    const uint16_t *placed = patterns->delta[square];
    for (int i = 0; i < PATTERN_LANES; i++) sum[i] = (uint16_t)(base[i] + 2 * placed[i]);
    while (flips) {
        const uint16_t *turned = patterns->delta[bits_pop(&flips)];
        for (int i = 0; i < PATTERN_LANES; i++) sum[i] = (uint16_t)(sum[i] + turned[i]);
    }
    for (int i = 0; i < PATTERN_LANES; i++) index[i] = sum[i];
}

/* Written out, so that every base is part of an address: three instructions a pattern, where the loop has nine. */
static inline int evaluate_patterns(const int16_t *weights, const uint16_t *index)
{
#define ONE(i) weights[pattern_base[i] + index[i]]
#define SIX(i) (ONE(i) + ONE((i) + 1) + ONE((i) + 2) + ONE((i) + 3) + ONE((i) + 4) + ONE((i) + 5))
    _Static_assert(PATTERN_INSTANCES == 62, "all instances are written out");
    return SIX(0) + SIX(6) + SIX(12) + SIX(18) + SIX(24) + SIX(30) + SIX(36) + SIX(42) + SIX(48) + SIX(54) + ONE(60) +
           ONE(61);
#undef SIX
#undef ONE
}

/* On the core's scale, inside what can be won. The indices are those seen from the side to move. */
static inline Score evaluate_indices(const Weights *weights, const uint16_t *index, OthelloBoard board, uint64_t moves)
{
    int empties = board_empty_count(board);
    const StageTable *table = &weights->stage[stage_of(empties)];
    int sum = evaluate_patterns(table->pattern, index);
    sum += table->mobility[bits_count(moves)][bits_count(moves_of(board.other, board.own))];
    sum += table->parity[empties & 1];
    Score score = (sum * DISC + WEIGHT_UNIT / 2) >> 8;
    return score > SQUARES * DISC ? SQUARES * DISC : score < -SQUARES * DISC ? -SQUARES * DISC : score;
}

/* The same of features that are carried along. `side`: 0 when the side with digit 1 is to move. */
static inline Score evaluate(const Weights *weights, const Features *features, int side, OthelloBoard board,
                             uint64_t moves)
{
    _Alignas(64) uint16_t turned[PATTERN_LANES];
    if (side) features_seen_by_other(features, turned);
    return evaluate_indices(weights, side ? turned : features->index, board, moves);
}

#endif
