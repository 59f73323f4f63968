/* The list of games. games.c is the one file of the program that names them. */
#ifndef YOMI_ENGINE_GAMES_H
#define YOMI_ENGINE_GAMES_H

#include "search/game.h"

extern const Game *const engine_games[]; /* NULL-terminated */

#endif
