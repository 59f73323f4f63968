/* Counting the leaves of the full game tree: the proof and the measure of move generation. */
#ifndef YOMI_SHOGI_PERFT_H
#define YOMI_SHOGI_PERFT_H

#include "search/game.h"
#include "shogi/position.h"

/* The position is as before afterwards. */
uint64_t perft_count(ShogiPosition *pos, int depth, PerftWatch *watch);

#endif
