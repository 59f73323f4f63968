/* yomi solve GAME FILE: solves the positions of a file one after the other and compares with the answers in it. */
#include "app/app.h"
#include "base/file.h"
#include "tool/args.h"
#include "tool/game_tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 64 << 20, FORCED = -1 };

typedef struct Job {
    const char *name;
    const SolveGame *game;
    const SolveOptions *options;
    yomi_engine *engine;
    int tried, won, open, longer, wrong;
    uint64_t nodes;
    int64_t ms;
} Job;

static yomi_status open_engine(Job *job, yomi_error *error)
{
    char threads[24], hash[24];
    (void)snprintf(threads, sizeof threads, "%lld", (long long)job->options->threads);
    (void)snprintf(hash, sizeof hash, "%lld", (long long)job->options->hash_mb);
    yomi_status status = yomi_open(job->name, &job->engine, error);
    if (status == YOMI_OK) status = yomi_set_option(job->engine, "Threads", threads, error);
    if (status == YOMI_OK) status = yomi_set_option(job->engine, "Hash", hash, error);
    if (status == YOMI_OK && job->options->win_loss_draw) {
        status = yomi_set_option(job->engine, "WinLossDraw", "true", error); /* a game without it says so */
    }
    if (status == YOMI_OK && job->game->set_up) status = job->game->set_up(job->engine, job->options, error);
    if (status == YOMI_OK) status = yomi_ready(job->engine, error);
    return status;
}

static yomi_status ask(const Job *job, const char *position, SearchAnswer *answer, yomi_error *error)
{
    yomi_limits limits = YOMI_LIMITS_INIT;
    if (job->game->forced) limits.mate = FORCED;
    if (job->options->time_ms > 0) limits.movetime_ms = job->options->time_ms;
    yomi_status status = yomi_new_game(job->engine, error);
    if (status == YOMI_OK) status = yomi_set_position(job->engine, position, NULL, 0, error);
    if (status == YOMI_OK) status = answer_search(job->engine, &limits, answer, error);
    return status;
}

static void tell(Job *job, int number, const SolveProblem *problem, const SearchAnswer *answer)
{
    static const char *const words[] = {
        [SOLVE_OPEN] = "  not solved", [SOLVE_DONE] = "", [SOLVE_RIGHT] = "  right", [SOLVE_WRONG] = "  WRONG"};
    SolveVerdict verdict = job->game->judge(job->options, problem, answer);
    char what[64] = "";
    job->tried++;
    job->won += answer->proof == YOMI_PROOF_WIN;
    job->open += verdict == SOLVE_OPEN;
    job->wrong += verdict == SOLVE_WRONG;
    job->longer += problem->answer > 0 && answer->proof == YOMI_PROOF_WIN && answer->win_in > problem->answer;
    job->nodes += answer->nodes;
    job->ms += answer->time_ms;
    job->game->tell(answer, what, sizeof what);
    (void)printf("%4d  ", number);
    app_print(stdout, problem->label);
    (void)printf("%s%-12s nodes %12llu  time %8.3f s%s", problem->label[0] ? "  " : "", what,
                 (unsigned long long)answer->nodes, (double)answer->time_ms / 1000, words[verdict]);
    bool told = answer->proof == YOMI_PROOF_WIN && answer->line;
    (void)printf("%s%s\n", told ? "  " : "", told ? answer->line : "");
    (void)fflush(stdout);
}

static int solve_lines(Job *job, const char *path, Str text)
{
    int number = 0;
    for (int line = 1; text.len > 0; line++) {
        SolveProblem problem = {.answer = 0};
        SearchAnswer answer = {.line = NULL};
        Error error;
        yomi_error why;
        Status status = job->game->read(str_until(&text, '\n'), &problem, &error);
        if (status == STATUS_NOT_FOUND) continue;
        if (status != STATUS_OK) return app_error("solve", APP_FAILED, "%s:%d: %s", path, line, error.text);
        number++;
        if (number < job->options->first || (job->options->count && job->tried >= job->options->count)) continue;
        if (ask(job, problem.position, &answer, &why) != YOMI_OK) {
            return app_error("solve", APP_FAILED, "%s:%d: %s", path, line, why.text);
        }
        tell(job, number, &problem, &answer);
        answer_free(&answer);
    }
    return APP_OK;
}

static int print_sums(const Job *job, int code)
{
    double seconds = (double)job->ms / 1000;
    (void)printf("positions %d\n", job->tried);
    if (job->game->forced) (void)printf("won %d\nlonger than listed %d\n", job->won, job->longer);
    (void)printf("nodes %llu\ntime %.3f\nnps %.0f\nnot solved %d\nwrong %d\n", (unsigned long long)job->nodes, seconds,
                 seconds > 0 ? (double)job->nodes / seconds : 0.0, job->open, job->wrong);
    return code == APP_OK && (job->wrong || job->open) ? APP_FAILED : code;
}

static int solve_file(const GameTools *tools, const SolveOptions *options, const char *path)
{
    Job job = {.name = tools->game, .game = tools->solve, .options = options};
    Error error;
    yomi_error why;
    Buf text = buf_new(FILE_MAX);
    int code = APP_FAILED;
    if (file_read(path, &text, &error) != STATUS_OK)
        (void)app_error("solve", APP_FAILED, "%s", error.text);
    else if (open_engine(&job, &why) != YOMI_OK)
        (void)app_error("solve", APP_FAILED, "%s", why.text);
    else
        code = print_sums(&job, solve_lines(&job, path, buf_view(&text)));
    yomi_close(job.engine);
    buf_free(&text);
    return code;
}

static int run(int argc, char **argv)
{
    SolveOptions options = {.threads = 1, .hash_mb = 256};
    const char *game = NULL, *path = NULL;
    const Arg table[] = {{"GAME", ARG_WORD, 0, 0, &game, true},
                         {"FILE", ARG_WORD, 0, 0, &path, true},
                         {"--threads", ARG_NUMBER, 1, 256, &options.threads, false},
                         {"--hash", ARG_NUMBER, 1, 1 << 20, &options.hash_mb, false},
                         {"--first", ARG_NUMBER, 1, 1000000000, &options.first, false},
                         {"--count", ARG_NUMBER, 1, 1000000000, &options.count, false},
                         {"--time", ARG_NUMBER, 1, 1000000000, &options.time_ms, false},
                         {"--any", ARG_FLAG, 0, 0, &options.any, false},
                         {"--wld", ARG_FLAG, 0, 0, &options.win_loss_draw, false}};
    Error error;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK)
        return app_error("solve", APP_USAGE, "%s", error.text);
    for (int i = 0; game_tools[i]; i++) {
        bool named = game_tools[i]->solve && strcmp(game, game_tools[i]->game) == 0;
        if (named) return solve_file(game_tools[i], &options, path);
    }
    return app_error("solve", APP_USAGE, "nothing to solve positions of '%s' with", game);
}

static void help_of_games(void)
{
    for (int i = 0; game_tools[i]; i++) {
        if (game_tools[i]->solve) (void)fputs(game_tools[i]->solve->help, stdout);
    }
}

const AppCommand app_solve = {
    "solve",
    "GAME FILE [--threads N] [--hash MB] [--first N] [--count N] [--time MS] [--any] [--wld]",
    "Solve the positions of a file.",
    "What the file says and is contradicted, and what is not solved, is an error in the exit code.\n",
    help_of_games,
    run};
