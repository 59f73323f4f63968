#include "web/server.h"

#include "base/buf.h"
#include "base/thread.h"

#include "web/assets.h"
#include "web/guard.h"
#include "web/httpd.h"
#include "web/messages.h"
#include "web/ws.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADERS_MAX = 2048, FINISH_MS = 2000 };

/* Of every answer. */
#define HEADERS_WITH_FORMS(forms)                                                                                   \
    "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src " \
    "'self' data: blob:; "                                                                                          \
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self' blob:; base-uri 'none'; "           \
    "form-action " forms "; "                                                                                       \
    "frame-ancestors 'none'\r\n"                                                                                    \
    "cross-origin-opener-policy: same-origin\r\n"                                                                   \
    "cross-origin-embedder-policy: require-corp\r\n"                                                                \
    "cross-origin-resource-policy: same-origin\r\n"                                                                 \
    "x-content-type-options: nosniff\r\n"                                                                           \
    "x-frame-options: DENY\r\n"                                                                                     \
    "referrer-policy: no-referrer\r\n"
#define SECURITY_HEADERS HEADERS_WITH_FORMS("'none'")

/* What a browser without the token sees: a field for it, which becomes /?token=... */
static const char token_page[] =
    "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Yomi</title>"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
    "<meta name=\"color-scheme\" content=\"light dark\"></head><body><main><h1>Yomi</h1>"
    "<form action=\"/\" method=\"get\">"
    "<p>This server asks for the token that it printed when it was started.</p>"
    "<p lang=\"ja\">このサーバーは、起動時に表示したトークンを求めます。</p>"
    "<p lang=\"ko\">이 서버는 시작할 때 표시한 토큰을 요구합니다.</p>"
    "<p><label>Token <input name=\"token\" autocomplete=\"off\" autofocus required size=\"40\"></label> "
    "<button>OK</button></p></form></main></body></html>\n";

/* One page. Belongs to the server's thread; searches and the store know its number and its outbox only. */
typedef struct Session {
    Server *server;
    uint64_t number;
    Outbox *box;
    char visitor[GUARD_VISITOR_LEN + 1]; /* "" when no token is asked for: there is one library then */
} Session;

struct Server {
    Httpd *httpd;
    Guard guard;
    ServerSetup setup;
    Referee *referee;
    Searcher *searcher;
    StoreQueue *queue;
    Tables *tables;
    Trainer *trainer;
    int session_count;
    uint64_t last_number;
    Mutex log_mutex; /* the server's and the store's thread log */
    char address[GUARD_HOST_MAX + GUARD_TOKEN_MAX + 64];
    char store_path[4096];
};

static void log_line(Server *server, const char *format, ...) PRINTF_LIKE(2, 3);

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
    mutex_lock(&server->log_mutex);
    server->setup.log(server->setup.log_context, line);
    mutex_unlock(&server->log_mutex);
}

/* ---- HTTP ---- */

static void answer_text(Conn *conn, int status, const char *text)
{
    httpd_answer(conn, status,
                 "content-type: text/plain; charset=utf-8\r\ncache-control: no-store\r\n" SECURITY_HEADERS, text,
                 strlen(text));
}

/* A person gets a field to type the token into; a program one line. */
static void answer_no_token(Conn *conn, const HttpRequest *request)
{
    if (strcmp(request->path, "/") != 0) {
        answer_text(conn, 401, "This server asks for the token that it printed when it was started.\n");
        return;
    }
    httpd_answer(conn, 401,
                 "content-type: text/html; charset=utf-8\r\ncache-control: no-store\r\n" HEADERS_WITH_FORMS("'self'"),
                 token_page, sizeof token_page - 1);
}

static bool has_token(const Server *server, const HttpRequest *request)
{
    return !server->guard.token[0] || guard_token_ok(&server->guard, str_from(request->token));
}

/* NULL when the request may go on, otherwise why not. */
static const char *refusal(const Server *server, const HttpRequest *request)
{
    Str host = str_from(request->values[HTTP_HOST]), origin = str_from(request->values[HTTP_ORIGIN]);
    if (request->cut[HTTP_HOST]) return "the Host is too long";
    if (request->cut[HTTP_ORIGIN]) return "the Origin is too long";
    if (!guard_host_ok(&server->guard, host)) return "the Host is not this server";
    if (!guard_origin_ok(&server->guard, origin, host)) return "the Origin is another site";
    return NULL;
}

/* The token came in the address: keep it in a cookie and take it out of the address. */
static void accept_token(const Server *server, Conn *conn)
{
    char headers[HEADERS_MAX];
    (void)snprintf(headers, sizeof headers,
                   "location: /\r\nset-cookie: yomi_token=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000\r\n"
                   "cache-control: no-store\r\n%s",
                   server->guard.token, SECURITY_HEADERS);
    httpd_answer(conn, 303, headers, "", 0);
}

static bool token_in_address(const Server *server, const HttpRequest *request)
{
    return server->guard.token[0] && guard_token_ok(&server->guard, http_query(request, "token"));
}

/* The header that gives somebody with the token a name; "" when he has one, or nobody needs one. */
static void name_visitor(const Server *server, const HttpRequest *request, char *out, size_t size)
{
    char visitor[GUARD_VISITOR_LEN + 1];
    out[0] = '\0';
    if (!server->guard.token[0] || guard_visitor_ok(request->visitor) || strcmp(request->path, "/") != 0) return;
    if (guard_make_visitor(visitor, NULL) != STATUS_OK) return;
    (void)snprintf(out, size, "set-cookie: yomi_visitor=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000\r\n",
                   visitor);
}

static void serve_asset(const Server *server, Conn *conn, const HttpRequest *request, const Asset *asset)
{
    bool gzip = asset->gzip && strstr(request->values[HTTP_ACCEPT_ENCODING], "gzip") != NULL;
    bool known = strcmp(request->values[HTTP_IF_NONE_MATCH], asset->etag) == 0;
    char headers[HEADERS_MAX], visitor[128];
    name_visitor(server, request, visitor, sizeof visitor);
    (void)snprintf(headers, sizeof headers,
                   "content-type: %s\r\netag: %s\r\nvary: accept-encoding\r\ncache-control: %s\r\n%s%s%s", asset->type,
                   asset->etag, asset->forever ? "public, max-age=31536000, immutable" : "no-cache",
                   gzip && !known ? "content-encoding: gzip\r\n" : "", visitor, SECURITY_HEADERS);
    if (known) {
        httpd_answer(conn, 304, headers, "", 0);
    } else if (gzip) {
        httpd_answer(conn, 200, headers, asset->gzip, asset->gzip_size);
    } else {
        httpd_answer(conn, 200, headers, asset->plain, asset->plain_size);
    }
}

static void serve_farm(const Server *server, Conn *conn)
{
    char *json = server->setup.farm ? server->setup.farm(server->setup.farm_context) : NULL;
    if (!json) {
        answer_text(conn, server->setup.farm ? 503 : 404, "No farm is watched here\n");
        return;
    }
    httpd_answer_text(conn, 200, "content-type: application/json\r\ncache-control: no-store\r\n" SECURITY_HEADERS,
                      json);
}

static void serve_path(Server *server, Conn *conn, const HttpRequest *request)
{
    const Asset *asset = asset_find(request->path);
    if (!asset) asset = module_files_find(server->setup.module, request->path);
    if (strcmp(request->path, "/health") == 0) {
        answer_text(conn, 200, "ok\n");
    } else if (strcmp(request->path, "/farm.json") == 0) {
        serve_farm(server, conn);
    } else if (asset) {
        serve_asset(server, conn, request, asset);
    } else {
        log_line(server, "refused %.80s: there is no such page", request->path);
        answer_text(conn, 404, "Not found\n");
    }
}

static void on_broken(void *context, Conn *conn, int status)
{
    log_line(context, "refused a request that cannot be read (%d)", status);
    answer_text(conn, status, "The request cannot be read.\n");
}

/* ---- sessions ---- */

/* On the store's thread. */
static void on_failed(void *context, uint64_t owner, const char *text)
{
    log_line(context, "session %llu: %s", (unsigned long long)owner, text);
}

static MessageContext message_context(const Session *session)
{
    Server *server = session->server;
    return (MessageContext){.referee = server->referee,
                            .searcher = server->searcher,
                            .queue = server->queue,
                            .tables = server->tables,
                            .trainer = server->trainer,
                            .owner = session->number,
                            .visitor = session->visitor,
                            .module = server->setup.module != NULL,
                            .box = session->box,
                            .failed = on_failed,
                            .context = server};
}

static void wake(void *context)
{
    httpd_wake(context);
}

/* Who comes without a name, because he is no browser, has a library for as long as the session lives. */
static bool take_visitor(const Server *server, const HttpRequest *request, char out[GUARD_VISITOR_LEN + 1])
{
    out[0] = '\0';
    if (!server->guard.token[0]) return true;
    if (!guard_visitor_ok(request->visitor)) return guard_make_visitor(out, NULL) == STATUS_OK;
    memcpy(out, request->visitor, GUARD_VISITOR_LEN + 1);
    return true;
}

static Session *session_new(Server *server, const HttpRequest *request)
{
    Session *session = calloc(1, sizeof *session);
    if (!session) return NULL;
    if (!take_visitor(server, request, session->visitor)) {
        free(session);
        return NULL;
    }
    session->box = outbox_new(wake, server->httpd);
    if (!session->box) {
        free(session);
        return NULL;
    }
    session->server = server;
    session->number = ++server->last_number;
    server->session_count++;
    return session;
}

/* Of a request for a session that guard and token have passed: NULL when it may have one, otherwise why not. */
static const char *no_session(const Server *server, const HttpRequest *request, char accept[WS_ACCEPT_BYTES],
                              int *status)
{
    *status = 400;
    if (request->method != HTTP_GET || request->old || http_has_body(request) ||
        !http_has_word(request->values[HTTP_CONNECTION], "upgrade") ||
        !ws_accept(str_from(request->values[HTTP_WS_KEY]), accept)) {
        return "the handshake is broken";
    }
    *status = 404;
    if (strcmp(request->path, "/ws") != 0) return "there is no such session";
    *status = 426;
    if (strcmp(request->values[HTTP_WS_VERSION], "13") != 0) return "only version 13 is spoken";
    *status = 503;
    if (server->session_count >= server->setup.sessions) return "all sessions are taken";
    return NULL;
}

static void begin_session(Server *server, Conn *conn, const HttpRequest *request)
{
    char accept[WS_ACCEPT_BYTES];
    int status;
    const char *why = no_session(server, request, accept, &status);
    Session *session = why ? NULL : session_new(server, request);
    if (!session && !why) why = "there is no memory for it";
    if (why) {
        log_line(server, "refused a session: %s", why);
        httpd_answer(conn, status,
                     "content-type: text/plain; charset=utf-8\r\nsec-websocket-version: 13\r\n" SECURITY_HEADERS, why,
                     strlen(why));
        return;
    }
    MessageContext messages = message_context(session);
    message_greet(&messages);
    httpd_upgrade(conn, accept, "", session);
}

static void on_request(void *context, Conn *conn, const HttpRequest *request)
{
    Server *server = context;
    bool upgrade = http_has_word(request->values[HTTP_UPGRADE], "websocket");
    const char *why = refusal(server, request);
    if (why) {
        log_line(server, "refused %.80s: %s", request->path, why);
        answer_text(conn, 403, "Forbidden\n");
    } else if (request->method == HTTP_OTHER) {
        log_line(server, "refused %.80s: only GET and HEAD are served", request->path);
        answer_text(conn, 405, "Only GET and HEAD\n");
    } else if (!upgrade && token_in_address(server, request)) {
        accept_token(server, conn);
    } else if (!has_token(server, request)) {
        log_line(server, "refused %.80s: no token", request->path);
        answer_no_token(conn, request);
    } else if (upgrade) {
        begin_session(server, conn, request);
    } else {
        serve_path(server, conn, request);
    }
}

static void on_message(void *context, void *of, const char *text, size_t len)
{
    Session *session = of;
    MessageContext messages = message_context(session);
    Error error;
    if (message_handle(&messages, text, len, &error) != STATUS_OK) {
        log_line(context, "session %llu: %s", (unsigned long long)session->number, error.text);
    }
}

static char *on_next(void *context, void *of)
{
    (void)context;
    Session *session = of;
    return outbox_take(session->box);
}

static const char *on_drop(void *context, void *of)
{
    (void)context;
    Session *session = of;
    return outbox_overflowed(session->box) ? "the page does not read" : NULL;
}

static void on_closed(void *context, void *of, const char *why)
{
    Server *server = context;
    Session *session = of;
    if (why) log_line(server, "closed session %llu: %s", (unsigned long long)session->number, why);
    outbox_close(session->box);
    searcher_stop(server->searcher, session->number);
    tables_forget(server->tables, session->number);
    outbox_drop(session->box);
    server->session_count--;
    free(session);
}

static void on_log(void *context, const char *line)
{
    log_line(context, "%s", line);
}

static int on_tick(void *context)
{
    Server *server = context;
    return tables_tick(server->tables);
}

/* ---- the server's life ---- */

static void make_address(Server *server)
{
    const char *host = server->setup.host;
    if (strcmp(host, "0.0.0.0") == 0) host = "127.0.0.1";
    if (strcmp(host, "::") == 0) host = "::1";
    bool v6 = strchr(host, ':') != NULL;
    (void)snprintf(server->address, sizeof server->address, "http://%s%.200s%s:%d/%s%s", v6 ? "[" : "", host,
                   v6 ? "]" : "", httpd_port(server->httpd), server->guard.token[0] ? "?token=" : "",
                   server->guard.token);
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

static Status open_store(Server *server, Error *error)
{
    Store *store = NULL;
    Status status = store_open(server->setup.data, &store, error);
    if (status != STATUS_OK) return status;
    (void)snprintf(server->store_path, sizeof server->store_path, "%s", store_path(store));
    return store_queue_new(store, &server->queue, error);
}

Status server_new(const ServerSetup *setup, Server **out, Error *error)
{
    Server *server = calloc(1, sizeof *server);
    if (!server) return error_set(error, STATUS_NO_MEMORY, "no memory for the server");
    server->setup = *setup;
    mutex_init(&server->log_mutex);
    const HttpdHandler handler = {server,  on_request, on_broken, on_message, on_next,
                                  on_drop, on_closed,  on_log,    on_tick};
    Status status = set_guard(server, error);
    if (status == STATUS_OK) status = open_store(server, error);
    if (status == STATUS_OK) status = referee_new(true, &server->referee, error);
    if (status == STATUS_OK) {
        server->tables = tables_new(server->referee, clock_real());
        if (!server->tables) status = error_set(error, STATUS_NO_MEMORY, "no memory for tables");
    }
    if (status == STATUS_OK) status = searcher_new(&setup->search, &server->searcher, error);
    if (status == STATUS_OK) status = trainer_new(setup->games, &server->trainer, error);
    if (status == STATUS_OK) {
        status = httpd_new(setup->host, setup->port, MESSAGE_BYTES_MAX, &handler, &server->httpd, error);
    }
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
    httpd_run(server->httpd);
    store_queue_free(server->queue); /* what was asked to be saved is saved, and the pages are told */
    server->queue = NULL;
    httpd_finish(server->httpd, FINISH_MS);
}

void server_stop(Server *server)
{
    httpd_stop(server->httpd);
}

/* The connections first: a closed session posts nothing and wakes nobody any more. */
void server_free(Server *server)
{
    if (!server) return;
    httpd_free(server->httpd);
    tables_free(server->tables);
    trainer_free(server->trainer);
    searcher_free(server->searcher);
    referee_free(server->referee);
    store_queue_free(server->queue);
    mutex_destroy(&server->log_mutex);
    free(server);
}

const char *server_address(const Server *server)
{
    return server->address;
}

const char *server_store_path(const Server *server)
{
    return server->store_path;
}
