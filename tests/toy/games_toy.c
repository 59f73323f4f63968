/* The list of games for programs under test: Drop Four and nothing else. */
#include "engine/games.h"
#include "toy/toy.h"

const Game *const engine_games[] = {&toy_game, NULL};
