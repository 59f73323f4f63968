#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Buf buf_new(size_t max)
{
    return (Buf){.max = max};
}

void buf_free(Buf *buf)
{
    free(buf->data);
    *buf = buf_new(buf->max);
}

void buf_clear(Buf *buf)
{
    buf->len = 0;
    buf->failed = false;
    if (buf->data) buf->data[0] = '\0';
}

bool buf_reserve(Buf *buf, size_t extra)
{
    if (extra > buf->max - buf->len) {
        buf->failed = true;
        return false;
    }
    size_t need = buf->len + extra + 1;
    if (need <= buf->capacity) return true;
    size_t capacity = buf->capacity ? buf->capacity : 64;
    while (capacity < need) capacity *= 2;
    if (capacity > buf->max + 1) capacity = buf->max + 1;
    char *data = realloc(buf->data, capacity);
    if (!data) {
        buf->failed = true;
        return false;
    }
    buf->data = data;
    buf->capacity = capacity;
    return true;
}

bool buf_append(Buf *buf, const void *bytes, size_t len)
{
    if (!buf_reserve(buf, len)) return false;
    if (len > 0) memcpy(buf->data + buf->len, bytes, len);
    buf->len += len;
    buf->data[buf->len] = '\0';
    return true;
}

bool buf_str(Buf *buf, Str s)
{
    return buf_append(buf, s.ptr, s.len);
}

bool buf_puts(Buf *buf, const char *text)
{
    return buf_append(buf, text, strlen(text));
}

bool buf_putc(Buf *buf, char c)
{
    return buf_append(buf, &c, 1);
}

bool buf_printf(Buf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len < 0 || !buf_reserve(buf, (size_t)len)) {
        buf->failed = true;
        return false;
    }
    va_start(args, format);
    (void)vsnprintf(buf->data + buf->len, (size_t)len + 1, format, args);
    va_end(args);
    buf->len += (size_t)len;
    return true;
}

const char *buf_text(const Buf *buf)
{
    return buf->data ? buf->data : "";
}

Str buf_view(const Buf *buf)
{
    return (Str){buf_text(buf), buf->len};
}
