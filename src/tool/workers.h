/* Worker threads of a command, and the signals that end their work early.
 *
 * workers_run returns when every worker has returned. Meanwhile the signals that ask for an end (base/interrupts.h)
 * are the workers': they call `stop` instead of ending the process, so that long work can end in good order. */
#ifndef YOMI_TOOL_WORKERS_H
#define YOMI_TOOL_WORKERS_H

#include "base/status.h"

enum { WORKERS_MAX = 64, WORKERS_TICK_MS = 50 };

typedef struct WorkersJob {
    int workers;
    void (*work)(void *context); /* one worker: returns when there is nothing more to do */
    /* The work is to end. error: why a worker could not be started; NULL: a signal came. */
    void (*stop)(void *context, const Error *error);
    void (*tick)(void *context); /* now and then, and when a worker has returned; may be NULL */
    void *context;
} WorkersJob;

/* `stop` and `tick` come from the calling thread. */
void workers_run(const WorkersJob *job);

#endif
