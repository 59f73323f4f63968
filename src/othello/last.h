/* The last four empty squares: one function each, null window, fail-soft, in discs for the side to move.
 *
 * Static, compiled for each code path. Squares come in the order in which they are to be tried. */
#ifndef YOMI_OTHELLO_LAST_H
#define YOMI_OTHELLO_LAST_H

#include "othello/moves.h"
#include "othello/state.h"

enum { SCORE_UNSET = -127 };

static inline int quadrant_of(int square)
{
    return (square >> 4 & 2) | (square >> 2 & 1);
}

#define QUADRANT0 UINT64_C(0x000000000f0f0f0f)

static inline uint64_t quadrant_mask(int quadrant)
{
    return QUADRANT0 << (quadrant & 1) * 4 << (quadrant >> 1) * 32;
}

/* The score cannot be above this when the other side's stable discs stay. Only asked where alpha is so high that the
 * answer may cut: over the FFO positions 40 to 44 a slack of 4 to 16 takes the same time. */
static inline bool stability_cuts(const State *state, uint64_t own, uint64_t other, int alpha, int empties, int *bound)
{
    enum { SLACK = 12 };
    if (alpha < 2 * empties - SLACK) return false;
    if (state->switches.no_stability) return false;
    *bound = SQUARES - 2 * stability_count(&state->shared->edges, other, own, (SQUARES - alpha + 1) / 2);
    return *bound <= alpha;
}

/* Branches are called foreseeable so that they stay branches: three values to choose from took 4 % more time. */
static inline int last_1(uint64_t own, int square)
{
    int discs = bits_count(own);
    unsigned counts = last_flip_counts(own, square);
    int mine = (int)(counts % LAST_OTHER), theirs = (int)(counts / LAST_OTHER);
    if (__builtin_expect_with_probability(mine != 0, 1, 0.95)) return 2 * (discs + mine) - 62;
    if (__builtin_expect_with_probability(theirs != 0, 1, 0.95)) return 2 * (discs - theirs) - 64;
    return 2 * discs - (discs >= 32 ? 62 : 64); /* the empty square goes to the winner */
}

/* The best for the other side is the worst for this one. Apart, so that the common case is short. */
static __attribute__((noinline)) int last_2_passed(uint64_t own, uint64_t other, int alpha, int first, int second)
{
    int worst = -SCORE_UNSET;
    uint64_t flips = flips_of(other, own, first);
    if (flips) {
        worst = last_1(own ^ flips, second);
        if (worst <= alpha) return worst;
    }
    flips = flips_of(other, own, second);
    if (flips) {
        int value = last_1(own ^ flips, first);
        if (value < worst) worst = value;
    }
    return worst != -SCORE_UNSET ? worst : board_final_score((Board){own, other});
}

static inline int last_2(State *state, uint64_t own, uint64_t other, int alpha, int first, int second)
{
    state->leaves += 2;
    int best = SCORE_UNSET;
    if (othello_lines_neighbours[first] & other) {
        uint64_t flips = flips_of(own, other, first);
        if (flips) {
            best = -last_1(other ^ flips, second);
            if (best > alpha) return best;
        }
    }
    if (othello_lines_neighbours[second] & other) {
        uint64_t flips = flips_of(own, other, second);
        if (flips) {
            int value = -last_1(other ^ flips, first);
            return value > best ? value : best;
        }
    }
    return best != SCORE_UNSET ? best : last_2_passed(own, other, alpha, first, second);
}

/* True when the move decides. */
static inline bool last_3_move(State *state, uint64_t own, uint64_t other, int alpha, int square, int first, int second,
                               int *best)
{
    if (!(othello_lines_neighbours[square] & other)) return false;
    uint64_t flips = flips_of(own, other, square);
    if (!flips) return false;
    int value = -last_2(state, other ^ flips, own ^ flips ^ bit(square), -alpha - 1, first, second);
    if (value > *best) *best = value;
    return value > alpha;
}

static inline int last_3_moves(State *state, uint64_t own, uint64_t other, int alpha, int a, int b, int c)
{
    int best = SCORE_UNSET;
    if (last_3_move(state, own, other, alpha, a, b, c, &best)) return best;
    if (last_3_move(state, own, other, alpha, b, a, c, &best)) return best;
    (void)last_3_move(state, own, other, alpha, c, a, b, &best);
    return best;
}

/* The order of the squares is last_4's. */
static int last_3(State *state, uint64_t own, uint64_t other, int alpha, int a, int b, int c)
{
    state->leaves++;
    int best = last_3_moves(state, own, other, alpha, a, b, c);
    if (best != SCORE_UNSET) return best;
    best = last_3_moves(state, other, own, -alpha - 1, a, b, c);
    return best != SCORE_UNSET ? -best : board_final_score((Board){own, other});
}

/* The order in which the last four squares are tried, and the three that are left after each: a square alone in its
 * quadrant comes first in both. */
typedef struct LastOrder {
    int squares[4];
    const uint8_t (*rest)[3];
} LastOrder;

static inline void last_order(uint64_t empties, uint64_t odd, LastOrder *order)
{
    static const uint8_t in_order[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    static const uint8_t in_pairs[4][3] = {{1, 2, 3}, {0, 2, 3}, {3, 0, 1}, {2, 0, 1}};
    uint64_t quadrant = quadrant_mask(quadrant_of(bits_lowest(empties)));
    uint64_t first = empties & odd;
    order->rest = in_order;
    if (!first) {
        first = empties & quadrant;
        order->rest = in_pairs;
    } else if (first == empties) {
        uint64_t here = empties & quadrant;
        first = here & (here - 1) ? empties & ~quadrant : here;
    }
    uint64_t later = empties & ~first;
    int count = 0;
    while (first) order->squares[count++] = bits_pop(&first);
    while (later) order->squares[count++] = bits_pop(&later);
}

static int last_4_moves(State *state, uint64_t own, uint64_t other, int alpha, const LastOrder *order)
{
    int best = SCORE_UNSET;
    for (int i = 0; i < 4; i++) {
        int square = order->squares[i];
        if (!(othello_lines_neighbours[square] & other)) continue;
        uint64_t flips = flips_of(own, other, square);
        if (!flips) continue;
        const uint8_t *rest = order->rest[i];
        int value = -last_3(state, other ^ flips, own ^ flips ^ bit(square), -alpha - 1, order->squares[rest[0]],
                            order->squares[rest[1]], order->squares[rest[2]]);
        if (value > alpha) return value;
        if (value > best) best = value;
    }
    return best;
}

/* `odd`: the squares of quadrants with an odd number of empties. */
static int last_4(State *state, uint64_t own, uint64_t other, int alpha, uint64_t odd)
{
    state->leaves++;
    int bound;
    if (stability_cuts(state, own, other, alpha, 4, &bound)) {
        worker_count(state->worker, STAT_STABILITY_CUTS);
        return bound;
    }
    LastOrder order;
    last_order(~(own | other), odd, &order);
    int best = last_4_moves(state, own, other, alpha, &order);
    if (best != SCORE_UNSET) return best;
    best = last_4_moves(state, other, own, -alpha - 1, &order);
    return best != SCORE_UNSET ? -best : board_final_score((Board){own, other});
}

#endif
