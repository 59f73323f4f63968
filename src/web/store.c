#include "web/store_db.h"

#include "base/random.h"
#include "base/utf8.h"
#include "web/json_check.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- saving ---- */

static Status make_key(char *key, Error *error)
{
    unsigned char bytes[12];
    if (!random_bytes(bytes, sizeof bytes)) {
        return error_set(error, STATUS_IO, "the system gave no random bytes for a key");
    }
    for (size_t i = 0; i < sizeof bytes; i++) (void)snprintf(key + 2 * i, 3, "%02x", bytes[i]);
    return STATUS_OK;
}

static Status check_size(Store *store, Error *error)
{
    int step = sqlite3_step(store->size), count = step == SQLITE_ROW ? sqlite3_column_int(store->size, 0) : 0;
    store_finish(store->size);
    if (step != SQLITE_ROW) return store_error(store, "count its games", error);
    if (count >= STORE_GAMES_MAX) {
        return error_set(error, STATUS_TOO_LARGE, "the store holds %d games, its most; delete some first", count);
    }
    return STATUS_OK;
}

/* `statement` is `add` or `replace`; *changed says whether there was such a game to replace. */
static Status write_game(Store *store, sqlite3_stmt *statement, const StoredGame *game, const char *key, int64_t now,
                         bool *changed, Error *error)
{
    const char *const texts[] = {game->game, game->title, game->first, game->second, game->result};
    for (int i = 0; i < 5; i++) store_bind(statement, i + 2, texts[i]);
    store_bind_key(store, statement, key);
    (void)sqlite3_bind_int(statement, 7, game->plies);
    (void)sqlite3_bind_int64(statement, 8, now);
    store_bind(statement, 9, game->record);
    Status status = STATUS_OK;
    if (sqlite3_step(statement) != SQLITE_DONE) status = store_error(store, "save the game", error);
    *changed = sqlite3_changes(store->db) > 0;
    store_finish(statement);
    return status;
}

Status store_save(Store *store, const StoredGame *game, char *key, int64_t *updated, Error *error)
{
    Status status = STATUS_OK;
    if (game->key[0]) {
        (void)snprintf(key, STORE_KEY_MAX + 1, "%s", game->key);
    } else {
        status = make_key(key, error);
    }
    if (status == STATUS_OK) status = store_begin(store, "save the game", error);
    if (status != STATUS_OK) return status;
    /* Two saves within a millisecond have two stamps: a page sees by it that another one came in between. */
    int64_t before = 0;
    *updated = store_now();
    if (store_stamp(store, key, &before, NULL) == STATUS_OK && *updated <= before) *updated = before + 1;
    bool there;
    status = write_game(store, store->replace, game, key, *updated, &there, error);
    if (status == STATUS_OK && !there) status = check_size(store, error); /* whoever made the key, it is one more */
    if (status == STATUS_OK && !there) status = write_game(store, store->add, game, key, *updated, &there, error);
    return store_commit(store, status, "save the game", error);
}

/* ---- loading ---- */

Status store_stamp(Store *store, const char *key, int64_t *updated, Error *error)
{
    store_bind_key(store, store->stamp, key);
    int step = sqlite3_step(store->stamp);
    *updated = step == SQLITE_ROW ? sqlite3_column_int64(store->stamp, 0) : 0;
    Status status = step == SQLITE_ROW ? STATUS_OK : store_error(store, "read the game", error);
    if (step == SQLITE_DONE) status = error_set(error, STATUS_NOT_FOUND, "there is no saved game with this key");
    store_finish(store->stamp);
    return status;
}

static StoredGame row_of(sqlite3_stmt *statement)
{
    return (StoredGame){.key = store_column(statement, 0),
                        .game = store_column(statement, 1),
                        .title = store_column(statement, 2),
                        .first = store_column(statement, 3),
                        .second = store_column(statement, 4),
                        .result = store_column(statement, 5),
                        .plies = sqlite3_column_int(statement, 6),
                        .created = sqlite3_column_int64(statement, 7),
                        .updated = sqlite3_column_int64(statement, 8)};
}

/* A disk or another program may have damaged it; a page that gets it must be able to read it. */
static Status check_record(Str record, Error *error)
{
    bool good = record.len <= STORE_RECORD_MAX && str_starts(record, "{") && utf8_ok(record) &&
                json_check(record, INT_MAX, NULL, NULL, NULL) == STATUS_OK;
    return good ? STATUS_OK : error_set(error, STATUS_IO, "the saved game is damaged and cannot be read");
}

Status store_load(Store *store, const char *key, void (*each)(void *context, const StoredGame *game), void *context,
                  Error *error)
{
    store_bind_key(store, store->load, key);
    int step = sqlite3_step(store->load);
    Status status = STATUS_OK;
    if (step == SQLITE_ROW) {
        StoredGame game = row_of(store->load);
        game.record = store_column(store->load, 9);
        status = check_record((Str){game.record, (size_t)sqlite3_column_bytes(store->load, 9)}, error);
        if (status == STATUS_OK) each(context, &game);
    } else if (step == SQLITE_DONE) {
        status = error_set(error, STATUS_NOT_FOUND, "there is no saved game with this key");
    } else {
        status = store_error(store, "read the game", error);
    }
    store_finish(store->load);
    return status;
}

/* ---- listing ---- */

static Status count_all(Store *store, const char *game, int *total, Error *error)
{
    store_bind(store->count, 1, game);
    store_bind(store->count, STORE_VISITOR, store->visitor);
    int step = sqlite3_step(store->count);
    *total = step == SQLITE_ROW ? sqlite3_column_int(store->count, 0) : 0;
    store_finish(store->count);
    return step == SQLITE_ROW ? STATUS_OK : store_error(store, "count its games", error);
}

/* A search reads all games once and counts on the way; without one, SQLite counts faster and the list ends early. */
Status store_list(Store *store, const char *query, const char *game, int offset, int limit,
                  void (*each)(void *context, const StoredGame *game), void *context, int *total, Error *error)
{
    bool search = query[0] != '\0';
    Status status = search ? STATUS_OK : count_all(store, game, total, error);
    if (status != STATUS_OK) return status;
    store_bind(store->list, 1, game);
    store_bind(store->list, 2, query);
    store_bind(store->list, STORE_VISITOR, store->visitor);
    (void)sqlite3_bind_int(store->list, 3, search ? -1 : limit);
    (void)sqlite3_bind_int(store->list, 4, search ? 0 : offset);
    int step, found = search ? 0 : offset;
    for (; (step = sqlite3_step(store->list)) == SQLITE_ROW; found++) {
        if (found < offset || found - offset >= limit) continue;
        StoredGame row = row_of(store->list);
        each(context, &row);
    }
    if (search) *total = found;
    if (step != SQLITE_DONE) status = store_error(store, "list its games", error);
    store_finish(store->list);
    return status;
}

/* ---- deleting ---- */

static Status delete_once(Store *store, const char *key, Error *error)
{
    store_bind_key(store, store->remove, key);
    int step = sqlite3_step(store->remove);
    Status status = step == SQLITE_DONE ? STATUS_OK : store_error(store, "delete the game", error);
    store_finish(store->remove);
    if (status == STATUS_OK && sqlite3_changes(store->db) == 0) {
        return error_set(error, STATUS_NOT_FOUND, "there is no saved game with this key");
    }
    return status;
}

/* Deleting writes before it frees. On a full disk the reserve makes room for that. */
Status store_delete(Store *store, const char *key, Error *error)
{
    Status status = delete_once(store, key, error);
    if (status != STATUS_IO) return status;
    store_free_reserve(store);
    status = delete_once(store, key, error);
    if (status == STATUS_OK) store_free_reserve(store); /* the log is short again, so that there is room to take */
    store_take_reserve(store);
    return status;
}
