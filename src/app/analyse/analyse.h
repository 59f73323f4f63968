/* Analysis of games and positions: every position of every line of a file is searched on its own, so the result is the
 * same for any number of workers and after any interruption.
 *
 * The loss of a move is what the position was worth before it less what it was worth after it, both from the mover's
 * side. An Analysis owns everything in it. */
#ifndef YOMI_APP_ANALYSE_ANALYSE_H
#define YOMI_APP_ANALYSE_ANALYSE_H

#include "app/match/opening.h"
#include "base/thread.h"

enum { ANALYSE_WORKERS_MAX = 64, ANALYSE_LINE_MAX = 512, ANALYSE_WIN = 30000 };

typedef struct AnalyseConfig {
    const char *game, *file, *journal; /* journal NULL: not resumable */
    const SpecOption *options;
    int option_count;
    int64_t movetime_ms, nodes, depth; /* 0: not given; one at least */
    int64_t workers, hash_mb;
    bool progress; /* on standard error */
} AnalyseConfig;

typedef struct AnalysedPosition {
    bool done;
    int side;                        /* to move */
    char played[YOMI_MOVE_TEXT_MAX]; /* "" after the last move */
    char best[YOMI_MOVE_TEXT_MAX];   /* "" when the game is over */
    int score;                       /* of the side to move; wins and losses are +-ANALYSE_WIN */
    int win_in, depth;
    uint64_t nodes;
    char line[ANALYSE_LINE_MAX];
} AnalysedPosition;

typedef struct AnalysedGame {
    Opening opening;             /* start and moves */
    AnalysedPosition *positions; /* one more than there are moves */
    size_t count;
} AnalysedGame;

typedef struct Analysis {
    AnalysedGame *games;
    size_t count, positions, done;
    bool interrupted;
} Analysis;

Status analyse_run(const AnalyseConfig *config, Analysis *out, Error *error);
void analysis_free(Analysis *analysis);

/* Of the move played in position `ply`; -1 when there was none or it cannot be told. */
int analysis_loss(const AnalysedGame *game, size_t ply);

/* ---- output ---- */

/* From this loss on a move is a mistake ("?"), from twice as much a blunder ("??"). */
const char *analysis_mark(int loss, int mistake);
void analysis_table(const Analysis *analysis, int mistake, Buf *out);
void analysis_csv(const Analysis *analysis, int mistake, Buf *out);
void analysis_json(const Analysis *analysis, const char *game, int mistake, Buf *out);
void analysis_svg(const Analysis *analysis, int mistake, Buf *out);

#endif
