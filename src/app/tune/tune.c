#include "app/tune/tune.h"

#include "app/common/work_log.h"
#include "app/duel/setup.h"
#include "base/thread.h"
#include "tool/progress.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_MAX = 16, NOT_PLAYED = -1, LINES = 20 };

typedef struct Tune {
    const TuneConfig *config;
    TuneReport *report;
    OpeningBook book;
    DuelSetupSettings duel_setup;
    WorkLog *work_log;
    Progress progress;
    Event *stop;       /* set: games are to stop */
    uint64_t all, end; /* games; behind the last one to play */

    Mutex lock;     /* guards all below, the report and the work log */
    Cond moved;     /* an iteration has ended, or all is to stop */
    int8_t *points; /* of the plus side in each game */
    uint64_t next;  /* the first game of the iteration that nobody has taken */
    bool stopping;
    Error error;
} Tune;

/* One of the two settings at a table. */
typedef struct Side {
    EngineSpec spec;
    int fixed; /* its first options, which stay */
    char values[SPSA_PARAMS_MAX][VALUE_MAX];
    Player *player;
} Side;

typedef struct Table {
    Tune *tune;
    DuelSetup duel_setup;
    Side sides[2];
} Table;

static uint64_t games_each(const Tune *tune)
{
    return 2 * (uint64_t)tune->config->pairs;
}

/* Under the lock. */
static void stop_all(Tune *tune)
{
    tune->stopping = true;
    event_set(tune->stop);
    cond_broadcast(&tune->moved);
}

static void fail(Tune *tune, const Error *error)
{
    mutex_lock(&tune->lock);
    if (tune->error.status == STATUS_OK) tune->error = *error;
    stop_all(tune);
    mutex_unlock(&tune->lock);
}

/* ---- counting ---- */

static void sample(TuneReport *report)
{
    const Spsa *spsa = &report->spsa;
    int64_t stride = spsa->iterations / TUNE_SAMPLES_MAX + 1;
    if (spsa->done % stride != 0 && spsa->done != spsa->iterations) return;
    for (int i = 0; i < spsa->count; i++) {
        report->course[report->samples * (size_t)spsa->count + (size_t)i] = spsa->params[i].value;
    }
    report->samples++;
}

static void print_state(const Tune *tune)
{
    const Spsa *spsa = &tune->report->spsa;
    FILE *out = tune->config->out;
    int64_t stride = spsa->iterations / LINES + 1;
    if (!out || (spsa->done % stride != 0 && spsa->done != spsa->iterations)) return;
    (void)fprintf(out, "iteration %" PRId64 " of %" PRId64 ":", spsa->done, spsa->iterations);
    for (int i = 0; i < spsa->count; i++) {
        (void)fprintf(out, " %s %.2f", spsa->params[i].name, spsa->params[i].value);
    }
    (void)fputc('\n', out);
    (void)fflush(out);
}

/* Under the lock. Ends every iteration whose games are all played. */
static void step_on(Tune *tune, bool tell)
{
    Spsa *spsa = &tune->report->spsa;
    while (spsa->done < spsa->iterations) {
        uint64_t first = (uint64_t)spsa->done * games_each(tune);
        int result = 0;
        for (uint64_t g = first; g < first + games_each(tune); g++) {
            if (tune->points[g] == NOT_PLAYED) return;
            result += tune->points[g] - 1;
        }
        spsa_step(spsa, result);
        sample(tune->report);
        if (tell) print_state(tune);
        tune->next = first + games_each(tune);
        cond_broadcast(&tune->moved);
    }
    cond_broadcast(&tune->moved);
}

static void count_game(Tune *tune, uint64_t game, int points, bool fault)
{
    tune->points[game] = (int8_t)points;
    tune->report->games++;
    tune->report->faults += fault;
}

static bool on_line(void *context, Str line)
{
    Tune *tune = context;
    int64_t game = 0, points = 0, fault = 0;
    if (!str_to_int(str_until(&line, '\t'), 0, (int64_t)tune->all - 1, &game) ||
        !str_to_int(str_until(&line, '\t'), 0, 2, &points) || !str_to_int(line, 0, 1, &fault) ||
        tune->points[game] != NOT_PLAYED) {
        return false;
    }
    count_game(tune, (uint64_t)game, (int)points, fault != 0);
    return true;
}

/* Waits for a game that can be played now. False when there will be none. */
static bool take_game(Tune *tune, uint64_t *game, Spsa *spsa)
{
    mutex_lock(&tune->lock);
    const Spsa *now = &tune->report->spsa;
    bool found = false;
    while (!found && !tune->stopping && now->done < now->iterations) {
        uint64_t end = ((uint64_t)now->done + 1) * games_each(tune);
        if (tune->next >= tune->end) break;
        if (end > tune->end) end = tune->end;
        while (tune->next < end && tune->points[tune->next] != NOT_PLAYED) tune->next++;
        found = tune->next < end;
        if (!found) cond_wait(&tune->moved, &tune->lock);
    }
    *game = tune->next;
    *spsa = *now;
    if (found) tune->next++;
    mutex_unlock(&tune->lock);
    return found;
}

/* The results before a part. */
static Status take_known(Tune *tune, Error *error)
{
    const char *known = tune->config->known ? tune->config->known : "";
    for (uint64_t game = 0; known[game]; game++) {
        int code = known[game] - '0';
        if (code < 0 || code > 5 || game >= tune->all)
            return error_set(error, STATUS_BAD_INPUT, "the known results are digits from 0 to 5, at most one a game");
        count_game(tune, game, code % 3, code >= 3);
    }
    return STATUS_OK;
}

/* The games of a part are of the iteration that is to be played next. */
static Status begin_part(Tune *tune, Error *error)
{
    const TuneConfig *config = tune->config;
    tune->end = tune->all;
    if (!config->is_part) return STATUS_OK;
    uint64_t begin = (uint64_t)tune->report->spsa.done * games_each(tune), first = (uint64_t)config->first;
    tune->end = first + (uint64_t)config->count;
    if (config->count > 0 && (first < begin || tune->end > begin + games_each(tune))) {
        return error_set(error, STATUS_BAD_INPUT,
                         "the next iteration has the games %" PRIu64 " to %" PRIu64 ", not all of %" PRIu64
                         " to %" PRIu64,
                         begin, begin + games_each(tune) - 1, first, tune->end - 1);
    }
    tune->next = first;
    return STATUS_OK;
}

static void give_game(Tune *tune, uint64_t game, int points, bool fault)
{
    Error error;
    Status status = STATUS_OK;
    Buf line = buf_new(128);
    (void)buf_printf(&line, "%" PRIu64 "\t%d\t%d", game, points, fault);
    mutex_lock(&tune->lock);
    if (!tune->stopping) {
        if (tune->work_log) status = work_log_add(tune->work_log, buf_view(&line), &error);
        if (status == STATUS_OK) {
            count_game(tune, game, points, fault);
            step_on(tune, true);
        }
    }
    mutex_unlock(&tune->lock);
    buf_free(&line);
    if (status != STATUS_OK) fail(tune, &error);
}

/* ---- one table ---- */

static bool open_side(const Tune *tune, Side *side)
{
    const TuneConfig *config = tune->config;
    side->spec = (EngineSpec){.name = "tuned", .protocol = "internal", .control = config->control};
    if (config->engine) side->spec = *config->engine;
    side->fixed = side->spec.option_count;
    PlayerSetup setup = {.spec = &side->spec,
                         .game = config->game,
                         .game_options = config->options,
                         .game_option_count = config->option_count,
                         .start_ms = config->start_ms,
                         .stop = tune->stop};
    side->player = player_new(&setup);
    return side->player != NULL;
}

/* Gives a side these values; its engine stays open from game to game. */
static bool seat(Side *side, const Spsa *spsa, const int *values)
{
    EngineSpec *spec = &side->spec;
    spec->option_count = side->fixed;
    for (int i = 0; i < spsa->count; i++) {
        (void)snprintf(side->values[i], VALUE_MAX, "%d", values[i]);
        spec->options[spec->option_count++] = (EngineOption){spsa->params[i].name, side->values[i]};
    }
    return player_new_options(side->player, side->fixed);
}

/* Plays a game; *points are those of the plus side. */
static DuelEnd play_engines(Table *table, uint64_t game, const Spsa *spsa, const int *plus, const int *minus,
                            int *points, bool *fault, Error *error)
{
    Opening opening;
    if (duel_setup_opening(&table->duel_setup, game / 2, &opening, error) != STATUS_OK) return DUEL_BROKEN;
    int plus_side = (int)(game & 1);
    Side *sides = table->sides;
    Player *const players[2] = {sides[0].player, sides[1].player};
    const EngineSpec *const specs[2] = {&sides[0].spec, &sides[1].spec};
    DuelEnd end = DUEL_BROKEN;
    GameRecord record;
    if (!seat(&sides[plus_side], spsa, plus) || !seat(&sides[!plus_side], spsa, minus)) {
        (void)error_set(error, STATUS_BAD_INPUT, "an engine does not take its options");
    } else {
        end =
            duel_play(&record, &table->tune->config->rules, table->duel_setup.referee, players, specs, &opening, error);
    }
    if (end == DUEL_PLAYED) {
        int first = record.result == GAME_FIRST ? 2 : record.result == GAME_DRAW ? 1 : 0;
        *points = plus_side == 0 ? first : 2 - first;
        *fault = record.fault.kind != FAULT_NONE;
        if (record.fault.kind == FAULT_START) {
            (void)error_set(error, STATUS_BAD_INPUT, "an engine does not start: %s", record.fault.text);
            end = DUEL_BROKEN;
        }
        game_record_free(&record);
    }
    opening_free(&opening);
    return end;
}

static bool play_one(Table *table, uint64_t game, const Spsa *spsa, Error *error)
{
    const TuneConfig *config = table->tune->config;
    int plus[SPSA_PARAMS_MAX], minus[SPSA_PARAMS_MAX], points = 0;
    bool fault = false;
    DuelEnd end = DUEL_PLAYED;
    spsa_sides(spsa, plus, minus);
    if (config->play) {
        bool swapped = game & 1;
        points = config->play(config->play_context, swapped ? minus : plus, swapped ? plus : minus, game);
        points = swapped ? 2 - points : points;
    } else {
        end = play_engines(table, game, spsa, plus, minus, &points, &fault, error);
    }
    if (end == DUEL_PLAYED) give_game(table->tune, game, points, fault);
    return end != DUEL_BROKEN;
}

static void run_table(void *context)
{
    Tune *tune = context;
    Error error;
    uint64_t game = 0;
    Table *table = calloc(1, sizeof *table);
    Spsa *spsa = malloc(sizeof *spsa);
    bool good = table && spsa && open_side(tune, &table->sides[0]) && open_side(tune, &table->sides[1]);
    if (!good) (void)error_set(&error, STATUS_NO_MEMORY, "no memory for a table");
    if (good) {
        table->tune = tune;
        good = duel_setup_open(&table->duel_setup, &tune->duel_setup, &error) == STATUS_OK;
    }
    while (good && take_game(tune, &game, spsa)) good = play_one(table, game, spsa, &error);
    if (!good) fail(tune, &error);
    for (int i = 0; i < 2 && table; i++) player_free(table->sides[i].player);
    if (table) duel_setup_close(&table->duel_setup);
    free(table);
    free(spsa);
}

static void on_stop(void *context, const Error *error)
{
    Tune *tune = context;
    if (error) {
        fail(tune, error);
        return;
    }
    mutex_lock(&tune->lock);
    tune->report->interrupted = true;
    stop_all(tune);
    mutex_unlock(&tune->lock);
}

static void on_tick(void *context)
{
    Tune *tune = context;
    mutex_lock(&tune->lock);
    if (tune->config->progress) progress_show(&tune->progress, tune->report->games, tune->all);
    mutex_unlock(&tune->lock);
}

/* ---- the whole ---- */

/* What decides the games, for the head of the journal. */
static void describe(const Tune *tune, Buf *out)
{
    const TuneConfig *config = tune->config;
    const TimeControl *c = &config->control;
    const DuelRules *r = &config->rules;
    const Spsa *spsa = &config->spsa;
    (void)buf_printf(out, "game %s", config->game);
    for (int i = 0; i < config->option_count; i++) {
        (void)buf_printf(out, " | %s=%s", config->options[i].name, config->options[i].value);
    }
    if (config->engine) (void)buf_printf(out, " | engine %s", config->engine_text);
    (void)buf_printf(out, " | limits %" PRId64 "+%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64, c->time_ms,
                     c->increment_ms, c->byoyomi_ms, c->movetime_ms, c->nodes, c->depth);
    (void)buf_printf(out, " | iterations %" PRId64 " | pairs %" PRId64 " | rate %.9g | seed %" PRIu64, spsa->iterations,
                     config->pairs, spsa->rate, spsa->seed);
    (void)buf_printf(out, " | margin %" PRId64 " | plies %" PRId64 " | resign %" PRId64 " %" PRId64, r->margin_ms,
                     r->max_plies, r->resign_score, r->resign_moves);
    (void)buf_printf(out, " | book %" PRIx64 " | dice %d %d %d %" PRIu64, tune->book.hash, config->dice.plies,
                     config->dice.balance, config->dice.depth, config->dice.seed);
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParam *p = &spsa->params[i];
        (void)buf_printf(out, " | %s %g..%g from %g by %g", p->name, p->min, p->max, p->start, p->step);
    }
}

static Status open_files(Tune *tune, Error *error)
{
    static const WorkLogKind kind = {"yomi-tune 1", "the journal of a tuning", false};
    const TuneConfig *config = tune->config;
    Status status = STATUS_OK;
    tune->duel_setup =
        (DuelSetupSettings){config->game, config->options, config->option_count, &tune->book, config->dice, NULL};
    if (config->openings) {
        DuelSetup duel_setup;
        status = duel_setup_open(&duel_setup, &tune->duel_setup, error);
        if (status == STATUS_OK) {
            status = opening_book_load(&tune->book, config->openings, referee_board(duel_setup.referee), error);
        }
        duel_setup_close(&duel_setup);
        if (status == STATUS_OK) opening_book_shuffle(&tune->book, config->dice.seed);
    }
    if (status != STATUS_OK || !config->journal) return status;
    Buf settings = buf_new(1 << 16);
    describe(tune, &settings);
    status = work_log_open(&tune->work_log, &kind, config->journal, buf_text(&settings), on_line, tune, error);
    buf_free(&settings);
    return status;
}

static Status prepare(Tune *tune, Error *error)
{
    const TuneConfig *config = tune->config;
    if (config->spsa.count == 0) return error_set(error, STATUS_BAD_INPUT, "no parameter is to be tuned");
    if (!config->play && !time_control_given(&config->control)) {
        return error_set(error, STATUS_BAD_INPUT, "a limit is missing: --nodes, --depth, --movetime or --time");
    }
    if (config->engine && config->engine->option_count + config->spsa.count > ENGINE_OPTIONS_MAX) {
        return error_set(error, STATUS_TOO_LARGE, "more than %d options and parameters", ENGINE_OPTIONS_MAX);
    }
    if (config->spsa.iterations > TUNE_GAMES_MAX / 2 / config->pairs) {
        return error_set(error, STATUS_TOO_LARGE, "more than %d games", TUNE_GAMES_MAX);
    }
    tune->all = (uint64_t)config->spsa.iterations * games_each(tune);
    tune->points = malloc(tune->all);
    TuneReport *report = tune->report;
    report->spsa = config->spsa;
    report->course = calloc((TUNE_SAMPLES_MAX + 2) * (size_t)config->spsa.count, sizeof *report->course);
    tune->stop = event_new();
    if (!tune->points || !report->course || !tune->stop) {
        return error_set(error, STATUS_NO_MEMORY, "no memory or file descriptors for %" PRIu64 " games", tune->all);
    }
    memset(tune->points, NOT_PLAYED, tune->all);
    sample(report);
    return STATUS_OK;
}

Status tune_run(const TuneConfig *config, TuneReport *report, Error *error)
{
    *report = (TuneReport){0};
    Tune tune = {.config = config, .report = report};
    mutex_init(&tune.lock);
    cond_init(&tune.moved);
    Status status = prepare(&tune, error);
    if (status == STATUS_OK) status = take_known(&tune, error);
    if (status == STATUS_OK) status = open_files(&tune, error);
    if (status == STATUS_OK) {
        step_on(&tune, false);
        status = begin_part(&tune, error);
    }
    if (status == STATUS_OK) {
        tune.progress = progress_begin("games", report->games);
        WorkersJob job = {(int)config->tables, run_table, on_stop, on_tick, &tune};
        workers_run(&job);
        if (config->progress) progress_end(&tune.progress, report->games, tune.all);
        status = tune.error.status;
        if (status != STATUS_OK && error) *error = tune.error;
    }
    work_log_close(tune.work_log);
    opening_book_free(&tune.book);
    free(tune.points);
    event_free(tune.stop);
    cond_destroy(&tune.moved);
    mutex_destroy(&tune.lock);
    return status;
}

void tune_report_free(TuneReport *report)
{
    free(report->course);
    report->course = NULL;
}
