/* Small random positions for tests of the search: two kings and a few pieces. */
#ifndef YOMI_TESTS_SHOGI_ENDINGS_H
#define YOMI_TESTS_SHOGI_ENDINGS_H

#include "base/rng.h"
#include "shogi/position.h"

/* Kings and `pieces` others anywhere on the board, empty hands. */
void ending_random(Rng *rng, int pieces, ShogiPosition *out);
/* White's king in its camp with a few pieces around it, Black to move with pieces near and in hand. */
void ending_attack(Rng *rng, ShogiPosition *out);

#endif
