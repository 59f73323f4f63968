/* Checks of shipped puzzles that do not share the search that made them. Each returns NULL, or what is wrong. */
#ifndef YOMI_TESTS_VERIFY_H
#define YOMI_TESTS_VERIFY_H

#include "tool/puzzle.h"

const char *verify_shogi(const Puzzle *puzzle);
const char *verify_othello(const Puzzle *puzzle);
const char *verify_gomoku(const Puzzle *puzzle);

#endif
