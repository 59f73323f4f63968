/* Mate problems: how long is the shortest mate, and is it the only one?
 *
 * Proofs are the mate solver's. The length is the least number of plies against the longest defence. A problem is sound
 * when at every move of the attacker but the last one, along the main line, no other check mates in as many plies. A
 * promotion that pawn, bishop or rook refuses is not another move. A Tsume owns its solver; one thread at a time. */
#ifndef YOMI_SHOGI_TOOLS_TSUME_H
#define YOMI_SHOGI_TOOLS_TSUME_H

#include "shogi/movegen.h"
#include "shogi/search/dfpn.h"

enum { TSUME_PLIES_MAX = 31 };

typedef struct Tsume {
    DfpnSolver *solver;
    DfpnAnswer answer;  /* of the last question */
    ShogiPosition here; /* room for walking down a line */
    uint64_t budget;    /* nodes left for the question in hand */
} Tsume;

Status tsume_open(Tsume **out, Error *error);
void tsume_close(Tsume *tsume); /* NULL is nothing */
void tsume_forget(Tsume *tsume);

typedef struct TsumeMate {
    int length; /* 0: none found */
    uint64_t nodes;
    Move line[TSUME_PLIES_MAX];
} TsumeMate;

/* The shortest mate of the side to move within `plies`. False when there is none or the budget ran out. */
bool tsume_mate(Tsume *tsume, const ShogiPosition *pos, int plies, uint64_t budget, TsumeMate *out);
/* There is surely no mate within `plies` (0: of any length). */
bool tsume_none(Tsume *tsume, const ShogiPosition *pos, int plies, uint64_t budget);
/* Does the check, played here, mate within `plies` counted from it? -1: not known within the budget. */
int tsume_move_mates(Tsume *tsume, const ShogiPosition *pos, Move check, int plies, uint64_t budget);
bool tsume_is_unique(Tsume *tsume, const ShogiPosition *pos, const TsumeMate *mate, uint64_t budget);

/* The same move for people: equal, or a promotion that pawn, bishop or rook refuses. */
bool tsume_same_move(const ShogiPosition *pos, Move a, Move b);

#endif
