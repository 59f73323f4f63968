#include "app/farm/kinds.h"

#include "app/analyse/analyse.h"
#include "app/farm/vocabulary.h"
#include "app/match/tally.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DATA_BATCH = 20, NUMBER_MAX = 24 };

static bool is(const FarmCampaign *campaign, const char *kind)
{
    return strcmp(campaign->kind, kind) == 0;
}

static const char *value_of(const FarmCampaign *campaign, const char *option)
{
    return vocabulary_value((const char *const *)campaign->words, campaign->word_count, option);
}

static Status number_of(const FarmCampaign *campaign, const char *option, int64_t usual, int64_t least, int64_t most,
                        int64_t *out, Error *error)
{
    const char *text = value_of(campaign, option);
    *out = usual;
    if (!text || str_to_int(str_from(text), least, most, out)) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "%s is a number from %" PRId64 " to %" PRId64 ", not '%.40s'", option,
                     least, most, text);
}

/* ---- planning ---- */

static bool is_positive(const char *text)
{
    int64_t number = 0;
    return text && str_to_int(str_from(text), 1, INT64_MAX, &number);
}

/* Does the clock stay out of it? */
static bool control_is_fixed(const TimeControl *control)
{
    return !time_control_has_clock(control) && control->movetime_ms == 0;
}

static TimeControl control_of(const FarmCampaign *c)
{
    TimeControl control = {.depth = is_positive(value_of(c, "--depth")),
                           .nodes = is_positive(value_of(c, "--nodes")),
                           .movetime_ms = is_positive(value_of(c, "--movetime")),
                           .time_ms = is_positive(value_of(c, "--time")) || is_positive(value_of(c, "--inc")) ||
                                      is_positive(value_of(c, "--byoyomi"))};
    return control;
}

static bool is_threads(Str name, const char *value)
{
    return str_eq_nocase(name, "Threads") && strcmp(value, "1") != 0;
}

/* Several threads search a different tree each time. */
static bool options_are_fixed(const FarmCampaign *c)
{
    for (int i = 2; i + 1 < c->word_count; i++) {
        const char *equals = strchr(c->words[i + 1], '=');
        if (strcmp(c->words[i], "--option") != 0 || !equals) continue;
        if (is_threads((Str){c->words[i + 1], (size_t)(equals - c->words[i + 1])}, equals + 1)) return false;
    }
    return true;
}

static Status look_at_engines(FarmCampaign *c, int *count, Error *error)
{
    TimeControl control = control_of(c);
    *count = 0;
    for (int i = 2; i + 1 < c->word_count; i++) {
        if (strcmp(c->words[i], "--engine") != 0) continue;
        EngineSpec spec;
        Error inner;
        Status status = engine_spec_parse(&spec, c->words[i + 1], &control, &inner);
        if (status != STATUS_OK) return error_set(error, status, "--engine: %.200s", inner.text);
        if (!control_is_fixed(&spec.control)) c->fixed = false;
        for (int o = 0; o < spec.option_count; o++) {
            if (is_threads(str_from(spec.options[o].name), spec.options[o].value)) c->fixed = false;
        }
        engine_spec_free(&spec);
        ++*count;
    }
    if (*count >= 2 && *count <= TALLY_ENGINES_MAX) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "a match has 2 to %d engines, not %d", TALLY_ENGINES_MAX, *count);
}

static Status cut(FarmCampaign *c, int64_t units, int64_t each, Error *error)
{
    c->units = units;
    c->each = each;
    c->total = (units + each - 1) / each;
    if (c->total <= FARM_JOBS_MAX) return STATUS_OK;
    return error_set(error, STATUS_TOO_LARGE, "more than %d jobs; a larger --batch makes fewer", FARM_JOBS_MAX);
}

static Status plan_data(FarmCampaign *c, int64_t batch, Error *error)
{
    int64_t games = 0;
    Status status = number_of(c, "--games", 1000, 1, 1000000000, &games, error);
    c->fixed = true;
    return status == STATUS_OK ? cut(c, games, batch ? batch : DATA_BATCH, error) : status;
}

static Status plan_match(FarmCampaign *c, int64_t batch, Error *error)
{
    int64_t games = 0;
    int engines = 0;
    c->fixed = options_are_fixed(c);
    Status status = number_of(c, "--games", 100, 1, 1 << 26, &games, error);
    if (status == STATUS_OK) status = look_at_engines(c, &engines, error);
    if (status != STATUS_OK) return status;
    bool gauntlet = vocabulary_has((const char *const *)c->words, c->word_count, "--gauntlet");
    int64_t pairings = gauntlet ? engines - 1 : (int64_t)engines * (engines - 1) / 2;
    c->codes = batch ? batch : 1;
    c->has_test = value_of(c, "--sprt") != NULL;
    EloTest test;
    if (c->has_test && engines != 2)
        return error_set(error, STATUS_BAD_INPUT, "a sequential test needs two engines, not %d", engines);
    if (c->has_test) status = kind_test(c, &test, error);
    return status == STATUS_OK ? cut(c, (games + (games & 1)) * pairings, 2 * c->codes, error) : status;
}

static Status plan_tune(FarmCampaign *c, int64_t batch, Error *error)
{
    int64_t iterations = 0, pairs = 0, each = batch ? batch : 1;
    TimeControl control = control_of(c);
    c->fixed = control_is_fixed(&control) && options_are_fixed(c);
    Status status = number_of(c, "--iterations", 1000, 1, 1 << 23, &iterations, error);
    if (status == STATUS_OK) status = number_of(c, "--pairs", 1, 1, 1 << 16, &pairs, error);
    if (status != STATUS_OK) return status;
    if (pairs % each != 0)
        return error_set(error, STATUS_BAD_INPUT, "--batch %" PRId64 " does not divide the %" PRId64 " --pairs", each,
                         pairs);
    c->codes = 2 * each;
    c->step = pairs / each;
    return cut(c, 2 * pairs * iterations, 2 * each, error);
}

static AnalyseConfig analyse_config(const FarmCampaign *c)
{
    const char *format = value_of(c, "--format");
    return (AnalyseConfig){.game = c->game,
                           .path = c->words[2],
                           .rule = value_of(c, "--rule"),
                           .format = format ? record_format_named(str_from(format)) : NULL,
                           .skip_bad = vocabulary_has((const char *const *)c->words, c->word_count, "--skip-bad"),
                           .hash_mb = 1};
}

static uint32_t file_number(const FarmCampaign *c, const char *path)
{
    for (size_t i = 0; i < c->file_count; i++) {
        if (strcmp(c->files[i].path, path) == 0) return (uint32_t)i;
    }
    return UINT32_MAX;
}

/* Neighbouring games of one file, at most `each` a job. */
static Status make_ranges(FarmCampaign *c, const Analysis *analysis, Error *error)
{
    c->ranges = calloc(analysis->count ? analysis->count : 1, sizeof *c->ranges);
    if (!c->ranges) return error_set(error, STATUS_NO_MEMORY, "no memory for the ranges");
    size_t first_of_file = 0;
    uint32_t file = 0;
    for (size_t g = 0; g < analysis->count; g++) {
        bool other = g == 0 || analysis->games[g].file != analysis->games[g - 1].file;
        if (other) first_of_file = g;
        if (other) file = file_number(c, analysis->files[analysis->games[g].file].path);
        FarmRange *last = c->range_count > 0 ? &c->ranges[c->range_count - 1] : NULL;
        if (!other && last && (int64_t)last->count < c->each) {
            last->count++;
        } else {
            c->ranges[c->range_count++] = (FarmRange){file, (uint32_t)(g - first_of_file), 1, (uint32_t)g};
        }
    }
    c->total = (int64_t)c->range_count;
    c->units = (int64_t)analysis->count;
    return STATUS_OK;
}

static Status plan_analysis(FarmCampaign *c, int64_t batch, const KindFiles *files, Error *error)
{
    AnalyseConfig config = analyse_config(c);
    Analysis analysis = {0};
    TimeControl control = control_of(c);
    c->fixed = control.movetime_ms == 0 && (control.nodes || control.depth);
    c->each = batch ? batch : 1;
    if (value_of(c, "--format") && !config.format)
        return error_set(error, STATUS_BAD_INPUT, "there is no format '%.40s'", value_of(c, "--format"));
    Status status = analyse_read(&config, &analysis, error);
    for (size_t i = 0; i < analysis.file_count && status == STATUS_OK; i++) {
        const char *path = analysis.files[i].path;
        status = farm_path_ok(str_from(path)) ? files->file(files->context, path, error)
                                              : error_set(error, STATUS_BAD_INPUT, "'%.100s' cannot be sent", path);
    }
    if (status == STATUS_OK) status = make_ranges(c, &analysis, error);
    analysis_free(&analysis);
    return status;
}

Status kind_plan(FarmCampaign *c, int64_t batch, const KindFiles *files, Error *error)
{
    (void)str_copy(str_from(c->words[0]), c->kind, sizeof c->kind);
    if (!str_copy(str_from(c->words[1]), c->game, sizeof c->game))
        return error_set(error, STATUS_BAD_INPUT, "there is no game '%.40s'", c->words[1]);
    if (is(c, "datagen")) return plan_data(c, batch, error);
    if (is(c, "match")) return plan_match(c, batch, error);
    if (is(c, "tune")) return plan_tune(c, batch, error);
    return plan_analysis(c, batch, files, error);
}

Status kind_test(const FarmCampaign *c, EloTest *test, Error *error)
{
    const char *alpha = value_of(c, "--alpha"), *beta = value_of(c, "--beta"), *bounds = value_of(c, "--sprt");
    *test = (EloTest){.alpha = 0.05, .beta = 0.05};
    if ((alpha && !str_to_double(str_from(alpha), &test->alpha)) ||
        (beta && !str_to_double(str_from(beta), &test->beta)))
        return error_set(error, STATUS_BAD_INPUT, "--alpha and --beta are numbers");
    Status status = elo_test_parse(test, bounds ? bounds : "", value_of(c, "--elo-model"), error);
    return status == STATUS_OK ? elo_test_check(test, error) : status;
}

/* ---- commands ---- */

static void add(KindCommand *command, const char *word)
{
    if (command->count < (int)(sizeof command->words / sizeof *command->words) - 1)
        command->words[command->count++] = (char *)word;
    command->words[command->count] = NULL;
}

/* A word that is made here. */
static const char *made(KindCommand *command, const char *text)
{
    size_t size = strlen(text) + 1;
    if (size > sizeof command->text - command->used) return "";
    char *at = command->text + command->used;
    memcpy(at, text, size);
    command->used += size;
    return at;
}

static void add_text(KindCommand *command, const char *option, const char *text)
{
    add(command, option);
    add(command, made(command, text));
}

static void add_number(KindCommand *command, const char *option, int64_t number)
{
    char text[NUMBER_MAX];
    (void)snprintf(text, sizeof text, "%" PRId64, number);
    add_text(command, option, text);
}

/* The campaign's words from `at` on, without one option and its value. */
static void add_words(KindCommand *command, const FarmCampaign *c, int at, const char *without)
{
    for (int i = at; i < c->word_count; i++) {
        if (without && strcmp(c->words[i], without) == 0) {
            i++;
            continue;
        }
        add(command, c->words[i]);
    }
}

static void begin_command(KindCommand *command, const FarmCampaign *c)
{
    command->count = 0;
    command->used = 0;
    add(command, "/proc/self/exe");
    add(command, c->kind);
    add(command, c->game);
}

static void add_data(KindCommand *command, const FarmCampaign *c, const char *path)
{
    add(command, made(command, path));
    add_words(command, c, 2, "--games");
}

/* The words of a kind that keeps a journal. `input`: what an analysis reads. */
static void add_journal(KindCommand *command, const FarmCampaign *c, const char *input, const char *journal)
{
    bool analysis = is(c, "analyse");
    if (analysis) add(command, input);
    add_words(command, c, analysis ? 3 : 2, NULL);
    add_text(command, "--journal", journal);
    add(command, "--quiet");
    if (is(c, "match") && c->fixed) add(command, "--no-times");
}

Status kind_command(const FarmCampaign *c, int64_t job, const char *shard, const char *known, KindCommand *out,
                    Error *error)
{
    int64_t first = 0, count = 0;
    if (job < 0 || job >= c->total) return error_set(error, STATUS_BAD_INPUT, "there is no job %" PRId64, job);
    farm_job_range(c, job, &first, &count);
    begin_command(out, c);
    if (kind_joins_data(c)) {
        add_data(out, c, shard);
        add_number(out, "--first", first);
        add_number(out, "--games", count);
        return STATUS_OK;
    }
    add_journal(out, c, c->ranges ? c->files[c->ranges[job].file].path : NULL, shard);
    add_number(out, "--first", first);
    add_number(out, "--count", count);
    if (kind_needs_codes(c)) add_text(out, "--known", known);
    return STATUS_OK;
}

bool kind_needs_codes(const FarmCampaign *c)
{
    return is(c, "tune");
}

bool kind_joins_data(const FarmCampaign *c)
{
    return is(c, "datagen");
}

Status kind_join_command(const FarmCampaign *c, const char *out_path, const char *joined, KindCommand *out,
                         Error *error)
{
    begin_command(out, c);
    if (kind_joins_data(c)) {
        add_data(out, c, out_path);
        add_text(out, "--join", joined);
    } else {
        add_journal(out, c, is(c, "analyse") ? c->words[2] : NULL, out_path);
        add_number(out, "--count", 0);
    }
    return out->count < FARM_COMMAND_WORDS_MAX ? STATUS_OK : error_set(error, STATUS_TOO_LARGE, "too many words");
}

bool kind_report_command(const FarmCampaign *c, const char *result, KindCommand *out, Error *error)
{
    if (!is(c, "match") && !is(c, "tune")) return false;
    if (kind_join_command(c, result, "", out, error) != STATUS_OK) return false;
    return true;
}
