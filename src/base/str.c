#include "base/str.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

Str str_from(const char *text)
{
    return text ? (Str){text, strlen(text)} : (Str){"", 0};
}

bool str_eq(Str a, const char *b)
{
    size_t len = strlen(b);
    return a.len == len && (len == 0 || memcmp(a.ptr, b, len) == 0);
}

bool str_eq_nocase(Str a, const char *b)
{
    if (a.len != strlen(b)) return false;
    for (size_t i = 0; i < a.len; i++) {
        if (lower(a.ptr[i]) != lower(b[i])) return false;
    }
    return true;
}

/* Goes back to the last star when what is behind it does not fit: a star before that one need not take more. */
bool str_like(Str s, const char *pattern)
{
    const char *star = NULL;
    for (size_t at = 0, from = 0; at < s.len || *pattern;) {
        if (*pattern == '*') {
            star = ++pattern;
            from = at;
        } else if (*pattern && at < s.len && (*pattern == '?' || lower(*pattern) == lower(s.ptr[at]))) {
            pattern++;
            at++;
        } else if (star && from < s.len) {
            pattern = star;
            at = ++from;
        } else {
            return false;
        }
    }
    return true;
}

bool str_starts(Str s, const char *prefix)
{
    size_t len = strlen(prefix);
    return s.len >= len && (len == 0 || memcmp(s.ptr, prefix, len) == 0);
}

Str str_skip(Str s, size_t count)
{
    if (count > s.len) count = s.len;
    if (count == 0) return s; /* an empty view may have no pointer to add to */
    return (Str){s.ptr + count, s.len - count};
}

Str str_trim(Str s)
{
    while (s.len > 0 && is_blank(s.ptr[0])) s = str_skip(s, 1);
    while (s.len > 0 && is_blank(s.ptr[s.len - 1])) s.len--;
    return s;
}

Str str_word(Str *rest)
{
    while (rest->len > 0 && is_blank(rest->ptr[0])) *rest = str_skip(*rest, 1);
    Str word = {rest->ptr, 0};
    while (word.len < rest->len && !is_blank(rest->ptr[word.len])) word.len++;
    *rest = str_skip(*rest, word.len);
    return word;
}

Str str_until(Str *rest, char separator)
{
    Str head = {rest->ptr, 0};
    while (head.len < rest->len && rest->ptr[head.len] != separator) head.len++;
    *rest = str_skip(*rest, head.len < rest->len ? head.len + 1 : head.len);
    return head;
}

char *str_dup(Str s)
{
    char *copy = malloc(s.len + 1);
    if (!copy) return NULL;
    if (s.len > 0) memcpy(copy, s.ptr, s.len);
    copy[s.len] = '\0';
    return copy;
}

const char *str_find(Str s, const char *what)
{
    size_t len = strlen(what);
    for (const char *at = s.ptr, *end = s.ptr + s.len; len > 0 && (size_t)(end - at) >= len; at++) {
        at = memchr(at, what[0], (size_t)(end - at) - len + 1);
        if (!at) break;
        if (memcmp(at, what, len) == 0) return at;
    }
    return NULL;
}

bool str_copy(Str s, char *out, size_t size)
{
    if (size == 0) return false;
    bool fits = s.len < size && (s.len == 0 || memchr(s.ptr, '\0', s.len) == NULL);
    if (fits && s.len > 0) memcpy(out, s.ptr, s.len);
    out[fits ? s.len : 0] = '\0';
    return fits;
}

bool str_to_int(Str s, int64_t min, int64_t max, int64_t *out)
{
    char text[32];
    if (s.len == 0 || is_blank(s.ptr[0]) || !str_copy(s, text, sizeof text)) return false;
    char *end = NULL;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (errno != 0 || *end != '\0' || value < min || value > max) return false;
    *out = value;
    return true;
}

bool str_to_int_within(Str s, int64_t min, int64_t max, int64_t *out)
{
    bool negative = s.len > 0 && s.ptr[0] == '-';
    if (negative || (s.len > 0 && s.ptr[0] == '+')) s = str_skip(s, 1);
    if (s.len == 0) return false;
    int64_t value = 0;
    for (size_t i = 0; i < s.len; i++) {
        int digit = s.ptr[i] - '0';
        if (digit < 0 || digit > 9) return false;
        value = value > (INT64_MAX - digit) / 10 ? INT64_MAX : value * 10 + digit;
    }
    if (negative) value = -value;
    *out = value < min ? min : value > max ? max : value;
    return true;
}

bool str_to_double(Str s, double *out)
{
    char text[64];
    if (s.len == 0 || is_blank(s.ptr[0]) || !str_copy(s, text, sizeof text)) return false;
    char *end = NULL;
    double value = strtod(text, &end);
    if (*end != '\0' || !isfinite(value)) return false;
    *out = value;
    return true;
}
