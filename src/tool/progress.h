/* A bar on standard error for long work: how much is done, how long the rest will take. For terminals only: the caller
 * asks whether there is one. */
#ifndef YOMI_TOOL_PROGRESS_H
#define YOMI_TOOL_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

typedef struct Progress {
    const char *what;
    size_t before; /* done by an earlier run: it says nothing about the speed */
    int64_t begun_ns, shown_ns;
} Progress;

Progress progress_begin(const char *what, size_t before);
void progress_show(Progress *progress, size_t done, size_t all); /* at most a few times a second */
void progress_end(Progress *progress, size_t done, size_t all);  /* the last state, and a new line */

#endif
