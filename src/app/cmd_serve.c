/* yomi serve: the web page, until the program is told to end. */
#include "app/app.h"
#include "app/args.h"
#include "base/thread.h"
#include "web/server.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static void print_line(void *context, const char *line)
{
    (void)context;
    (void)fprintf(stderr, "%s\n", line);
}

static void run_server(void *context)
{
    server_run(context);
}

/* The signals are taken by this thread alone; the threads of the server inherit the mask. */
static int serve(const ServerSetup *setup)
{
    sigset_t signals;
    (void)sigemptyset(&signals);
    (void)sigaddset(&signals, SIGINT);
    (void)sigaddset(&signals, SIGTERM);
    (void)pthread_sigmask(SIG_BLOCK, &signals, NULL);
    Error error;
    Server *server = NULL;
    if (server_new(setup, &server, &error) != STATUS_OK) return app_error("serve", APP_FAILED, "%s", error.text);
    (void)printf("Yomi is at %s\nGames are saved in %s\n", server_address(server), server_store_path(server));
    (void)fflush(stdout);
    Thread thread;
    Status status = thread_start(&thread, run_server, server, 0, &error);
    if (status == STATUS_OK) {
        int signal_number;
        (void)sigwait(&signals, &signal_number);
        server_stop(server);
        thread_join(&thread);
    }
    server_free(server);
    return status == STATUS_OK ? APP_OK : app_error("serve", APP_FAILED, "%s", error.text);
}

static int run(int argc, char **argv)
{
    const char *host = "127.0.0.1", *token = NULL, *allow_host = NULL, *data = NULL;
    int64_t port = SERVER_PORT_DEFAULT, sessions = 256, threads = 1, hash = 32;
    int64_t engines = thread_cores() < SEARCHER_ENGINES_MAX ? thread_cores() : SEARCHER_ENGINES_MAX;
    bool quiet = false;
    const Arg table[] = {
        {"--host", ARG_TEXT, 0, 0, (void *)&host, false},
        {"--port", ARG_NUMBER, 0, 65535, &port, false},
        {"--token", ARG_TEXT, 0, 0, (void *)&token, false},
        {"--allow-host", ARG_TEXT, 0, 0, (void *)&allow_host, false},
        {"--data", ARG_TEXT, 0, 0, (void *)&data, false},
        {"--sessions", ARG_NUMBER, 1, SERVER_SESSIONS_MAX, &sessions, false},
        {"--engines", ARG_NUMBER, 1, SEARCHER_ENGINES_MAX, &engines, false},
        {"--threads", ARG_NUMBER, 1, 256, &threads, false},
        {"--hash", ARG_NUMBER, 1, 65536, &hash, false},
        {"--quiet", ARG_FLAG, 0, 0, &quiet, false},
    };
    Error error;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK) {
        return app_error(argv[0], APP_USAGE, "%s", error.text);
    }
    if (strcmp(host, "localhost") == 0) host = "127.0.0.1";
    ServerSetup setup = {.host = host,
                         .port = (int)port,
                         .token = token,
                         .allow_host = allow_host,
                         .data = data,
                         .sessions = (int)sessions,
                         .search = {(int)engines, (int)threads, (int)hash},
                         .log = quiet ? NULL : print_line};
    return serve(&setup);
}

const AppCommand app_serve = {
    "serve", "[--host ADDRESS] [--port N] [--data FOLDER] ...",
    "Serve the web page: play and analyse all games in a browser.",
    "  --host ADDRESS      listen on this address (127.0.0.1); any other than loopback asks for a token\n"
    "  --port N            listen on this port (8642); 0 takes any that is free\n"
    "  --token TEXT        ask for this token instead of a fresh one\n"
    "  --allow-host NAME   one more name under which browsers may reach the server\n"
    "  --data FOLDER       keep saved games here ($XDG_DATA_HOME/yomi or ~/.local/share/yomi)\n"
    "  --sessions N        pages at once (256)\n"
    "  --engines N         searches at once (one per processor); others wait for their turn\n"
    "  --threads N         threads of each search (1)\n"
    "  --hash MB           table of each engine, per game (32)\n"
    "  --quiet             do not log refused requests\n\n"
    "Prints its address, logs on standard error, and ends on Ctrl-C.\n",
    run};
