/* What shogi adds to the commands of the program: one file each in this folder. */
#ifndef YOMI_SHOGI_TOOLS_TOOLS_H
#define YOMI_SHOGI_TOOLS_TOOLS_H

#include "tool/game_tools.h"
#include "tool/marks.h"

extern const SolveGame shogi_solve;
extern const PuzzleGame shogi_puzzles;
extern const GameCommand shogi_datagen, shogi_train, shogi_book;
extern const MarkForm marks_shogi; /* of training data */

#endif
