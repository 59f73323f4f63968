#include "record/json_tree.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

typedef struct Reader {
    Str all, rest;
    JsonTree *json;
    int depth;
    Error *error;
} Reader;

static Status fail(const Reader *reader, const char *what)
{
    size_t line = 1;
    for (const char *c = reader->all.ptr; c < reader->rest.ptr; c++) line += *c == '\n';
    return error_set(reader->error, STATUS_BAD_INPUT, "JSON line %zu: %s", line, what);
}

static void skip_blanks(Reader *reader)
{
    while (reader->rest.len && strchr(" \t\r\n", *reader->rest.ptr)) reader->rest = str_skip(reader->rest, 1);
}

static bool take(Reader *reader, char c)
{
    skip_blanks(reader);
    if (!reader->rest.len || *reader->rest.ptr != c) return false;
    reader->rest = str_skip(reader->rest, 1);
    return true;
}

static Status add_node(Reader *reader, int *out)
{
    JsonTree *json = reader->json;
    if (json->count >= JTREE_NODES_MAX) return error_set(reader->error, STATUS_TOO_LARGE, "JSON: too many values");
    if ((json->count & (json->count - 1)) == 0) {
        size_t room = json->count ? 2 * (size_t)json->count : 1;
        JsonNode *nodes = realloc(json->nodes, room * sizeof *nodes);
        if (!nodes) return error_set(reader->error, STATUS_NO_MEMORY, "no memory for a JSON text");
        json->nodes = nodes;
    }
    json->nodes[json->count] = (JsonNode){.kind = JSON_OTHER, .first = -1, .next = -1};
    *out = json->count++;
    return STATUS_OK;
}

static Status read_quoted(Reader *reader, Str *out)
{
    if (!take(reader, '"')) return fail(reader, "a text is missing");
    const char *begin = reader->rest.ptr;
    while (reader->rest.len && *reader->rest.ptr != '"') {
        reader->rest = str_skip(reader->rest, *reader->rest.ptr == '\\' && reader->rest.len > 1 ? 2 : 1);
    }
    if (!reader->rest.len) return fail(reader, "a text has no end");
    *out = (Str){begin, (size_t)(reader->rest.ptr - begin)};
    reader->rest = str_skip(reader->rest, 1);
    return STATUS_OK;
}

static Status read_value(Reader *reader, int *out);

/* What is between the brackets; the bracket that opens was read. */
static Status read_items(Reader *reader, int parent, bool object)
{
    char close = object ? '}' : ']';
    int last = -1;
    if (take(reader, close)) return STATUS_OK;
    do {
        Str key = {"", 0};
        int item = -1;
        Status status = object ? read_quoted(reader, &key) : STATUS_OK;
        if (status == STATUS_OK && object && !take(reader, ':')) status = fail(reader, "':' is missing");
        if (status == STATUS_OK) status = read_value(reader, &item);
        if (status != STATUS_OK) return status;
        reader->json->nodes[item].key = key;
        *(last < 0 ? &reader->json->nodes[parent].first : &reader->json->nodes[last].next) = item;
        last = item;
    } while (take(reader, ','));
    return take(reader, close) ? STATUS_OK : fail(reader, object ? "'}' is missing" : "']' is missing");
}

static Status read_value(Reader *reader, int *out)
{
    Status status = add_node(reader, out);
    if (status != STATUS_OK) return status;
    skip_blanks(reader);
    char c = reader->rest.len ? *reader->rest.ptr : ' ';
    if (c == '"') {
        Str text;
        status = read_quoted(reader, &text);
        if (status != STATUS_OK) return status;
        reader->json->nodes[*out].kind = JSON_STRING;
        reader->json->nodes[*out].text = text;
        return STATUS_OK;
    }
    if (c == '{' || c == '[') {
        if (++reader->depth > JTREE_DEPTH_MAX) return fail(reader, "too deep");
        reader->rest = str_skip(reader->rest, 1);
        reader->json->nodes[*out].kind = c == '{' ? JSON_OBJECT : JSON_LIST;
        status = read_items(reader, *out, c == '{');
        reader->depth--;
        return status;
    }
    Str text = {reader->rest.ptr, 0};
    while (text.len < reader->rest.len && !strchr(" \t\r\n,]}", text.ptr[text.len])) text.len++;
    if (!text.len) return fail(reader, "a value is missing");
    reader->json->nodes[*out].text = text;
    reader->rest = str_skip(reader->rest, text.len);
    return STATUS_OK;
}

Status jtree_read(Str text, JsonTree *out, Error *error)
{
    *out = (JsonTree){0};
    Reader reader = {.all = text, .rest = text, .json = out, .error = error};
    int root;
    Status status = read_value(&reader, &root);
    skip_blanks(&reader);
    if (status == STATUS_OK && reader.rest.len) status = fail(&reader, "something follows the end");
    if (status != STATUS_OK) jtree_free(out);
    return status;
}

void jtree_free(JsonTree *json)
{
    free(json->nodes);
    *json = (JsonTree){0};
}

int jtree_first(const JsonTree *json, int node)
{
    return node < 0 ? -1 : json->nodes[node].first;
}

int jtree_next(const JsonTree *json, int node)
{
    return node < 0 ? -1 : json->nodes[node].next;
}

int jtree_get(const JsonTree *json, int object, const char *key)
{
    if (object < 0 || json->nodes[object].kind != JSON_OBJECT) return -1;
    int at = json->nodes[object].first;
    while (at >= 0 && !str_eq(json->nodes[at].key, key)) at = json->nodes[at].next;
    return at;
}

int jtree_int(const JsonTree *json, int node, int fallback)
{
    int64_t value;
    if (node < 0 || json->nodes[node].kind != JSON_OTHER) return fallback;
    return str_to_int(json->nodes[node].text, INT32_MIN, INT32_MAX, &value) ? (int)value : fallback;
}

bool jtree_true(const JsonTree *json, int node)
{
    return node >= 0 && json->nodes[node].kind == JSON_OTHER && str_eq(json->nodes[node].text, "true");
}

bool jtree_is(const JsonTree *json, int node, const char *text)
{
    return node >= 0 && json->nodes[node].kind == JSON_STRING && str_eq(json->nodes[node].text, text);
}

static uint32_t hex4(Str s)
{
    uint32_t code = 0;
    for (size_t i = 0; i < 4; i++) {
        char c = i < s.len ? s.ptr[i] : '0';
        const char *digits = "0123456789abcdef", *at = strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c);
        code = code * 16 + (uint32_t)(at && *at ? at - digits : 0);
    }
    return code;
}

/* \uXXXX, and two of them for what is beyond the first plane. */
static void put_escape(Str *raw, Buf *out)
{
    static const char from[] = "nrtbf", to[] = "\n\r\t\b\f";
    char c = raw->len ? *raw->ptr : ' ';
    *raw = str_skip(*raw, 1);
    if (c != 'u') {
        const char *at = strchr(from, c);
        (void)buf_putc(out, at && *at ? to[at - from] : c);
        return;
    }
    uint32_t code = hex4(*raw);
    *raw = str_skip(*raw, raw->len < 4 ? raw->len : 4);
    if (code >= 0xd800 && code < 0xdc00 && str_starts(*raw, "\\u")) {
        code = 0x10000 + ((code - 0xd800) << 10) + ((hex4(str_skip(*raw, 2)) - 0xdc00) & 0x3ff);
        *raw = str_skip(*raw, raw->len < 6 ? raw->len : 6);
    }
    if (code < 0xd800 || code > 0xdfff) (void)utf8_put(out, code);
}

void jtree_resolve(Str raw, Buf *out)
{
    while (raw.len) {
        char c = *raw.ptr;
        raw = str_skip(raw, 1);
        if (c == '\\') {
            put_escape(&raw, out);
        } else {
            (void)buf_putc(out, c);
        }
    }
}

void jtree_string(const JsonTree *json, int node, Buf *out)
{
    if (node >= 0 && json->nodes[node].kind == JSON_STRING) jtree_resolve(json->nodes[node].text, out);
}
