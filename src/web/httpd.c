#include "web/conn.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    BACKLOG = 128,
    EVENTS = 64, /* taken from the kernel at once */
    ACCEPTS = 64 /* in a row, before the connections get their turn */
};

/* ---- accepting ---- */

static Address address_of(const struct sockaddr_storage *peer)
{
    Address address = {0};
    if (peer->ss_family == AF_INET) {
        memcpy(address.bytes, &((const struct sockaddr_in *)(const void *)peer)->sin_addr, 4);
        return address;
    }
    const struct in6_addr *v6 = &((const struct sockaddr_in6 *)(const void *)peer)->sin6_addr;
    if (IN6_IS_ADDR_V4MAPPED(v6)) {
        memcpy(address.bytes, v6->s6_addr + 12, 4);
    } else {
        address.v6 = true;
        memcpy(address.bytes, v6->s6_addr, sizeof address.bytes);
    }
    return address;
}

static bool same_address(const Address *a, const Address *b)
{
    return a->v6 == b->v6 && memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

/* Between two requests: a browser opens it again when it needs it. */
static bool is_idle(const Conn *conn)
{
    return conn->state == CONN_READING && conn->answered && conn->request.read == 0;
}

static bool is_reading(const Conn *conn)
{
    return conn->state == CONN_READING;
}

static bool is_waiting(const Conn *conn)
{
    return conn->state != CONN_DEAD && !conn->session;
}

/* The oldest connection of a kind, of one address or (NULL) of all. */
static Conn *oldest(Httpd *httpd, const Address *address, bool (*kind)(const Conn *conn))
{
    Conn *found = NULL;
    for (Conn *conn = httpd->conns; conn; conn = conn->next) {
        if (kind(conn) && (!address || same_address(address, &conn->address))) found = conn;
    }
    return found;
}

static int count_of(const Httpd *httpd, const Address *address)
{
    int count = 0;
    for (const Conn *conn = httpd->conns; conn; conn = conn->next) {
        count += is_waiting(conn) && same_address(address, &conn->address);
    }
    return count;
}

static void log_line(Httpd *httpd, const char *line)
{
    httpd->handler.log(httpd->handler.context, line);
}

/* Is there room for one more from here? Makes some by closing who only waits. */
static bool make_room(Httpd *httpd, const Address *address)
{
    if (count_of(httpd, address) >= HTTPD_ADDRESS_MAX) {
        Conn *idle = oldest(httpd, address, is_idle);
        if (!idle) return false;
        conn_die(idle, NULL);
    }
    if (httpd->waiting >= HTTPD_WAITING_MAX) conn_die(oldest(httpd, NULL, is_waiting), NULL);
    return true;
}

static void listen_again(Httpd *httpd, bool on)
{
    struct epoll_event event = {.events = on ? EPOLLIN : 0, .data.ptr = &httpd->listener};
    (void)epoll_ctl(httpd->epoll, EPOLL_CTL_MOD, httpd->listener, &event);
}

/* The next connection stays in the kernel's queue, and asking for it again would fail again at once. */
static void rest(Httpd *httpd)
{
    if (!httpd->resting) log_line(httpd, "no file handle for a new connection; it has to wait");
    httpd->resting = true;
    httpd->rest_until = httpd_now() + HTTPD_REST_MS;
    listen_again(httpd, false);
    Conn *reading = oldest(httpd, NULL, is_reading);
    if (reading) conn_die(reading, NULL);
}

static void accept_some(Httpd *httpd)
{
    for (int i = 0; i < ACCEPTS; i++) {
        struct sockaddr_storage peer;
        socklen_t len = sizeof peer;
        int fd = accept4(httpd->listener, (struct sockaddr *)&peer, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)) {
            rest(httpd);
            return;
        }
        if (fd < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
        if (fd < 0) continue; /* that one connection broke before it was taken */
        httpd->resting = false;
        Address address = address_of(&peer);
        Conn *conn = make_room(httpd, &address) ? conn_new(httpd, fd, &address) : NULL;
        if (!conn) {
            (void)close(fd);
            continue;
        }
        conn->next = httpd->conns;
        httpd->conns = conn;
        httpd->waiting++;
    }
}

/* ---- time ---- */

static void look_at_clock(Httpd *httpd)
{
    int64_t now = httpd_now();
    if (httpd->rest_until && now >= httpd->rest_until) {
        httpd->rest_until = 0;
        if (!httpd->finishing) listen_again(httpd, true);
    }
    for (Conn *conn = httpd->conns; conn; conn = conn->next) conn_look_at_clock(conn, now);
}

static void reap(Httpd *httpd)
{
    for (Conn **at = &httpd->conns; *at;) {
        Conn *conn = *at;
        if (conn->state != CONN_DEAD) {
            at = &conn->next;
            continue;
        }
        *at = conn->next;
        conn_free(conn);
    }
}

/* ---- the loop ---- */

static void on_wake(Httpd *httpd)
{
    uint64_t count;
    (void)!read(httpd->waker, &count, sizeof count);
    for (Conn *conn = httpd->conns; conn; conn = conn->next) conn_woken(conn);
}

static void run_once(Httpd *httpd)
{
    struct epoll_event events[EVENTS];
    int timeout = httpd->handler.tick(httpd->handler.context);
    if ((httpd->rest_until || httpd->finishing) && timeout > HTTPD_REST_MS) timeout = HTTPD_REST_MS;
    int count = epoll_wait(httpd->epoll, events, EVENTS, timeout);
    for (int i = 0; i < count; i++) {
        void *what = events[i].data.ptr;
        if (what == &httpd->listener) {
            accept_some(httpd);
        } else if (what == &httpd->waker) {
            on_wake(httpd);
        } else {
            conn_event(what, events[i].events);
        }
    }
    look_at_clock(httpd);
    reap(httpd);
}

void httpd_run(Httpd *httpd)
{
    while (!atomic_load(&httpd->stop)) run_once(httpd);
}

void httpd_finish(Httpd *httpd, int64_t patience_ms)
{
    int64_t end = httpd_now() + patience_ms;
    httpd->finishing = true;
    (void)close(httpd->listener);
    httpd->listener = -1;
    for (Conn *conn = httpd->conns; conn; conn = conn->next) {
        if (conn->state == CONN_READING) conn_die(conn, NULL);
        if (conn->state == CONN_SESSION && !conn_has_output(conn)) conn_flush(conn);
    }
    reap(httpd);
    while (httpd->conns && httpd_now() < end) run_once(httpd);
}

void httpd_stop(Httpd *httpd)
{
    atomic_store(&httpd->stop, true);
    httpd_wake(httpd);
}

void httpd_wake(Httpd *httpd)
{
    uint64_t one = 1;
    (void)!write(httpd->waker, &one, sizeof one);
}

/* ---- opening and closing ---- */

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

static Status open_listener(Httpd *httpd, const char *host, int port, Error *error)
{
    struct sockaddr_storage address;
    socklen_t len;
    if (!parse_address(host, port, &address, &len)) {
        return error_set(error, STATUS_BAD_INPUT, "'%.100s' cannot be listened on: it is no IP address", host);
    }
    int on = 1;
    httpd->listener = socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (httpd->listener < 0 || setsockopt(httpd->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        bind(httpd->listener, (struct sockaddr *)&address, len) != 0 || listen(httpd->listener, BACKLOG) != 0 ||
        getsockname(httpd->listener, (struct sockaddr *)&address, &len) != 0) {
        return error_set(error, STATUS_IO, "%s port %d cannot be listened on: %s", host, port, strerror(errno));
    }
    httpd->port = ntohs(address.ss_family == AF_INET ? ((struct sockaddr_in *)(void *)&address)->sin_port
                                                     : ((struct sockaddr_in6 *)(void *)&address)->sin6_port);
    return STATUS_OK;
}

static Status open_loop(Httpd *httpd, Error *error)
{
    struct epoll_event listener = {.events = EPOLLIN, .data.ptr = &httpd->listener};
    struct epoll_event waker = {.events = EPOLLIN, .data.ptr = &httpd->waker};
    httpd->epoll = epoll_create1(EPOLL_CLOEXEC);
    httpd->waker = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (httpd->epoll < 0 || httpd->waker < 0 ||
        epoll_ctl(httpd->epoll, EPOLL_CTL_ADD, httpd->listener, &listener) != 0 ||
        epoll_ctl(httpd->epoll, EPOLL_CTL_ADD, httpd->waker, &waker) != 0) {
        return error_set(error, STATUS_IO, "the server cannot wait for connections: %s", strerror(errno));
    }
    return STATUS_OK;
}

Status httpd_new(const char *host, int port, size_t message_max, const HttpdHandler *handler, Httpd **out, Error *error)
{
    Httpd *httpd = calloc(1, sizeof *httpd);
    if (!httpd) return error_set(error, STATUS_NO_MEMORY, "no memory for the connections");
    httpd->handler = *handler;
    httpd->message_max = message_max;
    httpd->listener = httpd->epoll = httpd->waker = -1;
    Status status = open_listener(httpd, host, port, error);
    if (status == STATUS_OK) status = open_loop(httpd, error);
    if (status != STATUS_OK) {
        httpd_free(httpd);
        return status;
    }
    *out = httpd;
    return STATUS_OK;
}

void httpd_free(Httpd *httpd)
{
    if (!httpd) return;
    for (Conn *conn = httpd->conns; conn; conn = conn->next) conn_die(conn, NULL);
    reap(httpd);
    if (httpd->listener >= 0) (void)close(httpd->listener);
    if (httpd->epoll >= 0) (void)close(httpd->epoll);
    if (httpd->waker >= 0) (void)close(httpd->waker);
    free(httpd);
}

int httpd_port(const Httpd *httpd)
{
    return httpd->port;
}
