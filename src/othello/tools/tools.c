#include "othello/tools/tools.h"

extern const GameTools othello_tools;

const GameTools othello_tools = {.game = "othello",
                                 .solve = &othello_solve,
                                 .puzzles = &othello_puzzles,
                                 .datagen = &othello_datagen,
                                 .train = &othello_train,
                                 .book = &othello_book};
