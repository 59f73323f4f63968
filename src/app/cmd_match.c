/* yomi match GAME --engine ... --engine ...: engines against each other. */
#include "app/app.h"
#include "app/match/match.h"
#include "base/terminal.h"
#include "tool/args.h"

#include <string.h>

typedef struct MatchArgs {
    const char *game, *sprt, *model;
    ArgTexts engines, options;
    TimeControl control;
    int64_t plies, balance, balance_depth, seed;
    bool fail_on_fault;
    MatchConfig config;
    EngineSpec specs[TALLY_ENGINES_MAX];
} MatchArgs;

static Status parse(MatchArgs *a, int argc, char **argv, Error *error)
{
    MatchConfig *c = &a->config;
    DuelRules *r = &c->rules;
    const Arg table[] = {
        {"GAME", ARG_WORD, 0, 0, &a->game, true},
        {"--engine", ARG_MANY, 0, 0, &a->engines, false},
        {"--option", ARG_MANY, 0, 0, &a->options, false},
        {"--time", ARG_NUMBER, 0, 1LL << 40, &a->control.time_ms, false},
        {"--inc", ARG_NUMBER, 0, 1LL << 40, &a->control.increment_ms, false},
        {"--byoyomi", ARG_NUMBER, 0, 1LL << 40, &a->control.byoyomi_ms, false},
        {"--movetime", ARG_NUMBER, 0, 1LL << 40, &a->control.movetime_ms, false},
        {"--nodes", ARG_NUMBER, 0, 1LL << 40, &a->control.nodes, false},
        {"--depth", ARG_NUMBER, 0, 10000, &a->control.depth, false},
        {"--games", ARG_NUMBER, 1, 1 << 26, &c->games, false},
        {"--first", ARG_NUMBER, 0, 1 << 26, &c->first, false},
        {"--count", ARG_NUMBER, 0, 1 << 26, &c->count, false},
        {"--no-times", ARG_FLAG, 0, 0, &c->no_times, false},
        {"--gauntlet", ARG_FLAG, 0, 0, &c->gauntlet, false},
        {"--concurrency", ARG_NUMBER, 1, MATCH_TABLES_MAX, &c->tables, false},
        {"--openings", ARG_TEXT, 0, 0, &c->openings, false},
        {"--shuffle", ARG_FLAG, 0, 0, &c->shuffle, false},
        {"--random-plies", ARG_NUMBER, 0, OPENING_PLIES_MAX, &a->plies, false},
        {"--balance", ARG_NUMBER, 0, 30000, &a->balance, false},
        {"--balance-depth", ARG_NUMBER, 1, 100, &a->balance_depth, false},
        {"--seed", ARG_NUMBER, 0, INT64_MAX, &a->seed, false},
        {"--sprt", ARG_TEXT, 0, 0, &a->sprt, false},
        {"--elo-model", ARG_TEXT, 0, 0, &a->model, false},
        {"--alpha", ARG_REAL, 0, 0, &c->test.alpha, false},
        {"--beta", ARG_REAL, 0, 0, &c->test.beta, false},
        {"--margin", ARG_NUMBER, 0, 1 << 20, &r->margin_ms, false},
        {"--grace", ARG_NUMBER, 0, 1 << 20, &r->grace_ms, false},
        {"--timeout", ARG_NUMBER, 1, 1 << 30, &r->timeout_ms, false},
        {"--start-timeout", ARG_NUMBER, 1, 1 << 30, &c->start_ms, false},
        {"--max-plies", ARG_NUMBER, 0, YOMI_PLIES_MAX - 1, &r->max_plies, false},
        {"--resign-score", ARG_NUMBER, 0, 30000, &r->resign_score, false},
        {"--resign-moves", ARG_NUMBER, 0, 1000, &r->resign_moves, false},
        {"--draw-score", ARG_NUMBER, 0, 30000, &r->draw_score, false},
        {"--draw-moves", ARG_NUMBER, 0, 1000, &r->draw_moves, false},
        {"--draw-from", ARG_NUMBER, 0, YOMI_PLIES_MAX, &r->draw_from_ply, false},
        {"--faults-max", ARG_NUMBER, 0, 1 << 26, &c->faults_max, false},
        {"--fail-on-fault", ARG_FLAG, 0, 0, &a->fail_on_fault, false},
        {"--journal", ARG_TEXT, 0, 0, &c->journal, false},
        {"--json", ARG_TEXT, 0, 0, &c->json, false},
        {"--records", ARG_TEXT, 0, 0, &c->records, false},
        {"--quiet", ARG_FLAG, 0, 0, &c->quiet, false},
    };
    return args_parse(table, (int)(sizeof table / sizeof *table), argc, argv, error);
}

/* Name=Value pairs for the referee's rules. The texts are parts of argv, cut in two in place. */
static Status take_options(MatchArgs *a, Error *error)
{
    for (int i = 0; i < a->options.count; i++) {
        char *equals = strchr(a->options.items[i], '=');
        if (!equals || a->config.game_option_count >= MATCH_OPTIONS_MAX) {
            return error_set(error, STATUS_BAD_INPUT, "--option is Name=Value, at most %d of them, not '%s'",
                             MATCH_OPTIONS_MAX, a->options.items[i]);
        }
        *equals = '\0';
        a->config.game_options[a->config.game_option_count++] = (EngineOption){a->options.items[i], equals + 1};
    }
    return STATUS_OK;
}

static Status take_engines(MatchArgs *a, Error *error)
{
    MatchConfig *c = &a->config;
    c->engines = a->specs;
    for (int i = 0; i < a->engines.count; i++) {
        Error inner = {STATUS_OK, ""};
        if (c->engine_count >= TALLY_ENGINES_MAX) {
            return error_set(error, STATUS_TOO_LARGE, "more than %d engines", TALLY_ENGINES_MAX);
        }
        if (engine_spec_parse(&a->specs[i], a->engines.items[i], &a->control, &inner) != STATUS_OK) {
            return error_set(error, inner.status, "--engine %d: %.200s", i + 1, inner.text);
        }
        c->engine_count++;
    }
    return STATUS_OK;
}

static Status take_test(MatchArgs *a, Error *error)
{
    a->config.has_test = a->sprt != NULL;
    return elo_test_parse(&a->config.test, a->sprt ? a->sprt : "0,1", a->model, error);
}

static int play(MatchArgs *a)
{
    MatchConfig *c = &a->config;
    MatchReport report;
    Error error = {STATUS_OK, ""};
    Status status = match_run(c, &report, &error);
    if (report.tally.points && report.tally.played > 0) match_print(c->out, c, &report);
    uint64_t faults = 0;
    for (int i = 0; i < report.tally.engine_count; i++) faults += tally_faults(&report.tally.standings[i]);
    match_report_free(&report);
    if (status != STATUS_OK) return app_error("match", APP_FAILED, "%s", error.text);
    if (report.end == MATCH_INTERRUPTED) {
        return app_error("match", APP_FAILED, "stopped by a signal%s",
                         c->journal ? "; the same command goes on where it was" : "");
    }
    if (report.end == MATCH_FAULTS) return app_error("match", APP_FAILED, "stopped: %s", match_end_text(report.end));
    return a->fail_on_fault && faults > 0 ? APP_FAILED : APP_OK;
}

static int run(int argc, char **argv)
{
    MatchArgs a = {.balance_depth = 6,
                   .seed = 1,
                   .config = {.games = 100,
                              .count = -1,
                              .tables = 1,
                              .start_ms = 30000,
                              .test = {.alpha = 0.05, .beta = 0.05},
                              .rules = {.margin_ms = 50, .grace_ms = 5000, .timeout_ms = 120000},
                              .out = stdout}};
    Error error;
    Status status = parse(&a, argc, argv, &error);
    if (status == STATUS_OK) status = take_options(&a, &error);
    if (status == STATUS_OK) status = take_engines(&a, &error);
    if (status == STATUS_OK) status = take_test(&a, &error);
    a.config.is_part = a.config.count >= 0;
    if (status == STATUS_OK && a.config.first > 0 && !a.config.is_part) {
        status = error_set(&error, STATUS_BAD_INPUT, "--first goes with --count: how many games from there on");
    }
    int code = APP_USAGE;
    if (status == STATUS_OK) {
        a.config.game = a.game;
        a.config.dice = (OpeningDice){(int)a.plies, (int)a.balance, (int)a.balance_depth, (uint64_t)a.seed};
        a.config.live = terminal_is(STREAM_OUT) && !a.config.quiet;
        code = play(&a);
    } else {
        (void)app_error("match", code, "%s", error.text);
    }
    for (int i = 0; i < a.config.engine_count; i++) engine_spec_free(&a.specs[i]);
    return code;
}

const AppCommand app_match = {
    "match",
    "GAME --engine \"name=A ...\" --engine \"name=B ...\" [...]",
    "Play engines against each other and tell which is stronger.",
    "Engines (--engine, two or more), each a list of key=value words:\n"
    "  name=NAME  proto=internal|usi|nboard|gtp|gomocup  cmd='PROGRAM ARGUMENTS'  option.NAME=VALUE\n"
    "  dir=FOLDER  log=FILE (standard error)  restart=on (for every game)  untimed=on (GTP: is told no\n"
    "  time)  and any limit below without its dashes\n"
    "\n"
    "Limits, in milliseconds, for engines that do not give their own:\n"
    "  --time N --inc N --byoyomi N --movetime N --nodes N --depth N\n"
    "\n"
    "Games:\n"
    "  --games N            of each pair of engines (100)\n"
    "  --first N --count N  only these games of the match, counted from 0, and no verdict; --count 0: none, only the\n"
    "                       report of the journal\n"
    "  --gauntlet           the first engine against each other one, instead of all against all\n"
    "  --concurrency N      games at the same time (1)\n"
    "  --option NAME=VALUE  of the game, for referee and internal engines (Rule=renju)\n"
    "  --openings FILE [--shuffle]         one opening a line; both colours of each are played\n"
    "  --random-plies N [--balance CENTI] [--balance-depth N]   random openings, kept when even\n"
    "  --seed N             for shuffling and random openings (1)\n"
    "\n"
    "Verdict:\n"
    "  --sprt ELO0,ELO1 [--alpha 0.05] [--beta 0.05] [--elo-model logistic|normalised]\n"
    "\n"
    "Ends of games:\n"
    "  --resign-score N --resign-moves N   --draw-score N --draw-moves N --draw-from PLY   --max-plies N\n"
    "  --margin MS (50) may be late   --grace MS (5000) until it hangs   --timeout MS (120000) without a clock\n"
    "  --start-timeout MS (30000)     --faults-max N stop when an engine has more   --fail-on-fault\n"
    "\n"
    "Files:\n"
    "  --journal FILE       every finished game; the same command goes on from it\n"
    "  --no-times           leave out of it how long moves took: the same games, the same bytes\n"
    "  --records PATH       the games: a file whose name ends in .kif .ki2 .csa .ggf .wtb .sgf .psq, else plain\n"
    "                       text; or a folder, which gets a file a game\n"
    "  --json FILE  --quiet\n",
    NULL,
    run};
