/* Static evaluation, and the door for a network: everything above asks eval_static and nothing else.
 *
 * Now: material, and pieces by their place relative to both kings, both kept up to date by the position; and the
 * attack on the squares around each king, computed on the spot. */
#ifndef YOMI_SHOGI_EVAL_EVAL_H
#define YOMI_SHOGI_EVAL_EVAL_H

#include "shogi/position.h"

/* From the side to move; below SCORE_WIN_BOUND in size. */
Score eval_static(const ShogiPosition *pos);

/* Keeps a score out of the range of wins. */
static inline Score eval_clamp(int score)
{
    enum { EVAL_LIMIT = 25000 };
    return score > EVAL_LIMIT ? EVAL_LIMIT : score < -EVAL_LIMIT ? -EVAL_LIMIT : score;
}

#endif
