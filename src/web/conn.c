#include "web/conn.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

enum { WRITE_BYTES = 262144 /* to one connection, before the others get their turn */ };

int64_t httpd_now(void)
{
    return clock_now(clock_real()) / NS_PER_MS;
}

/* ---- states ---- */

static void ask_kernel(Conn *conn, unsigned events)
{
    if (conn->events == events) return;
    conn->events = events;
    net_loop_change(conn->httpd->loop, conn->socket, events, conn);
}

bool conn_has_output(const Conn *conn)
{
    return conn->head_sent < conn->head.len || conn->body_left > 0;
}

static void leave_session(Conn *conn, const char *why)
{
    if (!conn->session) return;
    void *session = conn->session;
    conn->session = NULL;
    ws_reader_free(&conn->reader);
    conn->httpd->waiting++; /* until it is gone, it counts as any other */
    conn->httpd->handler.closed(conn->httpd->handler.context, session, why);
}

void conn_die(Conn *conn, const char *why)
{
    if (conn->state == CONN_DEAD) return;
    leave_session(conn, why);
    conn->httpd->waiting--;
    conn->state = CONN_DEAD;
    net_loop_remove(conn->httpd->loop, conn->socket);
    net_close(conn->socket);
    conn->socket = NET_NO_SOCKET;
}

static void linger(Conn *conn)
{
    leave_session(conn, NULL);
    net_end_sending(conn->socket);
    conn->state = CONN_LINGERING;
    conn->deadline = httpd_now() + HTTPD_LINGER_MS;
    ask_kernel(conn, NET_READ);
}

static void conn_begin(Conn *conn, int64_t patience)
{
    http_begin(&conn->request);
    conn->state = CONN_READING;
    conn->deadline = httpd_now() + patience;
    ask_kernel(conn, NET_READ);
}

/* ---- sending ---- */

static void set_control(Conn *conn, WsOpcode opcode, const void *payload, size_t len)
{
    unsigned char head[WS_HEAD_MAX];
    if (conn->closing) return; /* nothing may follow a close frame */
    int bytes = ws_head(opcode, len, head);
    memcpy(conn->control, head, (size_t)bytes);
    if (len > 0) memcpy(conn->control + bytes, payload, len);
    conn->control_len = bytes + (int)len;
    conn->closing = opcode == WS_CLOSE;
}

/* The session ends: a close frame goes out after what is already on its way. */
static void close_session(Conn *conn, int code, const char *why)
{
    unsigned char payload[WS_CONTROL_MAX] = {(unsigned char)(code >> 8), (unsigned char)code};
    size_t len = why ? strlen(why) : 0;
    if (len > sizeof payload - 2) len = sizeof payload - 2;
    if (len > 0) memcpy(payload + 2, why, len);
    set_control(conn, WS_CLOSE, payload, code == WS_CODE_NO_CODE ? 0 : len + 2);
    leave_session(conn, why);
    conn->deadline = httpd_now() + HTTPD_LINGER_MS;
}

/* Sends what is on its way. Returns false when the kernel takes no more for now, or the connection is dead. */
static bool send_some(Conn *conn, size_t *budget)
{
    while (conn_has_output(conn)) {
        bool head = conn->head_sent < conn->head.len;
        const void *bytes = head ? (const void *)(conn->head.data + conn->head_sent) : conn->body;
        size_t len = head ? conn->head.len - conn->head_sent : conn->body_left;
        if (len > *budget) len = *budget;
        if (len == 0) return false;
        int64_t sent = net_send(conn->socket, bytes, len, head && conn->body_left > 0);
        if (sent == NET_AGAIN) return false;
        if (sent < 0) {
            conn_die(conn, NULL);
            return false;
        }
        *budget -= (size_t)sent;
        conn->taken = httpd_now();
        if (head) {
            conn->head_sent += (size_t)sent;
        } else {
            conn->body += sent;
            conn->body_left -= (size_t)sent;
        }
    }
    buf_clear(&conn->head);
    conn->head_sent = 0;
    free(conn->owned);
    conn->owned = NULL;
    return true;
}

/* Puts the session's next frame on its way; false when there is none. */
static bool next_frame(Conn *conn)
{
    conn->taken = httpd_now();
    if (conn->control_len > 0) {
        (void)buf_append(&conn->head, conn->control, (size_t)conn->control_len); /* fits where the 101 was */
        conn->control_len = 0;
        return true;
    }
    if (conn->closing) return false;
    const HttpdHandler *handler = &conn->httpd->handler;
    const char *drop = handler->drop(handler->context, conn->session);
    if (drop) {
        close_session(conn, WS_CODE_POLICY, drop);
        return next_frame(conn);
    }
    char *text = handler->next(handler->context, conn->session);
    if (!text && conn->httpd->finishing) {
        close_session(conn, WS_CODE_GOING_AWAY, "the server ends");
        return next_frame(conn);
    }
    if (!text) return false;
    unsigned char head[WS_HEAD_MAX];
    conn->owned = text;
    conn->body = (const unsigned char *)text;
    conn->body_left = strlen(text);
    return buf_append(&conn->head, head, (size_t)ws_head(WS_TEXT, conn->body_left, head)); /* as above */
}

static void answer_sent(Conn *conn)
{
    conn->answered = true;
    if (conn->keep && !conn->httpd->finishing) {
        conn_begin(conn, HTTPD_IDLE_MS);
    } else {
        linger(conn);
    }
}

void conn_flush(Conn *conn)
{
    size_t budget = WRITE_BYTES;
    bool idle = false;
    while (!idle && send_some(conn, &budget)) idle = conn->state != CONN_SESSION || !next_frame(conn);
    if (conn->state == CONN_DEAD) return;
    if (conn_has_output(conn)) {
        ask_kernel(conn, conn->state == CONN_SESSION ? NET_READ | NET_WRITE : NET_WRITE);
    } else if (conn->state == CONN_ANSWERING) {
        answer_sent(conn);
    } else if (conn->state == CONN_SESSION && conn->closing) {
        linger(conn);
    } else if (conn->state == CONN_SESSION) {
        ask_kernel(conn, NET_READ);
    }
}

/* ---- answers ---- */

void httpd_answer(Conn *conn, int status, const char *headers, const void *body, size_t size)
{
    bool whole = http_status_line(&conn->head, status);
    if (status != 304) whole = whole && buf_printf(&conn->head, "content-length: %zu\r\n", size);
    whole = whole && buf_puts(&conn->head, headers) &&
            buf_puts(&conn->head, conn->keep ? "\r\n" : "connection: close\r\n\r\n");
    conn->state = CONN_ANSWERING;
    conn->deadline = httpd_now() + HTTPD_ANSWER_MS;
    if (!whole) {
        conn_die(conn, NULL);
        return;
    }
    conn->body = body;
    conn->body_left = conn->head_only || status == 304 ? 0 : size;
}

void httpd_answer_text(Conn *conn, int status, const char *headers, char *text)
{
    free(conn->owned);
    conn->owned = text;
    httpd_answer(conn, status, headers, text, strlen(text));
}

void httpd_upgrade(Conn *conn, const char *accept, const char *headers, void *session)
{
    bool whole =
        http_status_line(&conn->head, 101) &&
        buf_printf(&conn->head, "upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: %s\r\n%s\r\n",
                   accept, headers);
    conn->session = session;
    conn->httpd->waiting--;
    conn->state = CONN_SESSION;
    conn->reader = ws_reader(conn->httpd->message_max);
    conn->heard = httpd_now();
    conn->deadline = conn->heard + HTTPD_PING_MS;
    if (!whole) conn_die(conn, "there is no memory for it");
}

/* ---- receiving ---- */

static void handle_request(Conn *conn, HttpProgress progress, bool more_follows)
{
    const HttpRequest *request = &conn->request;
    conn->head_only = request->method == HTTP_HEAD;
    /* Bytes after the head are a body or a pipelined request: neither is read, so the connection ends. */
    conn->keep = progress == HTTP_DONE && !more_follows && !request->old && !http_has_body(request) &&
                 !http_has_word(request->values[HTTP_CONNECTION], "close");
    HttpdHandler *handler = &conn->httpd->handler;
    if (progress == HTTP_BAD) {
        handler->broken(handler->context, conn, request->refused);
    } else {
        handler->request(handler->context, conn, request);
    }
}

static void read_frames(Conn *conn, Str in)
{
    conn->heard = httpd_now();
    conn->pinged = false;
    HttpdHandler *handler = &conn->httpd->handler;
    while (conn->state == CONN_SESSION && conn->session && !conn->closing) {
        WsReader *reader = &conn->reader;
        switch (ws_next(reader, &in)) {
        case WS_EVENT_NONE: return;
        case WS_EVENT_PONG: break;
        case WS_EVENT_PING: set_control(conn, WS_PONG, reader->control, (size_t)reader->control_len); break;
        case WS_EVENT_CLOSE: close_session(conn, reader->code, NULL); break;
        case WS_EVENT_FAIL: close_session(conn, reader->code, reader->why); break;
        case WS_EVENT_MESSAGE:
            handler->message(handler->context, conn->session, buf_text(&reader->message), reader->message.len);
            break;
        }
    }
}

static void read_request(Conn *conn, Str in)
{
    if (conn->request.read == 0) conn->deadline = httpd_now() + HTTPD_HEAD_MS;
    HttpProgress progress = http_read(&conn->request, &in);
    if (progress == HTTP_MORE) return;
    handle_request(conn, progress, in.len > 0);
    if (conn->state == CONN_SESSION) read_frames(conn, in);
    conn_flush(conn);
}

static void conn_receive(Conn *conn)
{
    Httpd *httpd = conn->httpd;
    int64_t got = net_receive(conn->socket, httpd->input, sizeof httpd->input);
    if (got == NET_AGAIN) return;
    if (got <= 0) {
        conn_die(conn, NULL);
        return;
    }
    if (httpd->finishing) return; /* nobody is left who could answer */
    Str in = {httpd->input, (size_t)got};
    if (conn->state == CONN_READING) {
        read_request(conn, in);
    } else if (conn->state == CONN_SESSION) {
        read_frames(conn, in);
        conn_flush(conn);
    }
}

/* ---- events and time ---- */

void conn_woken(Conn *conn)
{
    if (conn->state != CONN_SESSION) return;
    if (!conn_has_output(conn)) {
        conn_flush(conn);
        return;
    }
    const HttpdHandler *handler = &conn->httpd->handler;
    const char *drop = conn->session ? handler->drop(handler->context, conn->session) : NULL;
    if (drop) conn_die(conn, drop); /* it is in the middle of a frame, and does not take the rest */
}

void conn_event(Conn *conn, unsigned events)
{
    if (conn->state == CONN_DEAD) return;
    if (events & NET_GONE) {
        conn_die(conn, NULL);
        return;
    }
    if (events & NET_WRITE) conn_flush(conn);
    if (conn->state != CONN_DEAD && (events & NET_READ)) conn_receive(conn);
}

static void look_at_session(Conn *conn, int64_t now)
{
    if (now - conn->heard >= HTTPD_SILENT_MS) {
        conn_die(conn, "the page is silent");
    } else if (!conn->pinged) {
        conn->pinged = true;
        if (conn->control_len == 0) set_control(conn, WS_PING, NULL, 0);
        conn->deadline = conn->heard + HTTPD_SILENT_MS;
        conn_flush(conn);
    }
}

void conn_look_at_clock(Conn *conn, int64_t now)
{
    if (conn->state == CONN_DEAD) return;
    if (conn->session && conn_has_output(conn) && now - conn->taken >= HTTPD_STUCK_MS) {
        conn_die(conn, "the page does not read");
        return;
    }
    if (conn->session) conn->deadline = conn->heard + (conn->pinged ? HTTPD_SILENT_MS : HTTPD_PING_MS);
    if (now < conn->deadline) return;
    if (conn->session) {
        look_at_session(conn, now);
    } else {
        conn_die(conn, NULL);
    }
}

/* ---- beginning and end ---- */

Conn *conn_new(Httpd *httpd, NetSocket socket, const Address *address)
{
    Conn *conn = calloc(1, sizeof *conn);
    if (!conn) return NULL;
    conn->httpd = httpd;
    conn->socket = socket;
    conn->address = *address;
    conn->head = buf_new(HTTP_ANSWER_MAX);
    conn->events = NET_READ;
    if (!net_loop_add(httpd->loop, socket, NET_READ, conn)) {
        free(conn);
        return NULL;
    }
    conn_begin(conn, HTTPD_HEAD_MS);
    return conn;
}

void conn_free(Conn *conn)
{
    buf_free(&conn->head);
    free(conn->owned);
    free(conn);
}
