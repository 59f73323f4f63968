#include "web/store.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>

enum { PATH_BYTES = 4096, SCHEMA_VERSION = 2 };

struct Store {
    sqlite3 *db;
    sqlite3_stmt *save, *load, *list, *count, *remove, *size, *keep, *recall, *analyses, *forget;
    char path[PATH_BYTES];
};

static const char schema[] =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE IF NOT EXISTS games ("
    "  key TEXT PRIMARY KEY NOT NULL, game TEXT NOT NULL, title TEXT NOT NULL, first TEXT NOT NULL,"
    "  second TEXT NOT NULL, result TEXT NOT NULL, plies INTEGER NOT NULL, created INTEGER NOT NULL,"
    "  updated INTEGER NOT NULL, record TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS games_updated ON games (updated DESC);"
    "CREATE TABLE IF NOT EXISTS analyses ("
    "  game TEXT NOT NULL, position TEXT NOT NULL, depth INTEGER NOT NULL, score INTEGER NOT NULL, win INTEGER NOT "
    "NULL,"
    "  nodes INTEGER NOT NULL, pv TEXT NOT NULL, updated INTEGER NOT NULL, PRIMARY KEY (game, position)) WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS analyses_updated ON analyses (updated);"
    "PRAGMA user_version = 2;"
    "COMMIT;";

static const char matches[] = " FROM games WHERE (?1 = '' OR game = ?1) AND (?2 = '' OR instr(lower(title || ' ' || "
                              "first || ' ' || second || ' ' || result), lower(?2)) > 0)";

static Status sql_error(Store *store, const char *doing, Error *error)
{
    return error_set(error, STATUS_IO, "the store of games could not %s: %s", doing, sqlite3_errmsg(store->db));
}

static Status make_folders(const char *path, Error *error)
{
    char part[PATH_BYTES];
    size_t len = strlen(path);
    if (len == 0 || len >= sizeof part) return error_set(error, STATUS_BAD_INPUT, "the data folder's name is too long");
    for (size_t i = 1; i <= len; i++) {
        if (path[i] != '/' && path[i] != '\0') continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST) {
            return error_set(error, STATUS_IO, "the data folder %s cannot be made: %s", part, strerror(errno));
        }
    }
    return STATUS_OK;
}

static Status choose_folder(const char *folder, char out[PATH_BYTES], Error *error)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int len = -1;
    if (folder) {
        len = snprintf(out, PATH_BYTES, "%s", folder);
    } else if (data && data[0] == '/') {
        len = snprintf(out, PATH_BYTES, "%s/yomi", data);
    } else if (home && home[0] == '/') {
        len = snprintf(out, PATH_BYTES, "%s/.local/share/yomi", home);
    } else {
        return error_set(error, STATUS_NOT_FOUND, "there is no home folder to save games in; name one with --data");
    }
    if (len <= 0 || len >= PATH_BYTES - 32)
        return error_set(error, STATUS_BAD_INPUT, "the data folder's name is too long");
    return STATUS_OK;
}

static Status prepare(Store *store, const char *sql, sqlite3_stmt **out, Error *error)
{
    if (sqlite3_prepare_v2(store->db, sql, -1, out, NULL) != SQLITE_OK) return sql_error(store, "be read", error);
    return STATUS_OK;
}

static Status prepare_all(Store *store, Error *error)
{
    char list[1024], count[1024];
    (void)snprintf(list, sizeof list,
                   "SELECT key, game, title, first, second, result, plies, created, updated, NULL%s "
                   "ORDER BY updated DESC, key LIMIT ?3 OFFSET ?4",
                   matches);
    (void)snprintf(count, sizeof count, "SELECT count(*)%s", matches);
    const struct {
        const char *sql;
        sqlite3_stmt **place;
    } all[] = {
        {"INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9) ON CONFLICT (key) DO UPDATE SET "
         "game = ?2, title = ?3, first = ?4, second = ?5, result = ?6, plies = ?7, updated = ?8, record = ?9",
         &store->save},
        {"SELECT key, game, title, first, second, result, plies, created, updated, record FROM games WHERE key = ?1",
         &store->load},
        {list, &store->list},
        {count, &store->count},
        {"DELETE FROM games WHERE key = ?1", &store->remove},
        {"SELECT count(*) FROM games", &store->size},
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

static Status check_version(Store *store, Error *error)
{
    sqlite3_stmt *statement = NULL;
    Status status = prepare(store, "PRAGMA user_version", &statement, error);
    if (status != STATUS_OK) return status;
    int version = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : -1;
    (void)sqlite3_finalize(statement);
    if (version < 0) return sql_error(store, "be read", error);
    if (version > SCHEMA_VERSION) {
        return error_set(error, STATUS_UNSUPPORTED, "%s was written by a newer program (its format is %d)", store->path,
                         version);
    }
    return STATUS_OK;
}

static Status set_up(Store *store, Error *error)
{
    (void)sqlite3_busy_timeout(store->db, 5000);
    if (sqlite3_exec(store->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;",
                     NULL, NULL, NULL) != SQLITE_OK) {
        return sql_error(store, "be opened", error);
    }
    Status status = check_version(store, error);
    if (status != STATUS_OK) return status;
    if (sqlite3_exec(store->db, schema, NULL, NULL, NULL) != SQLITE_OK) return sql_error(store, "be made", error);
    return prepare_all(store, error);
}

Status store_open(const char *folder, Store **out, Error *error)
{
    char chosen[PATH_BYTES];
    Status status = choose_folder(folder, chosen, error);
    if (status == STATUS_OK) status = make_folders(chosen, error);
    if (status != STATUS_OK) return status;
    Store *store = calloc(1, sizeof *store);
    if (!store) return error_set(error, STATUS_NO_MEMORY, "no memory for the store of games");
    (void)snprintf(store->path, sizeof store->path, "%.*s/games.sqlite", PATH_BYTES - 32, chosen);
    if (sqlite3_open_v2(store->path, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK) {
        status = error_set(error, STATUS_IO, "%s cannot be opened: %s", store->path,
                           store->db ? sqlite3_errmsg(store->db) : "no memory");
    } else {
        status = set_up(store, error);
    }
    if (status != STATUS_OK) {
        store_close(store);
        return status;
    }
    *out = store;
    return STATUS_OK;
}

void store_close(Store *store)
{
    if (!store) return;
    sqlite3_stmt *const all[] = {store->save, store->load, store->list,   store->count,    store->remove,
                                 store->size, store->keep, store->recall, store->analyses, store->forget};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) (void)sqlite3_finalize(all[i]);
    (void)sqlite3_close(store->db);
    free(store);
}

const char *store_path(const Store *store)
{
    return store->path;
}

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static Status make_key(char *key, Error *error)
{
    unsigned char bytes[12];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        return error_set(error, STATUS_IO, "the system gave no random bytes for a key");
    }
    for (size_t i = 0; i < sizeof bytes; i++) (void)snprintf(key + 2 * i, 3, "%02x", bytes[i]);
    return STATUS_OK;
}

static void bind_text(sqlite3_stmt *statement, int index, const char *text)
{
    (void)sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

static void finish(sqlite3_stmt *statement)
{
    (void)sqlite3_reset(statement);
    (void)sqlite3_clear_bindings(statement);
}

static Status check_size(Store *store, Error *error)
{
    int step = sqlite3_step(store->size), count = step == SQLITE_ROW ? sqlite3_column_int(store->size, 0) : 0;
    finish(store->size);
    if (step != SQLITE_ROW) return sql_error(store, "count its games", error);
    if (count >= STORE_GAMES_MAX) {
        return error_set(error, STATUS_TOO_LARGE, "the store holds %d games, its most; delete some first", count);
    }
    return STATUS_OK;
}

Status store_save(Store *store, const StoredGame *game, char *key, int64_t *updated, Error *error)
{
    Status status = STATUS_OK;
    if (game->key[0]) {
        (void)snprintf(key, STORE_KEY_MAX + 1, "%s", game->key);
    } else {
        status = check_size(store, error);
        if (status == STATUS_OK) status = make_key(key, error);
    }
    if (status != STATUS_OK) return status;
    *updated = now_ms();
    const char *const texts[] = {key, game->game, game->title, game->first, game->second, game->result};
    for (int i = 0; i < 6; i++) bind_text(store->save, i + 1, texts[i]);
    (void)sqlite3_bind_int(store->save, 7, game->plies);
    (void)sqlite3_bind_int64(store->save, 8, *updated);
    bind_text(store->save, 9, game->record);
    int step = sqlite3_step(store->save);
    if (step != SQLITE_DONE) status = sql_error(store, "save the game", error);
    finish(store->save);
    return status;
}

static const char *column(sqlite3_stmt *statement, int index)
{
    const char *text = (const char *)sqlite3_column_text(statement, index);
    return text ? text : "";
}

static StoredGame row_of(sqlite3_stmt *statement)
{
    return (StoredGame){.key = column(statement, 0),
                        .game = column(statement, 1),
                        .title = column(statement, 2),
                        .first = column(statement, 3),
                        .second = column(statement, 4),
                        .result = column(statement, 5),
                        .plies = sqlite3_column_int(statement, 6),
                        .created = sqlite3_column_int64(statement, 7),
                        .updated = sqlite3_column_int64(statement, 8),
                        .record = (const char *)sqlite3_column_text(statement, 9)};
}

Status store_load(Store *store, const char *key, void (*each)(void *context, const StoredGame *game), void *context,
                  Error *error)
{
    bind_text(store->load, 1, key);
    int step = sqlite3_step(store->load);
    Status status = STATUS_OK;
    if (step == SQLITE_ROW) {
        StoredGame game = row_of(store->load);
        each(context, &game);
    } else if (step == SQLITE_DONE) {
        status = error_set(error, STATUS_NOT_FOUND, "there is no saved game with this key");
    } else {
        status = sql_error(store, "read the game", error);
    }
    finish(store->load);
    return status;
}

Status store_list(Store *store, const char *query, const char *game, int offset, int limit,
                  void (*each)(void *context, const StoredGame *game), void *context, int *total, Error *error)
{
    bind_text(store->count, 1, game);
    bind_text(store->count, 2, query);
    int step = sqlite3_step(store->count);
    *total = step == SQLITE_ROW ? sqlite3_column_int(store->count, 0) : 0;
    finish(store->count);
    if (step != SQLITE_ROW) return sql_error(store, "count its games", error);
    bind_text(store->list, 1, game);
    bind_text(store->list, 2, query);
    (void)sqlite3_bind_int(store->list, 3, limit);
    (void)sqlite3_bind_int(store->list, 4, offset);
    Status status = STATUS_OK;
    while ((step = sqlite3_step(store->list)) == SQLITE_ROW) {
        StoredGame row = row_of(store->list);
        each(context, &row);
    }
    if (step != SQLITE_DONE) status = sql_error(store, "list its games", error);
    finish(store->list);
    return status;
}

Status store_delete(Store *store, const char *key, Error *error)
{
    bind_text(store->remove, 1, key);
    int step = sqlite3_step(store->remove);
    Status status = step == SQLITE_DONE ? STATUS_OK : sql_error(store, "delete the game", error);
    finish(store->remove);
    if (status == STATUS_OK && sqlite3_changes(store->db) == 0) {
        return error_set(error, STATUS_NOT_FOUND, "there is no saved game with this key");
    }
    return status;
}

/* ---- analyses ---- */

static Status keep_one(Store *store, const char *game, const Analysis *analysis, int64_t now, Error *error)
{
    bind_text(store->keep, 1, game);
    bind_text(store->keep, 2, analysis->position);
    (void)sqlite3_bind_int(store->keep, 3, analysis->depth);
    (void)sqlite3_bind_int(store->keep, 4, analysis->score);
    (void)sqlite3_bind_int(store->keep, 5, analysis->win);
    (void)sqlite3_bind_int64(store->keep, 6, analysis->nodes);
    bind_text(store->keep, 7, analysis->pv);
    (void)sqlite3_bind_int64(store->keep, 8, now);
    Status status = sqlite3_step(store->keep) == SQLITE_DONE ? STATUS_OK : sql_error(store, "keep an analysis", error);
    finish(store->keep);
    return status;
}

/* Makes room before the table is over its limit, a twentieth at a time, so that it is not done for every row. */
static Status make_room(Store *store, Error *error)
{
    int step = sqlite3_step(store->analyses), count = step == SQLITE_ROW ? sqlite3_column_int(store->analyses, 0) : 0;
    finish(store->analyses);
    if (step != SQLITE_ROW) return sql_error(store, "count its analyses", error);
    if (count < STORE_ANALYSES_MAX) return STATUS_OK;
    (void)sqlite3_bind_int(store->forget, 1, STORE_ANALYSES_MAX / 20);
    Status status = sqlite3_step(store->forget) == SQLITE_DONE ? STATUS_OK : sql_error(store, "make room", error);
    finish(store->forget);
    return status;
}

Status store_keep(Store *store, const char *game, const Analysis *analyses, int count, Error *error)
{
    if (sqlite3_exec(store->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK) {
        return sql_error(store, "keep an analysis", error);
    }
    Status status = make_room(store, error);
    int64_t now = now_ms();
    for (int i = 0; i < count && status == STATUS_OK; i++) status = keep_one(store, game, &analyses[i], now, error);
    if (status == STATUS_OK && sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK) return STATUS_OK;
    if (status == STATUS_OK) status = sql_error(store, "keep an analysis", error);
    (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

Status store_recall(Store *store, const char *game, const char *position,
                    void (*each)(void *context, const Analysis *analysis), void *context, Error *error)
{
    bind_text(store->recall, 1, game);
    bind_text(store->recall, 2, position);
    int step = sqlite3_step(store->recall);
    Status status = STATUS_OK;
    if (step == SQLITE_ROW) {
        Analysis analysis = {.position = column(store->recall, 0),
                             .depth = sqlite3_column_int(store->recall, 1),
                             .score = sqlite3_column_int(store->recall, 2),
                             .win = sqlite3_column_int(store->recall, 3),
                             .nodes = sqlite3_column_int64(store->recall, 4),
                             .pv = column(store->recall, 5)};
        each(context, &analysis);
    } else if (step != SQLITE_DONE) {
        status = sql_error(store, "read an analysis", error);
    }
    finish(store->recall);
    return status;
}
