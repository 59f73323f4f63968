/* Messages of several pages at the tables: lines of `digit SECONDS-digit JSON`, where `type` is the message's. KEY and
 * SECRET in a line stand for those of the table that was made last. Whatever is sent, seats, moves and clocks stay
 * whole. */
#include "fuzz.h"

#include "base/buf.h"
#include "web/json_check.h"
#include "web/tables.h"

#include <stdlib.h>
#include <string.h>

enum { PAGES = 4, LINES = 64 };

static Referee *referee;

typedef struct Hall {
    Tables *tables;
    DrivenClock time;
    Outbox *boxes[PAGES];
    char key[TABLE_KEY_LEN + 1], secret[TABLE_SECRET_LEN + 1];
} Hall;

static void wake(void *context)
{
    (void)context;
}

static void keep(const cJSON *message, const char *name, char *out, size_t size)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(message, name);
    if (!cJSON_IsString(item)) return;
    require(strlen(item->valuestring) == size - 1);
    memcpy(out, item->valuestring, size);
}

/* What a page is told is JSON, and the table in it makes sense. */
static void hear(Hall *hall, int page)
{
    for (char *text; (text = outbox_take(hall->boxes[page])) != NULL; free(text)) {
        cJSON *message = cJSON_Parse(text);
        require(message != NULL);
        keep(message, "table", hall->key, sizeof hall->key);
        keep(message, "secret", hall->secret, sizeof hall->secret);
        const cJSON *moves = cJSON_GetObjectItemCaseSensitive(message, "moves");
        require(!moves || cJSON_GetArraySize(moves) <= TABLE_MOVES_MAX);
        cJSON_Delete(message);
    }
}

/* Puts the key or the secret where a line says so; longer lines than this are cut. */
static void fill_in(const Hall *hall, Str line, Buf *out)
{
    while (line.len > 0) {
        if (str_starts(line, "SECRET")) {
            (void)buf_puts(out, hall->secret);
            line = str_skip(line, 6);
        } else if (str_starts(line, "KEY")) {
            (void)buf_puts(out, hall->key);
            line = str_skip(line, 3);
        } else {
            (void)buf_append(out, line.ptr, 1);
            line = str_skip(line, 1);
        }
    }
}

static void say(Hall *hall, Str line)
{
    if (line.len < 3) return;
    int page = (unsigned char)line.ptr[0] % PAGES;
    hall->time.time += (int64_t)((unsigned char)line.ptr[1] % 16) * 500 * NS_PER_MS;
    (void)tables_tick(hall->tables);
    Buf text = buf_new(4096);
    fill_in(hall, str_skip(line, 2), &text);
    Str filled = buf_view(&text);
    cJSON *json = json_check(filled, 1000, "record", &(Str){0}, NULL) == STATUS_OK
                      ? cJSON_ParseWithLength(filled.ptr, filled.len)
                      : NULL;
    const cJSON *type = cJSON_IsObject(json) ? cJSON_GetObjectItemCaseSensitive(json, "type") : NULL;
    if (cJSON_IsString(type)) {
        const TablesCall call = {(uint64_t)page + 1, hall->boxes[page], 1, json};
        (void)tables_handle(hall->tables, type->valuestring, &call, NULL);
    } else {
        tables_forget(hall->tables, (uint64_t)page + 1);
    }
    cJSON_Delete(json);
    buf_free(&text);
    for (int i = 0; i < PAGES; i++) hear(hall, i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!referee) require(referee_new(true, &referee, NULL) == STATUS_OK);
    if (size > 1 << 14) return 0;
    Hall hall = {0};
    hall.tables = tables_new(referee, clock_driven(&hall.time));
    for (int i = 0; i < PAGES; i++) hall.boxes[i] = outbox_new(wake, NULL);
    Str rest = {(const char *)data, size};
    for (int i = 0; i < LINES && rest.len > 0; i++) {
        const char *end = memchr(rest.ptr, '\n', rest.len);
        Str line = {rest.ptr, end ? (size_t)(end - rest.ptr) : rest.len};
        say(&hall, line);
        rest = str_skip(rest, end ? line.len + 1 : line.len);
    }
    tables_free(hall.tables);
    for (int i = 0; i < PAGES; i++) {
        outbox_close(hall.boxes[i]);
        outbox_drop(hall.boxes[i]);
    }
    return 0;
}
