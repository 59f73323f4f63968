#include "app/analyse/analyse.h"

#include "app/match/ledger.h"
#include "base/file.h"

#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { FILE_MAX = 1 << 26, GAMES_MAX = 1 << 20 };

typedef struct Work {
    const AnalyseConfig *config;
    Analysis *analysis;
    Ledger *ledger;
    Mutex lock; /* guards all below, the analysis and the ledger */
    size_t next_game, next_ply;
    int busy;
    bool stopping;
    Error error;
} Work;

typedef struct Hand {
    Work *work;
    Thread thread;
    yomi_engine *engine; /* set and taken away under the lock */
} Hand;

void analysis_free(Analysis *analysis)
{
    for (size_t i = 0; i < analysis->count; i++) {
        opening_free(&analysis->games[i].opening);
        free(analysis->games[i].positions);
    }
    free(analysis->games);
    *analysis = (Analysis){0};
}

int analysis_loss(const AnalysedGame *game, size_t ply)
{
    if (ply + 1 >= game->count) return -1;
    const AnalysedPosition *before = &game->positions[ply], *after = &game->positions[ply + 1];
    if (!before->done || !after->done) return -1;
    int worth = after->side == before->side ? after->score : -after->score;
    int loss = before->score - worth;
    return loss > 0 && strcmp(before->played, before->best) != 0 ? loss : 0;
}

/* ---- reading ---- */

static Status open_engine(const AnalyseConfig *config, yomi_engine **out, Error *error)
{
    char hash[16];
    (void)snprintf(hash, sizeof hash, "%d", (int)config->hash_mb);
    yomi_error inner;
    yomi_status status = yomi_open(config->game, out, &inner);
    for (int i = 0; i < config->option_count && status == YOMI_OK; i++) {
        status = yomi_set_option(*out, config->options[i].name, config->options[i].value, &inner);
    }
    if (status == YOMI_OK) status = yomi_set_option(*out, "Hash", hash, &inner);
    if (status == YOMI_OK) return STATUS_OK;
    yomi_close(*out);
    *out = NULL;
    return error_set(error, (Status)status, "%s", inner.text);
}

/* Walks through the game, noting sides and moves. A finished game has no position to search at its end. */
static bool note_moves(Analysis *analysis, AnalysedGame *game, yomi_engine *board)
{
    game->count = game->opening.count + 1;
    game->positions = calloc(game->count, sizeof *game->positions);
    if (!game->positions || yomi_set_position(board, game->opening.start, NULL, 0, NULL) != YOMI_OK) return false;
    for (size_t ply = 0; ply < game->count; ply++) {
        AnalysedPosition *position = &game->positions[ply];
        position->side = yomi_side_to_move(board);
        analysis->positions++;
        yomi_outcome outcome = yomi_get_outcome(board, NULL);
        if (outcome != YOMI_ONGOING) {
            bool first = outcome == YOMI_FIRST_WINS;
            position->score = outcome == YOMI_DRAW ? 0 : first == (position->side == 0) ? ANALYSE_WIN : -ANALYSE_WIN;
            position->done = true;
            analysis->done++;
        }
        if (ply == game->opening.count) break;
        if (yomi_play(board, game->opening.moves[ply], NULL) != YOMI_OK) return false;
        const char *usual = yomi_move_at(board, ply);
        (void)str_copy(str_from(usual), position->played, sizeof position->played);
    }
    return true;
}

static Status add_game(Analysis *analysis, yomi_engine *board, const char *line, size_t number, Error *error)
{
    Error inner;
    if (analysis->count >= GAMES_MAX) return error_set(error, STATUS_TOO_LARGE, "more than %d games", GAMES_MAX);
    if ((analysis->count & (analysis->count - 1)) == 0) {
        size_t capacity = analysis->count ? analysis->count * 2 : 1;
        AnalysedGame *games = realloc(analysis->games, capacity * sizeof *games);
        if (!games) return error_set(error, STATUS_NO_MEMORY, "no memory for the games");
        analysis->games = games;
    }
    AnalysedGame *game = &analysis->games[analysis->count];
    *game = (AnalysedGame){0};
    if (opening_read(&game->opening, board, line, &inner) != STATUS_OK) {
        return error_set(error, inner.status, "line %zu: %.200s", number, inner.text);
    }
    analysis->count++;
    if (note_moves(analysis, game, board)) return STATUS_OK;
    return error_set(error, STATUS_NO_MEMORY, "line %zu: no memory for the positions", number);
}

static Status read_games(const AnalyseConfig *config, Analysis *analysis, uint64_t *hash, Error *error)
{
    yomi_engine *board = NULL;
    Buf text = buf_new(FILE_MAX);
    Status status = file_read(config->file, &text, error);
    if (status == STATUS_OK) status = open_engine(config, &board, error);
    *hash = 0;
    for (size_t i = 0; i < text.len; i++) *hash = splitmix64(*hash ^ (uint64_t)(unsigned char)text.data[i]);
    size_t number = 0;
    for (char *next = text.data; status == STATUS_OK && next;) {
        char *line = next;
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        number++;
        Str trimmed = str_trim(str_from(line));
        if (trimmed.len > 0 && trimmed.ptr[0] != '#') status = add_game(analysis, board, line, number, error);
    }
    if (status == STATUS_OK && analysis->count == 0) {
        status = error_set(error, STATUS_BAD_INPUT, "%s holds no game and no position", config->file);
    }
    yomi_close(board);
    buf_free(&text);
    return status;
}

/* ---- the ledger ---- */

static void format_position(Buf *out, size_t game, size_t ply, const AnalysedPosition *p)
{
    (void)buf_printf(out, "%zu\t%zu\t%s\t%d\t%d\t%d\t%" PRIu64 "\t%s", game, ply, p->best, p->score, p->win_in,
                     p->depth, p->nodes, p->line);
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
        !take_int(str_until(&line, '\t'), &p->depth) || !str_to_int(str_until(&line, '\t'), 0, INT64_MAX, &nodes) ||
        !str_copy(line, p->line, sizeof p->line)) {
        return false;
    }
    p->nodes = (uint64_t)nodes;
    p->done = true;
    analysis->done++;
    return true;
}

static Status open_ledger(Work *work, uint64_t hash, Error *error)
{
    static const LedgerKind kind = {"yomi-analyse 1", "the journal of an analysis"};
    const AnalyseConfig *config = work->config;
    Buf settings = buf_new(1 << 14);
    (void)buf_printf(&settings,
                     "game %s | file %016" PRIx64 " | movetime %" PRId64 " | nodes %" PRId64 " | depth %" PRId64
                     " | hash %" PRId64,
                     config->game, hash, config->movetime_ms, config->nodes, config->depth, config->hash_mb);
    for (int i = 0; i < config->option_count; i++) {
        (void)buf_printf(&settings, " | %s=%s", config->options[i].name, config->options[i].value);
    }
    Status status = ledger_open(&work->ledger, &kind, config->journal, buf_text(&settings), on_line, work, error);
    buf_free(&settings);
    return status;
}

/* ---- working ---- */

static void on_result(void *context, const yomi_result *result)
{
    AnalysedPosition *p = context;
    (void)str_copy(str_from(result->best), p->best, sizeof p->best);
    Str line = str_from(result->pv);
    if (line.len >= sizeof p->line) {
        line.len = sizeof p->line - 1;
        while (line.len > 0 && line.ptr[line.len] != ' ') line.len--; /* whole moves only */
    }
    (void)str_copy(line, p->line, sizeof p->line);
    p->win_in = result->win_in;
    p->score = result->win_in > 0 ? ANALYSE_WIN : result->win_in < 0 ? -ANALYSE_WIN : result->score;
    p->depth = result->depth;
    p->nodes = result->nodes;
}

static bool take_position(Work *work, size_t *game, size_t *ply)
{
    mutex_lock(&work->lock);
    Analysis *analysis = work->analysis;
    bool found = false;
    while (!found && !work->stopping && work->next_game < analysis->count) {
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

static Status search_position(const AnalyseConfig *config, yomi_engine *engine, const Opening *opening, size_t ply,
                              AnalysedPosition *found, Error *error)
{
    yomi_limits limits = YOMI_LIMITS_INIT;
    if (config->movetime_ms > 0) limits.movetime_ms = config->movetime_ms;
    limits.nodes = (uint64_t)config->nodes;
    limits.depth = (int)config->depth;
    yomi_callbacks callbacks = {.result = on_result, .context = found};
    yomi_error inner;
    yomi_status status = yomi_new_game(engine, &inner);
    if (status == YOMI_OK) status = yomi_set_position(engine, opening->start, opening->moves, ply, &inner);
    if (status == YOMI_OK) status = yomi_go(engine, &limits, &callbacks, &inner);
    if (status != YOMI_OK) return error_set(error, (Status)status, "%s", inner.text);
    yomi_wait(engine);
    return STATUS_OK;
}

/* Notes a finished position; *found has all but what was known before. */
static Status give_position(Work *work, size_t game, size_t ply, const AnalysedPosition *found, Error *error)
{
    Status status = STATUS_OK;
    Buf line = buf_new(LEDGER_LINE_MAX);
    mutex_lock(&work->lock);
    format_position(&line, game, ply, found);
    if (work->stopping) { /* this search was cut short */
        mutex_unlock(&work->lock);
        buf_free(&line);
        return STATUS_OK;
    }
    if (work->ledger) status = ledger_add(work->ledger, buf_view(&line), error);
    if (status == STATUS_OK) {
        AnalysedPosition *place = &work->analysis->games[game].positions[ply];
        AnalysedPosition before = *place;
        *place = *found;
        place->side = before.side;
        memcpy(place->played, before.played, sizeof place->played);
        place->done = true;
        work->analysis->done++;
        if (work->config->progress) {
            (void)fprintf(stderr, "\r%zu of %zu positions ", work->analysis->done, work->analysis->positions);
        }
    }
    mutex_unlock(&work->lock);
    buf_free(&line);
    return status;
}

static void set_engine(Hand *hand, yomi_engine *engine)
{
    mutex_lock(&hand->work->lock);
    hand->engine = engine;
    mutex_unlock(&hand->work->lock);
}

static void run_hand(void *context)
{
    Hand *hand = context;
    Work *work = hand->work;
    yomi_engine *engine = NULL;
    Error error = {STATUS_OK, ""};
    size_t game = 0, ply = 0;
    Status status = open_engine(work->config, &engine, &error);
    set_engine(hand, engine);
    while (status == STATUS_OK && take_position(work, &game, &ply)) {
        AnalysedPosition found = {0};
        status = search_position(work->config, engine, &work->analysis->games[game].opening, ply, &found, &error);
        if (status == STATUS_OK) status = give_position(work, game, ply, &found, &error);
    }
    set_engine(hand, NULL);
    yomi_close(engine);
    mutex_lock(&work->lock);
    if (status != STATUS_OK) {
        work->error = error;
        work->stopping = true;
    }
    work->busy--;
    mutex_unlock(&work->lock);
}

/* Waits for the workers. After SIGINT or SIGTERM their searches are stopped, again and again: one may be about to
 * start. */
static void watch(Work *work, const Hand *hands, int count, int signal_fd)
{
    enum { LOOK_MS = 50 };
    for (bool busy = true; busy;) {
        struct pollfd fd = {.fd = signal_fd, .events = POLLIN};
        int ready = poll(&fd, 1, LOOK_MS);
        struct signalfd_siginfo info;
        mutex_lock(&work->lock);
        if (ready > 0 && read(signal_fd, &info, sizeof info) > 0) {
            work->stopping = true;
            work->analysis->interrupted = true;
        }
        for (int i = 0; i < count && work->stopping; i++) {
            if (hands[i].engine) yomi_stop(hands[i].engine);
        }
        busy = work->busy > 0;
        mutex_unlock(&work->lock);
    }
}

static void run_hands(Work *work)
{
    Hand hands[ANALYSE_WORKERS_MAX];
    memset(hands, 0, sizeof hands);
    int wanted = (int)work->config->workers, started = 0;
    sigset_t set, before;
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGINT);
    (void)sigaddset(&set, SIGTERM);
    (void)pthread_sigmask(SIG_BLOCK, &set, &before);
    int signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    work->busy = wanted;
    for (; started < wanted; started++) {
        hands[started].work = work;
        Error error;
        if (thread_start(&hands[started].thread, run_hand, &hands[started], 0, &error) == STATUS_OK) continue;
        mutex_lock(&work->lock);
        work->busy -= wanted - started;
        work->stopping = true;
        work->error = error;
        mutex_unlock(&work->lock);
        break;
    }
    watch(work, hands, started, signal_fd);
    for (int i = 0; i < started; i++) thread_join(&hands[i].thread);
    if (signal_fd >= 0) (void)close(signal_fd);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (work->config->progress) (void)fputc('\n', stderr);
}

Status analyse_run(const AnalyseConfig *config, Analysis *out, Error *error)
{
    *out = (Analysis){0};
    uint64_t hash = 0;
    Work work = {.config = config, .analysis = out};
    if (config->movetime_ms == 0 && config->nodes == 0 && config->depth == 0) {
        return error_set(error, STATUS_BAD_INPUT, "a limit is missing: --movetime, --nodes or --depth");
    }
    mutex_init(&work.lock);
    Status status = read_games(config, out, &hash, error);
    if (status == STATUS_OK && config->journal) status = open_ledger(&work, hash, error);
    if (status == STATUS_OK) {
        run_hands(&work);
        status = work.error.status;
        if (status != STATUS_OK && error) *error = work.error;
    }
    ledger_close(work.ledger);
    mutex_destroy(&work.lock);
    return status;
}
