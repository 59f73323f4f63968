#include "engine/games.h"

const Game *const engine_games[] = {
    NULL,
};
