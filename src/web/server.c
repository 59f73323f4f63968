#include "web/server.h"

#include "base/buf.h"

#include "web/assets.h"
#include "web/guard.h"
#include "web/messages.h"

#include <libwebsockets.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_BYTES = 4096, CHUNK_BYTES = 32 << 10, SESSION_LINE = 160 };

static const char security_policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* One page. Belongs to the server's thread; searches know its number and its outbox only. */
typedef struct Session {
    struct Session *next;
    struct lws *wsi;
    uint64_t number;
    Outbox *box;
    Buf incoming;
} Session;

/* What the library keeps for each connection. */
typedef struct Connection {
    const unsigned char *body; /* of the HTTP answer being sent: static memory */
    size_t left;
    Session *session;
} Connection;

struct Server {
    struct lws_context *context;
    Guard guard;
    ServerSetup setup;
    Referee *referee;
    Searcher *searcher;
    Store *store;
    Session *sessions;
    int session_count;
    uint64_t last_number;
    _Atomic bool stop;
    char address[GUARD_HOST_MAX + GUARD_TOKEN_MAX + 64];
};

static void log_line(Server *server, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void log_line(Server *server, const char *format, ...)
{
    if (!server->setup.log) return;
    char line[512];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(line, sizeof line, format, args);
    va_end(args);
    for (char *c = line; *c; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?'; /* what a request says must not drive a terminal */
    }
    server->setup.log(server->setup.log_context, line);
}

/* ---- HTTP ---- */

typedef struct Header {
    const char *name, *value;
} Header;

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), at, end) == 0;
}

/* Sends status line and headers. Returns what the callback has to return when it failed. */
static bool send_headers(struct lws *wsi, unsigned status, const char *type, size_t length, const Header *extra)
{
    static const Header always[] = {{"content-security-policy:", security_policy},
                                    {"cross-origin-opener-policy:", "same-origin"},
                                    {"cross-origin-embedder-policy:", "require-corp"},
                                    {"cross-origin-resource-policy:", "same-origin"},
                                    {"x-content-type-options:", "nosniff"},
                                    {"x-frame-options:", "DENY"},
                                    {"referrer-policy:", "no-referrer"}};
    unsigned char head[LWS_PRE + HEADER_BYTES], *start = head + LWS_PRE, *at = start, *end = head + sizeof head - 1;
    if (lws_add_http_header_status(wsi, status, &at, end)) return false;
    if (type && !add_header(wsi, "content-type:", type, &at, end)) return false;
    if (lws_add_http_header_content_length(wsi, length, &at, end)) return false;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) {
        if (!add_header(wsi, always[i].name, always[i].value, &at, end)) return false;
    }
    for (; extra && extra->name; extra++) {
        if (!add_header(wsi, extra->name, extra->value, &at, end)) return false;
    }
    return lws_finalize_write_http_header(wsi, start, &at, end) == 0;
}

static int finish_request(struct lws *wsi)
{
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* `body` is static memory. */
static int send_body(struct lws *wsi, Connection *connection, const void *body, size_t size)
{
    if (size == 0) return finish_request(wsi);
    connection->body = body;
    connection->left = size;
    return lws_callback_on_writable(wsi) < 0 ? -1 : 0;
}

static int send_status(struct lws *wsi, Connection *connection, unsigned status, const char *text)
{
    static const Header extra[] = {{"cache-control:", "no-store"}, {NULL, NULL}};
    if (!send_headers(wsi, status, "text/plain; charset=utf-8", strlen(text), extra)) return -1;
    return send_body(wsi, connection, text, strlen(text));
}

static int continue_body(struct lws *wsi, Connection *connection)
{
    if (connection->left == 0) return 0;
    unsigned char chunk[LWS_PRE + CHUNK_BYTES];
    size_t size = connection->left < CHUNK_BYTES ? connection->left : CHUNK_BYTES;
    bool last = size == connection->left;
    memcpy(chunk + LWS_PRE, connection->body, size);
    int sent = lws_write(wsi, chunk + LWS_PRE, size, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);
    if (sent < (int)size) return -1;
    connection->body += size;
    connection->left -= size;
    if (last) return finish_request(wsi);
    return lws_callback_on_writable(wsi) < 0 ? -1 : 0;
}

static Str copy_header(struct lws *wsi, enum lws_token_indexes token, char *out, int size)
{
    int len = lws_hdr_copy(wsi, out, size, token);
    return len > 0 ? (Str){out, (size_t)len} : (Str){"", 0};
}

/* Is the header there, but too long for what it may be? */
static bool header_too_long(struct lws *wsi, enum lws_token_indexes token, int size)
{
    return lws_hdr_total_length(wsi, token) >= size;
}

static bool has_token(const Server *server, struct lws *wsi)
{
    if (!server->guard.token[0]) return true;
    char cookie[1024];
    Str header = copy_header(wsi, WSI_TOKEN_HTTP_COOKIE, cookie, sizeof cookie);
    return guard_token_ok(&server->guard, guard_cookie(header, "yomi_token"));
}

/* NULL when the request may go on, otherwise why not. */
static const char *refusal(const Server *server, struct lws *wsi)
{
    char host_bytes[GUARD_HOST_MAX], origin_bytes[GUARD_HOST_MAX + 16];
    if (header_too_long(wsi, WSI_TOKEN_HOST, sizeof host_bytes)) return "the Host is too long";
    if (header_too_long(wsi, WSI_TOKEN_ORIGIN, sizeof origin_bytes)) return "the Origin is too long";
    Str host = copy_header(wsi, WSI_TOKEN_HOST, host_bytes, sizeof host_bytes);
    Str origin = copy_header(wsi, WSI_TOKEN_ORIGIN, origin_bytes, sizeof origin_bytes);
    if (!guard_host_ok(&server->guard, host)) return "the Host is not this server";
    if (!guard_origin_ok(&server->guard, origin, host)) return "the Origin is another site";
    return NULL;
}

/* The token came in the address: keep it in a cookie and take it out of the address. */
static int accept_token(struct lws *wsi, const Server *server)
{
    char cookie[GUARD_TOKEN_MAX + 128];
    (void)snprintf(cookie, sizeof cookie, "yomi_token=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000",
                   server->guard.token);
    const Header extra[] = {{"location:", "/"}, {"set-cookie:", cookie}, {"cache-control:", "no-store"}, {NULL, NULL}};
    if (!send_headers(wsi, HTTP_STATUS_SEE_OTHER, NULL, 0, extra)) return -1;
    return finish_request(wsi);
}

static bool token_in_address(const Server *server, struct lws *wsi)
{
    char value[GUARD_TOKEN_MAX + 16];
    const char *token = lws_get_urlarg_by_name(wsi, "token=", value, sizeof value);
    return server->guard.token[0] && token && guard_token_ok(&server->guard, str_from(token));
}

static int serve_asset(struct lws *wsi, Connection *connection, const Asset *asset)
{
    char accepted[256], known[128];
    (void)copy_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accepted, sizeof accepted);
    bool gzip = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING) > 0 && strstr(accepted, "gzip") != NULL;
    Str etag = copy_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, known, sizeof known);
    Header extra[5] = {{"etag:", asset->etag},
                       {"vary:", "accept-encoding"},
                       {"cache-control:", asset->forever ? "public, max-age=31536000, immutable" : "no-cache"},
                       {gzip ? "content-encoding:" : NULL, "gzip"},
                       {NULL, NULL}};
    if (str_eq(etag, asset->etag)) {
        extra[3].name = NULL;
        if (!send_headers(wsi, HTTP_STATUS_NOT_MODIFIED, NULL, 0, extra)) return -1;
        return finish_request(wsi);
    }
    size_t size = gzip ? asset->gzip_size : asset->plain_size;
    if (!send_headers(wsi, HTTP_STATUS_OK, asset->type, size, extra)) return -1;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0) return finish_request(wsi);
    return send_body(wsi, connection, gzip ? asset->gzip : asset->plain, size);
}

static int on_http(Server *server, struct lws *wsi, Connection *connection, Str uri)
{
    /* A NUL in the address would end the path early for whoever reads it as a C string. */
    const char *path = uri.ptr && strlen(uri.ptr) == uri.len ? uri.ptr : "(a path with a NUL)";
    *connection = (Connection){0};
    const char *why = refusal(server, wsi);
    if (why) {
        log_line(server, "refused %.80s: %s", path, why);
        return send_status(wsi, connection, HTTP_STATUS_FORBIDDEN, "Forbidden\n");
    }
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0 && lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) <= 0) {
        log_line(server, "refused %.80s: only GET and HEAD are served", path);
        (void)send_status(wsi, connection, HTTP_STATUS_METHOD_NOT_ALLOWED, "Only GET and HEAD\n");
        return connection->left ? 0 : -1;
    }
    if (token_in_address(server, wsi)) return accept_token(wsi, server);
    if (!has_token(server, wsi)) {
        log_line(server, "refused %.80s: no token", path);
        return send_status(wsi, connection, HTTP_STATUS_UNAUTHORIZED,
                           "This server asks for the token that it printed when it was started.\n");
    }
    if (strcmp(path, "/health") == 0) return send_status(wsi, connection, HTTP_STATUS_OK, "ok\n");
    const Asset *asset = asset_find(path);
    if (asset) return serve_asset(wsi, connection, asset);
    log_line(server, "refused %.80s: there is no such page", path);
    return send_status(wsi, connection, HTTP_STATUS_NOT_FOUND, "Not found\n");
}

/* ---- sessions ---- */

static MessageContext message_context(Server *server, const Session *session)
{
    return (MessageContext){server->referee, server->searcher, server->store, session->number, session->box};
}

static void wake(void *context)
{
    const Server *server = context;
    lws_cancel_service(server->context);
}

/* Before the upgrade. */
static int on_upgrade(Server *server, struct lws *wsi)
{
    char path[64];
    Str uri = copy_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    const char *why = refusal(server, wsi);
    unsigned status = HTTP_STATUS_FORBIDDEN;
    if (!why && !has_token(server, wsi)) why = "no token", status = HTTP_STATUS_UNAUTHORIZED;
    if (!why && !str_eq(uri, "/ws")) why = "there is no such session", status = HTTP_STATUS_NOT_FOUND;
    if (!why && server->session_count >= server->setup.sessions) {
        why = "all sessions are taken";
        status = HTTP_STATUS_SERVICE_UNAVAILABLE;
    }
    if (!why) return 0;
    log_line(server, "refused a session: %s", why);
    (void)lws_return_http_status(wsi, status, NULL);
    return -1;
}

static int on_established(Server *server, struct lws *wsi, Connection *connection)
{
    *connection = (Connection){0};
    Session *session = calloc(1, sizeof *session);
    if (!session) return -1;
    session->box = outbox_new(wake, server);
    if (!session->box) {
        free(session);
        return -1;
    }
    session->wsi = wsi;
    session->number = ++server->last_number;
    session->incoming = buf_new(MESSAGE_BYTES_MAX);
    session->next = server->sessions;
    server->sessions = session;
    server->session_count++;
    connection->session = session;
    MessageContext context = message_context(server, session);
    message_greet(&context);
    return 0;
}

static void on_closed(Server *server, Connection *connection)
{
    Session *session = connection->session;
    if (!session) return;
    connection->session = NULL;
    outbox_close(session->box);
    searcher_stop(server->searcher, session->number);
    for (Session **at = &server->sessions; *at; at = &(*at)->next) {
        if (*at != session) continue;
        *at = session->next;
        break;
    }
    server->session_count--;
    outbox_drop(session->box);
    buf_free(&session->incoming);
    free(session);
}

static int refuse_frame(Server *server, struct lws *wsi, const Session *session, enum lws_close_status code,
                        const char *why)
{
    log_line(server, "closed session %llu: %s", (unsigned long long)session->number, why);
    char reason[64];
    (void)snprintf(reason, sizeof reason, "%s", why);
    lws_close_reason(wsi, code, (unsigned char *)reason, strlen(reason));
    return -1;
}

static int on_receive(Server *server, struct lws *wsi, Session *session, const void *bytes, size_t len)
{
    if (lws_frame_is_binary(wsi)) {
        return refuse_frame(server, wsi, session, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "messages are text");
    }
    size_t to_come = lws_remaining_packet_payload(wsi);
    Buf *incoming = &session->incoming;
    if (len + to_come > MESSAGE_BYTES_MAX - incoming->len || !buf_append(incoming, bytes, len)) {
        return refuse_frame(server, wsi, session, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "the message is too long");
    }
    if (to_come > 0 || !lws_is_final_fragment(wsi)) return 0;
    MessageContext context = message_context(server, session);
    Error error;
    if (message_handle(&context, buf_text(incoming), incoming->len, &error) != STATUS_OK) {
        log_line(server, "session %llu: %s", (unsigned long long)session->number, error.text);
    }
    if (incoming->capacity > CHUNK_BYTES) {
        buf_free(incoming); /* a large save must not stay in memory for as long as the page is open */
        *incoming = buf_new(MESSAGE_BYTES_MAX);
    } else {
        buf_clear(incoming);
    }
    return 0;
}

static int on_writeable(Server *server, struct lws *wsi, Session *session)
{
    if (outbox_overflowed(session->box)) {
        return refuse_frame(server, wsi, session, LWS_CLOSE_STATUS_POLICY_VIOLATION, "the page does not read");
    }
    char *text = outbox_take(session->box);
    if (!text) return 0;
    size_t len = strlen(text);
    unsigned char *frame = malloc(LWS_PRE + len);
    int sent = -1;
    if (frame) {
        memcpy(frame + LWS_PRE, text, len);
        sent = lws_write(wsi, frame + LWS_PRE, len, LWS_WRITE_TEXT);
    }
    free(frame);
    free(text);
    if (sent < (int)len) return -1;
    if (outbox_waiting(session->box)) (void)lws_callback_on_writable(wsi);
    return 0;
}

static void on_woken(Server *server)
{
    for (Session *session = server->sessions; session; session = session->next) {
        if (outbox_waiting(session->box) || outbox_overflowed(session->box)) {
            (void)lws_callback_on_writable(session->wsi);
        }
    }
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len)
{
    struct lws_context *context = lws_get_context(wsi);
    Server *server = context ? lws_context_user(context) : NULL;
    Connection *connection = user;
    switch (reason) {
    case LWS_CALLBACK_HTTP: return on_http(server, wsi, connection, (Str){in, len});
    case LWS_CALLBACK_HTTP_WRITEABLE: return continue_body(wsi, connection);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return on_upgrade(server, wsi);
    case LWS_CALLBACK_ESTABLISHED: return on_established(server, wsi, connection);
    case LWS_CALLBACK_RECEIVE: return connection->session ? on_receive(server, wsi, connection->session, in, len) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return connection->session ? on_writeable(server, wsi, connection->session) : -1;
    case LWS_CALLBACK_CLOSED: on_closed(server, connection); return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: on_woken(server); return 0;
    default: return 0;
    }
}

/* ---- the server's life ---- */

static const struct lws_protocols protocols[] = {
    {.name = "yomi", .callback = callback, .per_session_data_size = sizeof(Connection), .rx_buffer_size = 16 << 10},
    {.name = NULL}};
static const lws_retry_bo_t liveness = {.secs_since_valid_ping = 30, .secs_since_valid_hangup = 60};

static Status listen_on(Server *server, Error *error)
{
    struct lws_context_creation_info info = {
        .port = server->setup.port,
        .iface = server->setup.host,
        .protocols = protocols,
        .gid = -1,
        .uid = -1,
        .user = server,
        .timeout_secs = 10,
        .timeout_secs_ah_idle = 5,
        .keepalive_timeout = 15,
        .max_http_header_data = 4096,
        .max_http_header_pool = 256,
        .retry_and_idle_policy = &liveness,
        .options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME,
    };
    if (!strchr(server->setup.host, ':')) info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    lws_set_log_level(0, NULL);
    server->context = lws_create_context(&info);
    if (!server->context) {
        return error_set(error, STATUS_IO,
                         "%s port %d cannot be listened on: it is in use, or no address of this machine",
                         server->setup.host, server->setup.port);
    }
    return STATUS_OK;
}

static void make_address(Server *server)
{
    int port = lws_get_vhost_listen_port(lws_get_vhost_by_name(server->context, "default"));
    const char *host = server->setup.host;
    if (strcmp(host, "0.0.0.0") == 0) host = "127.0.0.1";
    if (strcmp(host, "::") == 0) host = "::1";
    bool v6 = strchr(host, ':') != NULL;
    (void)snprintf(server->address, sizeof server->address, "http://%s%.200s%s:%d/%s%s", v6 ? "[" : "", host,
                   v6 ? "]" : "", port, server->guard.token[0] ? "?token=" : "", server->guard.token);
}

static Status set_guard(Server *server, Error *error)
{
    const ServerSetup *setup = &server->setup;
    Guard *guard = &server->guard;
    if (!str_copy(str_from(setup->host), guard->bound, sizeof guard->bound) ||
        !str_copy(str_from(setup->allow_host), guard->allowed, sizeof guard->allowed)) {
        return error_set(error, STATUS_TOO_LARGE, "a host name has at most %d bytes", GUARD_HOST_MAX - 1);
    }
    if (setup->token) {
        size_t len = strlen(setup->token);
        static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
        if (len < 16 || len > GUARD_TOKEN_MAX || strspn(setup->token, letters) != len) {
            return error_set(error, STATUS_BAD_INPUT, "a token has 16 to %d letters, digits, '-' or '_'",
                             GUARD_TOKEN_MAX);
        }
        memcpy(guard->token, setup->token, len + 1);
        return STATUS_OK;
    }
    return guard_is_loopback(str_from(setup->host)) ? STATUS_OK : guard_make_token(guard, error);
}

Status server_new(const ServerSetup *setup, Server **out, Error *error)
{
    Server *server = calloc(1, sizeof *server);
    if (!server) return error_set(error, STATUS_NO_MEMORY, "no memory for the server");
    server->setup = *setup;
    Status status = set_guard(server, error);
    if (status == STATUS_OK) status = store_open(setup->data, &server->store, error);
    if (status == STATUS_OK) status = referee_new(&server->referee, error);
    if (status == STATUS_OK) status = searcher_new(&setup->search, &server->searcher, error);
    if (status == STATUS_OK) status = listen_on(server, error);
    if (status != STATUS_OK) {
        server_free(server);
        return status;
    }
    make_address(server);
    *out = server;
    return STATUS_OK;
}

void server_run(Server *server)
{
    while (!atomic_load(&server->stop) && lws_service(server->context, 0) >= 0) continue;
}

void server_stop(Server *server)
{
    atomic_store(&server->stop, true);
    lws_cancel_service(server->context);
}

void server_free(Server *server)
{
    if (!server) return;
    if (server->context) lws_context_destroy(server->context); /* closes the sessions, which stops their searches */
    searcher_free(server->searcher);
    referee_free(server->referee);
    store_close(server->store);
    free(server);
}

const char *server_address(const Server *server)
{
    return server->address;
}

const char *server_store_path(const Server *server)
{
    return store_path(server->store);
}
