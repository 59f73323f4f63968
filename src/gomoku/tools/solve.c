/* Threat problems (gomoku/problem.h): does the side to move win by force? */
#include "tool/solve.h"
#include "gomoku/problem.h"
#include "gomoku/tools/tools.h"

#include <stdio.h>

static Status read(Str line, SolveProblem *out, Error *error)
{
    Problem problem;
    Status status = problem_parse(line, &problem, error);
    if (status != STATUS_OK) return status;
    Buf text = buf_new(SOLVE_POSITION_MAX);
    position_format(&problem.position, &text);
    (void)snprintf(out->position, sizeof out->position, "%s", buf_text(&text));
    out->has_answer = problem.mode != 0; /* a win of that kind, of unknown length */
    (void)snprintf(out->label, sizeof out->label, "%s", problem.label);
    buf_free(&text);
    return STATUS_OK;
}

static SolveVerdict judge(const SolveOptions *options, const SolveProblem *problem, const SearchAnswer *answer)
{
    (void)options;
    if (answer->proof == YOMI_PROOF_NONE) return SOLVE_OPEN;
    if (!problem->has_answer) return SOLVE_DONE;
    return answer->proof == YOMI_PROOF_WIN ? SOLVE_RIGHT : SOLVE_WRONG;
}

static void tell(const SearchAnswer *answer, char *out, size_t size)
{
    if (answer->proof == YOMI_PROOF_WIN) (void)snprintf(out, size, "won in %d", answer->win_in);
    if (answer->proof == YOMI_PROOF_NO_WIN) (void)snprintf(out, size, "no win by threats");
}

static const char help[] =
    "Gomoku: does the side to move win by fours and threes? A position's text on a line, or a table of stones.\n";

const SolveGame gomoku_solve = {.help = help, .forced = true, .read = read, .judge = judge, .tell = tell};
