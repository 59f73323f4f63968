/* Of the games' parts of commands a page needs the puzzles; training and books stay out of the module. */
#include "tool/game_tools.h"

#include <stddef.h>

extern const PuzzleGame shogi_puzzles, othello_puzzles, gomoku_puzzles;

static const GameTools shogi = {.game = "shogi", .puzzles = &shogi_puzzles};
static const GameTools othello = {.game = "othello", .puzzles = &othello_puzzles};
static const GameTools gomoku = {.game = "gomoku", .puzzles = &gomoku_puzzles};

const GameTools *const game_tools[] = {&shogi, &othello, &gomoku, NULL};
