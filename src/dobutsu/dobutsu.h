/* Dobutsu shogi, as the core and the engine know it. */
#ifndef YOMI_DOBUTSU_DOBUTSU_H
#define YOMI_DOBUTSU_DOBUTSU_H

#include "search/game.h"

extern const Game dobutsu_game;

#endif
