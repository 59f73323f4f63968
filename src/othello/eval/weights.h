/* The numbers of the evaluation and the file that they come in.
 *
 * File, little endian: "YOMIOTHW", version, stages, weights of a stage (32 bits each), reserved, FNV-1a of all that
 * follows (64 bits), then per stage the folded pattern weights and the small terms, all int16. The default file is part
 * of the program (othello_weights_default). */
#ifndef YOMI_OTHELLO_EVAL_WEIGHTS_H
#define YOMI_OTHELLO_EVAL_WEIGHTS_H

#include "base/status.h"
#include "base/str.h"
#include "othello/eval/pattern.h"

enum {
    STAGES = 20,
    STAGE_PLIES = 3,
    MOBILITY_MAX = 30, /* what is above counts as 29 */
    TERM_OTHER_MOVES = MOBILITY_MAX,
    TERM_BOTH_MOVES = 2 * MOBILITY_MAX, /* own moves * MOBILITY_MAX + the other's */
    TERM_PARITY = TERM_BOTH_MOVES + MOBILITY_MAX * MOBILITY_MAX,
    STAGE_TERMS = TERM_PARITY + 2, /* own moves, the other's moves, both, parity of the empties */
    STAGE_WEIGHTS = PATTERN_WEIGHTS + STAGE_TERMS,
    WEIGHT_UNIT = 256, /* of a disc */
    WEIGHTS_VERSION = 2,
    WEIGHTS_HEADER = 32,
    WEIGHTS_FILE_SIZE = WEIGHTS_HEADER + STAGES * STAGE_WEIGHTS * 2
};

/* Weights as they are stored and trained: one each, per stage. */
typedef struct FoldedWeights {
    int16_t stage[STAGES][STAGE_WEIGHTS];
} FoldedWeights;

/* Weights as they are used: by index, seen from the side to move. */
typedef struct StageTable {
    _Alignas(64) int16_t pattern[PATTERN_INDICES];
    int16_t mobility[MOVES_MAX + 1][MOVES_MAX + 1]; /* own moves, the other's: what the three terms sum to */
    int16_t parity[2];
} StageTable;

typedef struct Weights {
    StageTable stage[STAGES];
} Weights;

static inline int stage_of(int empties)
{
    int stage = (60 - empties) / STAGE_PLIES;
    return stage < 0 ? 0 : stage < STAGES ? stage : STAGES - 1;
}

static inline int mobility_term(int moves)
{
    return moves < MOBILITY_MAX ? moves : MOBILITY_MAX - 1;
}

Str othello_weights_default(void); /* the file inside the program */
Status othello_weights_parse(Str file, FoldedWeights *out, Error *error);
void othello_weights_pack(const FoldedWeights *weights, uint8_t out[WEIGHTS_FILE_SIZE]);
Status othello_weights_save(const char *path, const FoldedWeights *weights, Error *error);
void othello_weights_unfold(const FoldedWeights *folded, const Patterns *patterns, Weights *out);

#endif
