#include "gomoku/tools/tools.h"

extern const GameTools gomoku_tools;

const GameTools gomoku_tools = {.game = "gomoku",
                                .solve = &gomoku_solve,
                                .puzzles = &gomoku_puzzles,
                                .datagen = &gomoku_datagen,
                                .train = &gomoku_train};
