#include "dobutsu/tools/tools.h"

extern const GameTools dobutsu_tools;

const GameTools dobutsu_tools = {.game = "dobutsu", .solve = &dobutsu_solve};
