#include "base/utf8.h"

/* Bytes after the first one; -1: no character begins so. */
static int more_bytes(unsigned char first)
{
    return first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
}

/* Bytes of the character at the front, which is not empty, and its code; 0 when there is none. No halves of pairs, no
 * overlong forms. */
static size_t character(Str text, uint32_t *code)
{
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)text.ptr;
    int more = more_bytes(at[0]);
    if (more < 0 || (size_t)more >= text.len) return 0;
    *code = more == 0 ? at[0] : at[0] & (0x3fU >> more);
    for (int i = 1; i <= more; i++) {
        if ((at[i] & 0xc0) != 0x80) return 0;
        *code = *code << 6 | (at[i] & 0x3fU);
    }
    bool half = *code >= 0xd800 && *code < 0xe000;
    return *code < least[more] || *code > 0x10ffff || half ? 0 : (size_t)more + 1;
}

static bool is_text(uint32_t code)
{
    if (code < 0x20) return code == '\n' || code == '\t';
    if (code >= 0x7f && code < 0xa0) return false; /* DEL and the second set of controls, an escape among them */
    return (code & 0xfffe) != 0xfffe;
}

uint32_t utf8_next(Str *rest)
{
    uint32_t code = UTF8_REPLACEMENT;
    size_t bytes = character(*rest, &code);
    *rest = str_skip(*rest, bytes ? bytes : 1);
    return bytes && is_text(code) ? code : UTF8_REPLACEMENT;
}

bool utf8_ok(Str text)
{
    uint32_t code;
    for (size_t bytes; text.len > 0; text = str_skip(text, bytes)) {
        bytes = character(text, &code);
        if (bytes == 0) return false;
    }
    return true;
}

void utf8_mend(char *text)
{
    uint32_t code;
    for (Str rest = str_from(text); rest.len > 0;) {
        size_t bytes = character(rest, &code);
        if (bytes == 0) text[rest.ptr - text] = '?';
        rest = str_skip(rest, bytes ? bytes : 1);
    }
}

bool utf8_put(Buf *out, uint32_t code)
{
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    char bytes[4];
    for (int i = more; i > 0; i--, code >>= 6) bytes[i] = (char)(unsigned char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(unsigned char)(lead[more] | code);
    return buf_append(out, bytes, (size_t)more + 1);
}

bool utf8_clean(Buf *out, Str text)
{
    while (text.len > 0) {
        if (!utf8_put(out, utf8_next(&text))) return false;
    }
    return true;
}
