/* How games end other than by mate: repetition, declarations of an entered king, length. */
#ifndef YOMI_SHOGI_RULES_H
#define YOMI_SHOGI_RULES_H

#include "shogi/position.h"

typedef enum Repetition {
    REPETITION_NONE,
    REPETITION_DRAW,
    REPETITION_WIN,      /* the opponent of the side to move has checked perpetually */
    REPETITION_LOSS,     /* the side to move has */
    REPETITION_SUPERIOR, /* the same board, with more in the hand of the side to move */
    REPETITION_INFERIOR
} Repetition;

/* As the rules say it: the fourth occurrence. */
Repetition rules_fourfold(const ShogiPosition *pos);

/* As the search sees it at `ply`: the second occurrence already, and boards that return with a better or worse hand.
 * Looks no further back than the last null move. What happened before the root is the game's, not a line that one side
 * can force again: with it a second occurrence is a draw at most, until the rules themselves decide. */
Repetition rules_repetition(const ShogiPosition *pos, int ply);

/* May the side to move declare a win? By pos->entering. */
bool rules_can_declare(const ShogiPosition *pos);

/* Points of a colour: 5 for rook and bishop, 1 for others, on the board (in the enemy camp only if so asked) and in
 * hand. Kings count nothing. */
int rules_points(const ShogiPosition *pos, int colour, bool camp_only);

/* Has the game reached its longest? */
static inline bool rules_too_long(const ShogiPosition *pos)
{
    return pos->max_moves && pos->ply >= pos->max_moves;
}

#endif
