#include "engine/games.h"

#include "shogi/shogi.h"

const Game *const engine_games[] = {
    &shogi_game,
    NULL,
};
