/* Saved games and analyses: one SQLite file in the user's data folder, in WAL mode with full synchronisation.
 *
 * What store_save has answered STATUS_OK for is committed and survives kill -9 and a loss of power. A record is the
 * page's own JSON (moves, branches, comments, analyses); the store keeps it as it is and knows only the columns that a
 * list shows. An analysis is what a search said about a position, whichever game it came up in; of two the deeper is
 * kept. The store belongs to one thread, the queue's (store_queue.h).
 *
 * Nothing here waits for a lock of another program: a function answers STATUS_BUSY, has changed nothing, and may be
 * called again. Only store_open waits, five seconds. Beside the file lies games.reserve, four megabytes that are given
 * back to a full disk when a game is to be deleted. */
#ifndef YOMI_WEB_STORE_H
#define YOMI_WEB_STORE_H

#include "base/status.h"

#include <stdint.h>

enum {
    STORE_KEY_MAX = 36,
    STORE_VISITOR_MAX = 32,
    STORE_GAME_MAX = 32,
    STORE_TEXT_MAX = 200,         /* title, players, result: bytes */
    STORE_RECORD_MAX = 1 << 20,   /* bytes of JSON */
    STORE_GAMES_MAX = 100 * 1000, /* a store refuses more */
    STORE_LIST_MAX = 200,
    STORE_POSITION_MAX = 600,        /* bytes of a position's text */
    STORE_PV_MAX = 400,              /* bytes of a line */
    STORE_ANALYSES_MAX = 1000 * 1000 /* past this the oldest go */
};

typedef struct Store Store;

typedef struct StoredGame {
    const char *key; /* "": store_save makes one */
    const char *game, *title, *first, *second, *result;
    int plies;
    int64_t created, updated; /* milliseconds since 1970 */
    const char *record;       /* NULL in lists */
} StoredGame;

/* `folder` is made when it is not there. NULL: the user's data folder. */
Status store_open(const char *folder, Store **out, Error *error);
void store_close(Store *store);
const char *store_path(const Store *store);

/* Whose games the functions below see and save, until it is called again: those of `visitor` (letters and digits) and
 * those of nobody. "", as at the beginning: of nobody only. Analyses are everybody's.
 *
 * In the file a visitor's game has the key "VISITOR:KEY". So a file of before has the games of nobody, needs no new
 * format, and can be read by a program of before. */
void store_as(Store *store, const char *visitor);

/* Adds the game, or replaces the one with the same key; STATUS_TOO_LARGE when it would be one more than
 * STORE_GAMES_MAX. `key` (STORE_KEY_MAX + 1 bytes) takes the key it has now. */
Status store_save(Store *store, const StoredGame *game, char *key, int64_t *updated, Error *error);
/* When the game was saved last; STATUS_NOT_FOUND when there is none. */
Status store_stamp(Store *store, const char *key, int64_t *updated, Error *error);
/* Calls `each` once; its texts are valid until it returns. STATUS_NOT_FOUND when there is no such game, STATUS_IO when
 * its record is damaged. The other texts are as they lie in the file. */
Status store_load(Store *store, const char *key, void (*each)(void *context, const StoredGame *game), void *context,
                  Error *error);
/* The newest first. `query` is looked for in title, players and result; `game` "" means any. */
Status store_list(Store *store, const char *query, const char *game, int offset, int limit,
                  void (*each)(void *context, const StoredGame *game), void *context, int *total, Error *error);
Status store_delete(Store *store, const char *key, Error *error);

typedef struct Analysis {
    const char *position;
    int depth, score, win; /* score and plies to a win for the first player */
    int64_t nodes;
    const char *pv; /* blank-separated */
} Analysis;

/* All of them or none. */
Status store_keep(Store *store, const char *game, const Analysis *analyses, int count, Error *error);
/* Calls `each` with what is known of the position, or not at all; its texts are valid until it returns. */
Status store_recall(Store *store, const char *game, const char *position,
                    void (*each)(void *context, const Analysis *analysis), void *context, Error *error);

#endif
