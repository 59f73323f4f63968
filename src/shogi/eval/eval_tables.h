/* The sums that the evaluation keeps up to date while moves are made. Each piece adds a value that depends on its kind,
 * its square and the squares of both kings; a piece in hand adds a value by kind. */
#ifndef YOMI_SHOGI_EVAL_EVAL_TABLES_H
#define YOMI_SHOGI_EVAL_EVAL_TABLES_H

#include "shogi/types.h"

typedef struct EvalSums {
    int32_t material;       /* Black's minus White's, board and hands */
    int32_t place[COLOURS]; /* pieces relative to that colour's king, from Black's side */
} EvalSums;

typedef struct EvalTables {
    int16_t king_piece[COLOURS][SQUARES][PIECES][SQUARES]; /* [king's colour][king's square][piece][its square] */
} EvalTables;

extern const int16_t eval_kind_value[KINDS]; /* on the board */
extern const int16_t eval_hand_value[HAND_KINDS];

extern EvalTables shogi_eval_once; /* written by eval_tables_init alone */
#define shogi_eval ((const EvalTables *)&shogi_eval_once)

/* Safe from any thread, any number of times. */
void eval_tables_init(void);

#endif
