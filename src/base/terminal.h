/* What is known of the terminal, if there is one. Streams are those of C: 0, 1, 2. */
#ifndef YOMI_BASE_TERMINAL_H
#define YOMI_BASE_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

enum { STREAM_IN = 0, STREAM_OUT = 1, STREAM_ERROR = 2 };

bool terminal_is(int stream);
/* False, and nothing set, when the file is no terminal or does not tell. */
bool terminal_size(FILE *file, int *rows, int *columns);
bool terminal_shows_unicode(void); /* before any thread is started */

#endif
