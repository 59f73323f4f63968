#include "app/common/referee.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Referee {
    yomi_engine *board;
    const RefereeTwin *twin;
    void *second; /* the twin's board */
    char dispute[128];
};

Status referee_open(Referee **out, const char *game, const EngineOption *options, int option_count,
                    const RefereeTwin *twin, Error *error)
{
    *out = NULL;
    Referee *referee = calloc(1, sizeof *referee);
    if (!referee) return error_set(error, STATUS_NO_MEMORY, "no memory for a referee");
    referee->twin = twin;
    yomi_status status = yomi_open(game, &referee->board, error);
    for (int i = 0; i < option_count && status == YOMI_OK; i++) {
        status = yomi_set_option(referee->board, options[i].name, options[i].value, error);
    }
    if (status == YOMI_OK) status = yomi_set_position(referee->board, NULL, NULL, 0, error);
    if (status != YOMI_OK) {
        referee_close(referee);
        return status;
    }
    *out = referee;
    return STATUS_OK;
}

void referee_close(Referee *referee)
{
    if (!referee) return;
    if (referee->second) referee->twin->close(referee->second);
    yomi_close(referee->board);
    free(referee);
}

static void compare_outcomes(Referee *referee)
{
    if (!referee->second || referee->dispute[0]) return;
    yomi_outcome ours = yomi_get_outcome(referee->board, NULL), theirs = referee->twin->outcome(referee->second);
    if (ours == theirs) return;
    (void)snprintf(referee->dispute, sizeof referee->dispute,
                   "after ply %zu the outcome is %d for one and %d for the other", yomi_ply(referee->board), (int)ours,
                   (int)theirs);
}

Status referee_begin(Referee *referee, const char *start, const char *const *moves, size_t count, Error *error)
{
    yomi_status status = yomi_set_position(referee->board, start, moves, count, error);
    if (status != YOMI_OK) return status;
    referee->dispute[0] = '\0';
    if (!referee->twin) return STATUS_OK;
    if (referee->second) referee->twin->close(referee->second);
    referee->second = referee->twin->open(start);
    if (!referee->second) return error_set(error, STATUS_BAD_INPUT, "the second opinion does not know the position");
    for (size_t i = 0; i < count; i++) {
        if (referee->twin->play(referee->second, moves[i])) continue;
        return error_set(error, STATUS_BAD_INPUT, "the second opinion refuses move %zu, '%s'", i + 1, moves[i]);
    }
    compare_outcomes(referee);
    return STATUS_OK;
}

bool referee_play(Referee *referee, const char *move, char usual[YOMI_MOVE_TEXT_MAX])
{
    bool legal = yomi_play(referee->board, move, NULL) == YOMI_OK;
    bool second = referee->second ? referee->twin->play(referee->second, move) : legal;
    if (legal != second && !referee->dispute[0]) {
        (void)snprintf(referee->dispute, sizeof referee->dispute, "'%s' at ply %zu is legal for one only", move,
                       yomi_ply(referee->board) + !legal);
    }
    if (!legal) return false;
    const char *text = yomi_move_at(referee->board, yomi_ply(referee->board) - 1);
    if (!text || !str_copy(str_from(text), usual, YOMI_MOVE_TEXT_MAX)) return false;
    compare_outcomes(referee);
    return true;
}

yomi_outcome referee_outcome(Referee *referee, const char **reason)
{
    return yomi_get_outcome(referee->board, reason);
}

int referee_side(const Referee *referee)
{
    return yomi_side_to_move(referee->board);
}

const char *referee_position(Referee *referee)
{
    return yomi_position_text(referee->board);
}

const char *referee_dispute(const Referee *referee)
{
    return referee->dispute[0] ? referee->dispute : NULL;
}

yomi_engine *referee_board(Referee *referee)
{
    return referee->board;
}
