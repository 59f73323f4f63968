#include "base/process.h"

#include "base/clock.h"
#include "base/event_linux.h"
#include "base/supervisor_linux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { ARGUMENTS_MAX = 256 };

struct Process {
    pid_t supervisor;
    int in_fd, out_fd, lifeline_fd, status_fd; /* in_fd: the program's standard input */
    ProcessEnd ended;
};

static void close_fd(int *fd)
{
    if (*fd >= 0) (void)close(*fd);
    *fd = -1;
}

/* ---- starting ---- */

typedef struct Ends {
    int ours, theirs;
} Ends;

/* A pipe whose `ours` end is for reading (the other process writes) or for writing. Both close on exec. */
static bool make_pipe(Ends *ends, bool we_read)
{
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) != 0) return false;
    *ends = we_read ? (Ends){fds[0], fds[1]} : (Ends){fds[1], fds[0]};
    (void)fcntl(ends->ours, F_SETFL, O_NONBLOCK);
    return true;
}

/* A descriptor for the supervisor must not lie where another one is about to be put. */
static bool lift(int *fd)
{
    if (*fd > SUPERVISOR_STATUS) return true;
    int higher = fcntl(*fd, F_DUPFD_CLOEXEC, SUPERVISOR_STATUS + 1);
    if (higher < 0) return false;
    (void)close(*fd);
    *fd = higher;
    return true;
}

static int spawn_supervisor(pid_t *pid, const ProcessSpec *spec, const int fds[SUPERVISOR_STATUS + 1])
{
    char *argv[ARGUMENTS_MAX + 4] = {"yomi", SUPERVISOR_ARGUMENT, (char *)spec->folder};
    int count = 3;
    for (int i = 0; spec->argv[i]; i++) {
        if (i >= ARGUMENTS_MAX) return E2BIG;
        argv[count++] = spec->argv[i];
    }
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    (void)sigemptyset(&none);
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed) return failed;
    failed = posix_spawnattr_init(&attributes);
    if (failed) {
        (void)posix_spawn_file_actions_destroy(&actions);
        return failed;
    }
    for (int i = 0; i <= SUPERVISOR_STATUS && !failed; i++)
        failed = posix_spawn_file_actions_adddup2(&actions, fds[i], i);
    if (!failed) failed = posix_spawnattr_setsigmask(&attributes, &none);
    if (!failed) failed = posix_spawnattr_setpgroup(&attributes, 0);
    if (!failed) failed = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    if (!failed) failed = posix_spawn(pid, "/proc/self/exe", &actions, &attributes, argv, environ);
    (void)posix_spawnattr_destroy(&attributes);
    (void)posix_spawn_file_actions_destroy(&actions);
    return failed;
}

static int start(Process *process, const ProcessSpec *spec)
{
    Ends pipes[SUPERVISOR_STATUS + 1] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    bool ok = make_pipe(&pipes[0], false) && make_pipe(&pipes[1], true) && make_pipe(&pipes[3], false) &&
              make_pipe(&pipes[4], true);
    const char *log = spec->log[0] ? spec->log : "/dev/null";
    pipes[2].theirs = open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    ok = ok && pipes[2].theirs >= 0;
    int fds[SUPERVISOR_STATUS + 1] = {0};
    for (int i = 0; i <= SUPERVISOR_STATUS && ok; i++) {
        ok = lift(&pipes[i].theirs);
        fds[i] = pipes[i].theirs;
    }
    int failed = ok ? spawn_supervisor(&process->supervisor, spec, fds) : errno;
    for (int i = 0; i <= SUPERVISOR_STATUS; i++) close_fd(&pipes[i].theirs);
    process->in_fd = pipes[0].ours;
    process->out_fd = pipes[1].ours;
    process->lifeline_fd = pipes[3].ours;
    process->status_fd = pipes[4].ours;
    return failed;
}

static void free_process(Process *process)
{
    close_fd(&process->in_fd);
    close_fd(&process->out_fd);
    close_fd(&process->lifeline_fd);
    close_fd(&process->status_fd);
    free(process);
}

Status process_open(Process **out, const ProcessSpec *spec, Error *error)
{
    *out = NULL;
    Process *process = calloc(1, sizeof *process);
    if (!process) return error_set(error, STATUS_NO_MEMORY, "no memory to start %s", spec->argv[0]);
    int failed = start(process, spec);
    if (failed) {
        free_process(process);
        return error_set(error, STATUS_IO, "cannot start %s: %s", spec->argv[0],
                         strerror(failed)); /* NOLINT(concurrency-mt-unsafe): glibc's strerror is thread-safe */
    }
    *out = process;
    return STATUS_OK;
}

bool process_is_helper(int argc, char **argv, int *code)
{
    if (argc < 2 || strcmp(argv[1], SUPERVISOR_ARGUMENT) != 0) return false;
    *code = supervisor_main(argc, argv);
    return true;
}

/* ---- ending ---- */

/* Milliseconds for poll, rounded up so that a wait does not end early and spin. */
static int poll_time(int64_t deadline_ns)
{
    int64_t left = deadline_ns - clock_now(clock_real());
    if (left <= 0) return 0;
    int64_t ms = (left + NS_PER_MS - 1) / NS_PER_MS;
    return ms > 60000 ? 60000 : (int)ms;
}

ProcessEnd process_end(Process *process, int64_t deadline_ns)
{
    while (process->ended.kind == PROCESS_RUNNING) {
        struct pollfd fd = {.fd = process->status_fd, .events = POLLIN};
        SupervisorMessage message;
        int ready = poll(&fd, 1, poll_time(deadline_ns));
        ssize_t got = ready > 0 ? read(process->status_fd, &message, sizeof message) : -1;
        if (got == (ssize_t)sizeof message) {
            static const ProcessEndKind kinds[] = {PROCESS_NO_START, PROCESS_EXITED, PROCESS_KILLED};
            process->ended = (ProcessEnd){kinds[message.news], message.value};
        } else if (got == 0) {
            process->ended = (ProcessEnd){PROCESS_KILLED, SIGKILL}; /* the supervisor itself is gone */
        } else if (ready >= 0 && clock_now(clock_real()) >= deadline_ns) {
            break;
        }
    }
    return process->ended;
}

void process_end_text(ProcessEnd end, char *out, size_t size)
{
    switch (end.kind) {
    case PROCESS_RUNNING: (void)snprintf(out, size, "running"); break;
    case PROCESS_EXITED: (void)snprintf(out, size, "ended with code %d", end.value); break;
    case PROCESS_NO_START: /* NOLINTNEXTLINE(concurrency-mt-unsafe): glibc's strerror is thread-safe */
        (void)snprintf(out, size, "%s", strerror(end.value));
        break;
    case PROCESS_KILLED: /* NOLINTNEXTLINE(concurrency-mt-unsafe): as above */
        (void)snprintf(out, size, "killed by signal %d (%s)", end.value, strsignal(end.value));
        break;
    }
}

void process_close_input(Process *process)
{
    close_fd(&process->in_fd);
}

void process_close(Process *process)
{
    if (!process) return;
    close_fd(&process->in_fd);
    close_fd(&process->lifeline_fd);
    while (waitpid(process->supervisor, NULL, 0) < 0 && errno == EINTR) {}
    free_process(process);
}

/* ---- bytes ---- */

ProcessIo process_read(Process *process, char *bytes, size_t size, size_t *got, Event *stop, int64_t deadline_ns)
{
    for (;;) {
        struct pollfd fds[] = {{.fd = process->out_fd, .events = POLLIN}, {.fd = event_fd(stop), .events = POLLIN}};
        int ready = poll(fds, 2, poll_time(deadline_ns));
        if (ready < 0 && errno != EINTR) return PROCESS_CLOSED;
        if (ready > 0 && fds[1].revents) return PROCESS_STOPPED;
        if (ready > 0 && fds[0].revents) {
            ssize_t count = read(process->out_fd, bytes, size);
            if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) return PROCESS_CLOSED;
            *got = count > 0 ? (size_t)count : 0;
            if (count > 0) return PROCESS_DONE;
        } else if (clock_now(clock_real()) >= deadline_ns) {
            return PROCESS_TIMEOUT;
        }
    }
}

ProcessIo process_write(Process *process, const char *bytes, size_t size, size_t *put, Event *stop, int64_t deadline_ns)
{
    for (;;) {
        ssize_t count = write(process->in_fd, bytes, size);
        if (count > 0) {
            *put = (size_t)count;
            return PROCESS_DONE;
        }
        if (errno != EINTR && errno != EAGAIN) return PROCESS_CLOSED;
        struct pollfd fds[] = {{.fd = process->in_fd, .events = POLLOUT}, {.fd = event_fd(stop), .events = POLLIN}};
        (void)poll(fds, 2, poll_time(deadline_ns));
        if (fds[1].revents) return PROCESS_STOPPED;
        if (clock_now(clock_real()) >= deadline_ns && !fds[0].revents) return PROCESS_TIMEOUT;
    }
}
