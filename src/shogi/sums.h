/* The network's first layer along a line of moves: one frame a ply, brought up to date only when a node asks for its
 * evaluation, from the nearest frame before that is. Belongs to one worker; no allocation. */
#ifndef YOMI_SHOGI_SUMS_H
#define YOMI_SHOGI_SUMS_H

#include "nn/net.h"
#include "shogi/features.h"

enum { SUMS_CHANGES_MAX = 2 };

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
    bool turned[COLOURS]; /* that side's board was mirrored by the move: nothing before can be used */
} SumsFrame;

/* Before the root's first search: nothing is known. */
void sums_reset(SumsFrame *frame);
/* Before a move is made on `pos`: notes what it will change. `next` is the frame of the position after it. */
void sums_note_move(SumsFrame *next, const Position *pos, Move move);
void sums_note_null(SumsFrame *next);

/* The evaluation of `pos`, which is the position of frames[ply]; frames[0] is the root. */
int sums_evaluate(SumsFrame *frames, int ply, const Position *pos, const Net *net, CpuFeatures cpu);

#endif
