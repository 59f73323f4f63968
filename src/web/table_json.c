#include "web/table_json.h"

#include "base/random.h"
#include "web/fields.h"

#include <string.h>

static cJSON *pair_of(cJSON *first, cJSON *second)
{
    cJSON *list = cJSON_CreateArray();
    cJSON_AddItemToArray(list, first);
    cJSON_AddItemToArray(list, second);
    return list;
}

static cJSON *clock_json(const GameClock *clock, int64_t now)
{
    cJSON *out = cJSON_CreateObject();
    cJSON_AddNumberToObject(out, "main", (double)clock->main_ms);
    cJSON_AddNumberToObject(out, "increment", (double)clock->increment_ms);
    cJSON_AddNumberToObject(out, "byoyomi", (double)clock->byoyomi_ms);
    cJSON_AddItemToObject(
        out, "left",
        pair_of(cJSON_CreateNumber((double)clock->left_ms[0]), cJSON_CreateNumber((double)clock->left_ms[1])));
    cJSON_AddNumberToObject(out, "running", clock->running);
    cJSON_AddNumberToObject(out, "elapsed", clock->running < 0 ? 0 : (double)(now - clock->since));
    return out;
}

static void add_place(cJSON *out, const Question *place)
{
    cJSON_AddStringToObject(out, "game", place->game);
    if (place->start) {
        cJSON_AddStringToObject(out, "start", place->start);
    } else {
        cJSON_AddNullToObject(out, "start");
    }
    cJSON *options = cJSON_AddObjectToObject(out, "options");
    for (int i = 0; i < place->option_count; i++) {
        cJSON_AddStringToObject(options, place->options[i].name, place->options[i].value);
    }
}

static void add_moves(cJSON *out, const Table *table)
{
    cJSON *moves = cJSON_AddArrayToObject(out, "moves"), *used = cJSON_AddArrayToObject(out, "used");
    for (int i = 0; i < table->place.move_count; i++) {
        cJSON_AddItemToArray(moves, cJSON_CreateString(table->texts[i]));
        cJSON_AddItemToArray(used, cJSON_CreateNumber((double)table->used_ms[i]));
    }
}

cJSON *table_json(const Table *table, const TableView *view)
{
    cJSON *out = cJSON_CreateObject();
    cJSON_AddStringToObject(out, "type", "table");
    cJSON_AddStringToObject(out, "table", table->key);
    cJSON_AddNumberToObject(out, "round", table->round);
    cJSON_AddNumberToObject(out, "seat", view->seat);
    add_place(out, &table->place);
    add_moves(out, table);
    cJSON_AddNumberToObject(out, "side", table->side);
    cJSON_AddItemToObject(out, "names",
                          pair_of(cJSON_CreateString(table->names[0]), cJSON_CreateString(table->names[1])));
    cJSON_AddItemToObject(
        out, "taken",
        pair_of(cJSON_CreateBool(table->secrets[0][0] != '\0'), cJSON_CreateBool(table->secrets[1][0] != '\0')));
    cJSON_AddItemToObject(out, "here", pair_of(cJSON_CreateBool(view->here[0]), cJSON_CreateBool(view->here[1])));
    cJSON_AddNumberToObject(out, "watchers", view->watchers);
    cJSON_AddBoolToObject(out, "draws", table->draws);
    cJSON *offers = cJSON_AddObjectToObject(out, "offers");
    cJSON_AddNumberToObject(offers, "draw", table->offered[TABLE_DRAW]);
    cJSON_AddNumberToObject(offers, "undo", table->offered[TABLE_UNDO]);
    cJSON_AddNumberToObject(offers, "rematch", table->offered[TABLE_REMATCH]);
    cJSON_AddStringToObject(out, "result", table->result);
    cJSON_AddStringToObject(out, "reason", table->reason);
    if (game_clock_timed(&table->clock)) cJSON_AddItemToObject(out, "clock", clock_json(&table->clock, view->now));
    return out;
}

static Status read_seat(const cJSON *json, int *seat, Error *error)
{
    const char *side;
    Status status = field_text(json, "side", 16, &side, error);
    if (status != STATUS_OK) return status;
    unsigned char bit = 0;
    if (strcmp(side, "first") == 0) {
        *seat = 0;
    } else if (strcmp(side, "second") == 0) {
        *seat = 1;
    } else if (strcmp(side, "random") == 0 && random_bytes(&bit, 1)) {
        *seat = bit & 1;
    } else {
        return error_set(error, STATUS_BAD_INPUT, "side must be first, second or random");
    }
    return STATUS_OK;
}

Status table_read_new(const cJSON *json, GameClock *time, int *seat, Error *error)
{
    enum { HOUR_MS = 3600 * 1000 };
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(json, "time");
    *time = (GameClock){.running = -1};
    Status status = read_seat(json, seat, error);
    if (status == STATUS_OK && given && !cJSON_IsObject(given)) {
        status = error_set(error, STATUS_BAD_INPUT, "time must be an object");
    }
    if (status == STATUS_OK) status = field_number(given, "main", 0, 24 * HOUR_MS, 0, &time->main_ms, error);
    if (status == STATUS_OK) status = field_number(given, "increment", 0, HOUR_MS, 0, &time->increment_ms, error);
    if (status == STATUS_OK) status = field_number(given, "byoyomi", 0, HOUR_MS, 0, &time->byoyomi_ms, error);
    if (status != STATUS_OK) return status;
    if (time->main_ms == 0 && time->byoyomi_ms == 0 && time->increment_ms > 0) {
        return error_set(error, STATUS_BAD_INPUT, "a clock with an increment needs main time or byoyomi");
    }
    return STATUS_OK;
}
