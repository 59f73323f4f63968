/* Endgames: OBF lines, each solved to the last disc. */
#include "tool/solve.h"
#include "othello/record/obf.h"
#include "othello/tools/tools.h"

#include <stdio.h>

enum { CENTI = 100 };

static Status read(Str line, SolveProblem *out, Error *error)
{
    Obf obf;
    Status status = obf_parse(line, &obf, error);
    if (status != STATUS_OK) return status;
    out->has_answer = obf_best(&obf, &out->answer);
    if (str_copy(obf.position, out->position, sizeof out->position)) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "the position is too long");
}

static int sign(int score)
{
    return (score > 0) - (score < 0);
}

static SolveVerdict judge(const SolveOptions *options, const SolveProblem *problem, const SearchAnswer *answer)
{
    if (!answer->exact) return SOLVE_OPEN;
    if (!problem->has_answer) return SOLVE_DONE;
    bool right = options->win_loss_draw ? sign(problem->answer) == sign(answer->score)
                                        : problem->answer == answer->score / CENTI;
    return right ? SOLVE_RIGHT : SOLVE_WRONG;
}

static void tell(const SearchAnswer *answer, char *out, size_t size)
{
    (void)snprintf(out, size, "%-4s %+3d", answer->best, answer->score / CENTI);
}

static const char help[] =
    "Othello: a file of OBF lines; each is solved to the last disc. --wld asks for win, loss or draw only, told as\n"
    "+1, -1 or 0, which takes less time.\n";

const SolveGame othello_solve = {.help = help, .read = read, .judge = judge, .tell = tell};
