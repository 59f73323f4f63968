#include "app/app.h"
#include "app/solve.h"
#include "record/obf.h"
#include "yomi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITION_TEXT_MAX = 256, CENTI = 100 };

typedef struct Totals {
    uint64_t nodes;
    int64_t ms;
    int solved, wrong;
} Totals;

typedef struct Answer {
    char best[YOMI_MOVE_TEXT_MAX];
    int score;
    uint64_t nodes;
    int64_t ms;
    bool exact;
} Answer;

static void on_result(void *context, const yomi_result *result)
{
    Answer *answer = context;
    (void)snprintf(answer->best, sizeof answer->best, "%s", result->best);
    answer->score = result->score / CENTI;
    answer->nodes = result->nodes;
    answer->ms = result->time_ms;
    answer->exact = result->selectivity == 100 && result->bound == YOMI_BOUND_EXACT;
}

static yomi_status solve_position(yomi_engine *engine, Str position, Answer *answer, yomi_error *error)
{
    char text[POSITION_TEXT_MAX];
    if (!str_copy(position, text, sizeof text)) {
        (void)snprintf(error->text, sizeof error->text, "the position is too long");
        return error->status = YOMI_BAD_INPUT;
    }
    yomi_limits limits = YOMI_LIMITS_INIT;
    yomi_callbacks callbacks = {.result = on_result, .context = answer};
    yomi_status status = yomi_new_game(engine, error);
    if (status == YOMI_OK) status = yomi_set_position(engine, text, NULL, 0, error);
    if (status == YOMI_OK) status = yomi_go(engine, &limits, &callbacks, error);
    if (status == YOMI_OK) yomi_wait(engine);
    return status;
}

static void print_answer(int number, const Obf *obf, const Answer *answer, Totals *totals)
{
    int expected = 0;
    const char *verdict = "";
    if (obf_best(obf, &expected)) verdict = expected == answer->score ? "  right" : "  WRONG";
    if (!answer->exact) verdict = "  not solved";
    totals->solved++;
    totals->wrong += strcmp(verdict, "  WRONG") == 0 || !answer->exact;
    totals->nodes += answer->nodes;
    totals->ms += answer->ms;
    (void)printf("%3d  %-4s %+3d  nodes %12llu  time %8.3f s%s\n", number, answer->best, answer->score,
                 (unsigned long long)answer->nodes, (double)answer->ms / 1000, verdict);
    (void)fflush(stdout);
}

static int solve_lines(yomi_engine *engine, const SolveOptions *options, const char *path, Str text, Totals *totals)
{
    int line_number = 0, number = 0;
    while (text.len > 0) {
        Str line = str_until(&text, '\n');
        line_number++;
        Obf obf;
        Error error;
        Status status = obf_parse(line, &obf, &error);
        if (status == STATUS_NOT_FOUND) continue;
        if (status != STATUS_OK) return app_error("solve", APP_FAILED, "%s:%d: %s", path, line_number, error.text);
        number++;
        if (number < options->first || (options->count && totals->solved >= options->count)) continue;
        Answer answer = {.best = ""};
        yomi_error why;
        if (solve_position(engine, obf.position, &answer, &why) != YOMI_OK) {
            return app_error("solve", APP_FAILED, "%s:%d: %s", path, line_number, why.text);
        }
        print_answer(number, &obf, &answer, totals);
    }
    return APP_OK;
}

int solve_othello(const SolveOptions *options, const char *path, Str text)
{
    yomi_engine *engine = NULL;
    yomi_error error;
    char threads[16], hash[16];
    (void)snprintf(threads, sizeof threads, "%d", (int)options->threads);
    (void)snprintf(hash, sizeof hash, "%d", (int)options->hash_mb);
    yomi_status status = yomi_open("othello", &engine, &error);
    if (status == YOMI_OK) status = yomi_set_option(engine, "Threads", threads, &error);
    if (status == YOMI_OK) status = yomi_set_option(engine, "Hash", hash, &error);
    if (status == YOMI_OK) status = yomi_ready(engine, &error);
    if (status != YOMI_OK) {
        yomi_close(engine);
        return app_error("solve", APP_FAILED, "%s", error.text);
    }
    Totals totals = {0};
    int code = solve_lines(engine, options, path, text, &totals);
    yomi_close(engine);
    double seconds = (double)totals.ms / 1000;
    (void)printf("positions %d\nnodes %llu\ntime %.3f\nnps %.0f\nwrong %d\n", totals.solved,
                 (unsigned long long)totals.nodes, seconds, seconds > 0 ? (double)totals.nodes / seconds : 0.0,
                 totals.wrong);
    return code == APP_OK && totals.wrong ? APP_FAILED : code;
}
