#include "base/event_linux.h"

#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct Event {
    int fd;
};

Event *event_new(void)
{
    Event *event = malloc(sizeof *event);
    if (!event) return NULL;
    event->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (event->fd >= 0) return event;
    free(event);
    return NULL;
}

void event_free(Event *event)
{
    if (!event) return;
    (void)close(event->fd);
    free(event);
}

int event_fd(const Event *event)
{
    return event ? event->fd : -1;
}

void event_set(Event *event)
{
    uint64_t one = 1;
    if (event) (void)!write(event->fd, &one, sizeof one);
}

void event_clear(Event *event)
{
    uint64_t count = 0;
    if (event) (void)!read(event->fd, &count, sizeof count);
}

bool event_is_set(Event *event)
{
    struct pollfd fd = {.fd = event_fd(event), .events = POLLIN};
    return poll(&fd, 1, 0) > 0;
}
