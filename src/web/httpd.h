/* Connections: HTTP requests and WebSocket sessions over one listening socket, on one thread.
 *
 * httpd_run reads requests (http.h) and frames (ws.h) and calls the handler; the handler answers with httpd_answer or
 * httpd_upgrade. A connection belongs to the Httpd: a Conn pointer is good until the handler's `closed` (of a session)
 * or until the callback returns (of a request). Only httpd_wake and httpd_stop may be called from other threads.
 *
 * Nobody who has not shown a token can use up the server:
 * - connections that are no session are counted, all of them (HTTPD_WAITING_MAX) and for each address
 * (HTTPD_ADDRESS_MAX; an IPv6 address counts by its first 64 bits). At the address's limit a new one is closed at once,
 * unless an idle one of that address, between two requests, can go; at the limit of all, the oldest one goes.
 * - the head of a request has HTTPD_HEAD_MS, from its first to its last byte; an idle connection HTTPD_IDLE_MS; an
 * answer HTTPD_ANSWER_MS. A session that was silent is sent a ping, and closed when it stays so;
 *   it is closed, too, when for HTTPD_STUCK_MS it takes nothing of what it is sent.
 * - when the process has no file handle for a new connection, the oldest that sends no request is closed and listening
 * rests for HTTPD_REST_MS, so that the loop does not spin.
 *
 * Life of a connection: READING a head -> ANSWERING -> READING the next or LINGERING; READING -> SESSION -> LINGERING.
 * LINGERING reads and forgets for a moment, because closing a socket with unread bytes would destroy what was sent.
 * Whatever ends a connection marks it DEAD; it is freed at the end of the round, so that no event of the same round
 * meets freed memory. */
#ifndef YOMI_WEB_HTTPD_H
#define YOMI_WEB_HTTPD_H

#include "base/status.h"
#include "web/http.h"

enum {
    HTTPD_WAITING_MAX = 256,
    HTTPD_ADDRESS_MAX = 32,
    HTTPD_HEAD_MS = 10 * 1000,
    HTTPD_IDLE_MS = 15 * 1000,
    HTTPD_ANSWER_MS = 120 * 1000,
    HTTPD_PING_MS = 30 * 1000,
    HTTPD_SILENT_MS = 60 * 1000,
    HTTPD_STUCK_MS = 30 * 1000,
    HTTPD_LINGER_MS = 2 * 1000,
    HTTPD_REST_MS = 200
};

typedef struct Httpd Httpd;
typedef struct Conn Conn;

typedef struct HttpdHandler {
    void *context;
    /* Answers once, by httpd_answer or httpd_upgrade, before it returns. */
    void (*request)(void *context, Conn *conn, const HttpRequest *request);
    /* The head could not be read; `status` is to be answered by httpd_answer. */
    void (*broken)(void *context, Conn *conn, int status);
    void (*message)(void *context, void *session, const char *text, size_t len);
    /* The next message for the session, for the Httpd to free; NULL when there is none. */
    char *(*next)(void *context, void *session);
    /* A reason to close the session (1008, or at once when it is in the middle of a frame that it does not take); NULL
     * when there is none. */
    const char *(*drop)(void *context, void *session);
    void (*closed)(void *context, void *session, const char *why); /* `why` is NULL when the peer closed it */
    void (*log)(void *context, const char *line);
    /* Once a round; returns in how many milliseconds the next round has to begin, whatever happens. */
    int (*tick)(void *context);
} HttpdHandler;

/* `port` 0: any that is free. */
Status httpd_new(const char *host, int port, size_t message_max, const HttpdHandler *handler, Httpd **out,
                 Error *error);
void httpd_free(Httpd *httpd); /* closes what is open */
int httpd_port(const Httpd *httpd);

void httpd_run(Httpd *httpd); /* until httpd_stop */
/* After httpd_run: takes no more connections and requests, sends what waits for the sessions, closes them with 1001.
 * Gives up after `patience_ms`. */
void httpd_finish(Httpd *httpd, int64_t patience_ms);
void httpd_stop(Httpd *httpd); /* from any thread */
void httpd_wake(Httpd *httpd); /* from any thread: sessions have something to send */

/* `headers` is whole header lines; `body` is static memory and is not sent when the request was a HEAD. */
void httpd_answer(Conn *conn, int status, const char *headers, const void *body, size_t size);
/* The same with a text that is freed when it has been sent. */
void httpd_answer_text(Conn *conn, int status, const char *headers, char *text);
/* Answers 101 to a request that ws_accept has said yes to. */
void httpd_upgrade(Conn *conn, const char *accept, const char *headers, void *session);

#endif
