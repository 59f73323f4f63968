/* Searching: limits in, reports and the result out, moves as text. */
#include "engine/engine.h"

#include "base/mem.h"

#include <string.h>

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

static void name_stats(const Stats *stats, yomi_stat out[STAT_COUNT])
{
    for (int i = 0; i < STAT_COUNT; i++) out[i] = (yomi_stat){stat_name((StatId)i), stats->value[i]};
}

static void on_report(void *context, const Report *report)
{
    yomi_engine *engine = context;
    yomi_stat stats[STAT_COUNT];
    char current[MOVE_TEXT_MAX] = "";
    yomi_report out = {.kind = (yomi_report_kind)report->kind,
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
                       .stat_count = STAT_COUNT,
                       .current = current,
                       .current_number = report->current_number,
                       .text = report->text ? report->text : "",
                       .games = report->games};
    name_stats(report->stats, stats);
    if (report->kind == REPORT_CURRENT_MOVE) engine->game->format_move(engine->root, report->current, current);
    if (report->pv) {
        buf_clear(&engine->line);
        size_t begin = write_line(engine, report->pv->moves, report->pv->len, &out.pv_length);
        out.pv = buf_text(&engine->line) + begin;
    }
    engine->callbacks.report(engine->callbacks.context, &out);
}

static void on_result(void *context, const SearchResult *result)
{
    yomi_engine *engine = context;
    if (!engine->callbacks.result) return;
    const Game *game = engine->game;
    yomi_stat stats[STAT_COUNT];
    char best[MOVE_TEXT_MAX] = "", ponder[MOVE_TEXT_MAX] = "";
    yomi_result out = {.best = best,
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
                       .stat_count = STAT_COUNT,
                       .proof = (yomi_proof)result->proof,
                       .stage = result->stage};
    name_stats(&result->stats, stats);
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

static yomi_status read_moves(const yomi_engine *engine, const char *text, Move out[MAX_MOVES], int *count,
                              yomi_error *error)
{
    *count = 0;
    Str rest = str_from(text);
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        Move move = engine->game->parse_move(engine->position, word);
        if (move == MOVE_NONE) {
            return engine_error(error, YOMI_BAD_INPUT, "'%.*s' is not a legal move here", STR_ARG(word));
        }
        if (*count < MAX_MOVES) out[(*count)++] = move;
    }
    return YOMI_OK;
}

static Limits plain_limits(const yomi_limits *in, int multipv)
{
    return (Limits){.time_ms = in->time_ms < 0 ? LIMIT_NONE : in->time_ms,
                    .increment_ms = in->increment_ms,
                    .byoyomi_ms = in->byoyomi_ms,
                    .increment_first = in->increment_first,
                    .moves_to_go = in->moves_to_go,
                    .movetime_ms = in->movetime_ms < 0 ? LIMIT_NONE : in->movetime_ms,
                    .depth = in->depth,
                    .nodes = in->nodes,
                    .mate = in->mate,
                    .infinite = in->infinite,
                    .ponder = in->ponder,
                    .analysis = in->analysis,
                    .multipv = in->multipv > 0 ? in->multipv : multipv};
}

typedef Status (*Starter)(Pool *pool, const void *position, const void *shared, const Limits *limits,
                          const SearchCallbacks *callbacks, Error *error);

static yomi_status search(yomi_engine *engine, const yomi_limits *limits, const yomi_callbacks *callbacks,
                          Starter starter, yomi_error *error)
{
    if (limits->size != sizeof *limits) {
        return engine_error(error, YOMI_BAD_INPUT, "the limits are not those of API version %d", YOMI_API_VERSION);
    }
    if (engine_busy(engine)) return engine_error(error, YOMI_BUSY, "a search is running already");
    yomi_status status = yomi_ready(engine, error);
    if (status != YOMI_OK &&
        (!engine->tt.clusters || (engine->game->prepare && !engine->prepared && !engine->shared))) {
        return status; /* there is nothing to go on with */
    }
    Limits inner = plain_limits(limits, engine->wanted.multipv);
    Move only[MAX_MOVES], except[MAX_MOVES];
    status = read_moves(engine, limits->only, only, &inner.only_count, error);
    if (status == YOMI_OK) status = read_moves(engine, limits->except, except, &inner.except_count, error);
    if (status != YOMI_OK) return status;
    inner.only = only;
    inner.except = except;
    memcpy(engine->root, engine->position, engine->game->position_size);
    engine->callbacks = *callbacks;
    SearchCallbacks back = {.report = callbacks->report ? on_report : NULL, .result = on_result, .context = engine};
    Error why;
    if (starter(engine->pool, engine->position, engine->shared, &inner, &back, &why) != STATUS_OK) {
        return engine_fail(error, &why);
    }
    return YOMI_OK;
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
    if (engine_busy(engine)) return engine_error(error, YOMI_BUSY, "nothing is learned while searching");
    if (!game->learn) return engine_error(error, YOMI_UNSUPPORTED, "%s keeps no book", game->title);
    (void)yomi_ready(engine, NULL);
    size_t count = engine->move_count + 1, size = game->position_size;
    Error inner;
    char *positions = mem_alloc(count * size, 0, &inner);
    if (!positions) return engine_fail(error, &inner);
    memcpy(positions, engine->base, size);
    for (size_t i = 1; i < count; i++) {
        memcpy(positions + i * size, positions + (i - 1) * size, size);
        game->play(positions + i * size, engine->moves[i - 1]);
    }
    Status status = game->learn(engine->settings, engine->shared, positions, count, &inner);
    mem_free(positions);
    if (status != STATUS_OK) return engine_fail(error, &inner);
    engine->game_changed = true;
    return YOMI_OK;
}

void yomi_stop(yomi_engine *engine)
{
    pool_stop(engine->pool);
}

void yomi_ponderhit(yomi_engine *engine, const yomi_limits *limits)
{
    Limits inner = limits ? plain_limits(limits, 1) : limits_none();
    pool_ponderhit(engine->pool, limits ? &inner : NULL);
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
    if (engine_busy(engine)) return engine_error(error, YOMI_BUSY, "a search is running");
    yomi_status status = yomi_ready(engine, error);
    pool_new_game(engine->pool);
    if (engine->tt.clusters) tt_clear(&engine->tt, engine->in_force.threads);
    return status;
}
