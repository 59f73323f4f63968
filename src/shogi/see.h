/* Static exchange: what a move gains or loses in material when both sides take back on its square with the least
 * valuable piece first. */
#ifndef YOMI_SHOGI_SEE_H
#define YOMI_SHOGI_SEE_H

#include "shogi/position.h"

/* Does the exchange that begins with this legal move bring the mover at least `threshold`? */
bool see_at_least(const ShogiPosition *pos, Move move, int threshold);

/* The exchange value of a kind: what its capture changes, board and hand. */
int see_value(int kind);

#endif
