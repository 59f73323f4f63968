#include "base/codepage.h"

#include <errno.h>
#include <iconv.h>

static Status convert(const char *to, const char *from, Str text, Buf *out, Str *left, Error *error)
{
    iconv_t converter = iconv_open(to, from);
    if (converter == (iconv_t)-1)
        return error_set(error, STATUS_NOT_FOUND, "this system has no converter for Shift_JIS");
    char piece[4096], *at = (char *)(uintptr_t)text.ptr;
    size_t rest = text.len;
    for (;;) {
        char *end = piece;
        size_t room = sizeof piece;
        size_t done = iconv(converter, &at, &rest, &end, &room);
        int why = errno;
        (void)buf_append(out, piece, sizeof piece - room);
        if (done != (size_t)-1 || why != E2BIG) break;
    }
    (void)iconv_close(converter);
    *left = (Str){at, rest};
    return STATUS_OK;
}

Status codepage_932_to_utf8(Str text, Buf *out, Str *left, Error *error)
{
    return convert("UTF-8", "CP932", text, out, left, error);
}

Status codepage_932_from_utf8(Str text, Buf *out, Str *left, Error *error)
{
    return convert("CP932", "UTF-8", text, out, left, error);
}
