#include "base/net.h"

#include "base/event_linux.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 128, EVENTS = 64 /* taken from the kernel at once */ };

struct NetLoop {
    int epoll;
    Event *waker;
};

/* ---- sockets ---- */

bool net_is_address(const char *text)
{
    struct in6_addr address;
    return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1;
}

static bool parse_address(const char *host, int port, struct sockaddr_storage *out, socklen_t *len)
{
    memset(out, 0, sizeof *out);
    struct sockaddr_in *v4 = (struct sockaddr_in *)(void *)out;
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)(void *)out;
    if (inet_pton(AF_INET, host, &v4->sin_addr) == 1) {
        v4->sin_family = AF_INET;
        v4->sin_port = htons((uint16_t)port);
        *len = sizeof *v4;
        return true;
    }
    if (inet_pton(AF_INET6, host, &v6->sin6_addr) != 1) return false;
    v6->sin6_family = AF_INET6;
    v6->sin6_port = htons((uint16_t)port);
    *len = sizeof *v6;
    return true;
}

Status net_listen(const char *host, int port, NetSocket *out, int *bound, Error *error)
{
    struct sockaddr_storage address;
    socklen_t len;
    if (!parse_address(host, port, &address, &len)) {
        return error_set(error, STATUS_BAD_INPUT, "'%.100s' cannot be listened on: it is no IP address", host);
    }
    int on = 1, fd = socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        bind(fd, (struct sockaddr *)&address, len) != 0 || listen(fd, BACKLOG) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &len) != 0) {
        Status status = error_set(error, STATUS_IO, "%s port %d cannot be listened on: %s", host, port,
                                  strerror(errno)); /* NOLINT(concurrency-mt-unsafe): glibc's strerror is thread-safe */
        if (fd >= 0) (void)close(fd);
        return status;
    }
    *out = fd;
    *bound = ntohs(address.ss_family == AF_INET ? ((struct sockaddr_in *)(void *)&address)->sin_port
                                                : ((struct sockaddr_in6 *)(void *)&address)->sin6_port);
    return STATUS_OK;
}

static NetAddress address_of(const struct sockaddr_storage *peer)
{
    NetAddress address = {0};
    if (peer->ss_family == AF_INET) {
        memcpy(address.bytes, &((const struct sockaddr_in *)(const void *)peer)->sin_addr, 4);
        return address;
    }
    const struct in6_addr *v6 = &((const struct sockaddr_in6 *)(const void *)peer)->sin6_addr;
    address.v6 = !IN6_IS_ADDR_V4MAPPED(v6);
    memcpy(address.bytes, v6->s6_addr + (address.v6 ? 0 : 12), address.v6 ? 16 : 4);
    return address;
}

NetAccept net_accept(NetSocket listener, NetSocket *out, NetAddress *from)
{
    struct sockaddr_storage peer;
    socklen_t len = sizeof peer;
    int fd = accept4((int)listener, (struct sockaddr *)&peer, &len, SOCK_NONBLOCK | SOCK_CLOEXEC), on = 1;
    if (fd < 0) {
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) return NET_NO_ROOM;
        return errno == EAGAIN || errno == EWOULDBLOCK ? NET_NOBODY : NET_FAILED;
    }
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    *from = address_of(&peer);
    *out = fd;
    return NET_ACCEPTED;
}

int64_t net_send(NetSocket socket, const void *bytes, size_t len, bool more)
{
    for (;;) {
        ssize_t sent = send((int)socket, bytes, len, MSG_NOSIGNAL | (more ? MSG_MORE : 0));
        if (sent >= 0) return sent;
        if (errno != EINTR) return errno == EAGAIN || errno == EWOULDBLOCK ? NET_AGAIN : NET_BROKEN;
    }
}

int64_t net_receive(NetSocket socket, void *bytes, size_t size)
{
    ssize_t got = recv((int)socket, bytes, size, 0);
    if (got >= 0) return got;
    return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK ? NET_AGAIN : NET_BROKEN;
}

void net_end_sending(NetSocket socket)
{
    (void)shutdown((int)socket, SHUT_WR);
}

void net_close(NetSocket socket)
{
    (void)close((int)socket);
}

/* ---- waiting ---- */

static bool control(NetLoop *loop, int how, NetSocket socket, unsigned what, void *owner)
{
    unsigned events = (what & NET_READ ? (unsigned)EPOLLIN : 0) | (what & NET_WRITE ? (unsigned)EPOLLOUT : 0);
    struct epoll_event event = {.events = events, .data.ptr = owner};
    return epoll_ctl(loop->epoll, how, (int)socket, &event) == 0;
}

Status net_loop_new(NetLoop **out, Error *error)
{
    NetLoop *loop = calloc(1, sizeof *loop);
    if (!loop) return error_set(error, STATUS_NO_MEMORY, "no memory for the connections");
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->waker = event_new();
    if (loop->epoll < 0 || !loop->waker ||
        !control(loop, EPOLL_CTL_ADD, event_fd(loop->waker), NET_READ, loop)) { /* the loop is the waker's owner */
        net_loop_free(loop);
        return error_set(error, STATUS_IO, "the server cannot wait for connections: %s",
                         strerror(errno)); /* NOLINT(concurrency-mt-unsafe): glibc's strerror is thread-safe */
    }
    *out = loop;
    return STATUS_OK;
}

void net_loop_free(NetLoop *loop)
{
    if (!loop) return;
    if (loop->epoll >= 0) (void)close(loop->epoll);
    event_free(loop->waker);
    free(loop);
}

bool net_loop_add(NetLoop *loop, NetSocket socket, unsigned what, void *owner)
{
    return control(loop, EPOLL_CTL_ADD, socket, what, owner);
}

void net_loop_change(NetLoop *loop, NetSocket socket, unsigned what, void *owner)
{
    (void)control(loop, EPOLL_CTL_MOD, socket, what, owner);
}

void net_loop_remove(NetLoop *loop, NetSocket socket)
{
    (void)control(loop, EPOLL_CTL_DEL, socket, 0, NULL);
}

int net_loop_wait(NetLoop *loop, NetEvent *events, int max, int ms, bool *woken)
{
    struct epoll_event ready[EVENTS];
    int count = epoll_wait(loop->epoll, ready, max < EVENTS ? max : EVENTS, ms), told = 0;
    *woken = false;
    for (int i = 0; i < count; i++) {
        unsigned what = ready[i].events;
        if (ready[i].data.ptr == loop) {
            event_clear(loop->waker);
            *woken = true;
            continue;
        }
        events[told++] = (NetEvent){ready[i].data.ptr, (what & (unsigned)EPOLLIN ? NET_READ : 0U) |
                                                           (what & (unsigned)EPOLLOUT ? NET_WRITE : 0U) |
                                                           (what & (unsigned)(EPOLLHUP | EPOLLERR) ? NET_GONE : 0U)};
    }
    return told;
}

void net_loop_wake(NetLoop *loop)
{
    event_set(loop->waker);
}
