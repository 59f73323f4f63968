/* What dobutsu adds to the commands of the program: one file each in this folder. */
#ifndef YOMI_DOBUTSU_TOOLS_TOOLS_H
#define YOMI_DOBUTSU_TOOLS_TOOLS_H

#include "tool/game_tools.h"

extern const SolveGame dobutsu_solve;

#endif
