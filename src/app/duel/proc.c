#include "app/duel/proc.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 14 };

struct Proc {
    Process *process;
    Event *stop;
    char *data; /* bytes [begin, end) have been read but not handed out */
    size_t begin, end;
    bool skipping; /* in the middle of a line that is too long */
    uint64_t dropped;
    size_t said; /* bytes since the last mark */
};

static void free_proc(Proc *proc)
{
    process_close(proc->process);
    free(proc->data);
    free(proc);
}

Status proc_open(Proc **out, const ProcessSpec *spec, Event *stop, Error *error)
{
    *out = NULL;
    Proc *proc = calloc(1, sizeof *proc);
    if (!proc || !(proc->data = malloc(PROC_LINE_MAX + CHUNK))) {
        free(proc);
        return error_set(error, STATUS_NO_MEMORY, "no memory for the lines of %s", spec->argv[0]);
    }
    proc->stop = stop;
    Status status = process_open(&proc->process, spec, error);
    if (status == STATUS_OK) {
        *out = proc;
    } else {
        free_proc(proc);
    }
    return status;
}

/* ---- ending ---- */

ProcessEnd proc_end(Proc *proc, int64_t wait_ms)
{
    return process_end(proc->process, clock_now(clock_real()) + wait_ms * NS_PER_MS);
}

void proc_close(Proc *proc, int64_t grace_ms)
{
    if (!proc) return;
    process_close_input(proc->process);
    /* Its output is read away meanwhile: a program that wants to say good-bye to a full pipe would never end. */
    int64_t deadline = clock_now(clock_real()) + grace_ms * NS_PER_MS;
    Str line;
    proc_mark(proc);
    proc->stop = NULL;
    ProcEvent event = PROC_LINE;
    while (grace_ms > 0 && event == PROC_LINE && proc_end(proc, 0).kind == PROCESS_RUNNING) {
        event = proc_read(proc, &line, deadline);
    }
    if (event == PROC_CLOSED) (void)process_end(proc->process, deadline);
    free_proc(proc);
}

/* ---- lines ---- */

void proc_mark(Proc *proc)
{
    proc->said = 0;
}

uint64_t proc_dropped(const Proc *proc)
{
    return proc->dropped;
}

/* Takes one whole line out of what has been read. */
static bool take_line(Proc *proc, Str *line)
{
    for (;;) {
        char *from = proc->data + proc->begin;
        size_t len = proc->end - proc->begin;
        char *end = len > 0 ? memchr(from, '\n', len) : NULL;
        if (!end) {
            if (len >= PROC_LINE_MAX || proc->skipping) {
                if (!proc->skipping) proc->dropped++;
                proc->skipping = true;
                proc->begin = proc->end = 0;
            }
            return false;
        }
        size_t line_len = (size_t)(end - from);
        proc->begin += line_len + 1;
        if (line_len > 0 && from[line_len - 1] == '\r') line_len--;
        bool bad = memchr(from, '\0', line_len) != NULL;
        if (bad && !proc->skipping) proc->dropped++;
        if (!bad && !proc->skipping) {
            *line = (Str){from, line_len};
            return true;
        }
        proc->skipping = false;
    }
}

ProcEvent proc_read(Proc *proc, Str *line, int64_t deadline_ns)
{
    for (;;) {
        if (take_line(proc, line)) return PROC_LINE;
        memmove(proc->data, proc->data + proc->begin, proc->end - proc->begin);
        proc->end -= proc->begin;
        proc->begin = 0;
        size_t got = 0;
        switch (process_read(proc->process, proc->data + proc->end, CHUNK, &got, proc->stop, deadline_ns)) {
        case PROCESS_DONE:
            proc->end += got;
            proc->said += got;
            if (proc->said > PROC_FLOOD_MAX) return PROC_FLOOD;
            break;
        case PROCESS_TIMEOUT: return PROC_TIMEOUT;
        case PROCESS_CLOSED: return PROC_CLOSED;
        case PROCESS_STOPPED: return PROC_STOPPED;
        }
        /* A program that talks all the time must not keep this loop past the deadline. */
        if (clock_now(clock_real()) >= deadline_ns && !(proc->end > 0 && memchr(proc->data, '\n', proc->end))) {
            return PROC_TIMEOUT;
        }
    }
}

ProcEvent proc_write(Proc *proc, const char *line, int64_t deadline_ns)
{
    size_t len = strlen(line);
    for (size_t at = 0; at <= len;) {
        const char *from = at < len ? line + at : "\n";
        size_t put = 0;
        switch (process_write(proc->process, from, at < len ? len - at : 1, &put, proc->stop, deadline_ns)) {
        case PROCESS_DONE: at += put; break;
        case PROCESS_TIMEOUT: return PROC_TIMEOUT;
        case PROCESS_CLOSED: return PROC_CLOSED;
        case PROCESS_STOPPED: return PROC_STOPPED;
        }
    }
    return PROC_LINE;
}
