/* Options: the engine's own, then the game's, then the core's parameters, as one list. */
#include "engine/engine.h"

#include <stdio.h>

static const Option own[] = {
    {.name = "Hash",
     .type = OPTION_SPIN,
     .initial = 64,
     .min = 1,
     .max = TT_MB_MAX,
     .offset = offsetof(EngineSettings, hash_mb),
     .help = "Size of the transposition table in MB."},
    {.name = "Threads",
     .type = OPTION_SPIN,
     .initial = 1,
     .min = 1,
     .max = POOL_THREADS_MAX,
     .offset = offsetof(EngineSettings, threads),
     .help = "Number of search threads."},
    {.name = "MultiPV",
     .type = OPTION_SPIN,
     .initial = 1,
     .min = 1,
     .max = MAX_MOVES,
     .offset = offsetof(EngineSettings, multipv),
     .help = "Number of best lines to report."},
    {.name = "Ponder",
     .type = OPTION_CHECK,
     .initial = 0,
     .max = 1,
     .offset = offsetof(EngineSettings, ponder),
     .help = "Tells the GUI that the engine can think on the opponent's time."},
    {.name = "ClearHash", .type = OPTION_BUTTON, .help = "Empties the transposition table."},
};

const OptionTable engine_option_table = {own, sizeof own / sizeof *own};

typedef struct Place {
    const Option *option;
    void *settings;
} Place;

static Place place_at(const yomi_engine *engine, size_t index)
{
    yomi_engine *e = (yomi_engine *)engine;
    const OptionTable *game = &engine->game->options;
    if (index < engine_option_table.count) return (Place){&engine_option_table.options[index], &e->wanted};
    index -= engine_option_table.count;
    if (index < game->count) return (Place){&game->options[index], e->settings};
    index -= game->count;
    if (index < search_param_options.count) return (Place){&search_param_options.options[index], &e->params};
    return (Place){NULL, NULL};
}

static Place place_of(const yomi_engine *engine, const char *name)
{
    for (size_t i = 0; i < yomi_option_count(engine); i++) {
        Place place = place_at(engine, i);
        if (str_eq_nocase(str_from(name), place.option->name)) return place;
    }
    return (Place){NULL, NULL};
}

size_t yomi_option_count(const yomi_engine *engine)
{
    return engine_option_table.count + engine->game->options.count + search_param_options.count;
}

static const char *initial_text(const yomi_engine *engine, const Option *option)
{
    char *scratch = ((yomi_engine *)engine)->scratch;
    switch (option->type) {
    case OPTION_CHECK: return option->initial ? "true" : "false";
    case OPTION_SPIN: (void)snprintf(scratch, sizeof engine->scratch, "%d", option->initial); return scratch;
    case OPTION_COMBO: return option->choices[option->initial];
    case OPTION_TEXT: return option->initial_text ? option->initial_text : "";
    case OPTION_BUTTON: break;
    }
    return "";
}

yomi_status yomi_option_at(const yomi_engine *engine, size_t index, yomi_option *out)
{
    const Option *option = place_at(engine, index).option;
    if (!option) return YOMI_NOT_FOUND;
    *out = (yomi_option){.name = option->name,
                         .help = option->help ? option->help : "",
                         .type = (yomi_option_type)option->type,
                         .min = option->min,
                         .max = option->max,
                         .initial = initial_text(engine, option),
                         .choices = option->type == OPTION_COMBO ? option->choices : NULL,
                         .advanced = option->advanced};
    return YOMI_OK;
}

yomi_status yomi_set_option(yomi_engine *engine, const char *name, const char *value, yomi_error *error)
{
    if (engine_busy(engine)) return engine_error(error, YOMI_BUSY, "options cannot be set while searching");
    Place place = place_of(engine, name);
    if (!place.option) return engine_error(error, YOMI_NOT_FOUND, "no option '%.60s'", name);
    Error inner;
    Status status = option_set(place.option, place.settings, str_from(value), &inner);
    if (status != STATUS_OK) return engine_fail(error, &inner);
    if (place.settings == engine->settings) engine->game_changed = true;
    if (place.option->type == OPTION_BUTTON && str_eq(str_from(place.option->name), "ClearHash") &&
        engine->tt.clusters) {
        tt_clear(&engine->tt, engine->in_force.threads);
    }
    return YOMI_OK;
}

const char *yomi_get_option(yomi_engine *engine, const char *name)
{
    Place place = place_of(engine, name);
    if (!place.option) return NULL;
    Str value = option_get(place.option, place.settings, engine->scratch);
    buf_clear(&engine->text);
    (void)buf_str(&engine->text, value);
    return buf_text(&engine->text);
}

static Status make_table(yomi_engine *engine, Error *error)
{
    if (engine->tt.clusters && engine->wanted.hash_mb == engine->in_force.hash_mb) return STATUS_OK;
    Status status = tt_resize(&engine->tt, (size_t)engine->wanted.hash_mb, thread_cores(), error);
    if (status == STATUS_OK) {
        engine->in_force.hash_mb = engine->wanted.hash_mb;
    } else if (engine->tt.clusters) {
        engine->wanted.hash_mb = engine->in_force.hash_mb;
    }
    return status;
}

static Status make_threads(yomi_engine *engine, Error *error)
{
    if (engine->wanted.threads == engine->in_force.threads) return STATUS_OK;
    Status status = pool_resize(engine->pool, engine->wanted.threads, error);
    if (status == STATUS_OK) {
        engine->in_force.threads = engine->wanted.threads;
    } else {
        engine->wanted.threads = engine->in_force.threads;
    }
    return status;
}

/* On failure the game keeps what it had; when it has nothing yet, the engine cannot search. */
static Status prepare_game(yomi_engine *engine, Error *error)
{
    if (!engine->game_changed || !engine->game->prepare) return STATUS_OK;
    engine->game_changed = false;
    Status status = engine->game->prepare(engine->settings, cpu_features(), &engine->shared, error);
    if (status == STATUS_OK) engine->prepared = true;
    return status;
}

yomi_status yomi_ready(yomi_engine *engine, yomi_error *error)
{
    if (engine_busy(engine)) return engine_error(error, YOMI_BUSY, "a search is running");
    Error first = {STATUS_OK, ""}, inner = {STATUS_OK, ""};
    Status (*const steps[])(yomi_engine *, Error *) = {make_table, make_threads, prepare_game};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (steps[i](engine, &inner) != STATUS_OK && first.status == STATUS_OK) first = inner;
    }
    return first.status == STATUS_OK ? YOMI_OK : engine_fail(error, &first);
}
