#include "app/json.h"

#include <math.h>

void json_string(Buf *out, const char *text)
{
    (void)buf_putc(out, '"');
    for (const char *c = text; *c; c++) {
        if ((unsigned char)*c < ' ') {
            (void)buf_printf(out, "\\u%04x", (unsigned)(unsigned char)*c);
        } else {
            if (*c == '"' || *c == '\\') (void)buf_putc(out, '\\');
            (void)buf_putc(out, *c);
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
