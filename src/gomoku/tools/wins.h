/* Wins by threats for puzzles: the shortest by fours, any by fours and threes, and what the defender can do.
 *
 * A Wins has a board of its own and looks at one position after the other; one thread at a time. */
#ifndef YOMI_GOMOKU_TOOLS_WINS_H
#define YOMI_GOMOKU_TOOLS_WINS_H

#include "gomoku/tree/tree.h"

enum { WINS_PLIES_MAX = 31 };

typedef struct Wins {
    GomTables *tables;
    GomBoard *board;
    ThreatTables *threats;
    const GomTree *tree;
    int64_t left;  /* nodes of the search for the shortest */
    bool aborted;  /* it ran out of them: a "no" means nothing */
    int64_t nodes; /* since wins_set */
} Wins;

Status wins_open(Wins *wins, Error *error);
void wins_close(Wins *wins);
void wins_forget(Wins *wins);
void wins_set(Wins *wins, const GomPosition *position);

/* The shortest win by fours of the side to move within WINS_PLIES_MAX: its length and line, the defender holding out as
 * long as he can. 0: none, or not known when `aborted`. */
int wins_fours(Wins *wins, int64_t budget, Pv *line);

/* A win of the side to move, by fours alone or with `threes` among them. */
ThreatResult wins_any(Wins *wins, bool threes, int64_t budget, Pv *line);

typedef struct Defence {
    ThreatResult verdict; /* WIN: every answer loses; NONE: `answer` does not; UNKNOWN: the budget ran out */
    Move answer;          /* the one that holds out longest, or the refutation */
    int length;           /* of the win against it, from the attacker's next move */
} Defence;

/* The defender is to move: does every answer lose? The budgets are nodes for one answer and for all of them. */
Defence wins_defend(Wins *wins, bool threes, int64_t each, int64_t all);

/* The side that has just moved would win by fours if the other passed, or has a four: the move was a threat. */
bool wins_threatens(Wins *wins, int64_t budget);

void wins_make(Wins *wins, Move move);
void wins_unmake(Wins *wins);

#endif
