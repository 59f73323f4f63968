#include "app/duel/fault.h"

#include <stdarg.h>
#include <stdio.h>

static const char *const names[FAULT_KINDS] = {"none", "start", "crash",   "exit",     "pipe",
                                               "hang", "time",  "illegal", "protocol", "flood"};

const char *fault_name(FaultKind kind)
{
    return names[kind];
}

bool fault_from_name(Str name, FaultKind *out)
{
    for (int i = 0; i < FAULT_KINDS; i++) {
        if (!str_eq(name, names[i])) continue;
        *out = (FaultKind)i;
        return true;
    }
    return false;
}

bool fault_set(Fault *fault, FaultKind kind, const char *format, ...)
{
    fault->kind = kind;
    va_list args;
    va_start(args, format);
    (void)vsnprintf(fault->text, sizeof fault->text, format, args);
    va_end(args);
    for (char *c = fault->text; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
    }
    return false;
}
