/* The file behind the store: opening, the format and its upgrades, prepared statements, errors. For store*.c only. */
#ifndef YOMI_WEB_STORE_DB_H
#define YOMI_WEB_STORE_DB_H

#include "web/store.h"

#include <sqlite3.h>
#include <stdbool.h>

enum { STORE_PATH_BYTES = 4096, STORE_RESERVE_BYTES = 4 << 20 };
enum { STORE_OWN_KEY = 20, STORE_VISITOR = 21 }; /* numbers of parameters */

struct Store {
    sqlite3 *db;
    sqlite3_stmt *add, *replace, *load, *list, *count, *remove, *size, *keep, *recall, *analyses, *forget, *stamp;
    char visitor[STORE_VISITOR_MAX + 2];                 /* with the colon; "" for nobody */
    char own_key[STORE_VISITOR_MAX + STORE_KEY_MAX + 2]; /* bound to a statement that runs */
    char path[STORE_PATH_BYTES];
    char reserve[STORE_PATH_BYTES]; /* a file that does nothing but take room, which a full disk gets back */
};

/* What SQLite says, in words; STATUS_BUSY when another program has locked the file. */
Status store_error(Store *store, const char *doing, Error *error);

/* A transaction that writes. `store_commit` ends it either way: it commits when `status` is STATUS_OK, otherwise it
 * takes everything back and returns `status`. */
Status store_begin(Store *store, const char *doing, Error *error);
Status store_commit(Store *store, Status status, const char *doing, Error *error);

/* Gives the disk the reserve back and moves the log of changes into the file. The reserve is larger than the log
 * becomes (LOG_PAGES and one change of a megabyte), so that this succeeds on a full disk. */
void store_free_reserve(Store *store);
void store_take_reserve(Store *store); /* as good as it can */

int64_t store_now(void); /* milliseconds since 1970 */

void store_bind(sqlite3_stmt *statement, int index, const char *text); /* which must live until store_finish */
/* Both forms of a key: ?1 of nobody, ?20 of the visitor. */
void store_bind_key(Store *store, sqlite3_stmt *statement, const char *key);
void store_finish(sqlite3_stmt *statement);
const char *store_column(sqlite3_stmt *statement, int index); /* "" for NULL */

#endif
