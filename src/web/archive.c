#include "web/archive.h"

#include "base/utf8.h"
#include "web/fields.h"
#include "yomi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Action Action;

/* One request on its way through the queue. It owns everything in it and holds the outbox. */
typedef struct Task {
    StoreTask base; /* first: the queue's pointers are cast back */
    const Action *action;
    Outbox *box;
    int id;
    void (*failed)(void *context, uint64_t owner, const char *text);
    void *context;
    char visitor[STORE_VISITOR_MAX + 1];
    char key[STORE_KEY_MAX + 1], game[STORE_GAME_MAX + 1];
    char title[STORE_TEXT_MAX + 1]; /* of a list: what is looked for */
    char first[STORE_TEXT_MAX + 1], second[STORE_TEXT_MAX + 1], result[STORE_TEXT_MAX + 1];
    int plies, offset, limit;
    int64_t seen;       /* of a save: the stamp of what it was made from; -1: whatever is there is replaced */
    char *texts;        /* the record, or the texts of the analyses */
    Analysis *analyses; /* of a recall only their positions */
    int count;
    cJSON *answer;
} Task;

struct Action {
    const char *type;
    bool writes;
    Status (*read)(Task *task, const ArchiveRequest *request, Error *error); /* on the server's thread */
    Status (*run)(Task *task, Store *store, Error *error);                   /* on the store's; may run again */
};

static Status key_field(Task *task, const cJSON *json, bool needed, Error *error)
{
    Status status = field_copy(json, "key", STORE_KEY_MAX, task->key, error);
    if (status != STATUS_OK) return status;
    if (needed && !task->key[0]) return error_set(error, STATUS_BAD_INPUT, "key is missing");
    if (strspn(task->key, "0123456789abcdef-") != strlen(task->key)) {
        return error_set(error, STATUS_BAD_INPUT, "key has characters that no key has");
    }
    return STATUS_OK;
}

static Status game_field(Task *task, const cJSON *json, Error *error)
{
    Status status = field_copy(json, "game", STORE_GAME_MAX, task->game, error);
    if (status == STATUS_OK && !task->game[0]) status = error_set(error, STATUS_BAD_INPUT, "game is missing");
    return status;
}

static cJSON *new_answer(Task *task, const char *type)
{
    cJSON_Delete(task->answer); /* of an earlier try */
    return task->answer = field_answer(type, task->id);
}

/* ---- games ---- */

/* A column of the store, which somebody may have damaged: cut, and in UTF-8. */
static void add_text(cJSON *json, const char *name, const char *text)
{
    char copy[STORE_TEXT_MAX + 1];
    (void)snprintf(copy, sizeof copy, "%s", text);
    utf8_mend(copy);
    cJSON_AddStringToObject(json, name, copy);
}

static cJSON *game_json(const StoredGame *game)
{
    cJSON *json = cJSON_CreateObject();
    add_text(json, "key", game->key);
    add_text(json, "game", game->game);
    add_text(json, "title", game->title);
    add_text(json, "first", game->first);
    add_text(json, "second", game->second);
    add_text(json, "result", game->result);
    cJSON_AddNumberToObject(json, "plies", game->plies);
    cJSON_AddNumberToObject(json, "created", (double)game->created);
    cJSON_AddNumberToObject(json, "updated", (double)game->updated);
    if (game->record) cJSON_AddItemToObject(json, "record", cJSON_CreateRaw(game->record));
    return json;
}

static Status read_save(Task *task, const ArchiveRequest *request, Error *error)
{
    const cJSON *json = request->json;
    int64_t plies = 0;
    Status status = key_field(task, json, false, error);
    if (status == STATUS_OK) status = game_field(task, json, error);
    if (status == STATUS_OK) status = field_copy(json, "title", STORE_TEXT_MAX, task->title, error);
    if (status == STATUS_OK) status = field_copy(json, "first", STORE_TEXT_MAX, task->first, error);
    if (status == STATUS_OK) status = field_copy(json, "second", STORE_TEXT_MAX, task->second, error);
    if (status == STATUS_OK) status = field_copy(json, "result", STORE_TEXT_MAX, task->result, error);
    if (status == STATUS_OK) status = field_number(json, "plies", 0, YOMI_PLIES_MAX, 0, &plies, error);
    if (status == STATUS_OK) status = field_number(json, "base", 0, INT64_C(1) << 53, -1, &task->seen, error);
    if (status != STATUS_OK) return status;
    task->plies = (int)plies;
    if (!str_starts(request->record, "{")) return error_set(error, STATUS_BAD_INPUT, "record must be an object");
    if (request->record.len > STORE_RECORD_MAX) {
        return error_set(error, STATUS_TOO_LARGE, "record is longer than %d bytes", STORE_RECORD_MAX);
    }
    task->texts = malloc(request->record.len + 1);
    if (!task->texts) return error_set(error, STATUS_NO_MEMORY, "no memory for the record");
    memcpy(task->texts, request->record.ptr, request->record.len);
    task->texts[request->record.len] = '\0';
    task->base.bytes += request->record.len;
    return STATUS_OK;
}

/* Another page has saved the game since this one read it: nothing is replaced, and the page is told. */
static bool is_conflict(Task *task, Store *store)
{
    int64_t stamp = 0;
    if (task->seen < 0 || !task->key[0] || store_stamp(store, task->key, &stamp, NULL) != STATUS_OK) return false;
    if (stamp == task->seen) return false;
    cJSON *answer = new_answer(task, "saved");
    cJSON_AddStringToObject(answer, "key", task->key);
    cJSON_AddNumberToObject(answer, "updated", (double)stamp);
    cJSON_AddBoolToObject(answer, "conflict", true);
    return true;
}

static Status run_save(Task *task, Store *store, Error *error)
{
    if (is_conflict(task, store)) return STATUS_OK;
    const StoredGame game = {.key = task->key,
                             .game = task->game,
                             .title = task->title,
                             .first = task->first,
                             .second = task->second,
                             .result = task->result,
                             .plies = task->plies,
                             .record = task->texts};
    char key[STORE_KEY_MAX + 1];
    int64_t updated = 0;
    Status status = store_save(store, &game, key, &updated, error);
    if (status != STATUS_OK) return status;
    cJSON *answer = new_answer(task, "saved");
    cJSON_AddStringToObject(answer, "key", key);
    cJSON_AddNumberToObject(answer, "updated", (double)updated);
    return STATUS_OK;
}

static Status read_key(Task *task, const ArchiveRequest *request, Error *error)
{
    return key_field(task, request->json, true, error);
}

static void take_game(void *context, const StoredGame *game)
{
    cJSON_AddItemToObject(context, "saved", game_json(game));
}

static Status run_load(Task *task, Store *store, Error *error)
{
    return store_load(store, task->key, take_game, new_answer(task, "loaded"), error);
}

static Status run_delete(Task *task, Store *store, Error *error)
{
    Status status = store_delete(store, task->key, error);
    if (status == STATUS_OK) cJSON_AddStringToObject(new_answer(task, "deleted"), "key", task->key);
    return status;
}

static Status read_list(Task *task, const ArchiveRequest *request, Error *error)
{
    int64_t offset = 0, limit = 0;
    const cJSON *json = request->json;
    Status status = field_copy(json, "query", STORE_TEXT_MAX, task->title, error);
    if (status == STATUS_OK) status = field_copy(json, "game", STORE_GAME_MAX, task->game, error);
    if (status == STATUS_OK) status = field_number(json, "offset", 0, STORE_GAMES_MAX, 0, &offset, error);
    if (status == STATUS_OK) status = field_number(json, "limit", 1, STORE_LIST_MAX, 50, &limit, error);
    task->offset = (int)offset;
    task->limit = (int)limit;
    return status;
}

static void take_row(void *context, const StoredGame *game)
{
    cJSON_AddItemToArray(context, game_json(game));
}

static Status run_list(Task *task, Store *store, Error *error)
{
    int total = 0;
    cJSON *answer = new_answer(task, "games"), *rows = cJSON_AddArrayToObject(answer, "games");
    Status status =
        store_list(store, task->title, task->game, task->offset, task->limit, take_row, rows, &total, error);
    cJSON_AddNumberToObject(answer, "total", total);
    return status;
}

/* ---- analyses ---- */

static Status read_analysis(const cJSON *json, Analysis *out, Error *error)
{
    enum { SCORE_LIMIT = 100 * 1000 };
    int64_t depth, score, win;
    Status status = field_text(json, "position", STORE_POSITION_MAX, &out->position, error);
    if (status == STATUS_OK) status = field_text(json, "pv", STORE_PV_MAX, &out->pv, error);
    if (status == STATUS_OK) status = field_number(json, "depth", 0, 1000, 0, &depth, error);
    if (status == STATUS_OK) status = field_number(json, "score", -SCORE_LIMIT, SCORE_LIMIT, 0, &score, error);
    if (status == STATUS_OK) status = field_number(json, "win", -YOMI_PLIES_MAX, YOMI_PLIES_MAX, 0, &win, error);
    if (status == STATUS_OK) status = field_number(json, "nodes", 0, INT64_C(1) << 53, 0, &out->nodes, error);
    if (status != STATUS_OK) return status;
    if (!out->position[0]) return error_set(error, STATUS_BAD_INPUT, "position is missing");
    out->depth = (int)depth;
    out->score = (int)score;
    out->win = (int)win;
    return STATUS_OK;
}

static Status read_position(const cJSON *json, Analysis *out, Error *error)
{
    if (!cJSON_IsString(json)) return error_set(error, STATUS_BAD_INPUT, "positions must be a list of texts");
    if (strlen(json->valuestring) > STORE_POSITION_MAX) {
        return error_set(error, STATUS_TOO_LARGE, "positions: one is longer than %d bytes", STORE_POSITION_MAX);
    }
    *out = (Analysis){.position = json->valuestring, .pv = ""};
    return STATUS_OK;
}

/* The analyses' texts are the JSON's so far; the task gets its own. */
static Status own_texts(Task *task, Error *error)
{
    size_t bytes = 0;
    for (int i = 0; i < task->count; i++)
        bytes += strlen(task->analyses[i].position) + strlen(task->analyses[i].pv) + 2;
    char *at = task->texts = malloc(bytes);
    if (!at) return error_set(error, STATUS_NO_MEMORY, "no memory for the analyses");
    for (int i = 0; i < task->count; i++) {
        at = field_move(&task->analyses[i].position, at);
        at = field_move(&task->analyses[i].pv, at);
    }
    task->base.bytes += bytes + (size_t)task->count * sizeof *task->analyses;
    return STATUS_OK;
}

static Status read_entries(Task *task, const ArchiveRequest *request, const char *name,
                           Status (*read)(const cJSON *json, Analysis *out, Error *error), Error *error)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(request->json, name), *item;
    int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    Status status = game_field(task, request->json, error);
    if (status != STATUS_OK) return status;
    if (count < 1 || count > ARCHIVE_LIST_MAX) {
        return error_set(error, STATUS_BAD_INPUT, "%s must be a list of 1 to %d entries", name, ARCHIVE_LIST_MAX);
    }
    task->analyses = calloc((size_t)count, sizeof *task->analyses);
    if (!task->analyses) return error_set(error, STATUS_NO_MEMORY, "no memory for the analyses");
    cJSON_ArrayForEach(item, list)
    {
        status = read(item, &task->analyses[task->count], error);
        if (status != STATUS_OK) return status;
        task->count++;
    }
    return own_texts(task, error);
}

static Status read_keep(Task *task, const ArchiveRequest *request, Error *error)
{
    return read_entries(task, request, "analyses", read_analysis, error);
}

static Status run_keep(Task *task, Store *store, Error *error)
{
    Status status = store_keep(store, task->game, task->analyses, task->count, error);
    if (status == STATUS_OK) cJSON_AddNumberToObject(new_answer(task, "kept"), "count", task->count);
    return status;
}

static Status read_recall(Task *task, const ArchiveRequest *request, Error *error)
{
    return read_entries(task, request, "positions", read_position, error);
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

static Status run_recall(Task *task, Store *store, Error *error)
{
    cJSON *found = cJSON_AddArrayToObject(new_answer(task, "recalled"), "analyses");
    Status status = STATUS_OK;
    for (int i = 0; i < task->count && status == STATUS_OK; i++) {
        status = store_recall(store, task->game, task->analyses[i].position, take_analysis, found, error);
    }
    return status;
}

/* ---- through the queue ---- */

static const Action actions[] = {
    {"save", true, read_save, run_save},  {"load", false, read_key, run_load},
    {"list", false, read_list, run_list}, {"delete", true, read_key, run_delete},
    {"keep", true, read_keep, run_keep},  {"recall", false, read_recall, run_recall},
};

static const Action *find(const char *type)
{
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(actions[i].type, type) == 0) return &actions[i];
    }
    return NULL;
}

bool archive_knows(const char *type)
{
    return find(type) != NULL;
}

static void task_free(Task *task)
{
    outbox_drop(task->box);
    cJSON_Delete(task->answer);
    free(task->texts);
    free(task->analyses);
    free(task);
}

static Status run(StoreTask *base, Store *store, Error *error)
{
    Task *task = (Task *)base;
    if (!task->action->writes && outbox_closed(task->box)) return STATUS_OK; /* nobody is there to read it */
    store_as(store, task->visitor);
    return task->action->run(task, store, error);
}

static void end(StoreTask *base, Status status, const Error *error)
{
    Task *task = (Task *)base;
    if (status != STATUS_OK) {
        task->failed(task->context, base->owner, error->text);
        field_post(task->box, field_error(task->id, error));
    } else if (task->answer) {
        outbox_post(task->box, 0, cJSON_PrintUnformatted(task->answer));
    }
    task_free(task);
}

Status archive_handle(StoreQueue *queue, const char *type, const ArchiveRequest *request, Error *error)
{
    const Action *action = find(type);
    Task *task = calloc(1, sizeof *task);
    if (!task) return error_set(error, STATUS_NO_MEMORY, "no memory for the request");
    task->base =
        (StoreTask){.owner = request->owner, .bytes = sizeof *task, .writes = action->writes, .run = run, .end = end};
    task->action = action;
    (void)snprintf(task->visitor, sizeof task->visitor, "%s", request->visitor);
    task->box = request->box;
    task->id = request->id;
    task->failed = request->failed;
    task->context = request->context;
    outbox_hold(task->box);
    Status status = action->read(task, request, error);
    if (status == STATUS_OK) status = store_queue_add(queue, &task->base, error);
    if (status != STATUS_OK) task_free(task);
    return status;
}
