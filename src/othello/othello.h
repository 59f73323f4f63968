/* Othello for the search core: the one table that the engine takes. */
#ifndef YOMI_OTHELLO_OTHELLO_H
#define YOMI_OTHELLO_OTHELLO_H

#include "search/game.h"

extern const Game othello_game;

#endif
