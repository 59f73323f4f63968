#include "app/duel/proc.h"

#include "app/duel/supervisor.h"
#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { CHUNK = 1 << 14, ARGUMENTS_MAX = 256 };

struct Proc {
    pid_t supervisor;
    int in_fd, out_fd, lifeline_fd, status_fd, stop_fd; /* in_fd: the engine's standard input */
    char *data;                                         /* bytes [begin, end) have been read but not handed out */
    size_t begin, end;
    bool skipping; /* in the middle of a line that is too long */
    uint64_t dropped;
    size_t said; /* bytes since the last mark */
    ProcEnd ended;
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

static int spawn_supervisor(pid_t *pid, const ProcSpec *spec, const int fds[SUPERVISOR_STATUS + 1])
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

static int start(Proc *proc, const ProcSpec *spec)
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
    int failed = ok ? spawn_supervisor(&proc->supervisor, spec, fds) : errno;
    for (int i = 0; i <= SUPERVISOR_STATUS; i++) close_fd(&pipes[i].theirs);
    proc->in_fd = pipes[0].ours;
    proc->out_fd = pipes[1].ours;
    proc->lifeline_fd = pipes[3].ours;
    proc->status_fd = pipes[4].ours;
    return failed;
}

static void free_proc(Proc *proc)
{
    close_fd(&proc->in_fd);
    close_fd(&proc->out_fd);
    close_fd(&proc->lifeline_fd);
    close_fd(&proc->status_fd);
    free(proc->data);
    free(proc);
}

Status proc_open(Proc **out, const ProcSpec *spec, Error *error)
{
    *out = NULL;
    Proc *proc = calloc(1, sizeof *proc);
    if (!proc || !(proc->data = malloc(PROC_LINE_MAX + CHUNK))) {
        free(proc);
        return error_set(error, STATUS_NO_MEMORY, "no memory for the lines of %s", spec->argv[0]);
    }
    proc->stop_fd = spec->stop_fd;
    int failed = start(proc, spec);
    if (failed) {
        free_proc(proc);
        return error_set(error, STATUS_IO, "cannot start %s: %s", spec->argv[0],
                         strerror(failed)); /* NOLINT(concurrency-mt-unsafe): glibc's strerror is thread-safe */
    }
    *out = proc;
    return STATUS_OK;
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

ProcEnd proc_end(Proc *proc, int64_t wait_ms)
{
    int64_t deadline = clock_now(clock_real()) + wait_ms * NS_PER_MS;
    while (proc->ended.kind == PROC_RUNNING) {
        struct pollfd fd = {.fd = proc->status_fd, .events = POLLIN};
        SupervisorMessage message;
        int ready = poll(&fd, 1, poll_time(deadline));
        ssize_t got = ready > 0 ? read(proc->status_fd, &message, sizeof message) : -1;
        if (got == (ssize_t)sizeof message) {
            static const ProcEndKind kinds[] = {PROC_NO_START, PROC_EXITED, PROC_KILLED};
            proc->ended = (ProcEnd){kinds[message.news], message.value};
        } else if (got == 0) {
            proc->ended = (ProcEnd){PROC_KILLED, SIGKILL}; /* the supervisor itself is gone */
        } else if (ready >= 0 && clock_now(clock_real()) >= deadline) {
            break;
        }
    }
    return proc->ended;
}

void proc_close(Proc *proc, int64_t grace_ms)
{
    if (!proc) return;
    close_fd(&proc->in_fd);
    /* Its output is read away meanwhile: a program that wants to say good-bye to a full pipe would never end. */
    int64_t deadline = clock_now(clock_real()) + grace_ms * NS_PER_MS;
    Str line;
    proc_mark(proc);
    proc->stop_fd = -1;
    ProcEvent event = PROC_LINE;
    while (grace_ms > 0 && event == PROC_LINE && proc->ended.kind == PROC_RUNNING) {
        event = proc_read(proc, &line, deadline);
        (void)proc_end(proc, 0);
    }
    if (event == PROC_CLOSED) (void)proc_end(proc, (deadline - clock_now(clock_real())) / NS_PER_MS);
    close_fd(&proc->lifeline_fd);
    while (waitpid(proc->supervisor, NULL, 0) < 0 && errno == EINTR) {}
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
        struct pollfd fds[] = {{.fd = proc->out_fd, .events = POLLIN}, {.fd = proc->stop_fd, .events = POLLIN}};
        int ready = poll(fds, proc->stop_fd >= 0 ? 2 : 1, poll_time(deadline_ns));
        if (ready < 0 && errno != EINTR) return PROC_CLOSED;
        if (ready > 0 && proc->stop_fd >= 0 && fds[1].revents) return PROC_STOPPED;
        if (ready > 0 && fds[0].revents) {
            ssize_t got = read(proc->out_fd, proc->data + proc->end, CHUNK);
            if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) return PROC_CLOSED;
            if (got < 0) continue;
            proc->end += (size_t)got;
            proc->said += (size_t)got;
            if (proc->said > PROC_FLOOD_MAX) return PROC_FLOOD;
        }
        /* A program that talks all the time must not keep this loop past the deadline. */
        if (clock_now(clock_real()) >= deadline_ns && !(proc->end > 0 && memchr(proc->data, '\n', proc->end))) {
            return PROC_TIMEOUT;
        }
    }
}

ProcEvent proc_write(Proc *proc, const char *line, int64_t deadline_ns)
{
    size_t len = strlen(line), at = 0;
    while (at <= len) {
        ssize_t put = at < len ? write(proc->in_fd, line + at, len - at) : write(proc->in_fd, "\n", 1);
        if (put > 0) {
            at += (size_t)put;
            continue;
        }
        if (errno != EINTR && errno != EAGAIN) return PROC_CLOSED;
        struct pollfd fds[] = {{.fd = proc->in_fd, .events = POLLOUT}, {.fd = proc->stop_fd, .events = POLLIN}};
        (void)poll(fds, proc->stop_fd >= 0 ? 2 : 1, poll_time(deadline_ns));
        if (proc->stop_fd >= 0 && fds[1].revents) return PROC_STOPPED;
        if (clock_now(clock_real()) >= deadline_ns && !fds[0].revents) return PROC_TIMEOUT;
    }
    return PROC_LINE;
}
