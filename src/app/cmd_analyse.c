/* yomi analyse GAME PATH: what an engine thinks of every move of every game. */
#include "app/analyse/analyse.h"
#include "app/app.h"
#include "base/file.h"
#include "base/terminal.h"
#include "tool/args.h"

#include <stdio.h>

enum { OUTPUT_MAX = 1 << 30, USUAL_MS = 500 };

typedef struct Outputs {
    const char *csv, *json, *svg, *png, *annotate;
    int64_t mistake;
    bool quiet;
} Outputs;

static Status write_file(const char *path, const Buf *text, Error *error)
{
    return text->failed ? error_set(error, STATUS_TOO_LARGE, "the result is too large for %s", path)
                        : file_replace(path, buf_text(text), text->len, error);
}

static Status write_graph(const Analysis *analysis, const char *path, bool png, int mistake, Error *error)
{
    if (!path) return STATUS_OK;
    Buf image = buf_new(OUTPUT_MAX);
    Status status = analysis_graph(analysis, mistake, png, &image, error);
    if (status == STATUS_OK) status = write_file(path, &image, error);
    buf_free(&image);
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
        buf_clear(&text);
    }
    if (status == STATUS_OK && outputs->json) {
        analysis_json(analysis, game, mistake, &text);
        status = write_file(outputs->json, &text, error);
        buf_clear(&text);
    }
    if (status == STATUS_OK) status = write_graph(analysis, outputs->svg, false, mistake, error);
    if (status == STATUS_OK) status = write_graph(analysis, outputs->png, true, mistake, error);
    if (status == STATUS_OK && !outputs->quiet) {
        analysis_table(analysis, mistake, &text);
        app_print(stdout, buf_text(&text));
        if (text.failed) status = error_set(error, STATUS_NO_MEMORY, "no memory for the whole table");
    }
    buf_free(&text);
    return status;
}

static Status find_format(AnalyseConfig *config, const char *name, Error *error)
{
    config->format = name ? record_format_named(str_from(name)) : NULL;
    if (!name || config->format) return STATUS_OK;
    Buf known = buf_new(ERROR_TEXT_MAX / 2);
    for (size_t i = 0; record_format_at(i); i++) (void)buf_printf(&known, " %s", record_format_at(i)->name);
    (void)error_set(error, STATUS_BAD_INPUT, "there is no format '%.40s'; known:%s", name, buf_text(&known));
    buf_free(&known);
    return STATUS_BAD_INPUT;
}

static int report(const AnalyseConfig *config, Analysis *analysis, const Outputs *outputs)
{
    Error error = {STATUS_OK, ""};
    if (analysis->interrupted) {
        return app_error("analyse", APP_FAILED, "stopped by a signal after %zu of %zu positions%s", analysis->done,
                         analysis->positions, config->journal ? "; the same command goes on where it was" : "");
    }
    Status status = write_outputs(analysis, config->game, outputs, &error);
    if (status == STATUS_OK && outputs->annotate) {
        status = analysis_annotate(analysis, config->game, (int)outputs->mistake, outputs->annotate,
                                   file_kind(config->path) == FILE_FOLDER, &error);
    }
    if (status != STATUS_OK) return app_error("analyse", APP_FAILED, "%s", error.text);
    if (analysis->bad.len == 0) return APP_OK;
    return app_error("analyse", APP_FAILED, "passed over:\n%s", buf_text(&analysis->bad));
}

static int run(int argc, char **argv)
{
    AnalyseConfig config = {.workers = 1, .hash_mb = 16, .count = -1};
    Outputs outputs = {.mistake = 150};
    const char *format = NULL;
    const Arg table[] = {{"GAME", ARG_WORD, 0, 0, &config.game, true},
                         {"PATH", ARG_WORD, 0, 0, &config.path, true},
                         {"--movetime", ARG_NUMBER, 1, 1LL << 40, &config.movetime_ms, false},
                         {"--nodes", ARG_NUMBER, 1, 1LL << 50, &config.nodes, false},
                         {"--depth", ARG_NUMBER, 1, 1000, &config.depth, false},
                         {"--workers", ARG_NUMBER, 1, ANALYSE_WORKERS_MAX, &config.workers, false},
                         {"--hash", ARG_NUMBER, 1, 1 << 20, &config.hash_mb, false},
                         {"--first", ARG_NUMBER, 0, 1 << 20, &config.first, false},
                         {"--count", ARG_NUMBER, 0, 1 << 20, &config.count, false},
                         {"--rule", ARG_TEXT, 0, 0, &config.rule, false},
                         {"--format", ARG_TEXT, 0, 0, &format, false},
                         {"--skip-bad", ARG_FLAG, 0, 0, &config.skip_bad, false},
                         {"--mistake", ARG_NUMBER, 1, 30000, &outputs.mistake, false},
                         {"--journal", ARG_TEXT, 0, 0, &config.journal, false},
                         {"--csv", ARG_TEXT, 0, 0, &outputs.csv, false},
                         {"--json", ARG_TEXT, 0, 0, &outputs.json, false},
                         {"--svg", ARG_TEXT, 0, 0, &outputs.svg, false},
                         {"--png", ARG_TEXT, 0, 0, &outputs.png, false},
                         {"--annotate", ARG_TEXT, 0, 0, &outputs.annotate, false},
                         {"--quiet", ARG_FLAG, 0, 0, &outputs.quiet, false}};
    Error error = {STATUS_OK, ""};
    if (args_parse(table, (int)(sizeof table / sizeof *table), argc, argv, &error) != STATUS_OK ||
        find_format(&config, format, &error) != STATUS_OK) {
        return app_error("analyse", APP_USAGE, "%s", error.text);
    }
    config.is_part = config.count >= 0;
    if (config.first > 0 && !config.is_part) {
        return app_error("analyse", APP_USAGE, "--first goes with --count: how many games from there on");
    }
    if (config.movetime_ms == 0 && config.nodes == 0 && config.depth == 0) config.movetime_ms = USUAL_MS;
    config.progress = terminal_is(STREAM_ERROR) && !outputs.quiet;
    Analysis analysis;
    int code = analyse_run(&config, &analysis, &error) == STATUS_OK
                   ? report(&config, &analysis, &outputs)
                   : app_error("analyse", APP_FAILED, "%s", error.text);
    analysis_free(&analysis);
    return code;
}

const AppCommand app_analyse = {
    "analyse",
    "GAME PATH [--movetime MS | --nodes N | --depth D] [...]",
    "Find the mistakes in games, or the best moves of positions.",
    "PATH is a record, a folder of records, or a file with one game or position a line (\"startpos moves ...\", a\n"
    "transcript, a position in the game's text). Formats: kif, ki2, csa (shogi); ggf, wthor, obf, transcript\n"
    "(Othello); sgf, psq (gomoku). Prints a table: the move played, the best move, the score for the side to move,\n"
    "what the move lost; and each side's mean loss. PATH - is the standard input; `analyze` is the same command.\n"
    "\n"
    "  --movetime MS  --nodes N  --depth D   for each position (--movetime 500)\n"
    "  --workers N      positions at the same time (1); the result does not depend on it\n"
    "  --hash MB        for each worker (16)\n"
    "  --first N --count N   search only these games, counted from 0 in the order in which they are read\n"
    "  --rule R         the rule set, for games that have several; otherwise as the record says\n"
    "  --format F       read files as this, whatever their names and looks\n"
    "  --skip-bad       pass over games that cannot be read and name them at the end\n"
    "  --mistake N      centi-units from which a loss is marked ? (150); twice as much is ??\n"
    "  --journal FILE   every finished position; the same command goes on from it\n"
    "  --annotate PATH  the records with scores and better lines as comments: a file, or for a folder a folder\n"
    "  --svg FILE  --png FILE   graphs of the score with the mistakes marked\n"
    "  --csv FILE  --json FILE  --quiet (no table)\n",
    NULL,
    run};
