/* Who plays whom in which game, and how all of it stands.
 *
 * Games are numbered from 0. Two in a row are a pair: the same two engines, the same opening, colours swapped. Pairs go
 * round all pairings before the next opening is taken, so a match that is cut short is fair. */
#ifndef YOMI_APP_MATCH_TALLY_H
#define YOMI_APP_MATCH_TALLY_H

#include "app/duel/duel.h"
#include "app/match/elo.h"

enum { TALLY_ENGINES_MAX = 32, TALLY_PAIRINGS_MAX = TALLY_ENGINES_MAX * TALLY_ENGINES_MAX / 2 };

typedef struct Standing {
    uint64_t wins, draws, losses;
    uint64_t faults[FAULT_KINDS];
    int64_t moves, ms, depth_sum, over_ms; /* over_ms: the latest answer of all */
    uint64_t nodes;
    EloPairs pairs; /* against everybody */
} Standing;

typedef struct Pairing {
    int a, b;                     /* engines; a has the first move in even games */
    uint64_t wins, draws, losses; /* of a */
    EloPairs pairs;
} Pairing;

typedef struct Tally {
    int engine_count, pairing_count;
    uint64_t games; /* of the whole match */
    uint64_t played;
    int8_t *points; /* of engine a in each game: 0, 1, 2; -1: not played */
    Standing standings[TALLY_ENGINES_MAX];
    Pairing pairings[TALLY_PAIRINGS_MAX];
} Tally;

/* Where a game belongs. */
typedef struct Place {
    int pairing;
    int engines[2]; /* by side */
    uint64_t round; /* which opening */
} Place;

/* `gauntlet`: the first engine against each other one. games_each is per pairing, made even. */
Status tally_init(Tally *tally, int engines, bool gauntlet, uint64_t games_each, Error *error);
void tally_free(Tally *tally);
Place tally_place(const Tally *tally, uint64_t game);
/* False when the game is not of this match or was counted before. */
bool tally_add(Tally *tally, uint64_t game, const GameRecord *record);
uint64_t tally_faults(const Standing *standing);

#endif
