/* Shogi as the core and the engine see it. */
#ifndef YOMI_SHOGI_SHOGI_H
#define YOMI_SHOGI_SHOGI_H

#include "search/game.h"

extern const Game shogi_game;

#endif
