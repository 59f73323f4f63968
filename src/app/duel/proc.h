/* A program started by the match and spoken to in lines.
 *
 * Closing a Proc leaves no process of the program behind, whatever it did (base/process.h). Nothing here waits longer
 * than it is told to, and nothing grows without a limit: a line over PROC_LINE_MAX or with a NUL in it is dropped and
 * counted, and a program that says more than PROC_FLOOD_MAX bytes between two proc_mark calls is flooding. One thread
 * at a time. */
#ifndef YOMI_APP_DUEL_PROC_H
#define YOMI_APP_DUEL_PROC_H

#include "base/process.h"
#include "base/str.h"

enum { PROC_LINE_MAX = 1 << 16, PROC_FLOOD_MAX = 1 << 24 };

typedef struct Proc Proc;

typedef enum ProcEvent {
    PROC_LINE,
    PROC_TIMEOUT,
    PROC_CLOSED, /* it closed its output or ended: proc_end tells */
    PROC_FLOOD,
    PROC_STOPPED
} ProcEvent;

/* When `stop` (may be NULL) is set, everything is to stop. */
Status proc_open(Proc **out, const ProcessSpec *spec, Event *stop, Error *error);
/* Closes its input, gives it `grace_ms` to end by itself, and then ends it with everything it has started. */
void proc_close(Proc *proc, int64_t grace_ms);

/* `deadline_ns` is a time of clock_real(). *line is valid until the next call and has no line end. */
ProcEvent proc_read(Proc *proc, Str *line, int64_t deadline_ns);
/* Writes the text and a line end. PROC_LINE when all of it went out. */
ProcEvent proc_write(Proc *proc, const char *line, int64_t deadline_ns);
void proc_mark(Proc *proc); /* what it said so far is forgiven */
uint64_t proc_dropped(const Proc *proc);

/* How the program ended, waiting for the news for a while. */
ProcessEnd proc_end(Proc *proc, int64_t wait_ms);

#endif
