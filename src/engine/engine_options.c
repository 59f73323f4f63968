/* Options: the engine's own, then the game's, then the core's parameters, as one list. */
#include "engine/engine.h"

#include "base/mem.h"

#include <stdio.h>
#include <string.h>

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
    {.name = "Spread",
     .type = OPTION_SPIN,
     .initial = 0,
     .min = 0,
     .max = SKILL_SPREAD_MAX,
     .offset = offsetof(EngineSettings, spread),
     .help = "Plays weaker: draws among the best moves; one that is worse by so many hundredths comes 2.7 times less "
             "often. 0: the best move."},
    {.name = "Ponder",
     .type = OPTION_CHECK,
     .initial = 0,
     .max = 1,
     .offset = offsetof(EngineSettings, ponder),
     .help = "Tells the GUI that the engine can think on the opponent's time."},
    {.name = "ClearHash", .type = OPTION_BUTTON, .help = "Empties the transposition table."},
};

const OptionTable engine_option_table = {own, sizeof own / sizeof *own};

/* Of yomi_option: up to the last field of the first header. */
enum { OPTION_LEAST = offsetof(yomi_option, advanced) + sizeof(int) };

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
    if (out->size < OPTION_LEAST) return YOMI_BAD_INPUT;
    yomi_option filled = {.size = out->size,
                          .name = option->name,
                          .help = option->help ? option->help : "",
                          .type = (yomi_option_type)option->type,
                          .min = option->min,
                          .max = option->max,
                          .initial = initial_text(engine, option),
                          .choices = option->type == OPTION_COMBO ? option->choices : NULL,
                          .advanced = option->advanced,
                          .rule = option->rule};
    memcpy(out, &filled, out->size < sizeof filled ? out->size : sizeof filled);
    return YOMI_OK;
}

yomi_status yomi_set_option(yomi_engine *engine, const char *name, const char *value, yomi_error *error)
{
    if (engine_busy(engine)) return error_set(error, YOMI_BUSY, "options cannot be set while searching");
    Place place = place_of(engine, name);
    if (!place.option) return error_set(error, YOMI_NOT_FOUND, "no option '%.60s'", name);
    Status status = option_set(place.option, place.settings, str_from(value), error);
    if (status != STATUS_OK) return status;
    if (place.settings == engine->settings) engine->game_changed = true;
    if (place.option->type == OPTION_BUTTON && str_eq(str_from(place.option->name), "ClearHash") &&
        engine->tt.clusters) {
        engine_clear_table(engine);
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

void engine_clear_table(yomi_engine *engine)
{
    if (engine->table_used) tt_clear(&engine->tt, thread_cores());
    engine->table_used = false;
}

/* A table that cannot be had leaves the old one; at the beginning, when there is none, half of it is tried, and so on:
 * an engine without a table could not play at all. */
static Status make_table(yomi_engine *engine, Error *error)
{
    if (engine->tt.clusters && engine->wanted.hash_mb == engine->in_force.hash_mb) return STATUS_OK;
    Error why;
    Status status = tt_resize(&engine->tt, (size_t)engine->wanted.hash_mb, thread_cores(), &why);
    for (int mb = engine->wanted.hash_mb / 2; !engine->tt.clusters && mb >= 1; mb /= 2) {
        (void)tt_resize(&engine->tt, (size_t)mb, thread_cores(), NULL);
    }
    bool new_table = (int)engine->tt.megabytes != engine->in_force.hash_mb;
    if (new_table) engine->table_used = false;
    if (engine->tt.clusters) engine->wanted.hash_mb = engine->in_force.hash_mb = (int)engine->tt.megabytes;
    if (status == STATUS_OK) return STATUS_OK;
    return error_set(error, status, "%.200s; %d MB are used", why.text, engine->in_force.hash_mb);
}

static Status make_threads(yomi_engine *engine, Error *error)
{
    Status status = pool_resize(engine->pool, engine->wanted.threads, error);
    if (status == STATUS_OK) {
        engine->in_force.threads = engine->wanted.threads;
    } else {
        engine->wanted.threads = engine->in_force.threads;
    }
    return status;
}

static Status prepare_with(yomi_engine *engine, Error *error)
{
    Status status = engine->game->prepare(engine->settings, &engine->shared, error);
    if (status == STATUS_OK) engine->prepared = true;
    return status;
}

/* One line for all that failed: the first text, then the others while there is room. */
static void tell_also(Error *error, const Error *why, bool first)
{
    if (first) {
        *error = *why;
        return;
    }
    size_t used = strlen(error->text);
    (void)snprintf(error->text + used, sizeof error->text - used, "; %s", why->text);
}

/* Something that the options ask for cannot be had. All of them go back to the values in force, then those that can be
 * had are taken one by one; `error` tells what cannot. */
static void take_what_can_be_had(yomi_engine *engine, Error *error)
{
    const OptionTable *table = &engine->game->options;
    size_t size = engine->game->settings_size;
    void *wanted = mem_alloc(size, 0, NULL), *settings = engine->settings;
    if (wanted) memcpy(wanted, settings, size);
    for (size_t i = 0; i < table->count; i++) {
        if (table->options[i].prepared) option_copy(&table->options[i], engine->settled, settings);
    }
    Error why;
    if (prepare_with(engine, &why) != STATUS_OK && !engine->prepared) *error = why;
    bool first = true;
    for (size_t i = 0; wanted && engine->prepared && i < table->count; i++) {
        const Option *option = &table->options[i];
        if (!option->prepared || option_same(option, wanted, settings)) continue;
        option_copy(option, wanted, settings);
        if (prepare_with(engine, &why) == STATUS_OK) continue;
        option_copy(option, engine->settled, settings);
        tell_also(error, &why, first);
        first = false;
    }
    mem_free(wanted);
}

/* All or nothing for each option: the failure is told, and the option reads the value that is in force. */
static Status prepare_game(yomi_engine *engine, Error *error)
{
    if (!engine->game_changed || !engine->game->prepare) return STATUS_OK;
    Status status = prepare_with(engine, error);
    if (status != STATUS_OK) take_what_can_be_had(engine, error);
    memcpy(engine->settled, engine->settings, engine->game->settings_size);
    engine->game_changed = !engine->prepared;
    return status;
}

yomi_status yomi_ready(yomi_engine *engine, yomi_error *error)
{
    if (engine_busy(engine)) return error_set(error, YOMI_BUSY, "a search is running");
    Error first = {STATUS_OK, ""}, inner = {STATUS_OK, ""};
    Status (*const steps[])(yomi_engine *, Error *) = {make_table, make_threads, prepare_game};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (steps[i](engine, &inner) == STATUS_OK) continue;
        tell_also(&first, &inner, first.status == STATUS_OK);
    }
    if (error && first.status != STATUS_OK) *error = first;
    return first.status;
}
