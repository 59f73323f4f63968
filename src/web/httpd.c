#include "web/conn.h"

#include <stdlib.h>
#include <string.h>

enum {
    EVENTS = 64, /* taken from the kernel at once */
    ACCEPTS = 64 /* in a row, before the connections get their turn */
};

/* ---- accepting ---- */

/* An IPv6 address counts by its first 64 bits. */
static Address address_of(const NetAddress *peer)
{
    Address address = {.v6 = peer->v6};
    memcpy(address.bytes, peer->bytes, peer->v6 ? sizeof address.bytes : 4);
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
    net_loop_change(httpd->loop, httpd->listener, on ? NET_READ : 0, &httpd->listener);
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
        NetSocket socket;
        NetAddress peer;
        switch (net_accept(httpd->listener, &socket, &peer)) {
        case NET_NO_ROOM: rest(httpd); return;
        case NET_NOBODY: return;
        case NET_FAILED: continue;
        case NET_ACCEPTED: break;
        }
        httpd->resting = false;
        Address address = address_of(&peer);
        Conn *conn = make_room(httpd, &address) ? conn_new(httpd, socket, &address) : NULL;
        if (!conn) {
            net_close(socket);
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
    for (Conn *conn = httpd->conns; conn; conn = conn->next) conn_woken(conn);
}

static void run_once(Httpd *httpd)
{
    NetEvent events[EVENTS];
    bool woken = false;
    int timeout = httpd->handler.tick(httpd->handler.context);
    if ((httpd->rest_until || httpd->finishing) && timeout > HTTPD_REST_MS) timeout = HTTPD_REST_MS;
    int count = net_loop_wait(httpd->loop, events, EVENTS, timeout, &woken);
    if (woken) on_wake(httpd);
    for (int i = 0; i < count; i++) {
        if (events[i].owner == &httpd->listener) {
            accept_some(httpd);
        } else {
            conn_event(events[i].owner, events[i].what);
        }
    }
    look_at_clock(httpd);
    reap(httpd);
}

void httpd_run(Httpd *httpd)
{
    while (!atomic_load(&httpd->stop)) run_once(httpd);
}

static void stop_listening(Httpd *httpd)
{
    if (httpd->listener == NET_NO_SOCKET) return;
    net_loop_remove(httpd->loop, httpd->listener);
    net_close(httpd->listener);
    httpd->listener = NET_NO_SOCKET;
}

void httpd_finish(Httpd *httpd, int64_t patience_ms)
{
    int64_t end = httpd_now() + patience_ms;
    httpd->finishing = true;
    stop_listening(httpd);
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
    net_loop_wake(httpd->loop);
}

/* ---- opening and closing ---- */

Status httpd_new(const char *host, int port, size_t message_max, const HttpdHandler *handler, Httpd **out, Error *error)
{
    Httpd *httpd = calloc(1, sizeof *httpd);
    if (!httpd) return error_set(error, STATUS_NO_MEMORY, "no memory for the connections");
    httpd->handler = *handler;
    httpd->message_max = message_max;
    httpd->listener = NET_NO_SOCKET;
    Status status = net_loop_new(&httpd->loop, error);
    if (status == STATUS_OK) status = net_listen(host, port, &httpd->listener, &httpd->port, error);
    if (status == STATUS_OK && !net_loop_add(httpd->loop, httpd->listener, NET_READ, &httpd->listener)) {
        status = error_set(error, STATUS_IO, "the server cannot wait for connections");
    }
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
    if (httpd->loop) stop_listening(httpd);
    net_loop_free(httpd->loop);
    free(httpd);
}

int httpd_port(const Httpd *httpd)
{
    return httpd->port;
}
