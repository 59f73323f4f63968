#include "web/question.h"

#include <stdio.h>
#include <string.h>

/* The only options that a page may set: rules. Memory, threads and files stay with whoever started the program. */
static const char *const page_options[] = {"Rule", "Opening", "BoardSize", "EnteringKingRule", "MaxMovesToDraw"};
enum { PAGE_OPTIONS = sizeof page_options / sizeof *page_options };

static Status read_option(const cJSON *item, Question *out, Error *error)
{
    if (out->option_count == QUESTION_OPTIONS_MAX) return error_set(error, STATUS_TOO_LARGE, "options: too many");
    QuestionOption *option = &out->options[out->option_count];
    for (int i = 0; i < PAGE_OPTIONS; i++) {
        if (strcmp(page_options[i], item->string) == 0) option->name = page_options[i];
    }
    if (!option->name) {
        return error_set(error, STATUS_BAD_INPUT, "options: '%.40s' cannot be set from a page", item->string);
    }
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

static Status read_fields(Question *out, Error *error)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(out->json, "id");
    const cJSON *game = cJSON_GetObjectItemCaseSensitive(out->json, "game");
    const cJSON *start = cJSON_GetObjectItemCaseSensitive(out->json, "start");
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(out->json, "options");
    out->id = cJSON_IsNumber(id) ? id->valueint : 0;
    if (!cJSON_IsString(game)) return error_set(error, STATUS_BAD_INPUT, "game is missing");
    out->game = game->valuestring;
    if (start && !cJSON_IsNull(start)) {
        if (!cJSON_IsString(start)) return error_set(error, STATUS_BAD_INPUT, "start must be a text");
        if (strlen(start->valuestring) > QUESTION_START_MAX) {
            return error_set(error, STATUS_TOO_LARGE, "start is longer than %d bytes", QUESTION_START_MAX);
        }
        out->start = start->valuestring;
    }
    if (options && !cJSON_IsObject(options)) return error_set(error, STATUS_BAD_INPUT, "options must be an object");
    const cJSON *item;
    cJSON_ArrayForEach(item, options)
    {
        Status status = read_option(item, out, error);
        if (status != STATUS_OK) return status;
    }
    return read_moves(cJSON_GetObjectItemCaseSensitive(out->json, "moves"), out, error);
}

Status question_read(cJSON *json, Question *out, Error *error)
{
    *out = (Question){.json = json};
    Status status = read_fields(out, error);
    if (status != STATUS_OK) question_free(out);
    return status;
}

void question_free(Question *question)
{
    cJSON_Delete(question->json);
    question->json = NULL;
}

Status question_engine_error(const yomi_error *inner, Error *error)
{
    return error_set(error, (Status)inner->status, "%s", inner->text);
}

static Status reset_options(yomi_engine *engine, Error *error)
{
    for (size_t i = 0; i < yomi_option_count(engine); i++) {
        yomi_option option;
        if (yomi_option_at(engine, i, &option) != YOMI_OK) continue;
        for (int k = 0; k < PAGE_OPTIONS; k++) {
            if (strcmp(option.name, page_options[k]) != 0) continue;
            char initial[32];
            (void)snprintf(initial, sizeof initial, "%s", option.initial);
            const char *now = yomi_get_option(engine, option.name);
            if (now && strcmp(now, initial) == 0) continue; /* setting it again would renew what the game shares */
            yomi_error inner;
            if (yomi_set_option(engine, option.name, initial, &inner) != YOMI_OK) {
                return question_engine_error(&inner, error);
            }
        }
    }
    return STATUS_OK;
}

Status question_set(const Question *question, yomi_engine *engine, Error *error)
{
    Status status = reset_options(engine, error);
    if (status != STATUS_OK) return status;
    yomi_error inner;
    for (int i = 0; i < question->option_count; i++) {
        const QuestionOption *option = &question->options[i];
        if (yomi_set_option(engine, option->name, option->value, &inner) != YOMI_OK) {
            return question_engine_error(&inner, error);
        }
    }
    if (yomi_set_position(engine, question->start, question->moves, (size_t)question->move_count, &inner) != YOMI_OK) {
        return question_engine_error(&inner, error);
    }
    return STATUS_OK;
}
