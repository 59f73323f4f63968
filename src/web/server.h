/* The web server: the page's files, and one WebSocket session for each open page.
 *
 * One thread runs it (server_run): it reads requests, judges rules and saves games; searches run on the engines of the
 * pool (searcher.h). Every request passes guard.h first. Limits: sessions, bytes of a message, bytes and messages
 * waiting for a page, engines, memory of each. */
#ifndef YOMI_WEB_SERVER_H
#define YOMI_WEB_SERVER_H

#include "web/searcher.h"

enum { SERVER_SESSIONS_MAX = 1000, SERVER_PORT_DEFAULT = 8642 };

typedef struct ServerSetup {
    const char *host;       /* an address of this machine */
    int port;               /* 0: any that is free */
    const char *token;      /* NULL: none on loopback, a fresh one elsewhere */
    const char *allow_host; /* one more name for Host and Origin, or NULL */
    const char *data;       /* folder of the saved games; NULL: the user's own */
    int sessions;           /* the most at once */
    SearcherSetup search;
    void (*log)(void *context, const char *line); /* from the server's thread; may be NULL */
    void *log_context;
} ServerSetup;

typedef struct Server Server;

Status server_new(const ServerSetup *setup, Server **out, Error *error);
void server_run(Server *server);  /* until server_stop */
void server_stop(Server *server); /* from any thread */
void server_free(Server *server);

/* What to open in a browser, with the token when there is one. */
const char *server_address(const Server *server);
const char *server_store_path(const Server *server);

#endif
