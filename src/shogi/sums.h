/* The network's first layer along a line of moves: one frame a ply, brought up to date only when a node asks for its
 * evaluation, from the nearest frame before that is.
 *
 * Where a king's move changes what its side sees, the sums come out of a cache instead: for every view of a side the
 * last board whose sums were made, from which only the differences are added and taken away. All of it belongs to one
 * worker and lies in its state; no allocation. */
#ifndef YOMI_SHOGI_SUMS_H
#define YOMI_SHOGI_SUMS_H

#include "nn/net.h"
#include "shogi/features.h"

enum { SUMS_CHANGES_MAX = 2, SUMS_FRAMES = MAX_PLY + 4 };

/* Pieces that a move put somewhere or took away, as (piece, place): a place is a square, or a hand. */
typedef struct SumsChange {
    int8_t owner_or_piece; /* a piece, or for hands the owner */
    int8_t kind;           /* of a piece in hand; 0: on the board */
    int8_t place;          /* square, or number in the hand */
} SumsChange;

typedef struct SumsFrame {
    _Alignas(64) int16_t sums[COLOURS][NET_WIDTH_MAX];
    SumsChange added[SUMS_CHANGES_MAX], taken[SUMS_CHANGES_MAX];
    int8_t added_count, taken_count;
    bool fresh[COLOURS];
    bool turned[COLOURS]; /* that side sees other features since the move: nothing before can be used */
} SumsFrame;

/* The sums of a board that a side saw in one view. */
typedef struct SumsEntry {
    _Alignas(64) int16_t sums[NET_WIDTH_MAX];
    uint8_t board[SQUARES];
    Hand hands[COLOURS];
} SumsEntry;

typedef struct Sums {
    const Net *net; /* borrowed */
    CpuFeatures cpu;
    SumsFrame frames[SUMS_FRAMES]; /* by ply; [0] is the root */
    SumsEntry cache[COLOURS][FEATURE_VIEWS];
} Sums;

/* Before a search: nothing is known. */
void sums_reset(Sums *sums, const Net *net, CpuFeatures cpu);
/* Before a move is made on `pos`, which is the position at `ply`: notes what it will change. */
void sums_note_move(Sums *sums, int ply, const Position *pos, Move move);
void sums_note_null(Sums *sums, int ply);

/* The evaluation of `pos`, which is the position at `ply`. */
int sums_evaluate(Sums *sums, int ply, const Position *pos);

#endif
