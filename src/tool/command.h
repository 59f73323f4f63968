/* How a command of the program ends, and how it says what is wrong. */
#ifndef YOMI_TOOL_COMMAND_H
#define YOMI_TOOL_COMMAND_H

#include "base/printf.h"

#include <stdio.h>

enum { APP_OK = 0, APP_FAILED = 1, APP_USAGE = 2 }; /* exit codes */

/* Prints "yomi COMMAND: text" on standard error and returns `code`. */
int app_error(const char *command, int code, const char *format, ...) PRINTF_LIKE(3, 4);
/* Text that came from a file, for a terminal: bytes that are no text, and controls other than newline and tab, are
 * replaced. */
void app_print(FILE *out, const char *text);

#endif
