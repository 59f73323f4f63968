/* The mate solver: depth-first proof-number search (df-pn) over checks and answers.
 *
 * Against the known troubles of the method:
 *  - Hands: a board proven with a hand is proven with a larger one; disproven, with a smaller one. What is kept is the
 *    least hand that the proof needs, and the largest that the disproof stands.
 *  - Repetition: a line that comes back to a position of its own path is no mate. A disproof that rests on such a line
 *    is kept together with a signature of the path, and holds only on that path, unless the loop lies wholly below.
 *  - Double counting: the attacker's disproof number is the largest of its children's plus one for every other. The
 *    defender's proof number is a sum, over moves that differ: a drop waits until another kind dropped on the same
 *    square is settled.
 *  - Going back and forth: a child is searched until its number passes the second best's by a quarter.
 *  - Going in circles: where a child was first met nearer to the root, thresholds are raised so that it is searched.
 *
 * A solver owns its table and may be used for one position after the other; one thread at a time. */
#ifndef YOMI_SHOGI_SEARCH_DFPN_H
#define YOMI_SHOGI_SEARCH_DFPN_H

#include "base/status.h"
#include "shogi/position.h"

#include <stddef.h>

enum { DFPN_PLY_MAX = 3000 };

typedef enum DfpnVerdict { DFPN_UNKNOWN, DFPN_PROVEN, DFPN_DISPROVEN } DfpnVerdict;

typedef struct DfpnTask {
    int max_plies;               /* a longer mate does not count; 0: any length */
    bool shortest;               /* after a mate was found, look for shorter ones */
    bool (*node)(void *context); /* called at every node; false stops the solver. May be NULL */
    void *context;
} DfpnTask;

typedef struct DfpnAnswer {
    DfpnVerdict verdict;
    bool shortest; /* no shorter mate exists, and `line` is one of the longest defence */
    uint64_t nodes;
    int length; /* of the line; 0: there is none, or it could not be read to its end */
    Move line[DFPN_PLY_MAX];
} DfpnAnswer;

typedef struct DfpnSolver DfpnSolver;

Status dfpn_create(size_t megabytes, DfpnSolver **out, Error *error);
void dfpn_destroy(DfpnSolver *solver); /* NULL is fine */
void dfpn_clear(DfpnSolver *solver);

/* Is there a forced mate for the side to move? *answer holds a line when there is. */
void dfpn_solve(DfpnSolver *solver, const ShogiPosition *pos, const DfpnTask *task, DfpnAnswer *answer);

#endif
