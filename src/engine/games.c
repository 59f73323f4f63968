#include "engine/games.h"

#include "gomoku/gomoku.h"
#include "othello/othello.h"
#include "shogi/shogi.h"

const Game *const engine_games[] = {
    &shogi_game,
    &othello_game,
    &gomoku_game,
    NULL,
};
