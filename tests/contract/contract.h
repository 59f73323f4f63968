/* What every game owes the core. Three search loops are the price of speed; these checks, the same for all of them,
 * are what keeps them honest. */
#ifndef YOMI_TESTS_CONTRACT_H
#define YOMI_TESTS_CONTRACT_H

#include "search/game.h"

/* Runs all checks as a cmocka group named after the game; returns the number that failed. */
int contract_run(const Game *game);

#endif
