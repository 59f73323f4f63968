/* A program that is started, written to and read from, and that leaves nothing behind.
 *
 * process_close ends it with everything that it has started, and so does the end of this process, even by kill -9. On
 * Linux a small supervisor stands between the two (supervisor_linux.c); on Windows they share a job. Nothing here waits
 * longer than it is told to. One thread at a time. */
#ifndef YOMI_BASE_PROCESS_H
#define YOMI_BASE_PROCESS_H

#include "base/event.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Process Process;

typedef struct ProcessSpec {
    char *const *argv;  /* NULL-terminated; argv[0] is looked for in PATH */
    const char *folder; /* where it runs; "" here */
    const char *log;    /* file that its standard error is added to; "" nowhere */
} ProcessSpec;

typedef enum ProcessIo {
    PROCESS_DONE, /* bytes have moved */
    PROCESS_TIMEOUT,
    PROCESS_CLOSED, /* the other end is closed: process_end tells */
    PROCESS_STOPPED /* by the event */
} ProcessIo;

typedef enum ProcessEndKind { PROCESS_RUNNING, PROCESS_NO_START, PROCESS_EXITED, PROCESS_KILLED } ProcessEndKind;

typedef struct ProcessEnd {
    ProcessEndKind kind;
    int value; /* the system's error number, the exit code, the signal or exception */
} ProcessEnd;

Status process_open(Process **out, const ProcessSpec *spec, Error *error);
void process_close(Process *process);
void process_close_input(Process *process);

/* Some bytes of its standard output, some for its standard input. `deadline_ns` is a time of clock_real(); `stop` may
 * be NULL. */
ProcessIo process_read(Process *process, char *bytes, size_t size, size_t *got, Event *stop, int64_t deadline_ns);
ProcessIo process_write(Process *process, const char *bytes, size_t size, size_t *put, Event *stop,
                        int64_t deadline_ns);

/* How the program ended, waiting for the news until the deadline. */
ProcessEnd process_end(Process *process, int64_t deadline_ns);
/* The same in words: "cannot run: ...", "killed by signal 11 (Segmentation fault)", "ended with code 3". */
void process_end_text(ProcessEnd end, char *out, size_t size);

/* For the first lines of main: is this process started by process_open to help it? Then *code is how it ends. */
bool process_is_helper(int argc, char **argv, int *code);

#endif
