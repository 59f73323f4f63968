/* Forced wins. A line of the file is a position in SFEN; behind a tab the plies of the shortest win, or "-" for none.
 */
#include "dobutsu/tools/tools.h"

#include <stdio.h>

static Status read(Str line, SolveProblem *out, Error *error)
{
    line = str_trim(line);
    if (line.len == 0 || *line.ptr == '#') return STATUS_NOT_FOUND;
    Str position = str_trim(str_until(&line, '\t')), answer = str_trim(line);
    int64_t plies = 0;
    if (!str_copy(position, out->position, sizeof out->position)) {
        return error_set(error, STATUS_BAD_INPUT, "the position is longer than %d characters", SOLVE_POSITION_MAX);
    }
    if (answer.len > 0 && !str_eq(answer, "-") && !str_to_int(answer, 1, 1000, &plies)) {
        return error_set(error, STATUS_BAD_INPUT, "behind the position stands a number of plies or '-'");
    }
    out->has_answer = answer.len > 0;
    out->answer = (int)plies;
    return STATUS_OK;
}

static SolveVerdict judge(const SolveOptions *options, const SolveProblem *problem, const SearchAnswer *answer)
{
    (void)options;
    if (answer->proof == YOMI_PROOF_NONE) return SOLVE_OPEN;
    if (!problem->has_answer) return SOLVE_DONE;
    int length = answer->proof == YOMI_PROOF_WIN ? answer->win_in : 0;
    return length == problem->answer ? SOLVE_RIGHT : SOLVE_WRONG;
}

static void tell(const SearchAnswer *answer, char *out, size_t size)
{
    if (answer->proof == YOMI_PROOF_WIN) (void)snprintf(out, size, "win in %d", answer->win_in);
    if (answer->proof == YOMI_PROOF_NO_WIN) (void)snprintf(out, size, "no win");
}

static const char help[] = "Dobutsu: SFEN lines, with the plies of the shortest win behind a tab or without; does the "
                           "side to move win, and in\n"
                           "how many plies? A position that is not won is searched until --time is over.\n";

const SolveGame dobutsu_solve = {.help = help, .forced = true, .read = read, .judge = judge, .tell = tell};
