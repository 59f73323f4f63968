#include "web/http.h"

#include <string.h>

enum {
    STATE_LINE,  /* the request line */
    STATE_START, /* at the beginning of a header line */
    STATE_NAME,
    STATE_BLANKS, /* before a value */
    STATE_VALUE,  /* of a header that is kept */
    STATE_COOKIE,
    STATE_OTHER,   /* a header that is not */
    STATE_LINE_LF, /* after the CR of the request line */
    STATE_LF,      /* after the CR of a header */
    STATE_LAST_LF, /* after the CR of the empty line */
    STATE_DONE,
    STATE_BAD
};

enum { FIELD_COOKIE = HTTP_FIELDS, FIELD_OTHER };

static const char *const field_names[HTTP_FIELDS] = {
    [HTTP_HOST] = "host",
    [HTTP_ORIGIN] = "origin",
    [HTTP_UPGRADE] = "upgrade",
    [HTTP_CONNECTION] = "connection",
    [HTTP_WS_KEY] = "sec-websocket-key",
    [HTTP_WS_VERSION] = "sec-websocket-version",
    [HTTP_IF_NONE_MATCH] = "if-none-match",
    [HTTP_ACCEPT_ENCODING] = "accept-encoding",
    [HTTP_CONTENT_LENGTH] = "content-length",
    [HTTP_TRANSFER_ENCODING] = "transfer-encoding",
};

void http_begin(HttpRequest *request)
{
    memset(request, 0, sizeof *request);
    request->query = request->path + HTTP_TARGET_MAX; /* "" */
}

static int refuse(HttpRequest *request, int status)
{
    request->refused = status;
    return STATE_BAD;
}

/* ---- the request line ---- */

static bool is_target_byte(char c)
{
    return c > 0x20 && c < 0x7f;
}

static int end_line(HttpRequest *request)
{
    if (request->line_cut) return refuse(request, 414);
    Str rest = {request->line, request->len};
    Str method = str_until(&rest, ' '), target = str_until(&rest, ' ');
    if (str_eq(rest, "HTTP/1.0")) {
        request->old = true;
    } else if (!str_eq(rest, "HTTP/1.1")) {
        return refuse(request, str_starts(rest, "HTTP/") ? 505 : 400);
    }
    if (method.len == 0 || target.len == 0) return refuse(request, 400);
    if (target.len > HTTP_TARGET_MAX - 1) return refuse(request, 414);
    for (size_t i = 0; i < target.len; i++) {
        if (!is_target_byte(target.ptr[i])) return refuse(request, 400);
    }
    request->method = str_eq(method, "GET") ? HTTP_GET : str_eq(method, "HEAD") ? HTTP_HEAD : HTTP_OTHER;
    memcpy(request->path, target.ptr, target.len);
    char *query = memchr(request->path, '?', target.len);
    if (query) {
        *query = '\0';
        request->query = query + 1;
    }
    return STATE_START;
}

static int read_line(HttpRequest *request, char c)
{
    if (c == '\r') return STATE_LINE_LF;
    if (c == '\n') return refuse(request, 400);
    if (request->len < sizeof request->line) {
        request->line[request->len++] = c;
    } else {
        request->line_cut = true;
    }
    return STATE_LINE;
}

/* ---- headers ---- */

static bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

static int end_name(HttpRequest *request)
{
    Str name = {request->line, request->len};
    request->len = 0;
    request->field = FIELD_OTHER;
    if (request->line_cut) return STATE_BLANKS;
    if (str_eq_nocase(name, "cookie")) request->field = FIELD_COOKIE;
    for (int i = 0; i < HTTP_FIELDS; i++) {
        if (!str_eq_nocase(name, field_names[i])) continue;
        if (request->given[i]) { /* who would say which one counts? */
            return i == HTTP_ACCEPT_ENCODING || i == HTTP_CONNECTION ? STATE_BLANKS : refuse(request, 400);
        }
        request->field = i;
        request->given[i] = true;
    }
    return STATE_BLANKS;
}

static int read_name(HttpRequest *request, char c)
{
    if (c == ':') return request->len > 0 ? end_name(request) : refuse(request, 400);
    if (!is_name_byte(c)) return refuse(request, 400);
    if (request->len < HTTP_NAME_MAX) {
        request->line[request->len++] = c;
    } else {
        request->line_cut = true;
    }
    return STATE_NAME;
}

static int read_start(HttpRequest *request, char c)
{
    if (c == '\r') return STATE_LAST_LF;
    request->len = 0;
    request->line_cut = false;
    return read_name(request, c); /* a folded line begins with a blank, which no name does */
}

/* The first of its name counts. */
static void take_cookie(Str pair, const char *name, char out[HTTP_COOKIE_MAX + 1])
{
    if (str_starts(pair, name) && !out[0]) (void)str_copy(str_skip(pair, strlen(name)), out, HTTP_COOKIE_MAX + 1);
}

static void end_cookie(HttpRequest *request)
{
    Str pair = str_trim((Str){request->line, request->len});
    if (!request->line_cut) {
        take_cookie(pair, "yomi_token=", request->token);
        take_cookie(pair, "yomi_visitor=", request->visitor);
    }
    request->len = 0;
    request->line_cut = false;
}

static int end_value(HttpRequest *request)
{
    if (request->field == FIELD_COOKIE) end_cookie(request);
    if (request->field < HTTP_FIELDS) {
        Str value = str_trim((Str){request->values[request->field], request->len});
        request->values[request->field][value.len] = '\0'; /* blanks before it were not kept */
    }
    return STATE_LF;
}

static int read_cookie(HttpRequest *request, char c)
{
    if (c == ';') {
        end_cookie(request);
    } else if (request->len < HTTP_COOKIE_MAX) {
        request->line[request->len++] = c;
    } else {
        request->line_cut = true;
    }
    return STATE_COOKIE;
}

static int read_kept(HttpRequest *request, char c)
{
    if (request->len < HTTP_VALUE_MAX) {
        request->values[request->field][request->len++] = c;
    } else {
        request->cut[request->field] = true;
    }
    return STATE_VALUE;
}

static int read_value(HttpRequest *request, char c)
{
    if (c == '\r') return end_value(request);
    if (((unsigned char)c < 0x20 && c != '\t') || c == 0x7f) return refuse(request, 400);
    if (request->state == STATE_BLANKS) {
        if (c == ' ' || c == '\t') return STATE_BLANKS;
        request->len = 0;
        request->line_cut = false;
    }
    if (request->field == FIELD_COOKIE) return read_cookie(request, c);
    return request->field == FIELD_OTHER ? STATE_OTHER : read_kept(request, c);
}

/* ---- all of it ---- */

static int step(HttpRequest *request, char c)
{
    switch (request->state) {
    case STATE_LINE: return read_line(request, c);
    case STATE_START: return read_start(request, c);
    case STATE_NAME: return read_name(request, c);
    case STATE_LINE_LF: return c == '\n' ? end_line(request) : refuse(request, 400);
    case STATE_LF: return c == '\n' ? STATE_START : refuse(request, 400);
    case STATE_LAST_LF: return c == '\n' ? STATE_DONE : refuse(request, 400);
    default: return read_value(request, c);
    }
}

HttpProgress http_read(HttpRequest *request, Str *in)
{
    while (in->len > 0 && request->state != STATE_DONE && request->state != STATE_BAD) {
        request->state = request->read++ < HTTP_HEAD_MAX ? step(request, in->ptr[0]) : refuse(request, 431);
        *in = str_skip(*in, 1);
    }
    return request->state == STATE_DONE ? HTTP_DONE : request->state == STATE_BAD ? HTTP_BAD : HTTP_MORE;
}

bool http_has_word(const char *list, const char *word)
{
    Str rest = str_from(list);
    while (rest.len > 0) {
        if (str_eq_nocase(str_trim(str_until(&rest, ',')), word)) return true;
    }
    return false;
}

Str http_query(const HttpRequest *request, const char *name)
{
    Str rest = str_from(request->query);
    while (rest.len > 0) {
        Str value = str_until(&rest, '&'), key = str_until(&value, '=');
        if (str_eq(key, name)) return value;
    }
    return (Str){"", 0};
}

bool http_has_body(const HttpRequest *request)
{
    return request->given[HTTP_TRANSFER_ENCODING] ||
           (request->given[HTTP_CONTENT_LENGTH] && strcmp(request->values[HTTP_CONTENT_LENGTH], "0") != 0);
}

bool http_status_line(Buf *out, int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {{101, "Switching Protocols"}, {200, "OK"},
                   {303, "See Other"},           {304, "Not Modified"},
                   {400, "Bad Request"},         {401, "Unauthorized"},
                   {403, "Forbidden"},           {404, "Not Found"},
                   {405, "Method Not Allowed"},  {414, "URI Too Long"},
                   {426, "Upgrade Required"},    {431, "Request Header Fields Too Large"},
                   {503, "Service Unavailable"}, {505, "HTTP Version Not Supported"}};
    const char *reason = "Error";
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (reasons[i].status == status) reason = reasons[i].reason;
    }
    return buf_printf(out, "HTTP/1.1 %d %s\r\n", status, reason);
}
