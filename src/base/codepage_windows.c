#include "base/codepage.h"

#include <windows.h>

enum { SHIFT_JIS = 932 };

/* One character of `from` bytes; 0 when it has none in the other encoding. */
static int convert(UINT from, const char *bytes, int len, UINT to, char out[8])
{
    wchar_t wide[2];
    int units = MultiByteToWideChar(from, MB_ERR_INVALID_CHARS, bytes, len, wide, 2);
    if (units <= 0) return 0;
    if (to == CP_UTF8) return WideCharToMultiByte(to, 0, wide, units, out, 8, NULL, NULL);
    BOOL replaced = FALSE;
    int put = WideCharToMultiByte(to, WC_NO_BEST_FIT_CHARS, wide, units, out, 8, NULL, &replaced);
    return replaced ? 0 : put;
}

/* 0 for what begins no character. */
static int utf8_length(unsigned char first)
{
    return first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
}

static void convert_all(UINT from, Str text, UINT to, Buf *out, Str *left)
{
    while (text.len > 0) {
        char one[8];
        unsigned char first = (unsigned char)text.ptr[0];
        int len = from == CP_UTF8 ? utf8_length(first) : IsDBCSLeadByteEx(from, first) ? 2 : 1;
        int put = len > 0 && (size_t)len <= text.len ? convert(from, text.ptr, len, to, one) : 0;
        if (put <= 0) break;
        (void)buf_append(out, one, (size_t)put);
        text = str_skip(text, (size_t)len);
    }
    *left = text;
}

Status codepage_932_to_utf8(Str text, Buf *out, Str *left, Error *error)
{
    (void)error; /* every Windows has the table */
    convert_all(SHIFT_JIS, text, CP_UTF8, out, left);
    return STATUS_OK;
}

Status codepage_932_from_utf8(Str text, Buf *out, Str *left, Error *error)
{
    (void)error;
    convert_all(CP_UTF8, text, SHIFT_JIS, out, left);
    return STATUS_OK;
}
