/* What the commands of the program need of each game beside its engine. A game that has no part in a command leaves it
 * NULL. The list is made from src/games.list: a game NAME defines NAME_tools and NAME_records. */
#ifndef YOMI_TOOL_GAME_TOOLS_H
#define YOMI_TOOL_GAME_TOOLS_H

#include "tool/puzzle.h"
#include "tool/solve.h"

typedef struct GameCommand {
    const char *help;                  /* forms of the command, each beginning with the game's name, and what they do */
    int (*run)(int argc, char **argv); /* argv[0] is the game's name; returns the exit code */
    /* Of a command that a farm may cut into ranges of games (--first, --games) and join again (--join): the options
     * that its jobs may have, "--seed N", "--rule TEXT", "--net FILE", ended by NULL. */
    const char *const *farm;
} GameCommand;

typedef struct GameTools {
    const char *game;
    const SolveGame *solve;
    const PuzzleGame *puzzles;
    const GameCommand *datagen, *train, *book;
} GameTools;

extern const GameTools *const game_tools[]; /* NULL-terminated */

#endif
