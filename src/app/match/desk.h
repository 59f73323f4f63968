/* A desk: what one table of a match needs beside its players: the referee and a source of openings. One thread at a
 * time. The settings belong to the caller and outlive the desk. */
#ifndef YOMI_APP_MATCH_DESK_H
#define YOMI_APP_MATCH_DESK_H

#include "app/match/opening.h"

typedef struct DeskSettings {
    const char *game;
    const SpecOption *options; /* of the game, for the referee and the judge of openings */
    int option_count;
    const OpeningBook *book; /* empty: the dice */
    OpeningDice dice;        /* plies 0: the usual position */
    const RefereeTwin *twin; /* NULL outside tests */
} DeskSettings;

typedef struct Desk {
    const DeskSettings *settings;
    Referee *referee;
    yomi_engine *judge; /* opened when it is first needed */
} Desk;

Status desk_open(Desk *desk, const DeskSettings *settings, Error *error);
void desk_close(Desk *desk);
/* The opening of a round: the same for the same settings. */
Status desk_opening(Desk *desk, uint64_t round, Opening *out, Error *error);

#endif
