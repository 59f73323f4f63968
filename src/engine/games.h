/* The list of games, made from src/games.list. */
#ifndef YOMI_ENGINE_GAMES_H
#define YOMI_ENGINE_GAMES_H

#include "search/game.h"

extern const Game *const engine_games[]; /* NULL-terminated */

#endif
