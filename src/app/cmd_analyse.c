/* yomi analyse GAME FILE: what an engine thinks of every move of every game. */
#include "app/analyse/analyse.h"
#include "app/app.h"
#include "app/args.h"
#include "base/file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { OUTPUT_MAX = 1 << 30 };

typedef struct Outputs {
    const char *csv, *json, *svg;
    int64_t mistake;
    bool quiet;
} Outputs;

static Status write_file(const char *path, Buf *text, Error *error)
{
    Status status = text->failed ? error_set(error, STATUS_TOO_LARGE, "the result is too large for %s", path)
                                 : file_replace(path, buf_text(text), text->len, error);
    buf_free(text);
    return status;
}

static Status write_outputs(const Analysis *analysis, const char *game, const Outputs *outputs, Error *error)
{
    Status status = STATUS_OK;
    int mistake = (int)outputs->mistake;
    Buf text = buf_new(OUTPUT_MAX);
    if (outputs->csv) {
        analysis_csv(analysis, mistake, &text);
        status = write_file(outputs->csv, &text, error);
    }
    if (status == STATUS_OK && outputs->json) {
        analysis_json(analysis, game, mistake, &text);
        status = write_file(outputs->json, &text, error);
    }
    if (status == STATUS_OK && outputs->svg) {
        analysis_svg(analysis, mistake, &text);
        status = write_file(outputs->svg, &text, error);
    }
    if (status == STATUS_OK && !outputs->quiet) {
        analysis_table(analysis, mistake, &text);
        (void)fputs(buf_text(&text), stdout);
    }
    buf_free(&text);
    return status;
}

static int run(int argc, char **argv)
{
    AnalyseConfig config = {.workers = 1, .hash_mb = 16};
    Outputs outputs = {.mistake = 150};
    const char *rule = NULL;
    const Arg table[] = {{"GAME", ARG_WORD, 0, 0, &config.game, true},
                         {"FILE", ARG_WORD, 0, 0, &config.file, true},
                         {"--movetime", ARG_NUMBER, 1, 1LL << 40, &config.movetime_ms, false},
                         {"--nodes", ARG_NUMBER, 1, 1LL << 50, &config.nodes, false},
                         {"--depth", ARG_NUMBER, 1, 1000, &config.depth, false},
                         {"--workers", ARG_NUMBER, 1, ANALYSE_WORKERS_MAX, &config.workers, false},
                         {"--hash", ARG_NUMBER, 1, 1 << 20, &config.hash_mb, false},
                         {"--rule", ARG_TEXT, 0, 0, &rule, false},
                         {"--mistake", ARG_NUMBER, 1, 30000, &outputs.mistake, false},
                         {"--journal", ARG_TEXT, 0, 0, &config.journal, false},
                         {"--csv", ARG_TEXT, 0, 0, &outputs.csv, false},
                         {"--json", ARG_TEXT, 0, 0, &outputs.json, false},
                         {"--svg", ARG_TEXT, 0, 0, &outputs.svg, false},
                         {"--quiet", ARG_FLAG, 0, 0, &outputs.quiet, false}};
    Error error = {STATUS_OK, ""};
    if (args_parse(table, (int)(sizeof table / sizeof *table), argc, argv, &error) != STATUS_OK) {
        return app_error("analyse", APP_USAGE, "%s", error.text);
    }
    SpecOption option = {"Rule", rule};
    config.options = &option;
    config.option_count = rule ? 1 : 0;
    config.progress = isatty(STDERR_FILENO) && !outputs.quiet;
    Analysis analysis;
    Status status = analyse_run(&config, &analysis, &error);
    bool whole = status == STATUS_OK && !analysis.interrupted;
    if (whole) status = write_outputs(&analysis, config.game, &outputs, &error);
    size_t done = analysis.done, positions = analysis.positions;
    analysis_free(&analysis);
    if (status != STATUS_OK) return app_error("analyse", APP_FAILED, "%s", error.text);
    if (whole) return APP_OK;
    return app_error("analyse", APP_FAILED, "stopped by a signal after %zu of %zu positions%s", done, positions,
                     config.journal ? "; the same command goes on where it was" : "");
}

const AppCommand app_analyse = {
    "analyse", "GAME FILE (--movetime MS | --nodes N | --depth D) [...]",
    "Find the mistakes in games, or the best moves of positions.",
    "FILE has one game or position a line: \"startpos moves ...\", a transcript, or a position in the game's text.\n"
    "Prints a table: the move played, the best move, the score for the side to move, what the move lost.\n"
    "\n"
    "  --workers N      positions at the same time (1); the result does not depend on it\n"
    "  --hash MB        for each worker (16)\n"
    "  --rule R         the rule set, for games that have several\n"
    "  --mistake N      centi-units from which a loss is marked ? (150); twice as much is ??\n"
    "  --journal FILE   every finished position; the same command goes on from it\n"
    "  --csv FILE  --json FILE  --svg FILE (a graph with the mistakes marked)  --quiet (no table)\n",
    run};
