/* Forced mates. A line of the file is a position in SFEN, with "sfen" before it or not, or a tab-separated table whose
 * last column is the position; "moves" and a solution may follow, which is compared with what is found. */
#include "app/app.h"
#include "app/solve.h"
#include "yomi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITION_TEXT_MAX = 256 };

typedef struct Problem {
    char position[POSITION_TEXT_MAX];
    int listed; /* plies of the solution in the file; 0: none is there */
} Problem;

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
    int tried, mates, no_mates, longer, wrong;
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

/* The words of a position, up to "moves" or the end. */
static Status read_position(Str *words, Problem *problem, Error *error)
{
    size_t used = 0;
    for (;;) {
        Str word = str_word(words);
        if (word.len == 0 || str_eq(word, "moves")) break;
        if (used + word.len + 2 > sizeof problem->position)
            return error_set(error, STATUS_BAD_INPUT, "the position is longer than %d characters", POSITION_TEXT_MAX);
        if (used) problem->position[used++] = ' ';
        memcpy(problem->position + used, word.ptr, word.len);
        used += word.len;
    }
    problem->position[used] = '\0';
    return STATUS_OK;
}

/* STATUS_NOT_FOUND when the line holds no position at all. */
static Status read_problem(Str line, Problem *problem, Error *error)
{
    line = str_trim(line);
    if (line.len == 0 || line.ptr[0] == '#') return STATUS_NOT_FOUND;
    Str column = line;
    while (line.len > 0) column = str_until(&line, '\t');
    Str words = column;
    if (!str_eq(str_word(&words), "sfen")) words = column;
    problem->listed = 0;
    Status status = read_position(&words, problem, error);
    while (str_word(&words).len > 0) problem->listed++;
    return status;
}

static yomi_status solve_position(yomi_engine *engine, const SolveOptions *options, const char *position,
                                  Answer *answer, yomi_error *error)
{
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.mate = -1;
    if (options->time_ms > 0) limits.movetime_ms = options->time_ms;
    yomi_callbacks callbacks = {.result = on_result, .context = answer};
    yomi_status status = yomi_new_game(engine, error);
    if (status == YOMI_OK) status = yomi_set_position(engine, position, NULL, 0, error);
    if (status == YOMI_OK) status = yomi_go(engine, &limits, &callbacks, error);
    if (status == YOMI_OK) yomi_wait(engine);
    return status;
}

static const char *judge(const SolveOptions *options, const Problem *problem, const Answer *answer)
{
    if (answer->proof == YOMI_PROOF_NONE) return "  not solved";
    if (!problem->listed) return "";
    if (answer->proof == YOMI_PROOF_NO_WIN) return "  WRONG";
    return options->shortest && answer->length != problem->listed ? "  WRONG" : "  right";
}

static void print_answer(int number, const SolveOptions *options, const Problem *problem, const Answer *answer,
                         Totals *totals)
{
    const char *verdict = judge(options, problem, answer);
    totals->tried++;
    totals->mates += answer->proof == YOMI_PROOF_WIN;
    totals->no_mates += answer->proof == YOMI_PROOF_NO_WIN;
    totals->longer += problem->listed && answer->proof == YOMI_PROOF_WIN && answer->length > problem->listed;
    totals->wrong += strcmp(verdict, "  WRONG") == 0;
    totals->nodes += answer->nodes;
    totals->ms += answer->ms;
    char what[32] = "";
    if (answer->proof == YOMI_PROOF_WIN) (void)snprintf(what, sizeof what, "mate in %d", answer->length);
    if (answer->proof == YOMI_PROOF_NO_WIN) (void)snprintf(what, sizeof what, "no mate");
    (void)printf("%4d  %-12s nodes %10llu  time %8.3f s%s%s%s\n", number, what, (unsigned long long)answer->nodes,
                 (double)answer->ms / 1000, verdict, answer->line ? "  " : "", answer->line ? answer->line : "");
    (void)fflush(stdout);
}

static int solve_lines(yomi_engine *engine, const SolveOptions *options, const char *path, Str text, Totals *totals)
{
    int line_number = 0, number = 0;
    while (text.len > 0) {
        Str line = str_until(&text, '\n');
        line_number++;
        Problem problem;
        Error error;
        Status status = read_problem(line, &problem, &error);
        if (status == STATUS_NOT_FOUND) continue;
        if (status != STATUS_OK) return app_error("solve", APP_FAILED, "%s:%d: %s", path, line_number, error.text);
        number++;
        if (number < options->first || (options->count && totals->tried >= options->count)) continue;
        Answer answer = {.proof = YOMI_PROOF_NONE};
        yomi_error why;
        if (solve_position(engine, options, problem.position, &answer, &why) != YOMI_OK) {
            return app_error("solve", APP_FAILED, "%s:%d: %s", path, line_number, why.text);
        }
        print_answer(number, options, &problem, &answer, totals);
        free(answer.line);
    }
    return APP_OK;
}

static yomi_status open_solver(const SolveOptions *options, yomi_engine **engine, yomi_error *error)
{
    char hash[16];
    (void)snprintf(hash, sizeof hash, "%d", (int)options->hash_mb);
    yomi_status status = yomi_open("shogi", engine, error);
    if (status == YOMI_OK) status = yomi_set_option(*engine, "Hash", "1", error); /* the solver has its own table */
    if (status == YOMI_OK) status = yomi_set_option(*engine, "MateHash", hash, error);
    if (status == YOMI_OK && options->shortest) status = yomi_set_option(*engine, "MateShortest", "true", error);
    if (status == YOMI_OK) status = yomi_ready(*engine, error);
    return status;
}

int solve_shogi(const SolveOptions *options, const char *path, Str text)
{
    yomi_engine *engine = NULL;
    yomi_error error;
    if (open_solver(options, &engine, &error) != YOMI_OK) {
        yomi_close(engine);
        return app_error("solve", APP_FAILED, "%s", error.text);
    }
    Totals totals = {0};
    int code = solve_lines(engine, options, path, text, &totals);
    yomi_close(engine);
    int open = totals.tried - totals.mates - totals.no_mates;
    double seconds = (double)totals.ms / 1000;
    (void)printf("positions %d\nmates %d\nno mate %d\nnot solved %d\nlonger than listed %d\nnodes %llu\ntime %.3f\n"
                 "wrong %d\n",
                 totals.tried, totals.mates, totals.no_mates, open, totals.longer, (unsigned long long)totals.nodes,
                 seconds, totals.wrong);
    return code == APP_OK && (totals.wrong || open) ? APP_FAILED : code;
}
