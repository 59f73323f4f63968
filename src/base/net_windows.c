#include "base/net.h"

#include "base/windows_text.h"

#include <winsock2.h>
#include <ws2tcpip.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BACKLOG = 128, SOCKETS_MAX = 4096 };

/* WSAPoll asks for all sockets each time, which is enough for the pages of one server. It knows no events of other
 * kinds, so whoever wakes the loop sends a byte to a socket of its own. */
struct NetLoop {
    WSAPOLLFD *sockets; /* the first one is the waker's */
    void **owners;
    size_t count, capacity;
    SOCKET waker_in, waker_out;
    atomic_flag waking; /* a byte is on its way */
};

/* ---- Winsock ---- */

static Status begin(Error *error)
{
    WSADATA data;
    if (WSAStartup(MAKEWORD(2, 2), &data) == 0) return STATUS_OK;
    return error_set(error, STATUS_IO, "this Windows has no network");
}

static Status net_error(Error *error, const char *host, int port)
{
    char text[160];
    windows_error_text((unsigned long)WSAGetLastError(), text, sizeof text);
    return error_set(error, STATUS_IO, "%s port %d cannot be listened on: %s", host, port, text);
}

static SOCKET socket_of(NetSocket socket)
{
    return (SOCKET)socket;
}

/* ---- sockets ---- */

bool net_is_address(const char *text)
{
    struct in6_addr address;
    return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1;
}

static bool parse_address(const char *host, int port, struct sockaddr_storage *out, int *len)
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

static bool set_nonblocking(SOCKET socket)
{
    u_long on = 1;
    return ioctlsocket(socket, (long)FIONBIO, &on) == 0;
}

static int port_of(const struct sockaddr_storage *address)
{
    return ntohs(address->ss_family == AF_INET ? ((const struct sockaddr_in *)(const void *)address)->sin_port
                                               : ((const struct sockaddr_in6 *)(const void *)address)->sin6_port);
}

/* SO_REUSEADDR would let another program take the port over; here it means what nobody wants. */
static bool bind_socket(SOCKET socket, struct sockaddr_storage *address, int *len)
{
    BOOL on = TRUE;
    return setsockopt(socket, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, (const char *)&on, sizeof on) == 0 &&
           bind(socket, (struct sockaddr *)address, *len) == 0 && listen(socket, BACKLOG) == 0 &&
           getsockname(socket, (struct sockaddr *)address, len) == 0 && set_nonblocking(socket);
}

Status net_listen(const char *host, int port, NetSocket *out, int *bound, Error *error)
{
    struct sockaddr_storage address;
    int len = 0;
    Status status = begin(error);
    if (status != STATUS_OK) return status;
    if (!parse_address(host, port, &address, &len)) {
        return error_set(error, STATUS_BAD_INPUT, "'%.100s' cannot be listened on: it is no IP address", host);
    }
    SOCKET listener =
        WSASocketW(address.ss_family, SOCK_STREAM, 0, NULL, 0, WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT);
    if (listener == INVALID_SOCKET || !bind_socket(listener, &address, &len)) {
        status = net_error(error, host, port);
        if (listener != INVALID_SOCKET) (void)closesocket(listener);
        return status;
    }
    *out = (NetSocket)listener;
    *bound = port_of(&address);
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
    int len = sizeof peer, on = 1;
    SOCKET taken = accept(socket_of(listener), (struct sockaddr *)&peer, &len);
    if (taken == INVALID_SOCKET) {
        int why = WSAGetLastError();
        if (why == WSAEMFILE || why == WSAENOBUFS) return NET_NO_ROOM;
        return why == WSAEWOULDBLOCK ? NET_NOBODY : NET_FAILED;
    }
    (void)SetHandleInformation((HANDLE)taken, HANDLE_FLAG_INHERIT, 0);
    (void)setsockopt(taken, IPPROTO_TCP, TCP_NODELAY, (const char *)&on, sizeof on);
    if (!set_nonblocking(taken)) {
        (void)closesocket(taken);
        return NET_FAILED;
    }
    *from = address_of(&peer);
    *out = (NetSocket)taken;
    return NET_ACCEPTED;
}

int64_t net_send(NetSocket socket, const void *bytes, size_t len, bool more)
{
    enum { AT_ONCE = 1 << 20 };
    (void)more; /* Windows has no such hint */
    int sent = send(socket_of(socket), bytes, len > AT_ONCE ? AT_ONCE : (int)len, 0);
    if (sent >= 0) return sent;
    return WSAGetLastError() == WSAEWOULDBLOCK ? NET_AGAIN : NET_BROKEN;
}

int64_t net_receive(NetSocket socket, void *bytes, size_t size)
{
    enum { AT_ONCE = 1 << 20 };
    int got = recv(socket_of(socket), bytes, size > AT_ONCE ? AT_ONCE : (int)size, 0);
    if (got >= 0) return got;
    return WSAGetLastError() == WSAEWOULDBLOCK ? NET_AGAIN : NET_BROKEN;
}

void net_end_sending(NetSocket socket)
{
    (void)shutdown(socket_of(socket), SD_SEND);
}

void net_close(NetSocket socket)
{
    (void)closesocket(socket_of(socket));
}

/* ---- waiting ---- */

/* A pair of sockets that are connected to each other: a byte into the one is read from the other. */
static bool make_waker(NetLoop *loop)
{
    struct sockaddr_storage address;
    int len = 0;
    SOCKET listener = WSASocketW(AF_INET, SOCK_STREAM, 0, NULL, 0, WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT);
    loop->waker_out = WSASocketW(AF_INET, SOCK_STREAM, 0, NULL, 0, WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT);
    bool good = listener != INVALID_SOCKET && loop->waker_out != INVALID_SOCKET &&
                parse_address("127.0.0.1", 0, &address, &len) &&
                bind(listener, (struct sockaddr *)&address, len) == 0 && listen(listener, 1) == 0 &&
                getsockname(listener, (struct sockaddr *)&address, &len) == 0 &&
                connect(loop->waker_out, (struct sockaddr *)&address, len) == 0;
    if (good) loop->waker_in = accept(listener, NULL, NULL);
    if (listener != INVALID_SOCKET) (void)closesocket(listener);
    return good && loop->waker_in != INVALID_SOCKET && set_nonblocking(loop->waker_in);
}

Status net_loop_new(NetLoop **out, Error *error)
{
    Status status = begin(error);
    if (status != STATUS_OK) return status;
    NetLoop *loop = calloc(1, sizeof *loop);
    if (!loop) return error_set(error, STATUS_NO_MEMORY, "no memory for the connections");
    loop->waker_in = loop->waker_out = INVALID_SOCKET;
    atomic_flag_clear(&loop->waking);
    if (!make_waker(loop) || !net_loop_add(loop, (NetSocket)loop->waker_in, NET_READ, loop)) {
        net_loop_free(loop);
        return error_set(error, STATUS_IO, "the server cannot wait for connections");
    }
    *out = loop;
    return STATUS_OK;
}

void net_loop_free(NetLoop *loop)
{
    if (!loop) return;
    if (loop->waker_in != INVALID_SOCKET) (void)closesocket(loop->waker_in);
    if (loop->waker_out != INVALID_SOCKET) (void)closesocket(loop->waker_out);
    free(loop->sockets);
    free(loop->owners);
    free(loop);
}

static short events_of(unsigned what)
{
    return (short)((what & NET_READ ? POLLRDNORM : 0) | (what & NET_WRITE ? POLLWRNORM : 0));
}

static bool grow(NetLoop *loop)
{
    size_t capacity = loop->capacity ? 2 * loop->capacity : 16;
    if (capacity > SOCKETS_MAX) return false;
    WSAPOLLFD *sockets = realloc(loop->sockets, capacity * sizeof *sockets);
    if (sockets) loop->sockets = sockets;
    void **owners = sockets ? realloc((void *)loop->owners, capacity * sizeof *owners) : NULL;
    if (owners) loop->owners = owners;
    if (owners) loop->capacity = capacity;
    return owners != NULL;
}

bool net_loop_add(NetLoop *loop, NetSocket socket, unsigned what, void *owner)
{
    if (loop->count == loop->capacity && !grow(loop)) return false;
    loop->sockets[loop->count] = (WSAPOLLFD){.fd = socket_of(socket), .events = events_of(what)};
    loop->owners[loop->count++] = owner;
    return true;
}

/* Its place; `count` when it is not there. */
static size_t place_of(const NetLoop *loop, NetSocket socket)
{
    size_t i = 0;
    while (i < loop->count && loop->sockets[i].fd != socket_of(socket)) i++;
    return i;
}

void net_loop_change(NetLoop *loop, NetSocket socket, unsigned what, void *owner)
{
    size_t i = place_of(loop, socket);
    if (i == loop->count) return;
    loop->sockets[i].events = events_of(what);
    loop->owners[i] = owner;
}

void net_loop_remove(NetLoop *loop, NetSocket socket)
{
    size_t i = place_of(loop, socket);
    if (i == loop->count) return;
    loop->count--;
    loop->sockets[i] = loop->sockets[loop->count];
    loop->owners[i] = loop->owners[loop->count];
}

static bool take_wake(NetLoop *loop)
{
    char bytes[64];
    bool woken = false;
    while (recv(loop->waker_in, bytes, sizeof bytes, 0) > 0) woken = true;
    atomic_flag_clear(&loop->waking);
    return woken;
}

int net_loop_wait(NetLoop *loop, NetEvent *events, int max, int ms, bool *woken)
{
    int told = 0;
    bool ready = WSAPoll(loop->sockets, (ULONG)loop->count, ms) > 0;
    *woken = ready && loop->sockets[0].revents && take_wake(loop);
    for (size_t i = 1; ready && i < loop->count && told < max; i++) {
        short what = loop->sockets[i].revents;
        if (!what) continue;
        /* The end of the other side's bytes is told by POLLHUP here; what it sent before is still to be read. */
        events[told++] = (NetEvent){loop->owners[i], (what & (POLLRDNORM | POLLHUP) ? NET_READ : 0U) |
                                                         (what & POLLWRNORM ? NET_WRITE : 0U) |
                                                         (what & (POLLERR | POLLNVAL) ? NET_GONE : 0U)};
    }
    return told;
}

/* The flag is cleared after the bytes are read, so one that comes in between finds the loop awake. */
void net_loop_wake(NetLoop *loop)
{
    if (!atomic_flag_test_and_set(&loop->waking)) (void)send(loop->waker_out, "", 1, 0);
}
