/* A growing text buffer with a hard cap.
 *
 * The buffer owns its memory until buf_free. An append that would pass the cap or cannot be allocated changes nothing
 * and sets `failed`, so a long chain of appends needs one check at its end. The content is always NUL-terminated. */
#ifndef YOMI_BASE_BUF_H
#define YOMI_BASE_BUF_H

#include "base/printf.h"
#include "base/str.h"

typedef struct Buf {
    char *data; /* NULL while nothing was appended; use buf_text for a C string */
    size_t len;
    size_t capacity;
    size_t max; /* the longest content allowed, without the NUL */
    bool failed;
} Buf;

Buf buf_new(size_t max);
void buf_free(Buf *buf);
void buf_clear(Buf *buf);                 /* keeps the memory, forgets the failure */
bool buf_reserve(Buf *buf, size_t extra); /* so many more bytes will not fail */
bool buf_append(Buf *buf, const void *bytes, size_t len);
bool buf_str(Buf *buf, Str s);
bool buf_puts(Buf *buf, const char *text);
bool buf_putc(Buf *buf, char c);
bool buf_printf(Buf *buf, const char *format, ...) PRINTF_LIKE(2, 3);
const char *buf_text(const Buf *buf); /* "" when empty */
Str buf_view(const Buf *buf);

#endif
