/* What othello adds to the commands of the program: one file each in this folder. */
#ifndef YOMI_OTHELLO_TOOLS_TOOLS_H
#define YOMI_OTHELLO_TOOLS_TOOLS_H

#include "tool/game_tools.h"

extern const SolveGame othello_solve;
extern const PuzzleGame othello_puzzles;
extern const GameCommand othello_datagen, othello_train, othello_book;

#endif
