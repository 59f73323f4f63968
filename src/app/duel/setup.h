/* What duels are set up with beside the players: a referee and a source of openings. One thread at a time. The settings
 * belong to the caller and outlive the setup. */
#ifndef YOMI_APP_DUEL_SETUP_H
#define YOMI_APP_DUEL_SETUP_H

#include "app/common/opening.h"

typedef struct DuelSetupSettings {
    const char *game;
    const EngineOption *options; /* of the game, for the referee and the judge of openings */
    int option_count;
    const OpeningBook *book; /* empty: the dice */
    OpeningDice dice;        /* plies 0: the usual position */
    const RefereeTwin *twin; /* NULL outside tests */
} DuelSetupSettings;

typedef struct DuelSetup {
    const DuelSetupSettings *settings;
    Referee *referee;
    yomi_engine *judge; /* opened when it is first needed */
} DuelSetup;

Status duel_setup_open(DuelSetup *duel_setup, const DuelSetupSettings *settings, Error *error);
void duel_setup_close(DuelSetup *duel_setup);
/* The opening of a round: the same for the same settings. */
Status duel_setup_opening(DuelSetup *duel_setup, uint64_t round, Opening *out, Error *error);

#endif
