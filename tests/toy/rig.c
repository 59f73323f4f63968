#include "toy/rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(Status status, const Error *error)
{
    if (status == STATUS_OK) return;
    (void)fprintf(stderr, "rig: %s\n", error->text);
    abort();
}

static void on_report(void *context, const Report *report)
{
    Rig *rig = context;
    mutex_lock(&rig->lock);
    rig->reports++;
    if (report->kind == REPORT_CURRENT_MOVE) rig->currents++;
    if (report->kind == REPORT_TEXT) (void)snprintf(rig->last_text, sizeof rig->last_text, "%s", report->text);
    if (report->kind == REPORT_LINE) {
        rig->lines++;
        rig->last_line = *report;
        rig->last_pv = *report->pv;
        rig->last_line.pv = &rig->last_pv;
        rig->line_scores[report->line - 1] = report->score;
        rig->line_moves[report->line - 1] = report->pv->moves[0];
        if (rig->on_line) rig->on_line(rig->on_line_context, report);
    }
    mutex_unlock(&rig->lock);
}

static void on_result(void *context, const SearchResult *result)
{
    Rig *rig = context;
    mutex_lock(&rig->lock);
    rig->results++;
    rig->result = *result;
    rig->result_ns = clock_now(clock_real());
    cond_broadcast(&rig->told);
    mutex_unlock(&rig->lock);
}

void rig_open(Rig *rig, const Game *game, int threads, size_t table_mb, Clock clock)
{
    memset(rig, 0, sizeof *rig);
    Error error = {STATUS_OK, ""};
    rig->game = game;
    mutex_init(&rig->lock);
    cond_init(&rig->told);
    rig->settings = calloc(1, game->settings_size ? game->settings_size : 1);
    must(options_init(game->options, rig->settings, &error), &error);
    must(options_init(search_param_options, &rig->params, &error), &error);
    if (game->prepare) must(game->prepare(rig->settings, &rig->shared, &error), &error);
    must(tt_resize(&rig->tt, table_mb, 1, &error), &error);
    PoolConfig config = {.game = game,
                         .params = &rig->params,
                         .settings = rig->settings,
                         .tt = &rig->tt,
                         .cpu = cpu_features(),
                         .clock = clock};
    must(pool_create(&rig->pool, &config, threads, &error), &error);
}

void rig_close(Rig *rig)
{
    pool_destroy(rig->pool);
    tt_free(&rig->tt);
    if (rig->game->release && rig->shared) rig->game->release(rig->shared);
    free(rig->settings);
    cond_destroy(&rig->told);
    mutex_destroy(&rig->lock);
}

void rig_start(Rig *rig, const void *position, const Limits *limits)
{
    Error error;
    SearchCallbacks callbacks = {.report = on_report, .result = on_result, .context = rig};
    must(pool_start(rig->pool, position, rig->shared, limits, &callbacks, &error), &error);
}

const SearchResult *rig_wait(Rig *rig)
{
    pool_wait(rig->pool);
    return &rig->result;
}

const SearchResult *rig_search(Rig *rig, const void *position, const Limits *limits)
{
    rig_start(rig, position, limits);
    return rig_wait(rig);
}
