#include "web/store_db.h"

#include "base/clock.h"
#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEMA_VERSION = 3, OPEN_PATIENCE_MS = 5000, LOG_PAGES = 256 };

/* games_list has every column that a list shows or a search reads, in the order of a list: a search reads a tenth of
 * a kilobyte for each game instead of its whole record. */
static const char schema[] =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE IF NOT EXISTS games ("
    "  key TEXT PRIMARY KEY NOT NULL, game TEXT NOT NULL, title TEXT NOT NULL, first TEXT NOT NULL,"
    "  second TEXT NOT NULL, result TEXT NOT NULL, plies INTEGER NOT NULL, created INTEGER NOT NULL,"
    "  updated INTEGER NOT NULL, record TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS games_list ON games (updated DESC, key, game, title, first, second, result, plies, "
    "created);"
    "DROP INDEX IF EXISTS games_updated;"
    "CREATE TABLE IF NOT EXISTS analyses ("
    "  game TEXT NOT NULL, position TEXT NOT NULL, depth INTEGER NOT NULL, score INTEGER NOT NULL, win INTEGER NOT "
    "NULL,"
    "  nodes INTEGER NOT NULL, pv TEXT NOT NULL, updated INTEGER NOT NULL, PRIMARY KEY (game, position)) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS analyses_updated ON analyses (updated);"
    "PRAGMA user_version = 3;"
    "COMMIT;";

/* A key without a colon is of nobody. */
#define MINE      "(instr(key, ':') = 0 OR substr(key, 1, instr(key, ':')) = ?21)"
#define PLAIN_KEY "substr(key, instr(key, ':') + 1)"
static const char matches[] =
    " FROM games WHERE " MINE " AND (?1 = '' OR game = ?1) AND (?2 = '' OR instr(lower(title || ' ' || "
    "first || ' ' || second || ' ' || result), lower(?2)) > 0)";

/* ---- errors and transactions ---- */

Status store_error(Store *store, const char *doing, Error *error)
{
    if (sqlite3_errcode(store->db) == SQLITE_BUSY) {
        return error_set(error, STATUS_BUSY, "the store of games could not %s: another program has locked it", doing);
    }
    return error_set(error, STATUS_IO, "the store of games could not %s: %s", doing, sqlite3_errmsg(store->db));
}

Status store_begin(Store *store, const char *doing, Error *error)
{
    if (sqlite3_exec(store->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK) return STATUS_OK;
    return store_error(store, doing, error);
}

Status store_commit(Store *store, Status status, const char *doing, Error *error)
{
    if (status == STATUS_OK && sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK) return STATUS_OK;
    if (status == STATUS_OK) status = store_error(store, doing, error);
    if (!sqlite3_get_autocommit(store->db)) (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

int64_t store_now(void)
{
    return clock_date_ms();
}

/* ---- statements ---- */

void store_bind(sqlite3_stmt *statement, int index, const char *text)
{
    (void)sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

void store_as(Store *store, const char *visitor)
{
    (void)snprintf(store->visitor, sizeof store->visitor, "%s%s", visitor, visitor[0] ? ":" : "");
}

void store_bind_key(Store *store, sqlite3_stmt *statement, const char *key)
{
    (void)snprintf(store->own_key, sizeof store->own_key, "%s%s", store->visitor, key);
    store_bind(statement, 1, key);
    store_bind(statement, STORE_OWN_KEY, store->own_key);
}

void store_finish(sqlite3_stmt *statement)
{
    (void)sqlite3_reset(statement);
    (void)sqlite3_clear_bindings(statement);
}

const char *store_column(sqlite3_stmt *statement, int index)
{
    const char *text = (const char *)sqlite3_column_text(statement, index);
    return text ? text : "";
}

static Status prepare(Store *store, const char *sql, sqlite3_stmt **out, Error *error)
{
    if (sqlite3_prepare_v2(store->db, sql, -1, out, NULL) != SQLITE_OK) return store_error(store, "be read", error);
    return STATUS_OK;
}

static Status prepare_all(Store *store, Error *error)
{
    char list[1024];
    (void)snprintf(list, sizeof list,
                   "SELECT " PLAIN_KEY ", game, title, first, second, result, plies, created, updated%s "
                   "ORDER BY updated DESC, key LIMIT ?3 OFFSET ?4",
                   matches);
    const struct {
        const char *sql;
        sqlite3_stmt **place;
    } all[] = {
        {"INSERT INTO games VALUES (?20, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9)", &store->add},
        {"UPDATE games SET game = ?2, title = ?3, first = ?4, second = ?5, result = ?6, plies = ?7, updated = ?8, "
         "record = ?9 WHERE key IN (?1, ?20)",
         &store->replace},
        {"SELECT " PLAIN_KEY
         ", game, title, first, second, result, plies, created, updated, record FROM games WHERE key "
         "IN (?1, ?20)",
         &store->load},
        {list, &store->list},
        {"SELECT count(*) FROM games WHERE " MINE " AND (?1 = '' OR game = ?1)", &store->count},
        {"DELETE FROM games WHERE key IN (?1, ?20)", &store->remove},
        {"SELECT count(*) FROM games", &store->size},
        {"SELECT updated FROM games WHERE key IN (?1, ?20)", &store->stamp},
        {"INSERT INTO analyses VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (game, position) DO UPDATE SET "
         "depth = ?3, score = ?4, win = ?5, nodes = ?6, pv = ?7, updated = ?8 WHERE ?3 >= depth OR ?5 <> 0",
         &store->keep},
        {"SELECT position, depth, score, win, nodes, pv FROM analyses WHERE game = ?1 AND position = ?2",
         &store->recall},
        {"SELECT count(*) FROM analyses", &store->analyses},
        {"DELETE FROM analyses WHERE (game, position) IN (SELECT game, position FROM analyses ORDER BY updated LIMIT "
         "?1)",
         &store->forget},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        Status status = prepare(store, all[i].sql, all[i].place, error);
        if (status != STATUS_OK) return status;
    }
    return STATUS_OK;
}

/* ---- the reserve ---- */

void store_free_reserve(Store *store)
{
    (void)file_remove(store->reserve);
    (void)sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

/* Half of one would be in the way of the next game. */
void store_take_reserve(Store *store)
{
    file_take_room(store->reserve, STORE_RESERVE_BYTES);
}

/* ---- opening ---- */

static Status choose_folder(const char *folder, char out[STORE_PATH_BYTES], Error *error)
{
    if (!folder && !file_data_folder("yomi", out, STORE_PATH_BYTES)) {
        return error_set(error, STATUS_NOT_FOUND, "there is no home folder to save games in; name one with --data");
    }
    if (folder && !str_copy(str_from(folder), out, STORE_PATH_BYTES)) out[0] = '\0';
    size_t len = strlen(out);
    if (len > 0 && len < STORE_PATH_BYTES - 32) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "the data folder's name is too long");
}

static Status read_version(Store *store, int *version, Error *error)
{
    sqlite3_stmt *statement = NULL;
    Status status = prepare(store, "PRAGMA user_version", &statement, error);
    if (status != STATUS_OK) return status;
    *version = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : -1;
    (void)sqlite3_finalize(statement);
    if (*version < 0) return store_error(store, "be read", error);
    if (*version > SCHEMA_VERSION) {
        return error_set(error, STATUS_UNSUPPORTED, "%s was written by a newer program (its format is %d)", store->path,
                         *version);
    }
    return STATUS_OK;
}

static Status set_up(Store *store, Error *error)
{
    (void)sqlite3_busy_timeout(store->db, OPEN_PATIENCE_MS);
    /* Deleted games are not overwritten with zeros: that would take as much room in the log as they had. The log is
     * emptied early and cut after a long change, so that the reserve is enough for it. */
    if (sqlite3_exec(store->db,
                     "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;"
                     "PRAGMA secure_delete = FAST; PRAGMA journal_size_limit = 2097152;",
                     NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_wal_autocheckpoint(store->db, LOG_PAGES) != SQLITE_OK) {
        return store_error(store, "be opened", error);
    }
    int version = 0;
    Status status = read_version(store, &version, error);
    if (status != STATUS_OK) return status;
    if (version < SCHEMA_VERSION && sqlite3_exec(store->db, schema, NULL, NULL, NULL) != SQLITE_OK) {
        status = store_error(store, "be made", error);
        if (!sqlite3_get_autocommit(store->db)) (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
        if (version < 2) return status; /* format 2 lacks an index only; without room for it, games can be deleted */
    }
    (void)sqlite3_busy_timeout(store->db, 0); /* from now on the queue waits, and lets others pass */
    return prepare_all(store, error);
}

static Status open_file(Store *store, Error *error)
{
    if (sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK) {
        return error_set(error, STATUS_IO, "%s cannot be opened: %s", store->path,
                         store->db ? sqlite3_errmsg(store->db) : "no memory");
    }
    return set_up(store, error);
}

static void close_file(Store *store)
{
    sqlite3_stmt **const all[] = {&store->add,    &store->replace,  &store->load,   &store->list,
                                  &store->count,  &store->remove,   &store->size,   &store->keep,
                                  &store->recall, &store->analyses, &store->forget, &store->stamp};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        (void)sqlite3_finalize(*all[i]);
        *all[i] = NULL;
    }
    (void)sqlite3_close(store->db);
    store->db = NULL;
}

Status store_open(const char *folder, Store **out, Error *error)
{
    char chosen[STORE_PATH_BYTES];
    Status status = choose_folder(folder, chosen, error);
    if (status == STATUS_OK) status = file_make_folder(chosen, true, true, error);
    if (status != STATUS_OK) return status;
    Store *store = calloc(1, sizeof *store);
    if (!store) return error_set(error, STATUS_NO_MEMORY, "no memory for the store of games");
    (void)snprintf(store->path, sizeof store->path, "%.*s/games.sqlite", STORE_PATH_BYTES - 32, chosen);
    (void)snprintf(store->reserve, sizeof store->reserve, "%.*s/games.reserve", STORE_PATH_BYTES - 32, chosen);
    status = open_file(store, error);
    if (status == STATUS_IO && file_remove(store->reserve)) { /* a full disk: SQLite needs some room even to read */
        close_file(store);
        status = open_file(store, error);
    }
    if (status != STATUS_OK) {
        store_close(store);
        return status;
    }
    store_take_reserve(store);
    *out = store;
    return STATUS_OK;
}

void store_close(Store *store)
{
    if (!store) return;
    close_file(store);
    free(store);
}

const char *store_path(const Store *store)
{
    return store->path;
}
