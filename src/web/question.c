#include "web/question.h"

#include "web/fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Status read_option(const cJSON *item, Question *out, Error *error)
{
    if (out->option_count == QUESTION_OPTIONS_MAX) return error_set(error, STATUS_TOO_LARGE, "options: too many");
    QuestionOption *option = &out->options[out->option_count];
    if (strlen(item->string) >= sizeof option->name) {
        return error_set(error, STATUS_BAD_INPUT, "options: '%.40s' cannot be set from a page", item->string);
    }
    (void)snprintf(option->name, sizeof option->name, "%s", item->string);
    int len = -1;
    if (cJSON_IsString(item)) {
        len = snprintf(option->value, sizeof option->value, "%s", item->valuestring);
    } else if (cJSON_IsNumber(item)) {
        len = snprintf(option->value, sizeof option->value, "%d", item->valueint);
    }
    if (len < 0 || len >= (int)sizeof option->value) {
        return error_set(error, STATUS_BAD_INPUT, "options: the value of %s must be a short text or a number",
                         option->name);
    }
    out->option_count++;
    return STATUS_OK;
}

static Status read_moves(const cJSON *moves, Question *out, Error *error)
{
    if (!moves) return STATUS_OK;
    if (!cJSON_IsArray(moves)) return error_set(error, STATUS_BAD_INPUT, "moves must be a list of texts");
    const cJSON *item;
    cJSON_ArrayForEach(item, moves)
    {
        if (out->move_count == QUESTION_MOVES_MAX) {
            return error_set(error, STATUS_TOO_LARGE, "moves: at most %d", QUESTION_MOVES_MAX);
        }
        if (!cJSON_IsString(item) || strlen(item->valuestring) >= YOMI_MOVE_TEXT_MAX) {
            return error_set(error, STATUS_BAD_INPUT, "moves: entry %d is not a move", out->move_count + 1);
        }
        out->moves[out->move_count++] = item->valuestring;
    }
    return STATUS_OK;
}

static Status read_fields(const cJSON *json, Question *out, Error *error)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(json, "id");
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(json, "options");
    out->id = cJSON_IsNumber(id) ? id->valueint : 0;
    out->trace = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "trace"));
    Status status = field_text(json, "game", QUESTION_GAME_MAX, &out->game, error);
    if (status == STATUS_OK && !out->game[0]) status = error_set(error, STATUS_BAD_INPUT, "game is missing");
    if (status == STATUS_OK) status = field_text(json, "start", QUESTION_START_MAX, &out->start, error);
    if (status != STATUS_OK) return status;
    const cJSON *start = cJSON_GetObjectItemCaseSensitive(json, "start");
    if (!start || cJSON_IsNull(start)) out->start = NULL;
    if (options && !cJSON_IsObject(options)) return error_set(error, STATUS_BAD_INPUT, "options must be an object");
    const cJSON *item;
    cJSON_ArrayForEach(item, options)
    {
        status = read_option(item, out, error);
        if (status != STATUS_OK) return status;
    }
    return read_moves(cJSON_GetObjectItemCaseSensitive(json, "moves"), out, error);
}

/* The texts are the JSON's so far. */
static Status own_texts(Question *out, Error *error)
{
    size_t bytes = strlen(out->game) + 1 + (out->start ? strlen(out->start) + 1 : 0);
    for (int i = 0; i < out->move_count; i++) bytes += strlen(out->moves[i]) + 1;
    char *at = out->texts = malloc(bytes);
    if (!at) return error_set(error, STATUS_NO_MEMORY, "no memory for the position");
    at = field_move(&out->game, at);
    if (out->start) at = field_move(&out->start, at);
    for (int i = 0; i < out->move_count; i++) at = field_move(&out->moves[i], at);
    return STATUS_OK;
}

Status question_read(const cJSON *json, Question *out, Error *error)
{
    memset(out, 0, sizeof *out);
    Status status = read_fields(json, out, error);
    return status == STATUS_OK ? own_texts(out, error) : status;
}

void question_free(Question *question)
{
    free(question->texts);
    question->texts = NULL;
}

Status question_engine_error(const yomi_error *inner, Error *error)
{
    return error_set(error, (Status)inner->status, "%s", inner->text);
}

/* Rules are all that a page may set. Memory, threads and files stay with whoever started the program. */
static Status reset_rules(yomi_engine *engine, Error *error)
{
    for (size_t i = 0; i < yomi_option_count(engine); i++) {
        yomi_option option = YOMI_OPTION_INIT;
        if (yomi_option_at(engine, i, &option) != YOMI_OK || !option.rule) continue;
        char initial[32];
        (void)snprintf(initial, sizeof initial, "%s", option.initial);
        const char *now = yomi_get_option(engine, option.name);
        if (now && strcmp(now, initial) == 0) continue; /* setting it again would renew what the game shares */
        if (yomi_set_option(engine, option.name, initial, error) != YOMI_OK) return error->status;
    }
    return STATUS_OK;
}

static bool is_rule(const yomi_engine *engine, const char *name)
{
    yomi_option option = YOMI_OPTION_INIT;
    for (size_t i = 0; yomi_option_at(engine, i, &option) == YOMI_OK; i++) {
        if (strcmp(option.name, name) == 0) return option.rule;
    }
    return false;
}

Status question_set(const Question *question, yomi_engine *engine, Error *error)
{
    Status status = reset_rules(engine, error);
    for (int i = 0; i < question->option_count && status == STATUS_OK; i++) {
        const QuestionOption *option = &question->options[i];
        if (!is_rule(engine, option->name)) {
            return error_set(error, STATUS_BAD_INPUT, "options: '%.40s' cannot be set from a page", option->name);
        }
        status = yomi_set_option(engine, option->name, option->value, error);
    }
    if (status != STATUS_OK) return status;
    return yomi_set_position(engine, question->start, question->moves, (size_t)question->move_count, error);
}
