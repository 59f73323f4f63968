#include "base/utf8.h"
#include "web/store_db.h"

static Status keep_one(Store *store, const char *game, const Analysis *analysis, int64_t now, Error *error)
{
    store_bind(store->keep, 1, game);
    store_bind(store->keep, 2, analysis->position);
    (void)sqlite3_bind_int(store->keep, 3, analysis->depth);
    (void)sqlite3_bind_int(store->keep, 4, analysis->score);
    (void)sqlite3_bind_int(store->keep, 5, analysis->win);
    (void)sqlite3_bind_int64(store->keep, 6, analysis->nodes);
    store_bind(store->keep, 7, analysis->pv);
    (void)sqlite3_bind_int64(store->keep, 8, now);
    Status status =
        sqlite3_step(store->keep) == SQLITE_DONE ? STATUS_OK : store_error(store, "keep an analysis", error);
    store_finish(store->keep);
    return status;
}

/* Makes room before the table is over its limit, a twentieth at a time, so that it is not done for every row. */
static Status make_room(Store *store, Error *error)
{
    int step = sqlite3_step(store->analyses), count = step == SQLITE_ROW ? sqlite3_column_int(store->analyses, 0) : 0;
    store_finish(store->analyses);
    if (step != SQLITE_ROW) return store_error(store, "count its analyses", error);
    if (count < STORE_ANALYSES_MAX) return STATUS_OK;
    (void)sqlite3_bind_int(store->forget, 1, STORE_ANALYSES_MAX / 20);
    Status status = sqlite3_step(store->forget) == SQLITE_DONE ? STATUS_OK : store_error(store, "make room", error);
    store_finish(store->forget);
    return status;
}

Status store_keep(Store *store, const char *game, const Analysis *analyses, int count, Error *error)
{
    Status status = store_begin(store, "keep an analysis", error);
    if (status != STATUS_OK) return status;
    status = make_room(store, error);
    int64_t now = store_now();
    for (int i = 0; i < count && status == STATUS_OK; i++) status = keep_one(store, game, &analyses[i], now, error);
    return store_commit(store, status, "keep an analysis", error);
}

Status store_recall(Store *store, const char *game, const char *position,
                    void (*each)(void *context, const Analysis *analysis), void *context, Error *error)
{
    store_bind(store->recall, 1, game);
    store_bind(store->recall, 2, position);
    int step = sqlite3_step(store->recall);
    Status status = STATUS_OK;
    if (step == SQLITE_ROW) {
        Analysis analysis = {.position = store_column(store->recall, 0),
                             .depth = sqlite3_column_int(store->recall, 1),
                             .score = sqlite3_column_int(store->recall, 2),
                             .win = sqlite3_column_int(store->recall, 3),
                             .nodes = sqlite3_column_int64(store->recall, 4),
                             .pv = store_column(store->recall, 5)};
        Str pv = str_from(analysis.pv);
        if (pv.len <= STORE_PV_MAX && utf8_ok(pv)) each(context, &analysis); /* a damaged one is as good as none */
    } else if (step != SQLITE_DONE) {
        status = store_error(store, "read an analysis", error);
    }
    store_finish(store->recall);
    return status;
}
