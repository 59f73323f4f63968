#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

Status error_set(Error *error, Status status, const char *format, ...)
{
    if (error) {
        error->status = status;
        va_list args;
        va_start(args, format);
        (void)vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
    }
    return status;
}

void error_clear(Error *error)
{
    if (error) {
        error->status = STATUS_OK;
        error->text[0] = '\0';
    }
}

const char *status_name(Status status)
{
    static const char *const names[] = {
        [STATUS_OK] = "ok",
        [STATUS_BAD_INPUT] = "bad input",
        [STATUS_NOT_FOUND] = "not found",
        [STATUS_NO_MEMORY] = "out of memory",
        [STATUS_IO] = "input/output error",
        [STATUS_BUSY] = "busy",
        [STATUS_TOO_LARGE] = "too large",
        [STATUS_UNSUPPORTED] = "unsupported",
    };
    return (size_t)status < sizeof names / sizeof *names ? names[status] : "unknown status";
}
