#include "app/analyse/analyse.h"

#include "app/common/work_log.h"
#include "base/thread.h"
#include "tool/answer.h"
#include "tool/progress.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct Work {
    const AnalyseConfig *config;
    Analysis *analysis;
    WorkLog *work_log;
    Progress progress;
    Mutex lock; /* guards all below, the analysis and the work log */
    size_t next_game, next_ply;
    yomi_engine *engines[ANALYSE_WORKERS_MAX]; /* of the workers that are searching */
    bool stopping;
    Error error;
} Work;

const char *analysis_played(const AnalysedGame *game, size_t ply)
{
    return ply < game->record.count ? game->record.moves[ply].text : "";
}

int analysis_loss(const AnalysedGame *game, size_t ply)
{
    if (ply + 1 >= game->count) return -1;
    const AnalysedPosition *before = &game->positions[ply], *after = &game->positions[ply + 1];
    if (!before->done || !after->done) return -1;
    int worth = after->side == before->side ? after->score : -after->score;
    int loss = before->score - worth;
    return loss > 0 && strcmp(analysis_played(game, ply), before->best) != 0 ? loss : 0;
}

/* ---- the work log ---- */

static void format_position(Buf *out, size_t game, size_t ply, const AnalysedPosition *p)
{
    (void)buf_printf(out, "%zu\t%zu\t%s\t%d\t%d\t%d\t%" PRIu64 "\t%s", game, ply, p->best, p->score, p->win_in,
                     p->depth, p->nodes, p->line ? p->line : "");
}

static bool take_int(Str text, int *out)
{
    int64_t n = 0;
    if (!str_to_int(text, INT32_MIN, INT32_MAX, &n)) return false;
    *out = (int)n;
    return true;
}

static bool on_line(void *context, Str line)
{
    Analysis *analysis = ((Work *)context)->analysis;
    int64_t game = 0, ply = 0, nodes = 0;
    if (!str_to_int(str_until(&line, '\t'), 0, (int64_t)analysis->count - 1, &game) ||
        !str_to_int(str_until(&line, '\t'), 0, (int64_t)analysis->games[game].count - 1, &ply)) {
        return false;
    }
    AnalysedPosition *p = &analysis->games[game].positions[ply];
    if (p->done || !str_copy(str_until(&line, '\t'), p->best, sizeof p->best) ||
        !take_int(str_until(&line, '\t'), &p->score) || !take_int(str_until(&line, '\t'), &p->win_in) ||
        !take_int(str_until(&line, '\t'), &p->depth) || !str_to_int(str_until(&line, '\t'), 0, INT64_MAX, &nodes)) {
        return false;
    }
    p->line = str_dup(line);
    p->nodes = (uint64_t)nodes;
    p->done = true;
    analysis->done++;
    return true;
}

static Status open_work_log(Work *work, Error *error)
{
    const AnalyseConfig *config = work->config;
    const WorkLogKind kind = {"yomi-analyse 1", "the journal of an analysis", config->is_part};
    Buf settings = buf_new(1 << 14);
    (void)buf_printf(
        &settings,
        "game %s | file %016" PRIx64 " | movetime %" PRId64 " | nodes %" PRId64 " | depth %" PRId64 " | hash %" PRId64,
        config->game, work->analysis->hash, config->movetime_ms, config->nodes, config->depth, config->hash_mb);
    if (config->rule) (void)buf_printf(&settings, " | Rule=%s", config->rule);
    Status status = settings.failed ? error_set(error, STATUS_NO_MEMORY, "no memory for the settings of the journal")
                                    : work_log_open(&work->work_log, &kind, config->journal, buf_text(&settings),
                                                    on_line, work, error);
    buf_free(&settings);
    return status;
}

/* ---- working ---- */

/* Takes the answer's line over. */
static AnalysedPosition position_of(SearchAnswer *answer)
{
    AnalysedPosition p = {
        .win_in = answer->win_in, .depth = answer->depth, .nodes = answer->nodes, .line = answer->line};
    (void)str_copy(str_from(answer->best), p.best, sizeof p.best);
    p.score = p.win_in > 0 ? ANALYSE_WIN : p.win_in < 0 ? -ANALYSE_WIN : answer->score;
    size_t len = p.line ? strlen(p.line) : 0;
    if (len >= ANALYSE_LINE_MAX) {
        for (len = ANALYSE_LINE_MAX - 1; len > 0 && p.line[len] != ' ';) len--; /* whole moves only */
        p.line[len] = '\0';
    }
    return p;
}

/* Behind the last game that is to be searched. */
static size_t end_of_part(const AnalyseConfig *config, size_t games)
{
    int64_t end = config->first + config->count;
    return config->is_part && end < (int64_t)games ? (size_t)end : games;
}

static bool take_position(Work *work, size_t *game, size_t *ply)
{
    mutex_lock(&work->lock);
    Analysis *analysis = work->analysis;
    bool found = false;
    size_t end = end_of_part(work->config, analysis->count);
    while (!found && !work->stopping && work->next_game < end) {
        *game = work->next_game;
        *ply = work->next_ply++;
        found = !analysis->games[*game].positions[*ply].done;
        if (work->next_ply < analysis->games[*game].count) continue;
        work->next_game++;
        work->next_ply = 0;
    }
    mutex_unlock(&work->lock);
    return found;
}

static Status search_position(const AnalyseConfig *config, yomi_engine *engine, const AnalysedGame *game, size_t ply,
                              AnalysedPosition *found, Error *error)
{
    yomi_limits limits = YOMI_LIMITS_INIT;
    if (config->movetime_ms > 0) limits.movetime_ms = config->movetime_ms;
    limits.nodes = (uint64_t)config->nodes;
    limits.depth = (int)config->depth;
    SearchAnswer answer = {.line = NULL};
    yomi_status status = yomi_new_game(engine, error);
    if (status == YOMI_OK) status = analyse_set_up(config, engine, game, ply, error);
    if (status == YOMI_OK) status = answer_search(engine, &limits, &answer, error);
    if (status != YOMI_OK) return status;
    *found = position_of(&answer);
    if (found->best[0] && !found->line) return error_set(error, STATUS_NO_MEMORY, "no memory for a line of moves");
    return STATUS_OK;
}

/* Notes a finished position, unless its search was cut short. Takes found->line over. */
static Status give_position(Work *work, size_t game, size_t ply, AnalysedPosition *found, Error *error)
{
    Status status = STATUS_OK;
    Buf line = buf_new(WORK_LOG_LINE_MAX);
    format_position(&line, game, ply, found);
    mutex_lock(&work->lock);
    bool counts = !work->stopping;
    if (line.failed)
        status = error_set(error, STATUS_NO_MEMORY, "no memory for a line of the journal");
    else if (counts && work->work_log)
        status = work_log_add(work->work_log, buf_view(&line), error);
    if (counts && status == STATUS_OK) {
        AnalysedPosition *place = &work->analysis->games[game].positions[ply];
        found->side = place->side;
        found->done = true;
        *place = *found;
        found->line = NULL;
        work->analysis->done++;
    }
    mutex_unlock(&work->lock);
    free(found->line);
    buf_free(&line);
    return status;
}

/* Keeps the engine where a stop can reach it, in place of another (NULL: a free place). */
static void keep_engine(Work *work, const yomi_engine *instead_of, yomi_engine *engine)
{
    mutex_lock(&work->lock);
    for (int i = 0; i < ANALYSE_WORKERS_MAX; i++) {
        if (work->engines[i] != instead_of) continue;
        work->engines[i] = engine;
        break;
    }
    mutex_unlock(&work->lock);
}

static void run_worker(void *context)
{
    Work *work = context;
    yomi_engine *engine = NULL;
    Error error = {STATUS_OK, ""};
    size_t game = 0, ply = 0;
    Status status = analyse_open_engine(work->config, &engine, &error);
    if (engine) keep_engine(work, NULL, engine);
    while (status == STATUS_OK && take_position(work, &game, &ply)) {
        AnalysedPosition found = {0};
        status = search_position(work->config, engine, &work->analysis->games[game], ply, &found, &error);
        if (status == STATUS_OK) status = give_position(work, game, ply, &found, &error);
    }
    if (engine) keep_engine(work, engine, NULL);
    yomi_close(engine);
    if (status == STATUS_OK) return;
    mutex_lock(&work->lock);
    work->error = error;
    work->stopping = true;
    mutex_unlock(&work->lock);
}

static void on_stop(void *context, const Error *error)
{
    Work *work = context;
    mutex_lock(&work->lock);
    work->stopping = true;
    if (error) {
        work->error = *error;
    } else {
        work->analysis->interrupted = true;
    }
    mutex_unlock(&work->lock);
}

/* Searches are stopped again and again: one may be about to start. */
static void on_tick(void *context)
{
    Work *work = context;
    mutex_lock(&work->lock);
    for (int i = 0; i < ANALYSE_WORKERS_MAX && work->stopping; i++) {
        if (work->engines[i]) yomi_stop(work->engines[i]);
    }
    if (work->config->progress) progress_show(&work->progress, work->analysis->done, work->analysis->positions);
    mutex_unlock(&work->lock);
}

Status analyse_run(const AnalyseConfig *config, Analysis *out, Error *error)
{
    *out = (Analysis){0};
    Work work = {.config = config, .analysis = out, .next_game = (size_t)(config->is_part ? config->first : 0)};
    if (config->movetime_ms == 0 && config->nodes == 0 && config->depth == 0) {
        return error_set(error, STATUS_BAD_INPUT, "a limit is missing: --movetime, --nodes or --depth");
    }
    mutex_init(&work.lock);
    Status status = analyse_read(config, out, error);
    if (status == STATUS_OK && config->journal) status = open_work_log(&work, error);
    if (status == STATUS_OK) {
        work.progress = progress_begin("positions", out->done);
        WorkersJob job = {(int)config->workers, run_worker, on_stop, on_tick, &work};
        workers_run(&job);
        if (config->progress) progress_end(&work.progress, out->done, out->positions);
        status = work.error.status;
        if (status != STATUS_OK && error) *error = work.error;
    }
    work_log_close(work.work_log);
    mutex_destroy(&work.lock);
    return status;
}
