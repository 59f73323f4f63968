#include "app/match/match.h"

#include "app/duel/setup.h"
#include "app/match/live.h"
#include "app/match/record_writer.h"
#include "base/file.h"
#include "base/thread.h"
#include "tool/workers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { START_FAULTS_MAX = 3 };

typedef struct Match {
    const MatchConfig *config;
    MatchReport *report;
    OpeningBook book;
    DuelSetupSettings duel_setup;
    Journal *journal;
    Event *stop; /* set: everything is to stop */

    Mutex lock;                           /* guards all below, the report and the journal */
    uint64_t next, end;                   /* the first game that no table has taken yet, and behind the last one */
    int failed_starts[TALLY_ENGINES_MAX]; /* in a row */
    bool stopping;
    Error error;
    RecordWriter *writer; /* NULL: no records */
    Live live;
} Match;

/* What one table needs. */
typedef struct Table {
    Match *match;
    DuelSetup duel_setup;
    Player *players[TALLY_ENGINES_MAX];
} Table;

/* Under the lock. */
static void stop_all(Match *match)
{
    match->stopping = true;
    event_set(match->stop);
}

static void fail(Match *match, const Error *error)
{
    mutex_lock(&match->lock);
    if (match->error.status == STATUS_OK) match->error = *error;
    stop_all(match);
    mutex_unlock(&match->lock);
}

/* ---- counting ---- */

/* Under the lock. Ends the match when there is nothing more to learn. */
static void weigh(Match *match)
{
    MatchReport *report = match->report;
    const MatchConfig *config = match->config;
    if (!config->has_test) return;
    report->llr = elo_test_llr(&config->test, &report->tally.pairings[0].pairs);
    report->verdict = elo_test_verdict(&config->test, report->llr);
    if (report->verdict == ELO_UNDECIDED || match->stopping || config->is_part) return;
    report->end = MATCH_VERDICT;
    stop_all(match);
}

/* Under the lock. Ends the match when an engine is beyond hope. Games of an earlier run do not count here: its engines
 * may have been mended since. */
static void watch_faults(Match *match, const Place *place, const GameRecord *record)
{
    MatchReport *report = match->report;
    const MatchConfig *config = match->config;
    int loser = game_record_loser(record);
    for (int side = 0; side < 2; side++) {
        int engine = place->engines[side];
        bool failed = loser == side && record->fault.kind == FAULT_START;
        if (failed || record->sides[side].moves > 0) {
            match->failed_starts[engine] = failed ? match->failed_starts[engine] + 1 : 0;
        }
        uint64_t faults = tally_faults(&report->tally.standings[engine]);
        bool too_many = config->faults_max > 0 && faults > (uint64_t)config->faults_max;
        if ((match->failed_starts[engine] >= START_FAULTS_MAX || too_many) && !match->stopping) {
            report->end = MATCH_FAULTS;
            stop_all(match);
        }
    }
}

/* Under the lock. False when the game is none of this match; an error is the record writer's. */
static bool keep_record(Match *match, uint64_t number, const GameRecord *record, Error *error)
{
    Tally *tally = &match->report->tally;
    if (!tally_add(tally, number, record)) return false;
    weigh(match);
    Place place = tally_place(tally, number);
    if (match->writer) (void)record_writer_add(match->writer, &place, number, record, error);
    return true;
}

/* A game from the journal. */
static bool on_journal(void *context, JournalGame *game)
{
    Match *match = context;
    if (!keep_record(match, game->number, &game->record, &match->error)) return false;
    game_record_free(&game->record);
    return true;
}

static void print_game(Match *match, uint64_t number, const Place *place, const GameRecord *record)
{
    const MatchConfig *config = match->config;
    if (config->quiet) return;
    live_erase(&match->live);
    static const char *const results[] = {"1-0", "0-1", "1/2"};
    (void)fprintf(config->out, "game %" PRIu64 ": %s - %s  %s  %s", number + 1, config->engines[place->engines[0]].name,
                  config->engines[place->engines[1]].name, results[record->result], record->reason);
    int loser = game_record_loser(record);
    if (record->fault.kind != FAULT_NONE && loser >= 0) {
        (void)fprintf(config->out, " by %s: %s", config->engines[place->engines[loser]].name, record->fault.text);
    }
    (void)fputc('\n', config->out);
    (void)fflush(config->out);
}

static void give_game(Match *match, uint64_t number, const GameRecord *record)
{
    Error error = {STATUS_OK, ""};
    mutex_lock(&match->lock);
    live_game_ends(&match->live, number);
    Place place = tally_place(&match->report->tally, number);
    Status status = STATUS_OK;
    /* A game that ends after the verdict has fallen is not counted: it would be seen by nobody on a resume either. */
    if (!match->stopping) {
        if (match->journal) status = journal_add(match->journal, number, record, !match->config->no_times, &error);
        if (status == STATUS_OK) {
            (void)keep_record(match, number, record, &error);
            status = error.status;
            watch_faults(match, &place, record);
            print_game(match, number, &place, record);
        }
    }
    mutex_unlock(&match->lock);
    if (status != STATUS_OK) fail(match, &error);
}

/* ---- one table ---- */

static bool take_game(Match *match, uint64_t *number)
{
    mutex_lock(&match->lock);
    const Tally *tally = &match->report->tally;
    while (match->next < match->end && tally->points[match->next] >= 0) match->next++;
    bool found = !match->stopping && match->next < match->end;
    *number = match->next;
    if (found) live_game_begins(&match->live, match->next++);
    mutex_unlock(&match->lock);
    return found;
}

static Player *player_of(Table *table, int engine)
{
    const MatchConfig *config = table->match->config;
    if (!table->players[engine]) {
        PlayerSetup setup = {.spec = &config->engines[engine],
                             .game = config->game,
                             .game_options = config->game_options,
                             .game_option_count = config->game_option_count,
                             .start_ms = config->start_ms,
                             .stop = table->match->stop};
        table->players[engine] = player_new(&setup);
    }
    return table->players[engine];
}

/* With more engines than two, those that do not sit at the table must not use the machine either. */
static void send_away_others(Table *table, const Place *place)
{
    for (int i = 0; i < table->match->config->engine_count; i++) {
        if (i == place->engines[0] || i == place->engines[1] || !table->players[i]) continue;
        player_free(table->players[i]);
        table->players[i] = NULL;
    }
}

static bool play_one(Table *table, uint64_t number, Error *error)
{
    Match *match = table->match;
    const MatchConfig *config = match->config;
    Place place = tally_place(&match->report->tally, number);
    Opening opening;
    if (duel_setup_opening(&table->duel_setup, place.round, &opening, error) != STATUS_OK) return false;
    send_away_others(table, &place);
    Player *players[2] = {player_of(table, place.engines[0]), player_of(table, place.engines[1])};
    const EngineSpec *specs[2] = {&config->engines[place.engines[0]], &config->engines[place.engines[1]]};
    DuelEnd end = DUEL_BROKEN;
    GameRecord record;
    if (!players[0] || !players[1]) {
        (void)error_set(error, STATUS_NO_MEMORY, "no memory for a player");
    } else {
        end = duel_play(&record, &config->rules, table->duel_setup.referee, players, specs, &opening, error);
    }
    opening_free(&opening);
    if (end == DUEL_PLAYED) {
        give_game(match, number, &record);
        game_record_free(&record);
    }
    return end != DUEL_BROKEN;
}

static void run_table(void *context)
{
    Match *match = context;
    Table table = {.match = match};
    Error error;
    uint64_t number = 0;
    bool good = duel_setup_open(&table.duel_setup, &match->duel_setup, &error) == STATUS_OK;
    while (good && take_game(match, &number)) good = play_one(&table, number, &error);
    if (!good) fail(match, &error);
    for (int i = 0; i < match->config->engine_count; i++) player_free(table.players[i]);
    duel_setup_close(&table.duel_setup);
}

/* ---- the whole ---- */

/* What decides the games, for the head of the journal. */
static void describe(const MatchConfig *config, const OpeningBook *book, Buf *out)
{
    (void)buf_printf(out, "game %s", config->game);
    for (int i = 0; i < config->game_option_count; i++) {
        (void)buf_printf(out, " | %s=%s", config->game_options[i].name, config->game_options[i].value);
    }
    for (int i = 0; i < config->engine_count; i++) {
        const EngineSpec *spec = &config->engines[i];
        const TimeControl *c = &spec->control;
        (void)buf_printf(out, " | engine %s %s", spec->name, spec->protocol);
        for (int a = 0; spec->arguments[a]; a++) (void)buf_printf(out, " %s", spec->arguments[a]);
        for (int o = 0; o < spec->option_count; o++) {
            (void)buf_printf(out, " %s=%s", spec->options[o].name, spec->options[o].value);
        }
        (void)buf_printf(out, " limits %" PRId64 "+%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64,
                         c->time_ms, c->increment_ms, c->byoyomi_ms, c->movetime_ms, c->nodes, c->depth);
    }
    const DuelRules *r = &config->rules;
    (void)buf_printf(out,
                     " | %s | margin %" PRId64 " | plies %" PRId64 " | resign %" PRId64 " %" PRId64 " | draw %" PRId64
                     " %" PRId64 " %" PRId64,
                     config->gauntlet ? "gauntlet" : "round robin", r->margin_ms, r->max_plies, r->resign_score,
                     r->resign_moves, r->draw_score, r->draw_moves, r->draw_from_ply);
    (void)buf_printf(out, " | book %" PRIx64 " %d | dice %d %d %d | seed %" PRIu64, book->hash, config->shuffle,
                     config->dice.plies, config->dice.balance, config->dice.depth, config->dice.seed);
    if (config->has_test) {
        (void)buf_printf(out, " | test %d %g %g %g %g", (int)config->test.model, config->test.elo0, config->test.elo1,
                         config->test.alpha, config->test.beta);
    }
    for (size_t i = 0; i < out->len; i++) {
        if ((unsigned char)out->data[i] < ' ') out->data[i] = ' '; /* the head is one line */
    }
}

static Status open_files(Match *match, Error *error)
{
    const MatchConfig *config = match->config;
    Referee *referee = NULL;
    Status status = referee_open(&referee, config->game, config->game_options, config->game_option_count, NULL, error);
    if (status == STATUS_OK && config->openings) {
        status = opening_book_load(&match->book, config->openings, referee_board(referee), error);
        if (status == STATUS_OK && config->shuffle) opening_book_shuffle(&match->book, config->dice.seed);
    }
    referee_close(referee);
    if (status == STATUS_OK && config->records) {
        RecordWriterSettings settings = {config->game, config->records, config->game_options, config->game_option_count,
                                         config->engines};
        status = record_writer_open(&match->writer, &settings, error);
    }
    if (status != STATUS_OK || !config->journal) return status;
    Buf settings = buf_new(1 << 19);
    describe(config, &match->book, &settings);
    if (settings.failed) {
        status = error_set(error, STATUS_TOO_LARGE, "the settings are too long for a journal");
    } else {
        status = journal_open(&match->journal, config->journal, buf_text(&settings), on_journal, match, error);
    }
    buf_free(&settings);
    if (status == STATUS_OK && match->error.status != STATUS_OK) {
        if (error) *error = match->error;
        status = match->error.status;
    }
    return status;
}

static void on_stop(void *context, const Error *error)
{
    Match *match = context;
    if (error) {
        fail(match, error);
        return;
    }
    mutex_lock(&match->lock);
    if (!match->stopping) match->report->end = MATCH_INTERRUPTED;
    stop_all(match);
    mutex_unlock(&match->lock);
}

static Status write_files(const Match *match, Error *error)
{
    const MatchConfig *config = match->config;
    Status status = STATUS_OK;
    if (config->json) status = match_write_json(config->json, config, match->report, error);
    return status == STATUS_OK && match->writer ? record_writer_finish(match->writer, error) : status;
}

static void on_tick(void *context)
{
    Match *match = context;
    mutex_lock(&match->lock);
    if (!match->stopping) live_show(&match->live, match->config, match->report);
    mutex_unlock(&match->lock);
}

static void play_match(Match *match)
{
    const MatchConfig *config = match->config;
    match->live = live_begin(config->live ? config->out : NULL, match->report->tally.played);
    match->duel_setup = (DuelSetupSettings){.game = config->game,
                                            .options = config->game_options,
                                            .option_count = config->game_option_count,
                                            .book = &match->book,
                                            .dice = config->dice,
                                            .twin = config->twin};
    uint64_t games = match->report->tally.games, first = !config->is_part ? 0 : (uint64_t)config->first;
    match->next = first < games ? first : games;
    match->end = !config->is_part || games - match->next < (uint64_t)config->count
                     ? games
                     : match->next + (uint64_t)config->count;
    WorkersJob job = {(int)config->tables, run_table, on_stop, on_tick, match};
    workers_run(&job);
    live_erase(&match->live);
}

static Status check_config(const MatchConfig *config, Error *error)
{
    for (int i = 0; i < config->engine_count; i++) {
        const char *reason = player_refuses(&config->engines[i], config->game);
        if (reason) {
            return error_set(error, STATUS_BAD_INPUT, "engine %s: %s", config->engines[i].name, reason);
        }
        for (int other = 0; other < i; other++) {
            if (strcmp(config->engines[i].name, config->engines[other].name) != 0) continue;
            return error_set(error, STATUS_BAD_INPUT, "two engines are called %s", config->engines[i].name);
        }
    }
    if (config->has_test && config->engine_count != 2) {
        return error_set(error, STATUS_BAD_INPUT, "a sequential test needs two engines, not %d", config->engine_count);
    }
    return config->has_test ? elo_test_check(&config->test, error) : STATUS_OK;
}

Status match_run(const MatchConfig *config, MatchReport *report, Error *error)
{
    memset(report, 0, sizeof *report);
    Match match = {.config = config, .report = report};
    Status status = check_config(config, error);
    if (status != STATUS_OK) return status;
    status = tally_init(&report->tally, config->engine_count, config->gauntlet, (uint64_t)config->games, error);
    if (status != STATUS_OK) return status;
    match.stop = event_new();
    mutex_init(&match.lock);
    if (!match.stop) status = error_set(error, STATUS_IO, "no more file descriptors");
    if (status == STATUS_OK) status = open_files(&match, error);
    if (status == STATUS_OK) {
        if (!match.stopping) play_match(&match);
        status = write_files(&match, error);
        if (match.error.status != STATUS_OK) {
            if (error) *error = match.error;
            status = match.error.status;
        }
    }
    journal_close(match.journal);
    opening_book_free(&match.book);
    record_writer_close(match.writer);
    event_free(match.stop);
    mutex_destroy(&match.lock);
    return status;
}

void match_report_free(MatchReport *report)
{
    tally_free(&report->tally);
}
