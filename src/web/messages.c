#include "web/messages.h"

#include "base/buf.h"
#include "web/archive.h"
#include "web/fields.h"
#include "web/json_check.h"
#include "web/records.h"

#include <string.h>

typedef struct Call {
    const MessageContext *context;
    cJSON *json; /* without the record of a saved game */
    Str record;  /* its text */
    int id;
} Call;

/* ---- positions and searches ---- */

static Status post_answer(Call *call, const char *type, cJSON *answer)
{
    cJSON_AddStringToObject(answer, "type", type);
    cJSON_AddNumberToObject(answer, "id", call->id);
    field_post(call->context->box, answer);
    return STATUS_OK;
}

static Status handle_position(Call *call, Error *error)
{
    Question question;
    Status status = question_read(call->json, &question, error);
    if (status != STATUS_OK) return status;
    cJSON *answer = NULL;
    status = referee_answer(call->context->referee, &question, &answer, error);
    question_free(&question);
    if (status != STATUS_OK) return status;
    return post_answer(call, "position", answer);
}

static Status read_limits(const cJSON *json, yomi_limits *out, Error *error)
{
    enum { HOUR_MS = 3600 * 1000 };
    int64_t depth, nodes, mate, multipv, moves_to_go;
    yomi_limits limits = YOMI_LIMITS_INIT;
    Status status = field_number(json, "time", 0, 24 * HOUR_MS, YOMI_NO_LIMIT, &limits.time_ms, error);
    if (status == STATUS_OK) status = field_number(json, "increment", 0, HOUR_MS, 0, &limits.increment_ms, error);
    if (status == STATUS_OK) status = field_number(json, "byoyomi", 0, HOUR_MS, 0, &limits.byoyomi_ms, error);
    if (status == STATUS_OK) status = field_number(json, "movesToGo", 0, 1000, 0, &moves_to_go, error);
    if (status == STATUS_OK) {
        status = field_number(json, "movetime", 1, HOUR_MS, YOMI_NO_LIMIT, &limits.movetime_ms, error);
    }
    if (status == STATUS_OK) status = field_number(json, "depth", 1, 240, 0, &depth, error);
    if (status == STATUS_OK) status = field_number(json, "nodes", 1, INT64_C(1000000000000), 0, &nodes, error);
    if (status == STATUS_OK) status = field_number(json, "mate", -1, 2000, 0, &mate, error);
    if (status == STATUS_OK) status = field_number(json, "multipv", 1, 64, 1, &multipv, error);
    if (status != STATUS_OK) return status;
    limits.depth = (int)depth;
    limits.nodes = (uint64_t)nodes;
    limits.mate = (int)mate;
    limits.multipv = (int)multipv;
    limits.moves_to_go = (int)moves_to_go;
    /* Who analyses is told what the book knows; who plays gets its move. */
    limits.analysis = limits.infinite = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "infinite"));
    if (!limits.infinite && limits.time_ms < 0 && limits.movetime_ms < 0 && !depth && !nodes &&
        limits.byoyomi_ms == 0) {
        return error_set(error, STATUS_BAD_INPUT, "limits must name time, byoyomi, movetime, depth, nodes or infinite");
    }
    *out = limits;
    return STATUS_OK;
}

static Status read_setup(Call *call, const char *game, EngineSetup *out, Error *error)
{
    yomi_engine *engine = NULL;
    Status status = referee_engine(call->context->referee, game, &engine, error);
    if (status != STATUS_OK) return status;
    const cJSON *json = cJSON_GetObjectItemCaseSensitive(call->json, "engine");
    return engine_setup_read(json, engine, searcher_limits(call->context->searcher), out, error);
}

/* What a page may set of the engine. */
static Status handle_options(Call *call, Error *error)
{
    const char *game;
    yomi_engine *engine = NULL;
    Status status = field_text(call->json, "game", QUESTION_GAME_MAX, &game, error);
    if (status == STATUS_OK) status = referee_engine(call->context->referee, game, &engine, error);
    if (status != STATUS_OK) return status;
    cJSON *answer = cJSON_CreateObject();
    cJSON_AddStringToObject(answer, "game", game);
    cJSON_AddItemToObject(answer, "options", engine_setup_list(engine, searcher_limits(call->context->searcher)));
    return post_answer(call, "options", answer);
}

static Status handle_go(Call *call, Error *error)
{
    const cJSON *json = cJSON_GetObjectItemCaseSensitive(call->json, "limits");
    if (!cJSON_IsObject(json)) return error_set(error, STATUS_BAD_INPUT, "limits are missing");
    yomi_limits limits;
    int64_t spread = 0;
    Status status = read_limits(json, &limits, error);
    if (status == STATUS_OK) status = field_number(json, "spread", 0, 5000, 0, &spread, error);
    if (status != STATUS_OK) return status;
    Question question;
    status = question_read(call->json, &question, error);
    if (status != STATUS_OK) return status;
    EngineSetup setup;
    status = read_setup(call, question.game, &setup, error);
    if (status != STATUS_OK) {
        question_free(&question);
        return status;
    }
    return searcher_go(call->context->searcher, call->context->owner, call->context->box, &question, &limits,
                       (int)spread, &setup, error);
}

static Status handle_stop(Call *call, Error *error)
{
    (void)error;
    searcher_stop(call->context->searcher, call->context->owner);
    return STATUS_OK;
}

/* ---- records ---- */

static Status handle_read(Call *call, Error *error)
{
    cJSON *answer = NULL;
    Status status = records_read(call->context->referee, call->json, &answer, error);
    return status == STATUS_OK ? post_answer(call, "read", answer) : status;
}

static Status handle_write(Call *call, Error *error)
{
    cJSON *answer = NULL;
    Status status = records_write(call->context->referee, call->json, call->record, &answer, error);
    return status == STATUS_OK ? post_answer(call, "written", answer) : status;
}

/* ---- dispatch ---- */

static const struct {
    const char *type;
    Status (*handle)(Call *call, Error *error);
} handlers[] = {{"position", handle_position}, {"go", handle_go},     {"stop", handle_stop},
                {"options", handle_options},   {"read", handle_read}, {"write", handle_write}};

static Status dispatch(Call *call, Error *error)
{
    const MessageContext *context = call->context;
    const cJSON *type = cJSON_GetObjectItemCaseSensitive(call->json, "type");
    if (!cJSON_IsObject(call->json)) return error_set(error, STATUS_BAD_INPUT, "a message is one JSON object");
    if (!cJSON_IsString(type)) return error_set(error, STATUS_BAD_INPUT, "type is missing");
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        if (strcmp(handlers[i].type, type->valuestring) == 0) return handlers[i].handle(call, error);
    }
    if (tables_knows(type->valuestring)) {
        const TablesCall at_table = {context->owner, context->box, call->id, call->json};
        return tables_handle(context->tables, type->valuestring, &at_table, error);
    }
    if (trainer_knows(type->valuestring)) {
        TrainerRequest request = {context->owner, context->box, call->id, call->json};
        return trainer_handle(context->trainer, type->valuestring, &request, error);
    }
    if (!archive_knows(type->valuestring)) {
        return error_set(error, STATUS_UNSUPPORTED, "there is no message type '%.40s'", type->valuestring);
    }
    ArchiveRequest request = {context->owner, context->visitor, context->box,    call->id,
                              call->json,     call->record,     context->failed, context->context};
    return archive_handle(context->queue, type->valuestring, &request, error);
}

/* The one table of levels, so that the page has none of its own. */
static cJSON *levels_of(int game)
{
    cJSON *list = cJSON_CreateArray();
    yomi_level level = YOMI_LEVEL_INIT;
    for (int number = 1; yomi_game_level(game, number, &level) == YOMI_OK; number++) {
        cJSON *entry = cJSON_CreateObject();
        cJSON_AddNumberToObject(entry, "nodes", (double)level.nodes);
        cJSON_AddNumberToObject(entry, "spread", level.spread);
        cJSON_AddItemToArray(list, entry);
    }
    return list;
}

void message_greet(const MessageContext *context)
{
    cJSON *hello = cJSON_CreateObject();
    cJSON_AddStringToObject(hello, "type", "hello");
    cJSON_AddNumberToObject(hello, "protocol", MESSAGE_PROTOCOL);
    cJSON_AddStringToObject(hello, "version", yomi_version());
    cJSON_AddBoolToObject(hello, "tables", context->tables != NULL);
    cJSON_AddBoolToObject(hello, "module", context->module);
    cJSON *games = cJSON_AddArrayToObject(hello, "games");
    for (int i = 0; i < yomi_game_count(); i++) {
        cJSON *game = cJSON_CreateObject();
        cJSON_AddStringToObject(game, "name", yomi_game_name(i));
        cJSON_AddStringToObject(game, "title", yomi_game_title(i));
        cJSON_AddNumberToObject(game, "puzzles", (double)trainer_count(context->trainer, yomi_game_name(i)));
        cJSON_AddItemToObject(game, "formats", records_formats(yomi_game_name(i)));
        cJSON_AddItemToObject(game, "levels", levels_of(i));
        cJSON_AddItemToArray(games, game);
    }
    field_post(context->box, hello);
}

/* Makes the tree, with {} in the place of the record: that one is only carried, and its tree could be 30 times as
 * large as its text. */
static Status parse(Call *call, Str text, Error *error)
{
    Status status = json_check(text, JSON_VALUES_MAX, "record", &call->record, error);
    if (status != STATUS_OK) return status;
    if (call->record.len == 0) {
        call->json = cJSON_ParseWithLength(text.ptr, text.len);
    } else {
        Str before = {text.ptr, (size_t)(call->record.ptr - text.ptr)};
        Buf rest = buf_new(text.len + 2);
        if (buf_str(&rest, before) && buf_puts(&rest, "{}") &&
            buf_str(&rest, str_skip(text, before.len + call->record.len))) {
            call->json = cJSON_ParseWithLength(rest.data, rest.len);
        }
        buf_free(&rest);
    }
    return call->json ? STATUS_OK : error_set(error, STATUS_NO_MEMORY, "no memory for the message");
}

Status message_handle(const MessageContext *context, const char *text, size_t len, Error *error)
{
    Call call = {.context = context};
    Status status = parse(&call, (Str){text, len}, error);
    if (status == STATUS_OK) {
        const cJSON *id = cJSON_GetObjectItemCaseSensitive(call.json, "id");
        call.id = cJSON_IsNumber(id) ? id->valueint : 0;
        status = dispatch(&call, error);
    }
    cJSON_Delete(call.json);
    if (status != STATUS_OK) field_post(context->box, field_error(call.id, error));
    return status;
}
