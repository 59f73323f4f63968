/* Analysis of games and positions: every position of every game is searched on its own, so the result is the same for
 * any number of workers and after any interruption.
 *
 * The loss of a move is what the position was worth before it less what it was worth after it, both from the mover's
 * side. An Analysis owns everything in it. */
#ifndef YOMI_APP_ANALYSE_ANALYSE_H
#define YOMI_APP_ANALYSE_ANALYSE_H

#include "app/common/engine_spec.h"
#include "record/record.h"
#include "tool/workers.h"
#include "yomi.h"

enum { ANALYSE_WORKERS_MAX = WORKERS_MAX, ANALYSE_LINE_MAX = 512, ANALYSE_WIN = 30000 };

typedef struct AnalyseConfig {
    const char *game, *path, *journal; /* path: a file or a folder; journal NULL: not resumable */
    const char *rule;                  /* NULL: as the record says, else the game's default */
    const RecordFormat *format;        /* NULL: by name and look of each file */
    bool skip_bad;                     /* pass over what cannot be read; it is told in `bad` */
    int64_t movetime_ms, nodes, depth; /* 0: not given; one at least */
    int64_t workers, hash_mb;
    bool is_part; /* only the games [first, first + count), as they are read */
    int64_t first, count;
    bool progress; /* on standard error */
} AnalyseConfig;

typedef struct AnalysedPosition {
    bool done;
    int side;                      /* to move */
    char best[YOMI_MOVE_TEXT_MAX]; /* "" when the game is over */
    int score;                     /* of the side to move; wins and losses are +-ANALYSE_WIN */
    int win_in, depth;
    uint64_t nodes;
    char *line; /* NULL: none */
} AnalysedPosition;

typedef struct AnalysedFile {
    char *path;
    const RecordFormat *format; /* NULL: a game or position a line */
} AnalysedFile;

typedef struct AnalysedGame {
    size_t file;
    size_t number;               /* in its file, from 1 */
    Record record;               /* moves in the usual spelling, passes included */
    const char **moves;          /* the record's, for the engine */
    AnalysedPosition *positions; /* one more than there are moves */
    size_t count;                /* of positions */
} AnalysedGame;

typedef struct Analysis {
    AnalysedFile *files;
    size_t file_count;
    AnalysedGame *games;
    size_t count, positions, done;
    uint64_t hash; /* of all that was read */
    bool interrupted;
    Buf bad; /* a line for everything passed over */
} Analysis;

Status analyse_run(const AnalyseConfig *config, Analysis *out, Error *error);
void analysis_free(Analysis *analysis);

/* Of the move played in position `ply`; -1 when there was none or it cannot be told. */
int analysis_loss(const AnalysedGame *game, size_t ply);
const char *analysis_played(const AnalysedGame *game, size_t ply); /* "" after the last move */

/* ---- reading, in games.c ---- */

Status analyse_open_engine(const AnalyseConfig *config, yomi_engine **out, Error *error);
/* Sets the engine to the first `plies` moves of a game, under its rules. */
yomi_status analyse_set_up(const AnalyseConfig *config, yomi_engine *engine, const AnalysedGame *game, size_t plies,
                           yomi_error *error);
Status analyse_read(const AnalyseConfig *config, Analysis *analysis, Error *error);

/* ---- output ---- */

/* From this loss on a move is a mistake ("?"), from twice as much a blunder ("??"). */
const char *analysis_mark(int loss, int mistake);
void analysis_table(const Analysis *analysis, int mistake, Buf *out);
void analysis_csv(const Analysis *analysis, int mistake, Buf *out);
void analysis_json(const Analysis *analysis, const char *game, int mistake, Buf *out);
/* The score from the first player's side, a curve a game, mistakes marked; the first PLOTS_MAX games. */
Status analysis_graph(const Analysis *analysis, int mistake, bool png, Buf *out, Error *error);

/* Writes the scores and better lines into the records, and these to a file, or for a folder to a folder. The format is
 * that of the path's ending, else that of the input, else, where there is no room for comments, another of the game. */
Status analysis_annotate(Analysis *analysis, const char *game, int mistake, const char *path, bool is_folder,
                         Error *error);

#endif
