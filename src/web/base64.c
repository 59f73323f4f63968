#include "web/base64.h"

#include <stdint.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool base64_read(Str text, Buf *out)
{
    if (text.len % 4 != 0) return false;
    for (size_t i = 0; i < text.len; i += 4) {
        uint32_t bits = 0;
        int padding = 0;
        for (size_t k = 0; k < 4; k++) {
            char c = text.ptr[i + k];
            const char *at = c ? strchr(digits, c) : NULL;
            bool pad = c == '=' && i + 4 == text.len && k >= 2;
            if ((!at && !pad) || (at && padding)) return false;
            padding += pad;
            bits = bits << 6 | (uint32_t)(at ? at - digits : 0);
        }
        const char bytes[3] = {(char)(bits >> 16), (char)(bits >> 8), (char)bits};
        if (!buf_append(out, bytes, 3 - (size_t)padding)) return false;
    }
    return true;
}

bool base64_write(Str bytes, Buf *out)
{
    for (size_t i = 0; i < bytes.len; i += 3) {
        size_t count = bytes.len - i < 3 ? bytes.len - i : 3;
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++) bits = bits << 8 | (k < count ? (unsigned char)bytes.ptr[i + k] : 0);
        char text[4];
        for (size_t k = 0; k < 4; k++) text[k] = k <= count ? digits[bits >> (18 - 6 * k) & 63] : '=';
        if (!buf_append(out, text, 4)) return false;
    }
    return true;
}
