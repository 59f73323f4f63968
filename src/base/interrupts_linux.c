#include "base/interrupts.h"

#include "base/event_linux.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

struct Interrupts {
    int fd;
    sigset_t before; /* the mask of the thread */
};

Interrupts *interrupts_open(bool hangup)
{
    Interrupts *interrupts = calloc(1, sizeof *interrupts);
    if (!interrupts) return NULL;
    sigset_t set;
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGINT);
    (void)sigaddset(&set, SIGTERM);
    if (hangup) (void)sigaddset(&set, SIGHUP);
    (void)pthread_sigmask(SIG_BLOCK, &set, &interrupts->before);
    interrupts->fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return interrupts;
}

void interrupts_close(Interrupts *interrupts)
{
    if (!interrupts) return;
    if (interrupts->fd >= 0) (void)close(interrupts->fd);
    (void)pthread_sigmask(SIG_SETMASK, &interrupts->before, NULL);
    free(interrupts);
}

void interrupts_end(Interrupts *interrupts)
{
    if (!interrupts) return;
    if (interrupts->fd >= 0) (void)close(interrupts->fd);
    free(interrupts);
}

bool interrupts_wait(Interrupts *interrupts, Event *event, int ms)
{
    int fd = interrupts ? interrupts->fd : -1;
    struct pollfd fds[] = {{.fd = fd, .events = POLLIN}, {.fd = event_fd(event), .events = POLLIN}};
    if (poll(fds, 2, ms) <= 0) return false;
    if (fds[1].revents & POLLIN) event_clear(event);
    struct signalfd_siginfo info;
    return fds[0].revents & POLLIN && read(fd, &info, sizeof info) > 0;
}
