/* Lines of input, read by a thread of their own, so that a stop is seen at once whatever else is going on.
 *
 * The queue holds a bounded number of lines and bytes; when it is full the reader waits and the sender's pipe fills up.
 * A line longer than LINE_MAX_BYTES, which is a game of YOMI_PLIES_MAX moves, or with a NUL in it arrives as
 * LINES_TOO_LONG and is otherwise dropped. */
#ifndef YOMI_FRONT_LINES_H
#define YOMI_FRONT_LINES_H

#include "base/status.h"
#include "base/str.h"

enum { LINE_MAX_BYTES = 1 << 19, LINES_QUEUED_MAX = 256, LINES_QUEUED_BYTES_MAX = 1 << 21 };

typedef struct Lines Lines;

typedef enum LinesEvent {
    LINES_LINE,
    LINES_TOO_LONG,
    LINES_END /* the input has ended */
} LinesEvent;

/* Starts reading from `fd`. lines_close ends the reader even when it is waiting for input. */
Status lines_open(Lines **out, int fd, Error *error);
void lines_close(Lines *lines);

/* Waits for the next line; *line is valid until the next call. */
LinesEvent lines_next(Lines *lines, Str *line);
/* Whether a line has come that nobody has taken yet; the end of the input is none. */
bool lines_waiting(Lines *lines);

#endif
