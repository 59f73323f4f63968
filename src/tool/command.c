#include "tool/command.h"

#include "base/buf.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdlib.h>

int app_error(const char *command, int code, const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int len = vasprintf(&text, format, args);
    va_end(args);
    (void)fprintf(stderr, "yomi%s%s: ", command[0] ? " " : "", command);
    app_print(stderr, len >= 0 ? text : "no memory to say what is wrong");
    (void)fputc('\n', stderr);
    if (len >= 0) free(text);
    return code;
}

void app_print(FILE *out, const char *text)
{
    Buf clean = buf_new(4); /* one character at a time: no text is too long */
    for (Str rest = str_from(text); rest.len > 0; buf_clear(&clean)) {
        (void)utf8_put(&clean, utf8_next(&rest));
        (void)fputs(buf_text(&clean), out);
    }
    buf_free(&clean);
}
