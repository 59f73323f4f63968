/* Work that may wait for a search, in the order in which it came: on a thread of its own, because the thread that the
 * host calls from must never wait (new threads start only while it is free). In a build without threads it is done at
 * once. The queue is bounded. */
#ifndef YOMI_WASM_DESK_H
#define YOMI_WASM_DESK_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { DESK_JOBS_MAX = 4096, DESK_BYTES_MAX = 8 << 20 };

typedef struct Desk Desk;

/* `run` does one piece of work; `number` and `text` are as they were given to desk_add. */
Status desk_new(void (*run)(void *context, int number, const char *text), void *context, Desk **out, Error *error);
/* Does not begin what still waits; the work in hand ends first. NULL is fine. */
void desk_free(Desk *desk);
/* False when the queue is full. */
bool desk_add(Desk *desk, int number, const char *text);

#endif
