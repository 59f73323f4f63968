/* The accumulator of the network (NNUE): its first layer along a line of moves, one frame a ply, brought up to date
 * only when a node asks for its evaluation, from the nearest frame before that is.
 *
 * Where a king's move changes what its side sees, the sums come out of a cache instead: for every view of a side the
 * last board whose sums were made, from which only the differences are added and taken away. All of it belongs to one
 * worker and lies in its state; no allocation. */
#ifndef YOMI_SHOGI_EVAL_ACCUMULATOR_H
#define YOMI_SHOGI_EVAL_ACCUMULATOR_H

#include "nn/net.h"
#include "shogi/eval/features.h"

enum { ACCUMULATOR_CHANGES_MAX = 2, ACCUMULATOR_FRAMES = MAX_PLY + 4 };

/* Pieces that a move put somewhere or took away, as (piece, place): a place is a square, or a hand. */
typedef struct AccumulatorChange {
    int8_t owner_or_piece; /* a piece, or for hands the owner */
    int8_t kind;           /* of a piece in hand; 0: on the board */
    int8_t place;          /* square, or number in the hand */
} AccumulatorChange;

typedef struct AccumulatorFrame {
    _Alignas(64) int16_t values[COLOURS][NET_WIDTH_MAX];
    AccumulatorChange added[ACCUMULATOR_CHANGES_MAX], taken[ACCUMULATOR_CHANGES_MAX];
    int8_t added_count, taken_count;
    bool fresh[COLOURS];
    bool turned[COLOURS]; /* that side sees other features since the move: nothing before can be used */
} AccumulatorFrame;

/* The sums of a board that a side saw in one view. */
typedef struct AccumulatorEntry {
    _Alignas(64) int16_t values[NET_WIDTH_MAX];
    uint8_t board[SQUARES];
    Hand hands[COLOURS];
} AccumulatorEntry;

typedef struct Accumulator {
    const Net *net; /* borrowed */
    CpuFeatures cpu;
    AccumulatorFrame frames[ACCUMULATOR_FRAMES]; /* by ply; [0] is the root */
    AccumulatorEntry cache[COLOURS][FEATURE_VIEWS];
} Accumulator;

/* Before a search: nothing is known. */
void accumulator_reset(Accumulator *accumulator, const Net *net, CpuFeatures cpu);
/* Before a move is made on `pos`, which is the position at `ply`: notes what it will change. */
void accumulator_note_move(Accumulator *accumulator, int ply, const ShogiPosition *pos, Move move);
void accumulator_note_null(Accumulator *accumulator, int ply);

/* The evaluation of `pos`, which is the position at `ply`. */
int accumulator_evaluate(Accumulator *accumulator, int ply, const ShogiPosition *pos);

#endif
