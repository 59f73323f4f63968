#include "shogi/record/sjis.h"

#include "base/codepage.h"

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

Status sjis_read(Str text, Buf *out, Error *error)
{
    Str left;
    Status status = codepage_932_to_utf8(text, out, &left, error);
    if (status != STATUS_OK) return status;
    if (left.len) {
        return error_set(error, STATUS_BAD_INPUT, "neither UTF-8 nor Shift_JIS at byte %zu", text.len - left.len + 1);
    }
    return out->failed ? error_set(error, STATUS_TOO_LARGE, "the text is too long") : STATUS_OK;
}

Status sjis_write(Str text, Buf *out, Error *error)
{
    for (;;) {
        Status status = codepage_932_from_utf8(text, out, &text, error);
        if (status != STATUS_OK) return status;
        if (text.len == 0) break;
        size_t length = utf8_length(text);
        if (length == 0) length = 1;
        (void)buf_puts(out, missing);
        text = (Str){text.ptr + length, text.len - length};
    }
    return out->failed ? error_set(error, STATUS_TOO_LARGE, "the text is too long") : STATUS_OK;
}
