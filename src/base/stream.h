/* Input that a waiting reader can be called back from, and output that may have lost its reader. Descriptors are those
 * of C: 0, 1, 2 or what a caller has opened. */
#ifndef YOMI_BASE_STREAM_H
#define YOMI_BASE_STREAM_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Input Input;

Status input_open(Input **out, int fd, Error *error); /* the descriptor stays the caller's */
/* Waits for bytes. False at the end of input, on an error, and after input_cancel. One thread. */
bool input_read(Input *input, char *bytes, size_t size, size_t *got);
/* From another thread: input_read returns false now and from now on. */
void input_cancel(Input *input);
void input_close(Input *input); /* when nobody reads any more */

/* False when nobody takes it any more, or it cannot be written. */
bool output_write(int fd, const char *bytes, size_t len);
/* Is it known, without writing, that nobody will take it? */
bool output_is_gone(int fd);

#endif
