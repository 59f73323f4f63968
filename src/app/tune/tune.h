/* Tuning: SPSA over options of an engine by games between two of it, inside this process or as programs that speak USI.
 *
 * An iteration plays a number of pairs of games, both colours of the same opening, between the two settings of SPSA.
 * Every finished game is in the journal before it counts, and everything else follows from the games, so a run that
 * was killed goes on where it was and ends in the same values as one that was not (with limits by nodes or depth). */
#ifndef YOMI_APP_TUNE_TUNE_H
#define YOMI_APP_TUNE_TUNE_H

#include "app/duel/duel.h"
#include "app/tune/offer.h"
#include "app/tune/spsa.h"
#include "tool/workers.h"

#include <stdio.h>

enum { TUNE_OPTIONS_MAX = 16, TUNE_GAMES_MAX = 1 << 24, TUNE_SAMPLES_MAX = 2000 };

typedef struct TuneConfig {
    const char *game;
    Spsa spsa;                              /* at its start */
    EngineOption options[TUNE_OPTIONS_MAX]; /* of both engines and the referee */
    int option_count;
    const EngineSpec *engine; /* a program that is tuned; NULL: this one */
    const char *engine_text;  /* how the user described it, for the journal */
    TimeControl control;
    int64_t pairs, tables, hash_mb, start_ms;
    /* Only the games [first, first + count) of one iteration, when `known` has the results of all before: a digit a
     * game, points + 3 for a fault. */
    bool is_part;
    int64_t first, count;
    const char *known;
    DuelRules rules;
    const char *openings; /* file, or NULL */
    OpeningDice dice;
    const char *journal; /* NULL: not resumable */
    bool progress;       /* a bar on standard error */
    FILE *out;           /* lines for a person; NULL: none */
    /* Plays a game instead of engines and returns the points of `first`, 0 to 2; NULL outside tests. */
    int (*play)(void *context, const int *first, const int *second, uint64_t game);
    void *play_context;
} TuneConfig;

typedef struct TuneReport {
    Spsa spsa;
    uint64_t games, faults; /* played in all runs; lost on time and such */
    double *course;         /* spsa.count values for every sample, from the start on */
    size_t samples;
    bool interrupted;
} TuneReport;

Status tune_run(const TuneConfig *config, TuneReport *report, Error *error);
void tune_report_free(TuneReport *report);

/* ---- parameters, in params.c ---- */

/* Adds the parameters whose names match a pattern: NAME, Shogi*, NAME=MIN,MAX or NAME=MIN,MAX,STEP. */
Status tune_add_params(Spsa *spsa, const TuneOffers *offers, const char *pattern, Error *error);
/* A line for every parameter that could be named. */
void tune_list(const TuneOffers *offers, Buf *out);

/* ---- output, in report.c ---- */

void tune_print(const TuneReport *report, Buf *out);
void tune_json(const TuneConfig *config, const TuneReport *report, Buf *out);
Status tune_plot(const TuneReport *report, bool png, Buf *out, Error *error);

#endif
