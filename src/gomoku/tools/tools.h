/* What gomoku adds to the commands of the program: one file each in this folder. */
#ifndef YOMI_GOMOKU_TOOLS_TOOLS_H
#define YOMI_GOMOKU_TOOLS_TOOLS_H

#include "tool/game_tools.h"

extern const SolveGame gomoku_solve;
extern const PuzzleGame gomoku_puzzles;
extern const GameCommand gomoku_datagen, gomoku_train;

#endif
