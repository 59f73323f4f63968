#include "web/json_check.h"

#include <string.h>

typedef struct Scan {
    const char *at, *end;
    int depth, values, values_max;
    char closers[JSON_DEPTH_MAX]; /* what closes each open list and object */
    const char *apart;            /* NULL once it was found */
    const char *apart_begin;      /* while its value is being read */
    Str value;
    bool too_large;
} Scan;

static void skip_blanks(Scan *scan)
{
    while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\t' || *scan->at == '\n' || *scan->at == '\r')) {
        scan->at++;
    }
}

static bool take(Scan *scan, char c)
{
    if (scan->at == scan->end || *scan->at != c) return false;
    scan->at++;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool digits(Scan *scan)
{
    const char *begin = scan->at;
    while (scan->at < scan->end && is_digit(*scan->at)) scan->at++;
    return scan->at > begin;
}

static bool number(Scan *scan)
{
    (void)take(scan, '-');
    if (!take(scan, '0') && !digits(scan)) return false;
    if (take(scan, '.') && !digits(scan)) return false;
    if (take(scan, 'e') || take(scan, 'E')) {
        if (!take(scan, '+')) (void)take(scan, '-');
        return digits(scan);
    }
    return true;
}

static bool word(Scan *scan, const char *text)
{
    size_t len = strlen(text);
    if ((size_t)(scan->end - scan->at) < len || memcmp(scan->at, text, len) != 0) return false;
    scan->at += len;
    return true;
}

/* The four digits after \u; -1 when they are not there. */
static int hex4(Scan *scan)
{
    int value = 0;
    if (scan->end - scan->at < 4) return -1;
    for (int i = 0; i < 4; i++) {
        char c = *scan->at++;
        int digit = is_digit(c)            ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0) return -1;
        value = value * 16 + digit;
    }
    return value;
}

static bool escape(Scan *scan)
{
    if (scan->at == scan->end) return false;
    char c = *scan->at++;
    if (c != 'u') return c != '\0' && strchr("\"\\/bfnrt", c) != NULL;
    int unit = hex4(scan);
    if (unit < 0 || (unit >= 0xdc00 && unit <= 0xdfff)) return false;
    if (unit < 0xd800 || unit > 0xdbff) return true;
    if (!word(scan, "\\u")) return false;
    unit = hex4(scan);
    return unit >= 0xdc00 && unit <= 0xdfff;
}

static bool string(Scan *scan)
{
    if (!take(scan, '"')) return false;
    while (scan->at < scan->end) {
        char c = *scan->at++;
        if (c == '"') return true;
        if ((unsigned char)c < 0x20) return false;
        if (c == '\\' && !escape(scan)) return false;
    }
    return false;
}

/* A member's name and its colon. */
static bool name(Scan *scan)
{
    skip_blanks(scan);
    const char *begin = scan->at;
    if (!string(scan)) return false;
    Str text = {begin + 1, (size_t)(scan->at - begin) - 2};
    skip_blanks(scan);
    if (!take(scan, ':')) return false;
    skip_blanks(scan);
    if (scan->depth == 1 && scan->apart && str_eq(text, scan->apart)) {
        scan->apart = NULL;
        scan->apart_begin = scan->at;
    }
    return true;
}

static bool push(Scan *scan, char closer)
{
    if (scan->depth == JSON_DEPTH_MAX) {
        scan->too_large = true;
        return false;
    }
    scan->closers[scan->depth++] = closer;
    return true;
}

/* A value, or the beginning of a list or an object; *open says that its first entry comes now. */
static bool begin_value(Scan *scan, bool *open)
{
    *open = false;
    skip_blanks(scan);
    if (scan->at == scan->end) return false;
    if (!scan->apart_begin && ++scan->values > scan->values_max) {
        scan->too_large = true;
        return false;
    }
    char c = *scan->at;
    if (c == '"') return string(scan);
    if (c == '-' || is_digit(c)) return number(scan);
    if (c != '[' && c != '{') return word(scan, "true") || word(scan, "false") || word(scan, "null");
    scan->at++;
    if (!push(scan, c == '[' ? ']' : '}')) return false;
    skip_blanks(scan);
    if (take(scan, scan->closers[scan->depth - 1])) {
        scan->depth--;
        return true;
    }
    *open = true;
    return c == '[' || name(scan);
}

static void end_value(Scan *scan)
{
    if (scan->depth != 1 || !scan->apart_begin) return;
    scan->value = (Str){scan->apart_begin, (size_t)(scan->at - scan->apart_begin)};
    scan->apart_begin = NULL;
}

/* After a value: closes what ends here. *more says that another entry comes. */
static bool end_entries(Scan *scan, bool *more)
{
    *more = false;
    while (scan->depth > 0) {
        end_value(scan);
        skip_blanks(scan);
        if (take(scan, ',')) {
            *more = true;
            return scan->closers[scan->depth - 1] == ']' || name(scan);
        }
        if (!take(scan, scan->closers[scan->depth - 1])) return false;
        scan->depth--;
    }
    return true;
}

static bool all(Scan *scan)
{
    bool more = true;
    while (more) {
        bool open;
        if (!begin_value(scan, &open)) return false;
        if (!open && !end_entries(scan, &more)) return false;
    }
    skip_blanks(scan);
    return scan->at == scan->end;
}

Status json_check(Str text, int values_max, const char *apart, Str *value, Error *error)
{
    Scan scan = {
        .at = text.ptr, .end = text.ptr + text.len, .values_max = values_max, .apart = apart, .value = {"", 0}};
    bool good = all(&scan);
    if (value) *value = scan.value;
    if (good) return STATUS_OK;
    if (value) *value = (Str){"", 0};
    if (!scan.too_large) return error_set(error, STATUS_BAD_INPUT, "the message is not JSON");
    return error_set(error, STATUS_TOO_LARGE, "the message has more than %d values, or is deeper than %d", values_max,
                     JSON_DEPTH_MAX);
}
