/* Threat problems (gomoku/problem.h): does the side to move win by force? */
#include "app/app.h"
#include "app/solve.h"
#include "gomoku/problem.h"
#include "yomi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Answer {
    yomi_proof proof;
    int length;
    char *line; /* owned; NULL when there was no memory */
    uint64_t nodes;
    int64_t ms;
} Answer;

typedef struct Totals {
    uint64_t nodes;
    int64_t ms;
    int tried, won, none;
} Totals;

static void on_result(void *context, const yomi_result *result)
{
    Answer *answer = context;
    answer->proof = result->proof;
    answer->length = result->win_in;
    answer->nodes = result->nodes;
    answer->ms = result->time_ms;
    answer->line = result->proof == YOMI_PROOF_WIN ? strdup(result->pv) : NULL;
}

static yomi_status solve_problem(yomi_engine *engine, const Problem *problem, int64_t ms, Answer *answer,
                                 yomi_error *error)
{
    Buf text = buf_new(1 << 12);
    position_format(&problem->position, &text);
    yomi_limits limits = YOMI_LIMITS_INIT;
    yomi_callbacks callbacks = {.result = on_result, .context = answer};
    limits.mate = MAX_DEPTH;
    if (ms > 0) limits.movetime_ms = ms;
    yomi_status status = yomi_new_game(engine, error);
    if (status == YOMI_OK) status = yomi_set_position(engine, buf_text(&text), NULL, 0, error);
    if (status == YOMI_OK) status = yomi_go(engine, &limits, &callbacks, error);
    if (status == YOMI_OK) yomi_wait(engine);
    buf_free(&text);
    return status;
}

static void print_answer(int number, const Problem *problem, const Answer *answer, Totals *totals)
{
    totals->tried++;
    totals->nodes += answer->nodes;
    totals->ms += answer->ms;
    totals->won += answer->proof == YOMI_PROOF_WIN;
    totals->none += answer->proof == YOMI_PROOF_NO_WIN;
    (void)printf("%4d  %-12s ", number, problem->label);
    if (answer->proof == YOMI_PROOF_WIN)
        (void)printf("won in %d: %s", answer->length, answer->line ? answer->line : "");
    else
        (void)printf("%s", answer->proof == YOMI_PROOF_NO_WIN ? "no win by threats" : "not solved");
    (void)printf("  nodes %llu  time %.3f s\n", (unsigned long long)answer->nodes, (double)answer->ms / 1000);
    (void)fflush(stdout);
}

static int solve_lines(yomi_engine *engine, const SolveOptions *options, const char *path, Str text, Totals *totals)
{
    int line_number = 0, number = 0;
    while (text.len > 0) {
        Answer answer = {.line = NULL};
        Problem problem;
        Error bad;
        yomi_error error;
        Status status = problem_parse(str_until(&text, '\n'), &problem, &bad);
        line_number++;
        if (status == STATUS_NOT_FOUND) continue;
        if (status != STATUS_OK) return app_error("solve", APP_FAILED, "%s:%d: %s", path, line_number, bad.text);
        number++;
        if (number < options->first || (options->count && totals->tried >= options->count)) continue;
        if (solve_problem(engine, &problem, options->time_ms, &answer, &error) != YOMI_OK)
            return app_error("solve", APP_FAILED, "%s:%d: %s", path, line_number, error.text);
        print_answer(number, &problem, &answer, totals);
        free(answer.line);
    }
    return APP_OK;
}

int solve_gomoku(const SolveOptions *options, const char *path, Str text)
{
    yomi_engine *engine = NULL;
    yomi_error error;
    Totals totals = {0};
    char threads[24], hash[24];
    (void)snprintf(threads, sizeof threads, "%lld", (long long)options->threads);
    (void)snprintf(hash, sizeof hash, "%lld", (long long)options->hash_mb);
    int code = APP_FAILED;
    if (yomi_open("gomoku", &engine, &error) != YOMI_OK ||
        yomi_set_option(engine, "Threads", threads, &error) != YOMI_OK ||
        yomi_set_option(engine, "Hash", hash, &error) != YOMI_OK)
        (void)app_error("solve", APP_FAILED, "%s", error.text);
    else
        code = solve_lines(engine, options, path, text, &totals);
    yomi_close(engine);
    if (code != APP_OK) return code;
    (void)printf("solved %d of %d  no win %d  nodes %llu  time %.3f s\n", totals.won, totals.tried, totals.none,
                 (unsigned long long)totals.nodes, (double)totals.ms / 1000);
    return totals.won == totals.tried ? APP_OK : APP_FAILED;
}
