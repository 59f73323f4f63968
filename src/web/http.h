/* The head of an HTTP/1.1 request, read byte by byte; and the head of an answer.
 *
 * A request keeps what the server looks at and nothing else, in arrays of its own: a half-open connection costs a
 * fixed five kilobytes. Other headers are read and forgotten. Of a Cookie header only `yomi_token` and `yomi_visitor`
 * are kept, whatever else a browser has collected for this host, so no cookie of another program can lock a user out.
 */
#ifndef YOMI_WEB_HTTP_H
#define YOMI_WEB_HTTP_H

#include "base/buf.h"

enum {
    HTTP_HEAD_MAX = 256 << 10, /* bytes read of a head, before 431: browsers send no longer ones */
    HTTP_TARGET_MAX = 1024,
    HTTP_VALUE_MAX = 288, /* of a header that is kept */
    HTTP_NAME_MAX = 32,   /* a longer name is none that is kept */
    HTTP_COOKIE_MAX = 128,
    HTTP_ANSWER_MAX = 4096
};

typedef enum HttpField {
    HTTP_HOST,
    HTTP_ORIGIN,
    HTTP_UPGRADE,
    HTTP_CONNECTION,
    HTTP_WS_KEY,
    HTTP_WS_VERSION,
    HTTP_IF_NONE_MATCH,
    HTTP_ACCEPT_ENCODING,
    HTTP_CONTENT_LENGTH,
    HTTP_TRANSFER_ENCODING,
    HTTP_FIELDS
} HttpField;

typedef enum HttpMethod { HTTP_GET, HTTP_HEAD, HTTP_OTHER } HttpMethod;

typedef struct HttpRequest {
    HttpMethod method;
    char path[HTTP_TARGET_MAX + 1]; /* as it was sent, without the query */
    char *query;                    /* inside `path`'s array, "" when there is none */
    bool old;                       /* HTTP/1.0 */
    char values[HTTP_FIELDS][HTTP_VALUE_MAX + 1];
    bool given[HTTP_FIELDS], cut[HTTP_FIELDS]; /* cut: it was longer */
    char token[HTTP_COOKIE_MAX + 1];           /* the cookies; "" when there is none */
    char visitor[HTTP_COOKIE_MAX + 1];
    /* the reader's own: */
    int state;
    size_t read;
    char line[HTTP_TARGET_MAX + 32]; /* request line, header name or cookie */
    size_t len;
    bool line_cut;
    int field;
    int refused;
} HttpRequest;

void http_begin(HttpRequest *request);

typedef enum HttpProgress { HTTP_MORE, HTTP_DONE, HTTP_BAD } HttpProgress;

/* Reads from the front of *in, not beyond the end of the head. After HTTP_BAD `refused` is the status to answer. */
HttpProgress http_read(HttpRequest *request, Str *in);

/* Does a list such as "keep-alive, Upgrade" have this word? In any case, ASCII. */
bool http_has_word(const char *list, const char *word);

/* The value of one name of the query; empty when it is not there. */
Str http_query(const HttpRequest *request, const char *name);

/* A body would follow, which no request that is served has. */
bool http_has_body(const HttpRequest *request);

/* The status line, with its reason. Headers and the empty line are the caller's. */
bool http_status_line(Buf *out, int status);

#endif
