#include "shogi/tools/tools.h"

extern const GameTools shogi_tools;

const GameTools shogi_tools = {.game = "shogi",
                               .solve = &shogi_solve,
                               .puzzles = &shogi_puzzles,
                               .datagen = &shogi_datagen,
                               .train = &shogi_train,
                               .book = &shogi_book};
