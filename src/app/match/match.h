/* A match: engines, openings, games on several tables at once, a journal, a verdict.
 *
 * match_run plays until all games are played, the sequential test has its verdict, an engine has failed too often, or
 * SIGINT or SIGTERM comes; it leaves no thread and no process behind. Games that were not finished are not counted and
 * are played again by the next run with the same journal. */
#ifndef YOMI_APP_MATCH_MATCH_H
#define YOMI_APP_MATCH_MATCH_H

#include "app/match/journal.h"
#include "app/match/tally.h"
#include "tool/workers.h"

#include <stdio.h>

enum { MATCH_OPTIONS_MAX = 32, MATCH_TABLES_MAX = WORKERS_MAX };

typedef struct MatchConfig {
    const char *game;
    EngineSpec *engines;
    int engine_count;
    EngineOption game_options[MATCH_OPTIONS_MAX]; /* for the referee, the judge of openings and internal engines */
    int game_option_count;
    bool gauntlet;
    int64_t games; /* of each pairing */
    bool is_part;  /* only the games [first, first + count), without a verdict */
    int64_t first, count;
    bool no_times; /* leave out how long moves took: the same games then give the same journal */
    int64_t tables;
    int64_t faults_max; /* an engine with more is out and the match over; 0: no limit */
    int64_t start_ms;
    DuelRules rules;
    const char *openings; /* file, or NULL */
    bool shuffle;
    OpeningDice dice; /* plies 0: none */
    bool has_test;
    EloTest test;
    const char *journal, *json, *records; /* files, or NULL; records may be a folder */
    bool quiet;
    bool live;               /* `out` is a terminal: a table of the standing under the lines of the games */
    const RefereeTwin *twin; /* a second opinion; NULL outside tests */
    FILE *out;               /* what a person reads */
} MatchConfig;

typedef enum MatchEnd {
    MATCH_COMPLETE,
    MATCH_VERDICT,
    MATCH_FAULTS, /* an engine failed too often */
    MATCH_INTERRUPTED
} MatchEnd;

typedef struct MatchReport {
    MatchEnd end;
    Tally tally;
    double llr;
    EloVerdict verdict;
} MatchReport;

/* A report was made (and the files written) also when an error is returned after games were played. */
Status match_run(const MatchConfig *config, MatchReport *report, Error *error);
void match_report_free(MatchReport *report);

/* ---- output, in report.c ---- */

const char *match_end_text(MatchEnd end);
void match_print(FILE *out, const MatchConfig *config, const MatchReport *report);
Status match_write_json(const char *path, const MatchConfig *config, const MatchReport *report, Error *error);

#endif
