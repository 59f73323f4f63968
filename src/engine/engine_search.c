/* Searching: limits in, reports and the result out, moves as text. */
#include "engine/engine.h"

#include "base/mem.h"

#include <string.h>

/* Of yomi_limits: up to the last field of the first header, and more than any will have. */
enum { LIMITS_LEAST = offsetof(yomi_limits, play_on) + sizeof(int), LIMITS_MOST = 4096 };

static int win_in(Score score)
{
    if (score_is_win(score)) return SCORE_WIN - score > 0 ? SCORE_WIN - score : 1;
    if (score_is_loss(score)) return SCORE_WIN + score > 0 ? -(SCORE_WIN + score) : -1;
    return 0;
}

/* Writes a line of moves behind what is in engine->line and returns where it begins; stops at a move that is not
 * legal, which only a damaged table entry could bring in. */
static size_t write_line(yomi_engine *engine, const Move *moves, int count, int *length)
{
    const Game *game = engine->game;
    size_t begin = engine->line.len;
    memcpy(engine->walk, engine->root, game->position_size);
    *length = 0;
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        game->format_move(engine->walk, moves[i], text);
        if (game->parse_move(engine->walk, str_from(text)) == MOVE_NONE) break;
        (void)buf_printf(&engine->line, "%s%s", i ? " " : "", text);
        game->play(engine->walk, moves[i]);
        (*length)++;
    }
    (void)buf_append(&engine->line, "", 1);
    return begin;
}

/* Returns how many there are. */
static size_t name_stats(const Game *game, const Stats *stats, yomi_stat out[STAT_COUNT])
{
    size_t count = 0;
    for (; count < STAT_OWN; count++) out[count] = (yomi_stat){stat_name((StatId)count), stats->value[count]};
    for (int i = 0; game->own_stats && game->own_stats[i]; i++, count++) {
        out[count] = (yomi_stat){game->own_stats[i], stats->value[count]};
    }
    return count;
}

static void on_report(void *context, const Report *report)
{
    yomi_engine *engine = context;
    yomi_stat stats[STAT_COUNT];
    char current[MOVE_TEXT_MAX] = "";
    yomi_report out = {.size = sizeof out,
                       .kind = (yomi_report_kind)report->kind,
                       .depth = report->depth,
                       .seldepth = report->seldepth,
                       .selectivity = report->selectivity,
                       .line = report->line,
                       .score = report->score,
                       .win_in = win_in(report->score),
                       .bound = (yomi_bound)report->bound,
                       .pv = "",
                       .nodes = report->nodes,
                       .nps = report->nps,
                       .time_ms = report->time_ms,
                       .hashfull = report->hashfull,
                       .stats = stats,
                       .current = current,
                       .current_number = report->current_number,
                       .text = report->text ? report->text : "",
                       .games = report->games};
    out.stat_count = name_stats(engine->game, report->stats, stats);
    if (report->kind == REPORT_CURRENT_MOVE) engine->game->format_move(engine->root, report->current, current);
    if (report->pv) {
        buf_clear(&engine->line);
        size_t begin = write_line(engine, report->pv->moves, report->pv->len, &out.pv_length);
        out.pv = buf_text(&engine->line) + begin;
    }
    engine->callbacks.report(engine->callbacks.context, &out);
}

static void hear_report(void *context, const Report *report)
{
    yomi_engine *engine = context;
    skill_hear(&engine->skill, report);
    if (engine->callbacks.report) on_report(context, report);
}

static void tell_result(yomi_engine *engine, const SearchResult *result)
{
    if (!engine->callbacks.result) return;
    const Game *game = engine->game;
    yomi_stat stats[STAT_COUNT];
    char best[MOVE_TEXT_MAX] = "", ponder[MOVE_TEXT_MAX] = "";
    yomi_result out = {.size = sizeof out,
                       .best = best,
                       .ponder = ponder,
                       .depth = result->depth,
                       .seldepth = result->seldepth,
                       .selectivity = result->selectivity,
                       .score = result->score,
                       .win_in = win_in(result->score),
                       .bound = (yomi_bound)result->bound,
                       .nodes = result->nodes,
                       .time_ms = result->time_ms,
                       .stats = stats,
                       .proof = (yomi_proof)result->proof,
                       .stage = result->stage};
    out.stat_count = name_stats(game, &result->stats, stats);
    buf_clear(&engine->line);
    size_t begin = result->line ? write_line(engine, result->line, result->line_length, &out.pv_length)
                                : write_line(engine, result->pv.moves, result->pv.len, &out.pv_length);
    out.pv = buf_text(&engine->line) + begin;
    if (result->best != MOVE_NONE) {
        game->format_move(engine->root, result->best, best);
        memcpy(engine->walk, engine->root, game->position_size);
        game->play(engine->walk, result->best);
        if (result->ponder != MOVE_NONE) game->format_move(engine->walk, result->ponder, ponder);
        if (game->parse_move(engine->walk, str_from(ponder)) == MOVE_NONE) ponder[0] = '\0';
    }
    engine->callbacks.result(engine->callbacks.context, &out);
}

/* The line told last is the one that is played, also when it was drawn from several. */
static void on_result(void *context, const SearchResult *result)
{
    yomi_engine *engine = context;
    SearchResult drawn = *result;
    if (!skill_choose(&engine->skill, &drawn)) {
        tell_result(engine, result);
        return;
    }
    const Report last = {.kind = REPORT_LINE,
                         .depth = drawn.depth,
                         .seldepth = drawn.seldepth,
                         .selectivity = drawn.selectivity,
                         .line = 1,
                         .score = drawn.score,
                         .bound = drawn.bound,
                         .pv = &drawn.pv,
                         .nodes = drawn.nodes,
                         .time_ms = drawn.time_ms,
                         .stats = &drawn.stats};
    if (engine->callbacks.report) on_report(context, &last);
    tell_result(engine, &drawn);
}

static yomi_status read_moves(const yomi_engine *engine, const char *text, Move out[MAX_MOVES], int *count,
                              yomi_error *error)
{
    *count = 0;
    Str rest = str_from(text);
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        Move move = engine->game->parse_move(engine->position, word);
        if (move == MOVE_NONE) {
            return error_set(error, YOMI_BAD_INPUT, "'%.*s' is not a legal move here", STR_ARG(word));
        }
        if (*count < MAX_MOVES) out[(*count)++] = move;
    }
    return YOMI_OK;
}

/* The limits of a caller whose header may be older, with fewer fields, or newer: then those that are not known here
 * have to be zero. */
static yomi_status take_limits(const yomi_limits *in, yomi_limits *out, yomi_error *error)
{
    const yomi_limits none = YOMI_LIMITS_INIT;
    bool good = in->size >= LIMITS_LEAST && in->size <= LIMITS_MOST;
    const char *bytes = (const char *)in;
    for (size_t i = sizeof *in; good && i < in->size; i++) good = bytes[i] == 0;
    if (!good) {
        return error_set(error, YOMI_BAD_INPUT, "the limits are not those of API version %d", YOMI_API_VERSION);
    }
    *out = none;
    memcpy(out, in, in->size < sizeof *in ? in->size : sizeof *in);
    return YOMI_OK;
}

/* What means nothing is an error of the caller; taken for "no limit" it would search forever. */
static yomi_status check_limits(const yomi_limits *in, yomi_error *error)
{
    const struct {
        const char *name;
        int64_t value, least;
    } fields[] = {{"time_ms", in->time_ms, YOMI_NO_LIMIT},
                  {"increment_ms", in->increment_ms, 0},
                  {"byoyomi_ms", in->byoyomi_ms, 0},
                  {"moves_to_go", in->moves_to_go, 0},
                  {"movetime_ms", in->movetime_ms, YOMI_NO_LIMIT},
                  {"depth", in->depth, 0},
                  {"mate", in->mate, -1},
                  {"multipv", in->multipv, 0}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (fields[i].value >= fields[i].least) continue;
        return error_set(error, YOMI_BAD_INPUT, "the limit %s is at least %d, not %lld", fields[i].name,
                         (int)fields[i].least, (long long)fields[i].value);
    }
    return YOMI_OK;
}

_Static_assert((int)YOMI_NO_LIMIT == (int)LIMIT_NONE, "no limit is the same number inside and outside");

static Limits plain_limits(const yomi_limits *in, int multipv)
{
    return (Limits){.time_ms = in->time_ms,
                    .increment_ms = in->increment_ms,
                    .byoyomi_ms = in->byoyomi_ms,
                    .increment_first = in->increment_first,
                    .moves_to_go = in->moves_to_go,
                    .movetime_ms = in->movetime_ms,
                    .depth = in->depth,
                    .nodes = in->nodes,
                    .mate = in->mate,
                    .infinite = in->infinite,
                    .ponder = in->ponder,
                    .analysis = in->analysis,
                    .play_on = in->play_on,
                    .multipv = in->multipv > 0 ? in->multipv : multipv};
}

typedef Status (*Starter)(Pool *pool, const void *position, const void *shared, const Limits *limits,
                          const SearchCallbacks *callbacks, Error *error);

static yomi_status search(yomi_engine *engine, const yomi_limits *given, const yomi_callbacks *callbacks,
                          Starter starter, yomi_error *error)
{
    yomi_limits own, *limits = &own;
    yomi_status status = take_limits(given, &own, error);
    if (status == YOMI_OK) status = check_limits(limits, error);
    if (status != YOMI_OK) return status;
    if (engine_busy(engine)) return error_set(error, YOMI_BUSY, "a search is running already");
    status = yomi_ready(engine, error);
    if (status != YOMI_OK) return status; /* told once; the options are back, so that the next call goes on */
    Limits inner = plain_limits(limits, engine->wanted.multipv);
    Move only[MAX_MOVES], except[MAX_MOVES];
    status = read_moves(engine, limits->only, only, &inner.only_count, error);
    if (status == YOMI_OK) status = read_moves(engine, limits->except, except, &inner.except_count, error);
    if (status != YOMI_OK) return status;
    inner.only = only;
    inner.except = except;
    memcpy(engine->root, engine->position, engine->game->position_size);
    engine->callbacks = *callbacks;
    bool weaker = engine->wanted.spread > 0 && !inner.infinite && !inner.ponder && inner.mate == 0;
    skill_begin(&engine->skill, weaker ? engine->wanted.spread : 0);
    if (weaker && inner.multipv < SKILL_LINES) inner.multipv = SKILL_LINES;
    SearchCallbacks back = {
        .report = callbacks->report || weaker ? hear_report : NULL, .result = on_result, .context = engine};
    engine->table_used = true;
    return starter(engine->pool, engine->position, engine->shared, &inner, &back, error);
}

yomi_status yomi_go(yomi_engine *engine, const yomi_limits *limits, const yomi_callbacks *callbacks, yomi_error *error)
{
    return search(engine, limits, callbacks, pool_start, error);
}

yomi_status yomi_run(yomi_engine *engine, const yomi_limits *limits, const yomi_callbacks *callbacks, yomi_error *error)
{
    return search(engine, limits, callbacks, pool_run, error);
}

yomi_status yomi_learn(yomi_engine *engine, yomi_error *error)
{
    const Game *game = engine->game;
    if (engine_busy(engine)) return error_set(error, YOMI_BUSY, "nothing is learned while searching");
    if (!game->learn) return error_set(error, YOMI_UNSUPPORTED, "%s keeps no book", game->title);
    yomi_status ready = yomi_ready(engine, error);
    if (ready != YOMI_OK) return ready;
    size_t count = engine->move_count + 1, size = game->position_size;
    char *positions = mem_alloc(count * size, 0, error);
    if (!positions) return YOMI_NO_MEMORY;
    memcpy(positions, engine->base, size);
    for (size_t i = 1; i < count; i++) {
        memcpy(positions + i * size, positions + (i - 1) * size, size);
        game->play(positions + i * size, engine->moves[i - 1]);
    }
    Status status = game->learn(engine->settings, engine->shared, positions, count, error);
    mem_free(positions);
    if (status != STATUS_OK) return status;
    engine->game_changed = true;
    return YOMI_OK;
}

void yomi_stop(yomi_engine *engine)
{
    pool_stop(engine->pool);
}

void yomi_ponderhit(yomi_engine *engine, const yomi_limits *limits)
{
    yomi_limits own;
    bool good = limits && take_limits(limits, &own, NULL) == YOMI_OK && check_limits(&own, NULL) == YOMI_OK;
    Limits inner = good ? plain_limits(&own, 1) : limits_none();
    pool_ponderhit(engine->pool, good ? &inner : NULL);
}

void yomi_wait(yomi_engine *engine)
{
    pool_wait(engine->pool);
}

int yomi_searching(yomi_engine *engine)
{
    return engine_busy(engine);
}

yomi_status yomi_new_game(yomi_engine *engine, yomi_error *error)
{
    if (engine_busy(engine)) return error_set(error, YOMI_BUSY, "a search is running");
    pool_new_game(engine->pool);
    engine_clear_table(engine);
    return YOMI_OK;
}
