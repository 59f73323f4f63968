/* A game of the page as a record. */
#include "web/records.h"

#include "base/utf8.h"
#include "record/record.h"
#include "web/base64.h"
#include "web/fields.h"
#include "web/record_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_OUT_MAX = 4 << 20 };

typedef struct Source {
    const cJSON *json;   /* of the page */
    const cJSON **nodes; /* by index */
    int *place;          /* of node i: the move that it became; -1: the start; -2: none */
    int count;
} Source;

static int parent_of(const Source *source, int node)
{
    const cJSON *parent = cJSON_GetObjectItemCaseSensitive(source->nodes[node], "p");
    int index = cJSON_IsNumber(parent) ? parent->valueint : -1;
    return index >= 0 && index < node ? index : -1;
}

static const char *text_of(const cJSON *json, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

static Status add_lines(char **out, const char *text, Error *error)
{
    Status status = STATUS_OK;
    for (Str rest = str_from(text); rest.len && status == STATUS_OK;) {
        status = record_add_comment(out, str_until(&rest, '\n'), error);
    }
    return status;
}

static Status add_move(Source *source, int node, Record *record, Error *error)
{
    const cJSON *json = source->nodes[node], *ms = cJSON_GetObjectItemCaseSensitive(json, "u");
    int parent = source->place[parent_of(source, node)];
    source->place[node] = -2;
    if (parent == -2) return STATUS_OK;
    RecordMove *move = record_add_after(record, parent, str_from(text_of(json, "m")), error);
    if (!move) return STATUS_TOO_LARGE;
    source->place[node] = (int)record->total - 1;
    if (cJSON_IsNumber(ms) && ms->valuedouble > 0 && ms->valuedouble < INT32_MAX) move->ms = ms->valueint;
    Status status = add_lines(&move->comment, text_of(json, "c"), error);
    return status == STATUS_OK ? add_lines(&move->bookmark, text_of(json, "b"), error) : status;
}

/* Marks with -2 what does not lie on the line through the node that the page shows. */
static void keep_line(Source *source)
{
    const cJSON *at = cJSON_GetObjectItemCaseSensitive(source->json, "at");
    int here = cJSON_IsNumber(at) && at->valueint >= 0 && at->valueint < source->count ? at->valueint : 0;
    for (int i = 0; i < source->count; i++) source->place[i] = -2;
    for (int i = here; i >= 0; i = i == 0 ? -1 : parent_of(source, i)) source->place[i] = 0;
    for (int i = here + 1; i < source->count; i++) { /* the first child comes first */
        if (parent_of(source, i) != here) continue;
        source->place[i] = 0;
        here = i;
    }
}

static Status add_moves(Source *source, bool variations, Record *record, Error *error)
{
    for (int i = 0; i < source->count; i++) source->place[i] = 0;
    if (!variations) keep_line(source);
    source->place[0] = -1;
    Status status = add_lines(&record->comment, text_of(source->nodes[0], "c"), error);
    for (int i = 1; i < source->count && status == STATUS_OK; i++) {
        if (source->place[i] == 0) status = add_move(source, i, record, error);
    }
    return status;
}

static void take_end(const cJSON *json, Record *record)
{
    for (int i = 0; i < RECORD_RESULTS; i++) {
        if (strcmp(record_results[i], text_of(json, "result")) == 0) record->result = (RecordResult)i;
    }
    if (record->result == RECORD_UNKNOWN) return;
    record->end = record->result == RECORD_DRAW ? RECORD_END_IMPASSE : RECORD_END_MATE;
    for (int i = 1; i < RECORD_ENDS; i++) {
        if (*record_end_words[i] && strcmp(record_end_words[i], text_of(json, "reason")) == 0)
            record->end = (RecordEnd)i;
    }
}

/* A game that is won by a number of cells tells it; one that was given up counts in full. */
static void take_score(const Source *source, yomi_engine *engine, Record *record)
{
    const char *position = text_of(source->nodes[record->total ? source->count - 1 : 0], "s");
    for (int i = source->count - 1; i > 0; i--) {
        if (record->count && source->place[i] == (int)record->count - 1) position = text_of(source->nodes[i], "s");
    }
    yomi_board board = YOMI_BOARD_INIT;
    bool known = record->result != RECORD_UNKNOWN && *position &&
                 yomi_set_position(engine, position, NULL, 0, NULL) == YOMI_OK &&
                 yomi_get_board(engine, &board) == YOMI_OK && board.scored;
    if (!known) return;
    if (record->end == RECORD_END_MATE || record->result == RECORD_DRAW) {
        record_take_score(record, board.score);
    } else {
        (void)snprintf(record->score, sizeof record->score, "%c%d.00:r",
                       record->result == RECORD_FIRST_WINS ? '+' : '-', board.width * board.height);
    }
}

static Status take_head(const cJSON *json, Record *record, Error *error)
{
    const cJSON *names = cJSON_GetObjectItemCaseSensitive(json, "names");
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(json, "options");
    for (int i = 0; i < 2; i++) {
        const cJSON *name = cJSON_GetArrayItem(names, i);
        if (cJSON_IsString(name)) record_take_text(record->player[i], str_from(name->valuestring));
    }
    record_take_text(record->event, str_from(text_of(json, "event")));
    record_take_text(record->date, str_from(text_of(json, "date")));
    record_take_text(record->rules, str_from(text_of(options, "Rule")));
    Status status = add_lines(&record->headers, text_of(json, "headers"), error);
    if (status == STATUS_OK && *text_of(json, "start")) {
        status = record_set_start(record, str_from(text_of(json, "start")), error);
    }
    return status;
}

static Status fill_record(const cJSON *json, const RecordFormat *format, yomi_engine *engine, Record *record,
                          Error *error)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "nodes"), *item;
    Source source = {.json = json};
    size_t count = cJSON_IsArray(list) ? (size_t)cJSON_GetArraySize(list) : 0;
    if (count == 0 || count > RECORD_NODES_MAX) {
        return error_set(error, STATUS_BAD_INPUT, "nodes must be a list of 1 to %d entries", RECORD_NODES_MAX);
    }
    record_init(record, format->game);
    source.nodes = calloc(count, sizeof *source.nodes);
    source.place = calloc(count, sizeof *source.place);
    Status status =
        source.nodes && source.place ? STATUS_OK : error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    if (status == STATUS_OK) {
        cJSON_ArrayForEach(item, list) source.nodes[source.count++] = item;
        status = take_head(json, record, error);
    }
    for (int i = 1; i < source.count && status == STATUS_OK; i++) {
        if (parent_of(&source, i) < 0) status = error_set(error, STATUS_BAD_INPUT, "node %d has no parent", i);
    }
    if (status == STATUS_OK) status = add_moves(&source, format->variations, record, error);
    if (status == STATUS_OK) {
        take_end(json, record);
        take_score(&source, engine, record);
    }
    free(source.nodes);
    free(source.place);
    return status;
}

/* What is not UTF-8 goes as base64. */
static Status add_written(const Buf *text, cJSON *answer, Error *error)
{
    if (utf8_ok(buf_view(text)) && !memchr(buf_text(text), 0, text->len)) {
        cJSON_AddStringToObject(answer, "text", buf_text(text));
        return STATUS_OK;
    }
    Buf data = buf_new(2 * TEXT_OUT_MAX);
    bool fits = base64_write(buf_view(text), &data);
    if (fits) cJSON_AddStringToObject(answer, "data", buf_text(&data));
    buf_free(&data);
    return fits ? STATUS_OK : error_set(error, STATUS_TOO_LARGE, "the record is too long");
}

Status records_write(Referee *referee, const cJSON *json, Str record_text, cJSON **out, Error *error)
{
    const char *name;
    Status status = field_text(json, "format", 32, &name, error);
    if (status != STATUS_OK) return status;
    const RecordFormat *format = record_format_named(str_from(name));
    if (!format || !format->write) return error_set(error, STATUS_NOT_FOUND, "format '%.32s' cannot be written", name);
    cJSON *page = record_text.len ? cJSON_ParseWithLength(record_text.ptr, record_text.len) : NULL;
    if (!page) return error_set(error, STATUS_BAD_INPUT, "record is missing");
    Record record = {0};
    Buf text = buf_new(TEXT_OUT_MAX);
    cJSON *answer = cJSON_CreateObject();
    yomi_engine *engine = NULL;
    status = referee_engine(referee, format->game, &engine, error);
    if (status == STATUS_OK) status = fill_record(page, format, engine, &record, error);
    if (status == STATUS_OK) status = format->write(&record, &text, error);
    if (status == STATUS_OK) status = add_written(&text, answer, error);
    if (status == STATUS_OK)
        *out = answer;
    else
        cJSON_Delete(answer);
    record_free(&record);
    buf_free(&text);
    cJSON_Delete(page);
    return status;
}
