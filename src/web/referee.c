#include "web/referee.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 8 };

struct Referee {
    yomi_engine *engines[GAMES_MAX];
};

static Status open_game(Referee *referee, int index, Error *error)
{
    yomi_error inner;
    if (referee->engines[index] || yomi_open(yomi_game_name(index), &referee->engines[index], &inner) == YOMI_OK) {
        return STATUS_OK;
    }
    return question_engine_error(&inner, error);
}

Status referee_new(bool at_once, Referee **out, Error *error)
{
    Referee *referee = calloc(1, sizeof *referee);
    if (!referee) return error_set(error, STATUS_NO_MEMORY, "no memory for the rules of the games");
    Status status = STATUS_OK;
    for (int i = 0; at_once && status == STATUS_OK && i < yomi_game_count() && i < GAMES_MAX; i++) {
        status = open_game(referee, i, error);
    }
    if (status == STATUS_OK) {
        *out = referee;
    } else {
        referee_free(referee);
    }
    return status;
}

void referee_free(Referee *referee)
{
    if (!referee) return;
    for (int i = 0; i < GAMES_MAX; i++) yomi_close(referee->engines[i]);
    free(referee);
}

Status referee_engine(Referee *referee, const char *game, yomi_engine **out, Error *error)
{
    for (int i = 0; i < yomi_game_count() && i < GAMES_MAX; i++) {
        if (strcmp(yomi_game_name(i), game) != 0) continue;
        Status status = open_game(referee, i, error);
        *out = referee->engines[i];
        return status;
    }
    return error_set(error, STATUS_NOT_FOUND, "there is no game '%.40s'", game);
}

static cJSON *split_words(const char *text)
{
    cJSON *list = cJSON_CreateArray();
    Str rest = str_from(text);
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        char copy[YOMI_MOVE_TEXT_MAX];
        if (str_copy(word, copy, sizeof copy)) cJSON_AddItemToArray(list, cJSON_CreateString(copy));
    }
    return list;
}

/* What stands on the cells, row by row, and beside the board: so that a page need not read position texts. */
static cJSON *describe_board(yomi_engine *engine)
{
    yomi_board board = YOMI_BOARD_INIT;
    (void)yomi_get_board(engine, &board);
    cJSON *out = cJSON_CreateObject();
    cJSON_AddNumberToObject(out, "width", board.width);
    cJSON_AddNumberToObject(out, "height", board.height);
    cJSON *cells = cJSON_AddArrayToObject(out, "cells"), *forbidden = cJSON_AddArrayToObject(out, "forbidden");
    for (int i = 0; i < board.width * board.height; i++) {
        const yomi_cell *cell = &board.cells[i];
        const char *text = cell->owner == YOMI_NOBODY ? "" : yomi_piece_text(engine, cell->kind, cell->owner);
        cJSON_AddItemToArray(cells, cJSON_CreateString(text));
        if (cell->forbidden) cJSON_AddItemToArray(forbidden, cJSON_CreateNumber(i));
    }
    cJSON *held = cJSON_AddArrayToObject(out, "held");
    for (int side = 0; side < 2; side++) {
        cJSON *counts = cJSON_CreateObject();
        for (int kind = 0; kind < board.kinds; kind++) {
            if (board.held[side][kind] == 0) continue;
            cJSON_AddNumberToObject(counts, yomi_piece_text(engine, kind, side), board.held[side][kind]);
        }
        cJSON_AddItemToArray(held, counts);
    }
    if (board.scored) cJSON_AddNumberToObject(out, "score", board.score);
    return out;
}

static cJSON *describe(yomi_engine *engine)
{
    static const char *const outcomes[] = {"ongoing", "first", "second", "draw"};
    cJSON *out = cJSON_CreateObject();
    const char *reason;
    yomi_outcome outcome = yomi_get_outcome(engine, &reason);
    cJSON_AddStringToObject(out, "outcome", outcomes[outcome]);
    cJSON_AddStringToObject(out, "reason", reason);
    cJSON_AddStringToObject(out, "position", yomi_position_text(engine));
    cJSON_AddNumberToObject(out, "side", yomi_side_to_move(engine));
    cJSON_AddItemToObject(out, "board", describe_board(engine));
    cJSON_AddItemToObject(out, "legal", split_words(yomi_legal_moves(engine)));
    return out;
}

/* Position and side before the first move and after each one. */
static Status add_trace(const Question *question, yomi_engine *engine, cJSON *answer, Error *error)
{
    yomi_error inner;
    cJSON *trace = cJSON_AddArrayToObject(answer, "trace");
    for (int i = 0; i <= question->move_count; i++) {
        if (i > 0 && yomi_play(engine, question->moves[i - 1], &inner) != YOMI_OK) {
            return question_engine_error(&inner, error);
        }
        cJSON *step = cJSON_CreateObject();
        cJSON_AddStringToObject(step, "position", yomi_position_text(engine));
        cJSON_AddNumberToObject(step, "side", yomi_side_to_move(engine));
        cJSON_AddItemToArray(trace, step);
    }
    return STATUS_OK;
}

Status referee_answer(Referee *referee, const Question *question, cJSON **out, Error *error)
{
    yomi_engine *engine = NULL;
    Status status = referee_engine(referee, question->game, &engine, error);
    if (status == STATUS_OK) status = question_set(question, engine, error);
    if (status != STATUS_OK) return status;
    cJSON *answer = describe(engine);
    yomi_error inner;
    if (yomi_set_position(engine, question->start, NULL, 0, &inner) != YOMI_OK) {
        status = question_engine_error(&inner, error);
    }
    cJSON_AddStringToObject(answer, "start", yomi_position_text(engine));
    if (status == STATUS_OK && question->trace) {
        status = add_trace(question, engine, answer, error);
    }
    if (status != STATUS_OK) {
        cJSON_Delete(answer);
        return status;
    }
    *out = answer;
    return STATUS_OK;
}
