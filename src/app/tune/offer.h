/* What can be tuned: the numbers among the options of this program's own engine, or those that another engine
 * announces.
 *
 * A list owns its texts but not the helps, which belong to the engine that it was made from. */
#ifndef YOMI_APP_TUNE_OFFER_H
#define YOMI_APP_TUNE_OFFER_H

#include "app/common/engine_spec.h"
#include "app/tune/spsa.h"
#include "yomi.h"

enum { OFFERS_MAX = 1024 };

typedef struct TuneOffer {
    char name[SPSA_NAME_MAX];
    double min, max;
    double usual, start; /* its default, and where it begins */
    const char *help;    /* may be NULL */
} TuneOffer;

typedef struct TuneOffers {
    char of[ENGINE_NAME_MAX]; /* for errors */
    TuneOffer *items;
    int count;
} TuneOffers;

/* The parameters of the search, at their present values. */
Status tune_offers_own(TuneOffers *out, yomi_engine *engine, Error *error);
/* Starts a USI engine and asks it. What `spec` sets is where a parameter begins; one that is set there and not
 * announced is offered with no bounds of its own. Sizes and threads are no parameters. */
Status tune_offers_ask(TuneOffers *out, const EngineSpec *spec, int64_t start_ms, Error *error);
void tune_offers_free(TuneOffers *offers);

/* "option name N type spin default D min A max B"; false when the line is anything else. */
bool tune_offer_read(TuneOffer *out, const char *line);

#endif
