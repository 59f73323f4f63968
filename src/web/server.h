/* The web server: the page's files, and one WebSocket session for each open page.
 *
 * Threads, and who owns what:
 * - the server's (server_run): connections (httpd.h), sessions, rules (referee.h). It reads requests, answers what
 * needs no waiting, and never touches a disk or a search.
 * - the store's, one (store_queue.h): the SQLite connection. Saved games and analyses reach it as tasks.
 * - one for each engine of the pool (searcher.h), and the engines' own.
 * - one for the verdicts on puzzles (trainer.h).
 * Between them go only bounded queues of jobs that own their texts, and outboxes (outbox.h), which are counted: whoever
 * answers a page holds its outbox, never its session.
 *
 * End: server_stop ends the loop; the store's queue is run to its end and its answers are sent; the sessions are closed
 * with 1001; then the searches are stopped.
 *
 * Every request passes guard.h first. Limits: connections of an address, sessions, bytes and values of a message, bytes
 * and messages waiting for a page, requests waiting for the store, engines, memory of each. */
#ifndef YOMI_WEB_SERVER_H
#define YOMI_WEB_SERVER_H

#include "tool/game_tools.h"
#include "web/module_files.h"
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
    const ModuleFiles *module;     /* the engine for browsers, or NULL; the caller keeps it */
    const GameTools *const *games; /* whose puzzles pages may have; NULL: none */
    /* What /farm.json answers, to be freed by the server; NULL: this server watches no farm. */
    char *(*farm)(void *context);
    void *farm_context;
    void (*log)(void *context, const char *line); /* one call at a time, from any thread; may be NULL */
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
