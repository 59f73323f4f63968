/* Gomoku, ninuki-renju and pente for the core: the one name that the engine needs. */
#ifndef YOMI_GOMOKU_GOMOKU_H
#define YOMI_GOMOKU_GOMOKU_H

#include "search/game.h"

extern const Game gomoku_game;

#endif
