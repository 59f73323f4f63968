/* yomi tune GAME PATTERN...: better values for the parameters of a search, by self-play. */
#include "app/app.h"
#include "app/tune/tune.h"
#include "base/file.h"
#include "base/terminal.h"
#include "tool/args.h"

#include <stdio.h>
#include <string.h>

enum { OUTPUT_MAX = 1 << 28 };

typedef struct TuneArgs {
    ArgTexts patterns, options;
    const char *json, *svg, *png, *known, *engine_text;
    EngineSpec engine; /* of --engine */
    TuneOffers offers;
    double rate;
    int64_t iterations, plies, balance, balance_depth, seed;
    bool list, quiet;
    char hash[24];
    TuneConfig config;
} TuneArgs;

static Status parse(TuneArgs *a, int argc, char **argv, Error *error)
{
    TuneConfig *c = &a->config;
    const Arg table[] = {
        {"GAME", ARG_WORD, 0, 0, &c->game, true},
        {"--tune", ARG_MANY, 0, 0, &a->patterns, false},
        {"--engine", ARG_TEXT, 0, 0, &a->engine_text, false},
        {"--start-timeout", ARG_NUMBER, 1, 1LL << 32, &c->start_ms, false},
        {"--list", ARG_FLAG, 0, 0, &a->list, false},
        {"--option", ARG_MANY, 0, 0, &a->options, false},
        {"--iterations", ARG_NUMBER, 1, TUNE_GAMES_MAX / 2, &a->iterations, false},
        {"--pairs", ARG_NUMBER, 1, 1 << 16, &c->pairs, false},
        {"--rate", ARG_REAL, 0, 0, &a->rate, false},
        {"--time", ARG_NUMBER, 0, 1LL << 40, &c->control.time_ms, false},
        {"--inc", ARG_NUMBER, 0, 1LL << 40, &c->control.increment_ms, false},
        {"--movetime", ARG_NUMBER, 0, 1LL << 40, &c->control.movetime_ms, false},
        {"--nodes", ARG_NUMBER, 0, 1LL << 40, &c->control.nodes, false},
        {"--depth", ARG_NUMBER, 0, 10000, &c->control.depth, false},
        {"--hash", ARG_NUMBER, 1, 1 << 20, &c->hash_mb, false},
        {"--first", ARG_NUMBER, 0, TUNE_GAMES_MAX, &c->first, false},
        {"--count", ARG_NUMBER, 0, TUNE_GAMES_MAX, &c->count, false},
        {"--known", ARG_TEXT, 0, 0, &a->known, false},
        {"--concurrency", ARG_NUMBER, 1, WORKERS_MAX, &c->tables, false},
        {"--openings", ARG_TEXT, 0, 0, &c->openings, false},
        {"--random-plies", ARG_NUMBER, 0, OPENING_PLIES_MAX, &a->plies, false},
        {"--balance", ARG_NUMBER, 0, 30000, &a->balance, false},
        {"--balance-depth", ARG_NUMBER, 1, 100, &a->balance_depth, false},
        {"--seed", ARG_NUMBER, 0, INT64_MAX, &a->seed, false},
        {"--max-plies", ARG_NUMBER, 0, YOMI_PLIES_MAX - 1, &c->rules.max_plies, false},
        {"--resign-score", ARG_NUMBER, 0, 30000, &c->rules.resign_score, false},
        {"--resign-moves", ARG_NUMBER, 0, 1000, &c->rules.resign_moves, false},
        {"--margin", ARG_NUMBER, 0, 1 << 20, &c->rules.margin_ms, false},
        {"--journal", ARG_TEXT, 0, 0, &c->journal, false},
        {"--json", ARG_TEXT, 0, 0, &a->json, false},
        {"--svg", ARG_TEXT, 0, 0, &a->svg, false},
        {"--png", ARG_TEXT, 0, 0, &a->png, false},
        {"--quiet", ARG_FLAG, 0, 0, &a->quiet, false},
    };
    return args_parse(table, (int)(sizeof table / sizeof *table), argc, argv, error);
}

/* Options for both engines: Name=Value, cut in two in place. */
static Status take_options(TuneArgs *a, yomi_engine *engine, Error *error)
{
    TuneConfig *c = &a->config;
    (void)snprintf(a->hash, sizeof a->hash, "%lld", (long long)c->hash_mb);
    c->options[c->option_count++] = (EngineOption){"Hash", a->hash};
    for (int i = 0; i < a->options.count; i++) {
        char *equals = strchr(a->options.items[i], '=');
        if (!equals || c->option_count >= TUNE_OPTIONS_MAX) {
            return error_set(error, STATUS_BAD_INPUT, "--option is Name=Value, at most %d of them, not '%s'",
                             TUNE_OPTIONS_MAX - 1, a->options.items[i]);
        }
        *equals = '\0';
        c->options[c->option_count++] = (EngineOption){a->options.items[i], equals + 1};
    }
    yomi_error inner;
    for (int i = 0; i < c->option_count; i++) {
        if (yomi_set_option(engine, c->options[i].name, c->options[i].value, &inner) == YOMI_OK) continue;
        return error_set(error, STATUS_BAD_INPUT, "%s", inner.text);
    }
    return STATUS_OK;
}

/* Another engine than this program's, as in `yomi match`; its limits are those of the command unless it has its own. */
static Status take_engine(TuneArgs *a, Error *error)
{
    TuneConfig *c = &a->config;
    Buf text = buf_new(ENGINE_SPEC_TEXT_MAX);
    TimeControl control = c->control;
    if (a->list && !time_control_given(&control)) control.depth = 1; /* it is only asked for its options */
    Status status = STATUS_TOO_LARGE;
    if (buf_printf(&text, "name=tuned %s", a->engine_text)) {
        status = engine_spec_parse(&a->engine, buf_text(&text), &control, error);
    } else {
        (void)error_set(error, status, "longer than %d bytes", ENGINE_SPEC_TEXT_MAX);
    }
    buf_free(&text);
    if (status != STATUS_OK) return status;
    c->engine = &a->engine;
    c->engine_text = a->engine_text;
    c->control = a->engine.control;
    const char *why = player_refuses(&a->engine, c->game);
    return why ? error_set(error, STATUS_BAD_INPUT, "engine %s: %s", a->engine.name, why) : STATUS_OK;
}

static Status look_for_offers(TuneArgs *a, yomi_engine *engine, Error *error)
{
    if (!a->engine_text) return tune_offers_own(&a->offers, engine, error);
    Status status = take_engine(a, error);
    return status == STATUS_OK ? tune_offers_ask(&a->offers, &a->engine, a->config.start_ms, error) : status;
}

static Status take_params(TuneArgs *a, Error *error)
{
    Spsa *spsa = &a->config.spsa;
    spsa->iterations = a->iterations;
    spsa->seed = (uint64_t)a->seed;
    spsa->rate = a->rate > 0 ? a->rate : spsa_usual_rate(a->iterations, a->config.pairs);
    if (a->patterns.count == 0) {
        return error_set(error, STATUS_BAD_INPUT, "--tune is missing; --list shows what can be tuned");
    }
    for (int i = 0; i < a->patterns.count; i++) {
        Status status = tune_add_params(spsa, &a->offers, a->patterns.items[i], error);
        if (status != STATUS_OK) return status;
    }
    return STATUS_OK;
}

static Status write_plot(const TuneReport *report, const char *path, bool png, Error *error)
{
    if (!path) return STATUS_OK;
    Buf image = buf_new(OUTPUT_MAX);
    Status status = tune_plot(report, png, &image, error);
    if (status == STATUS_OK) status = file_replace(path, buf_text(&image), image.len, error);
    buf_free(&image);
    return status;
}

static Status write_outputs(const TuneArgs *a, const TuneReport *report, Error *error)
{
    Status status = STATUS_OK;
    Buf text = buf_new(OUTPUT_MAX);
    tune_print(report, &text);
    (void)fputs(buf_text(&text), stdout);
    buf_clear(&text);
    if (a->json) {
        tune_json(&a->config, report, &text);
        status = file_replace(a->json, buf_text(&text), text.len, error);
    }
    buf_free(&text);
    if (status == STATUS_OK) status = write_plot(report, a->svg, false, error);
    if (status == STATUS_OK) status = write_plot(report, a->png, true, error);
    return status;
}

static int tune(TuneArgs *a)
{
    TuneReport report;
    Error error = {STATUS_OK, ""};
    Status status = tune_run(&a->config, &report, &error);
    if (status == STATUS_OK) status = write_outputs(a, &report, &error);
    tune_report_free(&report);
    if (status != STATUS_OK) return app_error("tune", APP_FAILED, "%s", error.text);
    if (!report.interrupted) return APP_OK;
    return app_error("tune", APP_FAILED, "stopped by a signal%s",
                     a->config.journal ? "; the same command goes on where it was" : "");
}

static void print_list(const TuneOffers *offers)
{
    Buf list = buf_new(1 << 20);
    tune_list(offers, &list);
    (void)fputs(buf_text(&list), stdout);
    buf_free(&list);
}

static Status read_known(TuneArgs *a, Buf *text, Error *error)
{
    a->config.is_part = a->config.count >= 0;
    if ((a->config.first > 0 || a->known) && !a->config.is_part) {
        return error_set(error, STATUS_BAD_INPUT, "--first and --known go with --count: how many games from there on");
    }
    if (!a->known) return STATUS_OK;
    Status status = file_read(a->known, text, error);
    while (text->len > 0 && text->data[text->len - 1] == '\n') text->data[--text->len] = '\0';
    a->config.known = buf_text(text);
    return status;
}

static int run(int argc, char **argv)
{
    TuneArgs a = {.iterations = 1000,
                  .seed = 1,
                  .balance_depth = 4,
                  .config = {.pairs = 1,
                             .count = -1,
                             .tables = 1,
                             .hash_mb = 8,
                             .start_ms = 30000,
                             .rules = {.margin_ms = 50, .grace_ms = 5000, .timeout_ms = 120000}}};
    Error error;
    if (parse(&a, argc, argv, &error) != STATUS_OK) return app_error("tune", APP_USAGE, "%s", error.text);
    yomi_engine *engine = NULL;
    yomi_error inner;
    if (yomi_open(a.config.game, &engine, &inner) != YOMI_OK) {
        return app_error("tune", APP_USAGE, "%s", inner.text);
    }
    Status status = a.list ? STATUS_OK : take_options(&a, engine, &error);
    if (status == STATUS_OK) status = look_for_offers(&a, engine, &error);
    if (status == STATUS_OK && a.list) print_list(&a.offers);
    if (status == STATUS_OK && !a.list) status = take_params(&a, &error);
    yomi_close(engine);
    tune_offers_free(&a.offers);
    if (status != STATUS_OK || a.list) {
        engine_spec_free(&a.engine);
        return status == STATUS_OK ? APP_OK : app_error("tune", APP_USAGE, "%s", error.text);
    }
    Buf known = buf_new(TUNE_GAMES_MAX);
    if (read_known(&a, &known, &error) != STATUS_OK) {
        buf_free(&known);
        engine_spec_free(&a.engine);
        return app_error("tune", APP_USAGE, "%s", error.text);
    }
    a.config.dice = (OpeningDice){(int)a.plies, (int)a.balance, (int)a.balance_depth, (uint64_t)a.seed};
    a.config.progress = terminal_is(STREAM_ERROR) && !a.quiet;
    a.config.out = a.quiet || a.config.progress ? NULL : stdout;
    int code = tune(&a);
    buf_free(&known);
    engine_spec_free(&a.engine);
    return code;
}

const AppCommand app_tune = {
    "tune",
    "GAME --tune PATTERN [--tune ...] (--nodes N | --depth D | --movetime MS | --time MS) [...]",
    "Find better values for parameters of the search by self-play (SPSA).",
    "  --list               the parameters of the game that can be tuned, with their ranges\n"
    "  --tune PATTERN       NAME, a pattern such as 'Shogi*Margin', NAME=MIN,MAX or NAME=MIN,MAX,STEP; several times\n"
    "  --engine 'cmd=\"PROGRAM ARGUMENTS\" option.NAME=VALUE'   tune another engine that speaks USI, described as for "
    "`yomi\n"
    "                       match`, from its announced numbers; one that it does not announce needs a start "
    "(option.NAME=\n"
    "                       VALUE) and a range. --start-timeout MS (30000)\n"
    "  --iterations N       (1000), each of --pairs N pairs of games (1) with the same opening and swapped colours\n"
    "  --rate R             gain of the last iteration; usually 0.35 / sqrt(all pairs)\n"
    "\n"
    "Limits of both sides: --nodes N --depth D --movetime MS --time MS --inc MS   --hash MB (8)\n"
    "  --option NAME=VALUE  of the game and both engines (Rule=renju, EvalFile=...)\n"
    "  --concurrency N      games at the same time (1); at most two a pair of an iteration\n"
    "  --openings FILE, or --random-plies N [--balance CENTI] [--balance-depth N]   --seed N (1)\n"
    "  --resign-score N --resign-moves N   --max-plies N   --margin MS (50) may be late\n"
    "\n"
    "  --journal FILE       every finished game; the same command goes on from it\n"
    "  --first N --count N  only these games of the next iteration, counted from 0 (a part for another machine);\n"
    "  --known FILE         the results of all games before: a digit each, points + 3 for a fault\n"
    "  --json FILE          the values and their course   --svg FILE  --png FILE  a plot of the course   --quiet\n"
    "\n"
    "Ends in a table and a line of options for `yomi match`, which alone can say whether the new values are better.\n",
    NULL,
    run};
