#include "shogi/record/sjis.h"

#include <errno.h>
#include <iconv.h>

static const char missing[] = "\x81\xac"; /* 〓 */

/* Length of the UTF-8 character at the front; 0 when there is none. */
static size_t utf8_length(Str text)
{
    unsigned char first = (unsigned char)text.ptr[0];
    size_t length = first < 0x80                    ? 1
                    : first >= 0xc2 && first < 0xe0 ? 2
                    : first >> 4 == 0xe             ? 3
                    : first >> 3 == 0x1e            ? 4
                                                    : 0;
    if (length > text.len) return 0;
    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)text.ptr[i] & 0xc0) != 0x80) return 0;
    }
    return length;
}

bool sjis_is_utf8(Str text)
{
    while (text.len) {
        size_t length = utf8_length(text);
        if (length == 0) return false;
        text = (Str){text.ptr + length, text.len - length};
    }
    return true;
}

/* Converts up to the end or to what cannot be converted; says what is left. */
static Str convert(iconv_t converter, Str text, Buf *out)
{
    char piece[4096], *from = (char *)(uintptr_t)text.ptr;
    size_t left = text.len;
    for (;;) {
        char *to = piece;
        size_t room = sizeof piece;
        size_t done = iconv(converter, &from, &left, &to, &room);
        int why = errno;
        (void)buf_append(out, piece, sizeof piece - room);
        if (done != (size_t)-1 || why != E2BIG) return (Str){from, left};
    }
}

Status sjis_read(Str text, Buf *out, Error *error)
{
    iconv_t converter = iconv_open("UTF-8", "CP932");
    if (converter == (iconv_t)-1)
        return error_set(error, STATUS_NOT_FOUND, "this system has no converter for Shift_JIS");
    Str left = convert(converter, text, out);
    (void)iconv_close(converter);
    if (left.len) {
        return error_set(error, STATUS_BAD_INPUT, "neither UTF-8 nor Shift_JIS at byte %zu", text.len - left.len + 1);
    }
    return out->failed ? error_set(error, STATUS_TOO_LARGE, "the text is too long") : STATUS_OK;
}

Status sjis_write(Str text, Buf *out, Error *error)
{
    iconv_t converter = iconv_open("CP932", "UTF-8");
    if (converter == (iconv_t)-1)
        return error_set(error, STATUS_NOT_FOUND, "this system has no converter for Shift_JIS");
    while ((text = convert(converter, text, out)).len) {
        size_t length = utf8_length(text);
        if (length == 0) length = 1;
        (void)buf_puts(out, missing);
        text = (Str){text.ptr + length, text.len - length};
    }
    (void)iconv_close(converter);
    return out->failed ? error_set(error, STATUS_TOO_LARGE, "the text is too long") : STATUS_OK;
}
