#include "app/json.h"

#include "base/utf8.h"

#include <math.h>

void json_string(Buf *out, const char *text)
{
    (void)buf_putc(out, '"');
    for (Str rest = str_from(text); rest.len > 0;) {
        uint32_t code = utf8_next(&rest);
        if (code < ' ') {
            (void)buf_printf(out, "\\u%04x", code);
        } else {
            if (code == '"' || code == '\\') (void)buf_putc(out, '\\');
            (void)utf8_put(out, code);
        }
    }
    (void)buf_putc(out, '"');
}

void json_number(Buf *out, double value)
{
    if (isfinite(value)) {
        (void)buf_printf(out, "%.6g", value);
    } else {
        (void)buf_puts(out, "null");
    }
}
