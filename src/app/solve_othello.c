/* Endgames: OBF lines, each solved to the last disc. */
#include "app/solve.h"
#include "record/obf.h"

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

static SolveVerdict judge(const SolveOptions *options, const SolveProblem *problem, const SolveAnswer *answer)
{
    if (!answer->exact) return SOLVE_OPEN;
    if (!problem->has_answer) return SOLVE_DONE;
    bool right = options->win_loss_draw ? sign(problem->answer) == sign(answer->score)
                                        : problem->answer == answer->score / CENTI;
    return right ? SOLVE_RIGHT : SOLVE_WRONG;
}

static void tell(const SolveAnswer *answer, char *out, size_t size)
{
    (void)snprintf(out, size, "%-4s %+3d", answer->best, answer->score / CENTI);
}

const SolveGame solve_othello = {.game = "othello", .read = read, .judge = judge, .tell = tell};
