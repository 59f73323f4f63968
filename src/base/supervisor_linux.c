#include "base/supervisor_linux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

static void tell(SupervisorNews news, int value)
{
    SupervisorMessage message = {(int)news, value};
    ssize_t put = 0;
    do put = write(SUPERVISOR_STATUS, &message, sizeof message);
    while (put < 0 && errno == EINTR);
}

/* In the child: never returns. */
static void become_engine(char **argv)
{
    sigset_t none;
    (void)sigemptyset(&none);
    (void)setpgid(0, 0);
    static const int usual[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ, SIGCHLD};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) (void)signal(usual[i], SIG_DFL);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)execvp(argv[0], argv);
    tell(SUPERVISOR_CANNOT_START, errno);
    _exit(127);
}

/* Kills every process whose parent is this one. False when the system does not list them. */
static bool kill_children(void)
{
    char path[64], text[4096];
    (void)snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    ssize_t got = read(fd, text, sizeof text - 1); /* more than fit come in the next round */
    (void)close(fd);
    if (got < 0) return false;
    text[got] = '\0';
    for (char *at = text, *end = NULL;; at = end) {
        long pid = strtol(at, &end, 10);
        if (end == at || (*end != ' ' && *end != '\0')) break;
        if (pid > 1) (void)kill((pid_t)pid, SIGKILL);
    }
    return true;
}

/* Orphans come to this process as their parents die, so the loop ends when there is nobody left at all. */
static void kill_all(pid_t engine)
{
    for (int blind = 0; blind < 100;) {
        (void)kill(-engine, SIGKILL);
        bool listed = kill_children();
        pid_t gone = waitpid(-1, NULL, listed ? 0 : WNOHANG);
        if (gone < 0 && errno == ECHILD) return;
        if (!listed && gone == 0) {
            blind++;
            (void)poll(NULL, 0, 10);
        }
    }
}

/* Reaps what has ended. True when the engine is among it. */
static bool reap(pid_t engine)
{
    bool ended = false;
    for (;;) {
        int status = 0;
        pid_t pid = waitpid(-1, &status, WNOHANG);
        if (pid <= 0) return ended;
        if (pid != engine) continue;
        ended = true;
        if (WIFSIGNALED(status)) {
            tell(SUPERVISOR_KILLED, WTERMSIG(status));
        } else {
            tell(SUPERVISOR_EXITED, WEXITSTATUS(status));
        }
    }
}

static void watch(pid_t engine, int children_fd)
{
    struct pollfd fds[] = {{.fd = SUPERVISOR_LIFELINE, .events = POLLIN}, {.fd = children_fd, .events = POLLIN}};
    for (;;) {
        if (poll(fds, 2, -1) < 0 && errno != EINTR) return;
        if (fds[1].revents & POLLIN) {
            struct signalfd_siginfo info;
            if (read(children_fd, &info, sizeof info) > 0 && reap(engine)) return;
        }
        if (fds[0].revents) return; /* nobody ever writes to the lifeline: it was closed */
    }
}

int supervisor_main(int argc, char **argv)
{
    if (argc < 4) return 2;
    sigset_t children;
    (void)sigemptyset(&children);
    (void)sigaddset(&children, SIGCHLD);
    (void)sigprocmask(SIG_SETMASK, &children, NULL);
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) (void)signal(ignored[i], SIG_IGN);
    (void)fcntl(SUPERVISOR_LIFELINE, F_SETFD, FD_CLOEXEC);
    (void)fcntl(SUPERVISOR_STATUS, F_SETFD, FD_CLOEXEC);
    int children_fd = signalfd(-1, &children, SFD_CLOEXEC);
    /* qemu-user does not know of it: there the engine's process group is all that is ended. */
    bool adopts = prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 || errno == EINVAL;
    if (children_fd < 0 || !adopts || (argv[2][0] && chdir(argv[2]) != 0)) {
        tell(SUPERVISOR_CANNOT_START, errno);
        return 1;
    }
    pid_t engine = fork();
    if (engine == 0) become_engine(argv + 3);
    if (engine < 0) {
        tell(SUPERVISOR_CANNOT_START, errno);
        return 1;
    }
    (void)setpgid(engine, engine); /* whoever is first; the other one fails harmlessly */
    for (int fd = 0; fd <= 2; fd++) (void)close(fd);
    watch(engine, children_fd);
    kill_all(engine);
    return 0;
}
