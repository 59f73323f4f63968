/* Games that the engine plays against itself for training data. Game number n of a seed is always the same game. */
#ifndef YOMI_SHOGI_TOOLS_SELFPLAY_H
#define YOMI_SHOGI_TOOLS_SELFPLAY_H

#include "shogi/tools/starts.h"
#include "shogi/train/chain.h"
#include "tool/answer.h"

enum { SELFPLAY_WIN_SCORE = 4000 }; /* of a position with a forced win */

/* What was played so far. */
typedef struct SelfplayCounts {
    uint64_t games, quiet, noisy, wins, entered, odds, results[3]; /* results: Black won, drawn, White won */
} SelfplayCounts;

/* The engine and the starts are the caller's. */
typedef struct Selfplay {
    yomi_engine *engine;
    int64_t nodes, seed, random_plies;
    Starts starts; /* count 0: none are given */
    SearchAnswer found;
    ShogiPosition *position, *moved; /* for own use */
    ChainGame chain;
    SelfplayCounts counts;
    bool failed; /* no memory on the way: the game in hand is not what it should be */
} Selfplay;

Status selfplay_open(Selfplay *play, const char *net, Error *error);
void selfplay_close(Selfplay *play); /* the starts too */

/* The record of a game, owned by `play`; empty when no fair opening came about. */
Status selfplay_game(Selfplay *play, int64_t number, Str *record, Error *error);

/* Is a position worth learning from, when `best` is the best move? Nothing hangs in it: it is no check, and the move
 * takes nothing. */
bool selfplay_is_quiet(const ShogiPosition *pos, Move best);
/* The score of an answer as data have it. */
int selfplay_score(const SearchAnswer *answer);

#endif
