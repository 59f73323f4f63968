/* The supervisor: a small process between this program and one that it starts, an engine, so that nothing is left
 * behind whatever happens.
 *
 * It is this program started again. It starts the engine in a process group of its own, takes over every orphan that
 * the engine's children become (a "subreaper"), and tells how the engine ended. It kills all of them when the engine
 * ends or when its lifeline closes: that is, when process_close lets go of the engine, or this program dies itself,
 * even by kill -9. */
#ifndef YOMI_BASE_SUPERVISOR_LINUX_H
#define YOMI_BASE_SUPERVISOR_LINUX_H

#define SUPERVISOR_ARGUMENT "--supervise"

/* Descriptors that the supervisor is started with, beside the engine's 0, 1 and 2. */
enum { SUPERVISOR_LIFELINE = 3, SUPERVISOR_STATUS = 4 };

typedef enum SupervisorNews {
    SUPERVISOR_CANNOT_START, /* value: errno */
    SUPERVISOR_EXITED,       /* value: exit code */
    SUPERVISOR_KILLED        /* value: signal */
} SupervisorNews;

/* What is written to SUPERVISOR_STATUS, once. */
typedef struct SupervisorMessage {
    int news, value;
} SupervisorMessage;

/* argv: program, SUPERVISOR_ARGUMENT, folder ("" for the present one), engine, its arguments. Returns the exit code. */
int supervisor_main(int argc, char **argv);

#endif
