#include "engine/engine.h"

#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT_MAX = 1 << 20,
    TEXT_USUAL = 1 << 14 /* positions, moves and lines fit in: once an engine is open, no memory is needed for them */
};

_Static_assert((int)YOMI_DRAW == (int)OUTCOME_DRAW && (int)YOMI_BOUND_EXACT == (int)BOUND_EXACT,
               "public and inner numbers are the same");
_Static_assert((int)YOMI_MOVE_TEXT_MAX == (int)MOVE_TEXT_MAX, "moves have the same room inside and outside");

int yomi_api_version(void)
{
    return YOMI_API_VERSION;
}

const char *yomi_version(void)
{
    return YOMI_VERSION;
}

int yomi_game_count(void)
{
    int count = 0;
    while (engine_games[count]) count++;
    return count;
}

const char *yomi_game_name(int index)
{
    return index >= 0 && index < yomi_game_count() ? engine_games[index]->name : NULL;
}

const char *yomi_game_title(int index)
{
    return index >= 0 && index < yomi_game_count() ? engine_games[index]->title : NULL;
}

const char *yomi_game_protocols(int index)
{
    return index >= 0 && index < yomi_game_count() ? engine_games[index]->protocols : NULL;
}

/* Twice the nodes for each. */
static const GameLevel usual_levels[YOMI_LEVELS] = {{100, 0},   {200, 0},   {400, 0},   {800, 0},
                                                    {1600, 0},  {3200, 0},  {6400, 0},  {12800, 0},
                                                    {25600, 0}, {51200, 0}, {102400, 0}};

yomi_status yomi_game_level(int game, int number, yomi_level *out)
{
    if (game < 0 || game >= yomi_game_count() || number < 1 || number > YOMI_LEVELS) return YOMI_NOT_FOUND;
    if (out->size < sizeof *out) return YOMI_BAD_INPUT;
    const GameLevel *levels = engine_games[game]->levels ? engine_games[game]->levels : usual_levels;
    out->nodes = levels[number - 1].nodes;
    out->spread = levels[number - 1].spread;
    return YOMI_OK;
}

const char *yomi_engine_game(const yomi_engine *engine)
{
    return engine->game->name;
}

static const Game *find_game(const char *name, yomi_error *error)
{
    char list[128] = "";
    for (int i = 0; engine_games[i]; i++) {
        if (str_eq_nocase(str_from(name), engine_games[i]->name)) return engine_games[i];
        size_t used = strlen(list);
        (void)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", engine_games[i]->name);
    }
    (void)error_set(error, YOMI_NOT_FOUND, "no game '%.40s'; there is: %s", name ? name : "", list);
    return NULL;
}

static bool allocate(yomi_engine *engine, Error *error)
{
    const Game *game = engine->game;
    size_t settings_size = game->settings_size ? game->settings_size : 1;
    engine->settings = mem_alloc(settings_size, 0, error);
    engine->settled = mem_alloc(settings_size, 0, error);
    engine->base = mem_alloc(game->position_size, 0, error);
    engine->position = mem_alloc(game->position_size, 0, error);
    engine->asked = mem_alloc(game->position_size, 0, error);
    engine->root = mem_alloc(game->position_size, 0, error);
    engine->walk = mem_alloc(game->position_size, 0, error);
    if (!engine->settings || !engine->settled || !engine->base || !engine->position || !engine->asked ||
        !engine->root || !engine->walk)
        return false;
    memset(engine->settings, 0, settings_size);
    memset(engine->settled, 0, settings_size);
    return true;
}

static Status set_defaults(yomi_engine *engine, Error *error)
{
    Status status = options_init(engine_option_table, &engine->wanted, error);
    if (status == STATUS_OK) status = options_init(search_param_options, &engine->params, error);
    if (status == STATUS_OK) status = options_init(engine->game->options, engine->settings, error);
    options_default(engine->game->options, engine->settled);
    return status;
}

static void log_line(void *context, const char *line)
{
    const yomi_engine *engine = context;
    if (engine->log) engine->log(engine->log_context, line);
}

static Status make_pool(yomi_engine *engine, Error *error)
{
    PoolConfig config = {.game = engine->game,
                         .params = &engine->params,
                         .settings = engine->settings,
                         .tt = &engine->tt,
                         .cpu = cpu_features(),
                         .clock = clock_real(),
                         .log = log_line,
                         .log_context = engine};
    engine->in_force.threads = 1;
    return pool_create(&engine->pool, &config, 1, error);
}

void yomi_set_log(yomi_engine *engine, void (*log)(void *context, const char *line), void *context)
{
    engine->log = log;
    engine->log_context = context;
}

yomi_status yomi_open(const char *name, yomi_engine **out, yomi_error *error)
{
    const Game *game = find_game(name, error);
    if (!game) return YOMI_NOT_FOUND;
    yomi_engine *engine = calloc(1, sizeof *engine);
    if (!engine) return error_set(error, YOMI_NO_MEMORY, "no memory for an engine");
    engine->game = game;
    engine->text = buf_new(TEXT_MAX);
    engine->line = buf_new(TEXT_MAX);
    engine->game_changed = true;
    engine->skill.rng = rng_new((uint64_t)clock_now(clock_real()));
    bool texts = buf_reserve(&engine->text, TEXT_USUAL) && buf_reserve(&engine->line, TEXT_USUAL);
    if (!texts) (void)error_set(error, STATUS_NO_MEMORY, "no memory for an engine");
    Status status = texts && allocate(engine, error) ? set_defaults(engine, error) : STATUS_NO_MEMORY;
    if (status == STATUS_OK) status = make_pool(engine, error);
    if (status != STATUS_OK) {
        yomi_close(engine);
        return status;
    }
    game->start_position(engine->settings, engine->base);
    memcpy(engine->position, engine->base, game->position_size);
    *out = engine;
    return YOMI_OK;
}

void yomi_close(yomi_engine *engine)
{
    if (!engine) return;
    pool_destroy(engine->pool);
    tt_free(&engine->tt);
    if (engine->shared && engine->game->release) engine->game->release(engine->shared);
    mem_free(engine->settings);
    mem_free(engine->settled);
    mem_free(engine->base);
    mem_free(engine->position);
    mem_free(engine->asked);
    mem_free(engine->root);
    mem_free(engine->walk);
    free(engine->moves);
    buf_free(&engine->text);
    buf_free(&engine->line);
    free(engine);
}

bool engine_busy(yomi_engine *engine)
{
    return pool_running(engine->pool);
}

uint64_t yomi_perft(const yomi_engine *engine, int depth)
{
    return engine->game->perft ? engine->game->perft(engine->position, depth, NULL) : 0;
}

int yomi_perft_while(const yomi_engine *engine, int depth, int (*goes_on)(void *context), void *context,
                     uint64_t *leaves)
{
    PerftWatch watch = {.goes_on = goes_on, .context = context};
    *leaves = engine->game->perft ? engine->game->perft(engine->position, depth, &watch) : 0;
    return !watch.ended;
}

const char *yomi_bench_position(const yomi_engine *engine, size_t index)
{
    const char *const *positions = engine->game->bench_positions;
    for (size_t i = 0; positions && positions[i]; i++) {
        if (i == index) return positions[i];
    }
    return NULL;
}

const char *yomi_bench_table(const yomi_engine *engine, size_t index, const char **name)
{
    const BenchRow *table = engine->game->bench_table;
    *name = "";
    if (!table) return yomi_bench_position(engine, index);
    for (size_t i = 0; table[i].name; i++) {
        if (i != index) continue;
        *name = table[i].name;
        return table[i].position;
    }
    return NULL;
}

int yomi_bench_depth(const yomi_engine *engine)
{
    return engine->game->bench_depth;
}
