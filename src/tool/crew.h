/* A crew: workers at the same time, each a thread, and the signals that end their work early.
 *
 * crew_run returns when every worker has returned. Meanwhile SIGINT, SIGTERM and SIGHUP are the crew's: they call
 * `stop` instead of ending the process, so that long work can end in good order. */
#ifndef YOMI_TOOL_CREW_H
#define YOMI_TOOL_CREW_H

#include "base/status.h"

enum { CREW_WORKERS_MAX = 64, CREW_TICK_MS = 50 };

typedef struct CrewJob {
    int workers;
    void (*work)(void *context); /* one worker: returns when there is nothing more to do */
    /* The work is to end. error: why a worker could not be started; NULL: a signal came. */
    void (*stop)(void *context, const Error *error);
    void (*tick)(void *context); /* now and then, and when a worker has returned; may be NULL */
    void *context;
} CrewJob;

/* `stop` and `tick` come from the calling thread. */
void crew_run(const CrewJob *job);

#endif
