/* Forced mates. A line of the file is a position in SFEN, with "sfen" before it or not, or a tab-separated table whose
 * last column is the position; "moves" and a solution may follow, which is compared with what is found. */
#include "tool/solve.h"
#include "shogi/tools/tools.h"

#include <stdio.h>
#include <string.h>

/* The words of a position, up to "moves" or the end. */
static Status read_position(Str *words, SolveProblem *problem, Error *error)
{
    size_t used = 0;
    for (;;) {
        Str word = str_word(words);
        if (word.len == 0 || str_eq(word, "moves")) break;
        if (used + word.len + 2 > sizeof problem->position)
            return error_set(error, STATUS_BAD_INPUT, "the position is longer than %d characters", SOLVE_POSITION_MAX);
        if (used) problem->position[used++] = ' ';
        memcpy(problem->position + used, word.ptr, word.len);
        used += word.len;
    }
    problem->position[used] = '\0';
    return STATUS_OK;
}

static Status read(Str line, SolveProblem *out, Error *error)
{
    line = str_trim(line);
    if (line.len == 0 || line.ptr[0] == '#') return STATUS_NOT_FOUND;
    Str column = line;
    while (line.len > 0) column = str_until(&line, '\t');
    Str words = column;
    if (!str_eq(str_word(&words), "sfen")) words = column;
    Status status = read_position(&words, out, error);
    while (str_word(&words).len > 0) out->answer++;
    out->has_answer = out->answer > 0;
    return status;
}

/* The mate solver has a table of its own. */
static yomi_status set_up(yomi_engine *engine, const SolveOptions *options, yomi_error *error)
{
    char hash[24];
    (void)snprintf(hash, sizeof hash, "%lld", (long long)options->hash_mb);
    yomi_status status = yomi_set_option(engine, "Hash", "1", error);
    if (status == YOMI_OK) status = yomi_set_option(engine, "MateHash", hash, error);
    if (status == YOMI_OK && !options->any) status = yomi_set_option(engine, "MateShortest", "true", error);
    return status;
}

static SolveVerdict judge(const SolveOptions *options, const SolveProblem *problem, const SearchAnswer *answer)
{
    (void)options;
    if (answer->proof == YOMI_PROOF_NONE) return SOLVE_OPEN;
    if (!problem->has_answer) return SOLVE_DONE;
    if (answer->proof == YOMI_PROOF_NO_WIN) return SOLVE_WRONG;
    return answer->exact && answer->win_in != problem->answer ? SOLVE_WRONG : SOLVE_RIGHT;
}

static void tell(const SearchAnswer *answer, char *out, size_t size)
{
    if (answer->proof == YOMI_PROOF_WIN)
        (void)snprintf(out, size, "mate %s %d", answer->exact ? "in" : "within", answer->win_in);
    if (answer->proof == YOMI_PROOF_NO_WIN) (void)snprintf(out, size, "no mate");
}

static const char help[] =
    "Shogi: SFEN lines, or tables with SFEN in the last column, with \"moves\" and a solution or without; is there a\n"
    "forced mate, and which is the shortest against the longest defence? --any: the first mate found will do, sooner;\n"
    "a length that is not proven to be the least is told as \"mate within N\". --time is for one position.\n";

const SolveGame shogi_solve = {
    .help = help, .forced = true, .read = read, .set_up = set_up, .judge = judge, .tell = tell};
