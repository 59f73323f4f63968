/* One connection of the httpd: what is read from it, what is on its way to it, and the state it is in (httpd.h has the
 * picture). For conn.c and httpd.c only; everything here belongs to the thread of httpd_run. */
#ifndef YOMI_WEB_CONN_H
#define YOMI_WEB_CONN_H

#include "base/net.h"
#include "web/httpd.h"
#include "web/ws.h"

#include <stdatomic.h>

enum { CONN_READ_BYTES = 16384 /* of one connection, before the others get their turn */ };

typedef enum ConnState { CONN_READING, CONN_ANSWERING, CONN_SESSION, CONN_LINGERING, CONN_DEAD } ConnState;

/* Who is at the other end, as far as it is counted. */
typedef struct Address {
    unsigned char bytes[8];
    bool v6;
} Address;

struct Conn {
    Conn *next;
    Httpd *httpd;
    NetSocket socket;
    unsigned events; /* what the kernel was asked for */
    ConnState state;
    Address address;
    int64_t deadline; /* of the state; of a session: the next look at its silence */
    HttpRequest request;
    bool head_only, keep; /* of the answer: no body; the connection stays */
    bool answered;        /* has had one */
    void *session;
    WsReader reader;
    int64_t heard; /* last bytes of a session */
    int64_t taken; /* when it last took some, or had to take none */
    bool pinged;
    unsigned char control[2 + WS_CONTROL_MAX]; /* one frame that waits: pong, ping or close; a new one replaces it */
    int control_len;
    bool closing; /* `control` is a close frame, the last one to be sent */
    /* On its way: first `head`, then `body`. */
    Buf head;
    size_t head_sent;
    const unsigned char *body;
    size_t body_left;
    char *owned; /* memory of the body, if it is not static */
};

struct Httpd {
    HttpdHandler handler;
    NetSocket listener;
    NetLoop *loop;
    int port;
    size_t message_max;
    Conn *conns; /* the newest first */
    int waiting; /* connections that are no session */
    bool resting, finishing;
    int64_t rest_until;
    _Atomic bool stop;
    char input[CONN_READ_BYTES];
};

int64_t httpd_now(void); /* milliseconds */

/* Takes over the socket when it succeeds; NULL otherwise. */
Conn *conn_new(Httpd *httpd, NetSocket socket, const Address *address);
void conn_free(Conn *conn); /* of a dead one */

void conn_die(Conn *conn, const char *why);   /* at once; `why` is for the session's `closed` */
void conn_flush(Conn *conn);                  /* sends what there is to be sent */
bool conn_has_output(const Conn *conn);       /* something is on its way and waits for the kernel */
void conn_woken(Conn *conn);                  /* a session may have something to send, or to be dropped */
void conn_event(Conn *conn, unsigned events); /* what the loop says */
void conn_look_at_clock(Conn *conn, int64_t now);

#endif
