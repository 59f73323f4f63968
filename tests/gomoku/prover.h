/* Checks a claimed forced win move by move under the slow referee's rules. At the defender's turn every legal move is
 * tried; at the attacker's the threat search is asked for its move, and that is all that is taken from it. */
#ifndef YOMI_TESTS_GOMOKU_PROVER_H
#define YOMI_TESTS_GOMOKU_PROVER_H

#include "gomoku/tree/tree.h"

typedef enum ProverVerdict {
    PROVER_WON,
    PROVER_REFUTED, /* a defence was found to which the search has no answer */
    PROVER_TIRED    /* more than `most` positions */
} ProverVerdict;

ProverVerdict prover_check(const GomPosition *position, const GomTables *tables, ThreatTables *threats, int64_t most);

#endif
