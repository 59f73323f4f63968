/* Any bytes as what a client sends: `KIND byte, PIECE byte, text`. A head, frames or JSON read in pieces must come to
 * the same end as read at once; JSON that is taken must be JSON for the parser behind it, too. */
#include "base/utf8.h"
#include "web/http.h"
#include "web/json_check.h"
#include "web/ws.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_MAX = 4096 };

static void require(bool good)
{
    if (!good) abort();
}

static HttpProgress read_head(Str text, size_t piece, HttpRequest *request)
{
    HttpProgress progress = HTTP_MORE;
    http_begin(request);
    while (text.len > 0 && progress == HTTP_MORE) {
        Str in = {text.ptr, text.len < piece ? text.len : piece};
        text = str_skip(text, in.len);
        progress = http_read(request, &in);
    }
    return progress;
}

static void try_head(Str text, size_t piece)
{
    HttpRequest whole, pieces;
    HttpProgress progress = read_head(text, SIZE_MAX, &whole);
    require(read_head(text, piece, &pieces) == progress && whole.refused == pieces.refused);
    if (progress != HTTP_DONE) return;
    require(strcmp(whole.path, pieces.path) == 0 && strcmp(whole.query, pieces.query) == 0);
    require(strcmp(whole.token, pieces.token) == 0 && memcmp(whole.values, pieces.values, sizeof whole.values) == 0);
    (void)http_query(&whole, "token");
}

/* How it ended: the sum of what was read, and the code of a failure. */
static size_t read_frames(Str text, size_t piece)
{
    WsReader reader = ws_reader(MESSAGE_MAX);
    size_t sum = 0;
    bool over = false;
    while (text.len > 0 && !over) {
        Str in = {text.ptr, text.len < piece ? text.len : piece};
        text = str_skip(text, in.len);
        for (WsEvent event; !over && (event = ws_next(&reader, &in)) != WS_EVENT_NONE;) {
            require(reader.message.len <= MESSAGE_MAX && reader.control_len <= WS_CONTROL_MAX);
            require(event != WS_EVENT_MESSAGE || utf8_ok(buf_view(&reader.message)));
            sum = sum * 31 + (size_t)event * 7 + (event == WS_EVENT_MESSAGE ? reader.message.len : 0);
            over = event == WS_EVENT_FAIL || event == WS_EVENT_CLOSE;
            if (over) sum += (size_t)reader.code * 1000003;
        }
    }
    ws_reader_free(&reader);
    return sum;
}

static void try_json(Str text)
{
    Str record;
    if (!utf8_ok(text) || json_check(text, 1000, "record", &record, NULL) != STATUS_OK) return;
    cJSON *json = cJSON_ParseWithLength(text.ptr, text.len);
    require(json != NULL);
    const cJSON *item = cJSON_IsObject(json) ? cJSON_GetObjectItemCaseSensitive(json, "record") : NULL;
    require(record.len == 0 || item != NULL);
    cJSON_Delete(json);
    if (record.len == 0) return;
    require(json_check(record, 100000, NULL, NULL, NULL) == STATUS_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3 || size > 1 << 16) return 0;
    Str text = {(const char *)data + 2, size - 2};
    size_t piece = (size_t)data[1] + 1;
    if (data[0] % 3 == 0) try_head(text, piece);
    if (data[0] % 3 == 1) require(read_frames(text, SIZE_MAX) == read_frames(text, piece));
    if (data[0] % 3 == 2) try_json(text);
    return 0;
}
