#include "web/messages.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Call {
    const MessageContext *context;
    cJSON *json; /* a handler that keeps it sets it to NULL */
    int id;
} Call;

static void post(const MessageContext *context, cJSON *message)
{
    outbox_post(context->box, 0, cJSON_PrintUnformatted(message));
    cJSON_Delete(message);
}

static cJSON *answer_of(const Call *call, const char *type)
{
    cJSON *message = cJSON_CreateObject();
    cJSON_AddStringToObject(message, "type", type);
    cJSON_AddNumberToObject(message, "id", call->id);
    return message;
}

static cJSON *field(const Call *call, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(call->json, name);
}

/* A text of at most `max` bytes; "" when it is not there. */
static Status text_field(const cJSON *object, const char *name, size_t max, const char **out, Error *error)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    *out = "";
    if (!item || cJSON_IsNull(item)) return STATUS_OK;
    if (!cJSON_IsString(item)) return error_set(error, STATUS_BAD_INPUT, "%s must be a text", name);
    if (strlen(item->valuestring) > max)
        return error_set(error, STATUS_TOO_LARGE, "%s is longer than %zu bytes", name, max);
    *out = item->valuestring;
    return STATUS_OK;
}

/* A whole number within a range; `initial` when it is not there. */
static Status number_field(const cJSON *object, const char *name, int64_t min, int64_t max, int64_t initial,
                           int64_t *out, Error *error)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    *out = initial;
    if (!item || cJSON_IsNull(item)) return STATUS_OK;
    if (!cJSON_IsNumber(item) || item->valuedouble != floor(item->valuedouble) || item->valuedouble < (double)min ||
        item->valuedouble > (double)max) {
        return error_set(error, STATUS_BAD_INPUT, "%s must be a whole number from %lld to %lld", name, (long long)min,
                         (long long)max);
    }
    *out = (int64_t)item->valuedouble;
    return STATUS_OK;
}

/* ---- positions and searches ---- */

static Status handle_position(Call *call, Error *error)
{
    Question question;
    cJSON *json = call->json;
    call->json = NULL;
    Status status = question_read(json, &question, error);
    if (status != STATUS_OK) return status;
    cJSON *answer = NULL;
    status = referee_answer(call->context->referee, &question, &answer, error);
    question_free(&question);
    if (status != STATUS_OK) return status;
    cJSON_AddStringToObject(answer, "type", "position");
    cJSON_AddNumberToObject(answer, "id", call->id);
    post(call->context, answer);
    return STATUS_OK;
}

static Status read_limits(const cJSON *json, yomi_limits *out, Error *error)
{
    enum { HOUR_MS = 3600 * 1000 };
    int64_t depth, nodes, mate, multipv, moves_to_go;
    yomi_limits limits = YOMI_LIMITS_INIT;
    Status status = number_field(json, "time", 0, 24 * HOUR_MS, YOMI_NO_LIMIT, &limits.time_ms, error);
    if (status == STATUS_OK) status = number_field(json, "increment", 0, HOUR_MS, 0, &limits.increment_ms, error);
    if (status == STATUS_OK) status = number_field(json, "byoyomi", 0, HOUR_MS, 0, &limits.byoyomi_ms, error);
    if (status == STATUS_OK) status = number_field(json, "movesToGo", 0, 1000, 0, &moves_to_go, error);
    if (status == STATUS_OK) {
        status = number_field(json, "movetime", 1, HOUR_MS, YOMI_NO_LIMIT, &limits.movetime_ms, error);
    }
    if (status == STATUS_OK) status = number_field(json, "depth", 1, 240, 0, &depth, error);
    if (status == STATUS_OK) status = number_field(json, "nodes", 1, INT64_C(1000000000000), 0, &nodes, error);
    if (status == STATUS_OK) status = number_field(json, "mate", -1, 2000, 0, &mate, error);
    if (status == STATUS_OK) status = number_field(json, "multipv", 1, 64, 1, &multipv, error);
    if (status != STATUS_OK) return status;
    limits.depth = (int)depth;
    limits.nodes = (uint64_t)nodes;
    limits.mate = (int)mate;
    limits.multipv = (int)multipv;
    limits.moves_to_go = (int)moves_to_go;
    limits.infinite = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "infinite"));
    if (!limits.infinite && limits.time_ms < 0 && limits.movetime_ms < 0 && !depth && !nodes &&
        limits.byoyomi_ms == 0) {
        return error_set(error, STATUS_BAD_INPUT, "limits must name time, byoyomi, movetime, depth, nodes or infinite");
    }
    *out = limits;
    return STATUS_OK;
}

static Status handle_go(Call *call, Error *error)
{
    const cJSON *json = field(call, "limits");
    if (!cJSON_IsObject(json)) return error_set(error, STATUS_BAD_INPUT, "limits are missing");
    yomi_limits limits;
    Status status = read_limits(json, &limits, error);
    if (status != STATUS_OK) return status;
    Question question;
    cJSON *whole = call->json;
    call->json = NULL;
    status = question_read(whole, &question, error);
    if (status != STATUS_OK) return status;
    return searcher_go(call->context->searcher, call->context->owner, call->context->box, &question, &limits, error);
}

static Status handle_stop(Call *call, Error *error)
{
    (void)error;
    searcher_stop(call->context->searcher, call->context->owner);
    return STATUS_OK;
}

/* ---- saved games ---- */

static cJSON *game_json(const StoredGame *game)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "key", game->key);
    cJSON_AddStringToObject(json, "game", game->game);
    cJSON_AddStringToObject(json, "title", game->title);
    cJSON_AddStringToObject(json, "first", game->first);
    cJSON_AddStringToObject(json, "second", game->second);
    cJSON_AddStringToObject(json, "result", game->result);
    cJSON_AddNumberToObject(json, "plies", game->plies);
    cJSON_AddNumberToObject(json, "created", (double)game->created);
    cJSON_AddNumberToObject(json, "updated", (double)game->updated);
    if (game->record) cJSON_AddItemToObject(json, "record", cJSON_CreateRaw(game->record));
    return json;
}

static Status key_field(const Call *call, bool needed, const char **out, Error *error)
{
    Status status = text_field(call->json, "key", STORE_KEY_MAX, out, error);
    if (status != STATUS_OK) return status;
    if (needed && !(*out)[0]) return error_set(error, STATUS_BAD_INPUT, "key is missing");
    if (strspn(*out, "0123456789abcdef-") != strlen(*out)) {
        return error_set(error, STATUS_BAD_INPUT, "key has characters that no key has");
    }
    return STATUS_OK;
}

static Status game_field(const Call *call, const char **out, Error *error)
{
    Status status = text_field(call->json, "game", STORE_GAME_MAX, out, error);
    if (status == STATUS_OK && !(*out)[0]) status = error_set(error, STATUS_BAD_INPUT, "game is missing");
    return status;
}

static Status handle_save(Call *call, Error *error)
{
    StoredGame game = {0};
    int64_t plies;
    Status status = key_field(call, false, &game.key, error);
    if (status == STATUS_OK) status = game_field(call, &game.game, error);
    if (status == STATUS_OK) status = text_field(call->json, "title", STORE_TEXT_MAX, &game.title, error);
    if (status == STATUS_OK) status = text_field(call->json, "first", STORE_TEXT_MAX, &game.first, error);
    if (status == STATUS_OK) status = text_field(call->json, "second", STORE_TEXT_MAX, &game.second, error);
    if (status == STATUS_OK) status = text_field(call->json, "result", STORE_TEXT_MAX, &game.result, error);
    if (status == STATUS_OK) status = number_field(call->json, "plies", 0, YOMI_PLIES_MAX, 0, &plies, error);
    if (status != STATUS_OK) return status;
    game.plies = (int)plies;
    const cJSON *record = field(call, "record");
    if (!cJSON_IsObject(record)) return error_set(error, STATUS_BAD_INPUT, "record must be an object");
    char *text = cJSON_PrintUnformatted(record);
    if (!text) return error_set(error, STATUS_NO_MEMORY, "no memory for the record");
    game.record = text;
    char key[STORE_KEY_MAX + 1];
    int64_t updated = 0;
    if (strlen(text) > STORE_RECORD_MAX) {
        status = error_set(error, STATUS_TOO_LARGE, "record is longer than %d bytes", STORE_RECORD_MAX);
    } else {
        status = store_save(call->context->store, &game, key, &updated, error);
    }
    cJSON_free(text);
    if (status != STATUS_OK) return status;
    cJSON *answer = answer_of(call, "saved");
    cJSON_AddStringToObject(answer, "key", key);
    cJSON_AddNumberToObject(answer, "updated", (double)updated);
    post(call->context, answer);
    return STATUS_OK;
}

static void take_game(void *context, const StoredGame *game)
{
    cJSON **out = context;
    *out = game_json(game);
}

static Status handle_load(Call *call, Error *error)
{
    const char *key;
    Status status = key_field(call, true, &key, error);
    cJSON *game = NULL;
    if (status == STATUS_OK) status = store_load(call->context->store, key, take_game, (void *)&game, error);
    if (status != STATUS_OK) return status;
    cJSON *answer = answer_of(call, "loaded");
    cJSON_AddItemToObject(answer, "saved", game);
    post(call->context, answer);
    return STATUS_OK;
}

static void take_row(void *context, const StoredGame *game)
{
    cJSON_AddItemToArray(context, game_json(game));
}

static Status handle_list(Call *call, Error *error)
{
    const char *query, *game;
    int64_t offset, limit;
    Status status = text_field(call->json, "query", STORE_TEXT_MAX, &query, error);
    if (status == STATUS_OK) status = text_field(call->json, "game", STORE_GAME_MAX, &game, error);
    if (status == STATUS_OK) status = number_field(call->json, "offset", 0, STORE_GAMES_MAX, 0, &offset, error);
    if (status == STATUS_OK) status = number_field(call->json, "limit", 1, STORE_LIST_MAX, 50, &limit, error);
    if (status != STATUS_OK) return status;
    cJSON *rows = cJSON_CreateArray();
    int total;
    status = store_list(call->context->store, query, game, (int)offset, (int)limit, take_row, rows, &total, error);
    if (status != STATUS_OK) {
        cJSON_Delete(rows);
        return status;
    }
    cJSON *answer = answer_of(call, "games");
    cJSON_AddNumberToObject(answer, "total", total);
    cJSON_AddItemToObject(answer, "games", rows);
    post(call->context, answer);
    return STATUS_OK;
}

static Status handle_delete(Call *call, Error *error)
{
    const char *key;
    Status status = key_field(call, true, &key, error);
    if (status == STATUS_OK) status = store_delete(call->context->store, key, error);
    if (status != STATUS_OK) return status;
    cJSON *answer = answer_of(call, "deleted");
    cJSON_AddStringToObject(answer, "key", key);
    post(call->context, answer);
    return STATUS_OK;
}

/* ---- analyses ---- */

static Status list_field(const Call *call, const char *name, const cJSON **out, Error *error)
{
    *out = cJSON_GetObjectItemCaseSensitive(call->json, name);
    int count = cJSON_IsArray(*out) ? cJSON_GetArraySize(*out) : 0;
    if (count < 1 || count > MESSAGE_ANALYSES_MAX) {
        return error_set(error, STATUS_BAD_INPUT, "%s must be a list of 1 to %d entries", name, MESSAGE_ANALYSES_MAX);
    }
    return STATUS_OK;
}

static Status read_analysis(const cJSON *json, Analysis *out, Error *error)
{
    enum { SCORE_LIMIT = 100 * 1000 };
    int64_t depth, score, win;
    Status status = text_field(json, "position", STORE_POSITION_MAX, &out->position, error);
    if (status == STATUS_OK) status = text_field(json, "pv", STORE_PV_MAX, &out->pv, error);
    if (status == STATUS_OK) status = number_field(json, "depth", 0, 1000, 0, &depth, error);
    if (status == STATUS_OK) status = number_field(json, "score", -SCORE_LIMIT, SCORE_LIMIT, 0, &score, error);
    if (status == STATUS_OK) status = number_field(json, "win", -YOMI_PLIES_MAX, YOMI_PLIES_MAX, 0, &win, error);
    if (status == STATUS_OK) status = number_field(json, "nodes", 0, INT64_C(1) << 53, 0, &out->nodes, error);
    if (status != STATUS_OK) return status;
    if (!out->position[0]) return error_set(error, STATUS_BAD_INPUT, "position is missing");
    out->depth = (int)depth;
    out->score = (int)score;
    out->win = (int)win;
    return STATUS_OK;
}

static Status handle_keep(Call *call, Error *error)
{
    const char *game;
    const cJSON *list, *item;
    Status status = game_field(call, &game, error);
    if (status == STATUS_OK) status = list_field(call, "analyses", &list, error);
    if (status != STATUS_OK) return status;
    Analysis *analyses = calloc((size_t)cJSON_GetArraySize(list), sizeof *analyses);
    if (!analyses) return error_set(error, STATUS_NO_MEMORY, "no memory for the analyses");
    int count = 0;
    cJSON_ArrayForEach(item, list)
    {
        if (status == STATUS_OK) status = read_analysis(item, &analyses[count++], error);
    }
    if (status == STATUS_OK) status = store_keep(call->context->store, game, analyses, count, error);
    free(analyses);
    if (status != STATUS_OK) return status;
    cJSON *answer = answer_of(call, "kept");
    cJSON_AddNumberToObject(answer, "count", count);
    post(call->context, answer);
    return STATUS_OK;
}

static void take_analysis(void *context, const Analysis *analysis)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "position", analysis->position);
    cJSON_AddNumberToObject(json, "depth", analysis->depth);
    cJSON_AddNumberToObject(json, "score", analysis->score);
    cJSON_AddNumberToObject(json, "win", analysis->win);
    cJSON_AddNumberToObject(json, "nodes", (double)analysis->nodes);
    cJSON_AddStringToObject(json, "pv", analysis->pv);
    cJSON_AddItemToArray(context, json);
}

static Status handle_recall(Call *call, Error *error)
{
    const char *game;
    const cJSON *list, *item;
    Status status = game_field(call, &game, error);
    if (status == STATUS_OK) status = list_field(call, "positions", &list, error);
    if (status != STATUS_OK) return status;
    cJSON *found = cJSON_CreateArray();
    cJSON_ArrayForEach(item, list)
    {
        if (status != STATUS_OK) break;
        if (!cJSON_IsString(item)) {
            status = error_set(error, STATUS_BAD_INPUT, "positions must be a list of texts");
        } else {
            status = store_recall(call->context->store, game, item->valuestring, take_analysis, found, error);
        }
    }
    if (status != STATUS_OK) {
        cJSON_Delete(found);
        return status;
    }
    cJSON *answer = answer_of(call, "recalled");
    cJSON_AddItemToObject(answer, "analyses", found);
    post(call->context, answer);
    return STATUS_OK;
}

/* ---- dispatch ---- */

static const struct {
    const char *type;
    Status (*handle)(Call *call, Error *error);
} handlers[] = {
    {"position", handle_position}, {"go", handle_go},     {"stop", handle_stop},
    {"save", handle_save},         {"load", handle_load}, {"list", handle_list},
    {"delete", handle_delete},     {"keep", handle_keep}, {"recall", handle_recall},
};

static Status dispatch(Call *call, Error *error)
{
    const cJSON *type = field(call, "type");
    if (!cJSON_IsObject(call->json)) return error_set(error, STATUS_BAD_INPUT, "a message is one JSON object");
    if (!cJSON_IsString(type)) return error_set(error, STATUS_BAD_INPUT, "type is missing");
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        if (strcmp(handlers[i].type, type->valuestring) == 0) return handlers[i].handle(call, error);
    }
    return error_set(error, STATUS_UNSUPPORTED, "there is no message type '%.40s'", type->valuestring);
}

void message_greet(const MessageContext *context)
{
    cJSON *hello = cJSON_CreateObject();
    cJSON_AddStringToObject(hello, "type", "hello");
    cJSON_AddNumberToObject(hello, "protocol", MESSAGE_PROTOCOL);
    cJSON_AddStringToObject(hello, "version", yomi_version());
    cJSON *games = cJSON_AddArrayToObject(hello, "games");
    for (int i = 0; i < yomi_game_count(); i++) {
        cJSON *game = cJSON_CreateObject();
        cJSON_AddStringToObject(game, "name", yomi_game_name(i));
        cJSON_AddStringToObject(game, "title", yomi_game_title(i));
        cJSON_AddItemToArray(games, game);
    }
    post(context, hello);
}

Status message_handle(const MessageContext *context, const char *text, size_t len, Error *error)
{
    Call call = {.context = context, .json = cJSON_ParseWithLength(text, len)};
    Status status;
    if (!call.json) {
        status = error_set(error, STATUS_BAD_INPUT, "the message is not JSON");
    } else {
        const cJSON *id = cJSON_GetObjectItemCaseSensitive(call.json, "id");
        call.id = cJSON_IsNumber(id) ? id->valueint : 0;
        status = dispatch(&call, error);
    }
    cJSON_Delete(call.json);
    if (status == STATUS_OK) return STATUS_OK;
    cJSON *answer = answer_of(&call, "error");
    cJSON_AddStringToObject(answer, "code", status_name(error->status));
    cJSON_AddStringToObject(answer, "text", error->text);
    post(context, answer);
    return status;
}
