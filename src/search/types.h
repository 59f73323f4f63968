/* What all games and the core agree on: moves of 16 bits, one score scale, bounds, lines of moves. */
#ifndef YOMI_SEARCH_TYPES_H
#define YOMI_SEARCH_TYPES_H

#include <stdbool.h>
#include <stdint.h>

typedef uint16_t Move; /* the game's own encoding; 0 is no move */
#define MOVE_NONE ((Move)0)

enum {
    MAX_MOVES = 640, /* legal moves of a position; shogi has one with 593 */
    MAX_PLY = 250,   /* deepest node below the root */
    MAX_DEPTH = 240  /* deepest iteration */
};

/* Scores are from the side to move. An evaluation stays below SCORE_WIN_BOUND; a win in n plies is SCORE_WIN - n.
 * Everything fits 16 bits. */
typedef int Score;
enum {
    SCORE_DRAW = 0,
    SCORE_EVAL_MAX = 29999,
    SCORE_WIN_BOUND = 30000,
    SCORE_WIN = 32000,
    SCORE_INFINITE = 32500,
    SCORE_NONE = 32600 /* "not known", for instance no static evaluation */
};

static inline Score score_win_in(int ply)
{
    return SCORE_WIN - ply;
}

static inline Score score_loss_in(int ply)
{
    return ply - SCORE_WIN;
}

static inline bool score_is_win(Score score)
{
    return score >= SCORE_WIN_BOUND && score <= SCORE_WIN;
}

static inline bool score_is_loss(Score score)
{
    return score <= -SCORE_WIN_BOUND && score >= -SCORE_WIN;
}

static inline bool score_is_decided(Score score)
{
    return score_is_win(score) || score_is_loss(score);
}

/* The table is shared between nodes at different distances from the root, so a win is stored as the distance from the
 * node itself. */
static inline Score score_to_table(Score score, int ply)
{
    return score_is_win(score) ? score + ply : score_is_loss(score) ? score - ply : score;
}

static inline Score score_from_table(Score score, int ply)
{
    return score_is_win(score) ? score - ply : score_is_loss(score) ? score + ply : score;
}

typedef enum Bound { BOUND_NONE = 0, BOUND_UPPER = 1, BOUND_LOWER = 2, BOUND_EXACT = 3 } Bound;

/* `alpha` is the one the node was entered with, before any move raised it. */
static inline Bound bound_of(Score score, Score alpha, Score beta)
{
    return score >= beta ? BOUND_LOWER : score > alpha ? BOUND_EXACT : BOUND_UPPER;
}

/* May a stored score with this bound answer a search of (alpha, beta)? */
static inline bool bound_cuts(Bound bound, Score score, Score alpha, Score beta)
{
    return (bound == BOUND_EXACT) || (bound == BOUND_LOWER && score >= beta) ||
           (bound == BOUND_UPPER && score <= alpha);
}

/* A line of moves. Nodes keep one each on their stack and copy the child's behind their own move. */
typedef struct Pv {
    uint16_t len;
    Move moves[MAX_PLY];
} Pv;

static inline void pv_clear(Pv *pv)
{
    pv->len = 0;
}

static inline bool pv_same(const Pv *a, const Pv *b)
{
    if (a->len != b->len) return false;
    for (int i = 0; i < a->len; i++) {
        if (a->moves[i] != b->moves[i]) return false;
    }
    return true;
}

static inline void pv_set(Pv *pv, Move move, const Pv *child)
{
    int len = child->len < MAX_PLY - 1 ? child->len : MAX_PLY - 1;
    pv->moves[0] = move;
    for (int i = 0; i < len; i++) pv->moves[i + 1] = child->moves[i];
    pv->len = (uint16_t)(len + 1);
}

#endif
