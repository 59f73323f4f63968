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

static inline int last_1(uint64_t own, int alpha, int square)
{
    int discs = bits_count(own);
    int count = last_flip_count(own, square);
    if (count > 0) return 2 * (discs + count) - 62;
    /* Nothing to turn over: the square goes to the winner unless the other side can play it. */
    int ended = 2 * discs - (discs >= 32 ? 62 : 64);
    if (ended <= alpha) return ended;
    uint64_t other = ~own ^ bit(square);
    int theirs = last_flip_count(other, square);
    return theirs > 0 ? 2 * (discs - theirs) - 64 : ended;
}

static int last_2(State *state, uint64_t own, uint64_t other, int alpha, int first, int second)
{
    state->leaves += 2;
    int best = SCORE_UNSET;
    if (othello_lines_neighbours[first] & other) {
        uint64_t flips = flips_of(own, other, first);
        if (flips) {
            best = -last_1(other ^ flips, -alpha - 1, second);
            if (best > alpha) return best;
        }
    }
    if (othello_lines_neighbours[second] & other) {
        uint64_t flips = flips_of(own, other, second);
        if (flips) {
            int value = -last_1(other ^ flips, -alpha - 1, first);
            return value > best ? value : best;
        }
    }
    if (best != SCORE_UNSET) return best;
    /* A pass: the best for the other side is the worst for this one. */
    int worst = -SCORE_UNSET;
    uint64_t flips = flips_of(other, own, first);
    if (flips) {
        worst = last_1(own ^ flips, alpha, second);
        if (worst <= alpha) return worst;
    }
    flips = flips_of(other, own, second);
    if (flips) {
        int value = last_1(own ^ flips, alpha, first);
        if (value < worst) worst = value;
    }
    return worst != -SCORE_UNSET ? worst : board_final_score((Board){own, other});
}

static int last_3_moves(State *state, uint64_t own, uint64_t other, int alpha, const int squares[3])
{
    int best = SCORE_UNSET;
    for (int i = 0; i < 3; i++) {
        int square = squares[i];
        if (!(othello_lines_neighbours[square] & other)) continue;
        uint64_t flips = flips_of(own, other, square);
        if (!flips) continue;
        int first = squares[i == 0], second = squares[2 - (i == 2)];
        int value = -last_2(state, other ^ flips, own ^ flips ^ bit(square), -alpha - 1, first, second);
        if (value > alpha) return value;
        if (value > best) best = value;
    }
    return best;
}

static int last_3(State *state, uint64_t own, uint64_t other, int alpha, int a, int b, int c)
{
    state->leaves++;
    /* A square alone in its quadrant first. */
    int squares[3] = {a, b, c};
    if (quadrant_of(a) == quadrant_of(b)) {
        squares[0] = c;
        squares[2] = a;
    } else if (quadrant_of(a) == quadrant_of(c)) {
        squares[0] = b;
        squares[1] = a;
    }
    int best = last_3_moves(state, own, other, alpha, squares);
    if (best != SCORE_UNSET) return best;
    best = last_3_moves(state, other, own, -alpha - 1, squares);
    return best != SCORE_UNSET ? -best : board_final_score((Board){own, other});
}

static int last_4_moves(State *state, uint64_t own, uint64_t other, int alpha, const int squares[4])
{
    static const uint8_t rest[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    int best = SCORE_UNSET;
    for (int i = 0; i < 4; i++) {
        int square = squares[i];
        if (!(othello_lines_neighbours[square] & other)) continue;
        uint64_t flips = flips_of(own, other, square);
        if (!flips) continue;
        int value = -last_3(state, other ^ flips, own ^ flips ^ bit(square), -alpha - 1, squares[rest[i][0]],
                            squares[rest[i][1]], squares[rest[i][2]]);
        if (value > alpha) return value;
        if (value > best) best = value;
    }
    return best;
}

/* `odd`: the squares of quadrants with an odd number of empties, which are tried first. */
static int last_4(State *state, uint64_t own, uint64_t other, int alpha, uint64_t odd)
{
    state->leaves++;
    uint64_t empties = ~(own | other);
    uint64_t first = empties & odd, later = empties & ~odd;
    int squares[4];
    int count = 0;
    while (first) squares[count++] = bits_pop(&first);
    while (later) squares[count++] = bits_pop(&later);
    int best = last_4_moves(state, own, other, alpha, squares);
    if (best != SCORE_UNSET) return best;
    best = last_4_moves(state, other, own, -alpha - 1, squares);
    return best != SCORE_UNSET ? -best : board_final_score((Board){own, other});
}

#endif
