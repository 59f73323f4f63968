/* yomi serve: the web page, until the program is told to end. */
#include "app/app.h"
#include "app/farm/watch.h"
#include "base/file.h"
#include "base/interrupts.h"
#include "base/thread.h"
#include "tool/args.h"
#include "tool/game_tools.h"
#include "web/guard.h"
#include "web/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN_FILE_MAX = 4096, FILES_MAX = 16 };

static void print_line(void *context, const char *line)
{
    (void)context;
    (void)fprintf(stderr, "%s\n", line);
}

static void run_server(void *context)
{
    server_run(context);
}

static int serve_until(const ServerSetup *setup, Interrupts *interrupts)
{
    Error error;
    Server *server = NULL;
    if (server_new(setup, &server, &error) != STATUS_OK) return app_error("serve", APP_FAILED, "%s", error.text);
    (void)printf("Yomi is at %s\nGames are saved in %s\n", server_address(server), server_store_path(server));
    (void)fflush(stdout);
    Thread thread;
    Status status = thread_start(&thread, run_server, server, 0, &error);
    if (status == STATUS_OK) {
        while (!interrupts_wait(interrupts, NULL, -1)) {}
        server_stop(server);
        thread_join(&thread);
    }
    server_free(server);
    return status == STATUS_OK ? APP_OK : app_error("serve", APP_FAILED, "%s", error.text);
}

static int serve_with_farm(ServerSetup *setup, Interrupts *interrupts, const char *farm, const char *password_file)
{
    FarmWatch *watch = NULL;
    Error error;
    if (farm && farm_watch_open(&watch, farm, password_file, &error) != STATUS_OK)
        return app_error("serve", APP_USAGE, "--farm: %s", error.text);
    setup->farm = watch ? farm_watch_json : NULL;
    setup->farm_context = watch;
    int code = serve_until(setup, interrupts);
    farm_watch_close(watch);
    return code;
}

/* The signals are taken by this thread alone; the threads of the server and of the farm's watch inherit that. `farm`
 * NULL: without. */
static int serve(ServerSetup *setup, const char *farm, const char *password_file)
{
    Interrupts *interrupts = interrupts_open(false);
    if (!interrupts) return app_error("serve", APP_FAILED, "no way to be told when to end");
    int code = serve_with_farm(setup, interrupts, farm, password_file);
    interrupts_end(interrupts);
    return code;
}

/* Where the token comes from: a file, the environment, or (seen by everybody on the machine) the command line. `out`
 * stays empty when there is none. */
static Status find_token(const char *given, const char *path, Buf *out, Error *error)
{
    const char *environment = getenv("YOMI_TOKEN");
    if (given && path) return error_set(error, STATUS_BAD_INPUT, "--token and --token-file: only one can be given");
    if (path) {
        Status status = file_read(path, out, error);
        if (status != STATUS_OK) return status;
        Str text = str_trim(buf_view(out));
        if (text.len == 0) return error_set(error, STATUS_BAD_INPUT, "%s: there is no token in it", path);
        memmove(out->data, text.ptr, text.len);
        out->data[out->len = text.len] = '\0';
        return STATUS_OK;
    }
    if (given) {
        (void)fprintf(stderr, "yomi serve: everybody on this machine can see the token of --token; "
                              "--token-file or YOMI_TOKEN keeps it to yourself\n");
    }
    const char *token = given ? given : environment && environment[0] ? environment : NULL;
    if (!token || buf_puts(out, token)) return STATUS_OK;
    return error_set(error, STATUS_TOO_LARGE, "the token is too long");
}

/* Whoever is at this machine may use all of it; others what the owner gave the engines, unless he says more. */
static EngineLimits engine_limits(const char *host, int threads, int hash, int threads_max, int hash_max)
{
    enum { OWN_HASH_MB = 1024 };
    bool own = guard_is_loopback(str_from(host));
    if (threads_max == 0) threads_max = own ? thread_cores() : threads;
    if (hash_max == 0) hash_max = own ? OWN_HASH_MB : hash;
    return (EngineLimits){threads, hash, threads_max < threads ? threads : threads_max,
                          hash_max < hash ? hash : hash_max};
}

typedef struct ServeArgs {
    const char *host, *token, *token_file, *allow_host, *data, *module_folder, *farm, *farm_password;
    int64_t port, sessions, engines, threads, hash, threads_max, hash_max;
    ArgTexts files;
    bool quiet;
} ServeArgs;

/* GAME.OPTION=FILE, cut in place. */
static Status read_files(const ArgTexts *texts, SearcherFile *out, Error *error)
{
    for (int i = 0; i < texts->count; i++) {
        const char *text = texts->items[i];
        char *dot = strchr(text, '.'), *equals = dot ? strchr(dot, '=') : NULL;
        if (!equals || i >= FILES_MAX) {
            return error_set(error, STATUS_BAD_INPUT, "--option is GAME.NAME=FILE, at most %d of them, not '%s'",
                             FILES_MAX, text);
        }
        *dot = *equals = '\0';
        out[i] = (SearcherFile){text, dot + 1, equals + 1};
        Status status = searcher_check_file(&out[i], error);
        if (status != STATUS_OK) return status;
    }
    return STATUS_OK;
}

static Status parse(ServeArgs *a, int argc, char **argv, Error *error)
{
    const Arg table[] = {
        {"--host", ARG_TEXT, 0, 0, &a->host, false},
        {"--port", ARG_NUMBER, 0, 65535, &a->port, false},
        {"--token", ARG_TEXT, 0, 0, &a->token, false},
        {"--token-file", ARG_TEXT, 0, 0, &a->token_file, false},
        {"--allow-host", ARG_TEXT, 0, 0, &a->allow_host, false},
        {"--data", ARG_TEXT, 0, 0, &a->data, false},
        {"--sessions", ARG_NUMBER, 1, SERVER_SESSIONS_MAX, &a->sessions, false},
        {"--engines", ARG_NUMBER, 1, SEARCHER_ENGINES_MAX, &a->engines, false},
        {"--threads", ARG_NUMBER, 1, 256, &a->threads, false},
        {"--hash", ARG_NUMBER, 1, 65536, &a->hash, false},
        {"--max-threads", ARG_NUMBER, 1, 256, &a->threads_max, false},
        {"--max-hash", ARG_NUMBER, 1, 65536, &a->hash_max, false},
        {"--option", ARG_MANY, 0, 0, &a->files, false},
        {"--module", ARG_TEXT, 0, 0, &a->module_folder, false},
        {"--farm", ARG_TEXT, 0, 0, &a->farm, false},
        {"--farm-password-file", ARG_TEXT, 0, 0, &a->farm_password, false},
        {"--quiet", ARG_FLAG, 0, 0, &a->quiet, false},
    };
    Status status = args_parse(table, sizeof table / sizeof *table, argc, argv, error);
    if (strcmp(a->host, "localhost") == 0) a->host = "127.0.0.1";
    return status;
}

static int serve_with_module(const ServeArgs *a, const char *token)
{
    ModuleFiles module = {.count = 0};
    SearcherFile files[FILES_MAX];
    Error error;
    if (read_files(&a->files, files, &error) != STATUS_OK) return app_error("serve", APP_USAGE, "%s", error.text);
    if (a->module_folder && module_files_read(a->module_folder, &module, &error) != STATUS_OK)
        return app_error("serve", APP_FAILED, "%s", error.text);
    ServerSetup setup = {.host = a->host,
                         .module = a->module_folder ? &module : NULL,
                         .games = game_tools,
                         .port = (int)a->port,
                         .token = token,
                         .allow_host = a->allow_host,
                         .data = a->data,
                         .sessions = (int)a->sessions,
                         .search = {.engines = (int)a->engines,
                                    .engine = engine_limits(a->host, (int)a->threads, (int)a->hash, (int)a->threads_max,
                                                            (int)a->hash_max),
                                    .files = files,
                                    .file_count = a->files.count},
                         .log = a->quiet ? NULL : print_line};
    int code = serve(&setup, a->farm, a->farm_password);
    module_files_free(&module);
    return code;
}

static int run(int argc, char **argv)
{
    ServeArgs a = {.host = "127.0.0.1",
                   .port = SERVER_PORT_DEFAULT,
                   .sessions = 256,
                   .threads = 1,
                   .hash = 32,
                   .engines = thread_cores() < SEARCHER_ENGINES_MAX ? thread_cores() : SEARCHER_ENGINES_MAX};
    Error error;
    Buf found = buf_new(TOKEN_FILE_MAX);
    bool good =
        parse(&a, argc, argv, &error) == STATUS_OK && find_token(a.token, a.token_file, &found, &error) == STATUS_OK;
    int code = good ? serve_with_module(&a, found.data) : app_error(argv[0], APP_USAGE, "%s", error.text);
    buf_free(&found);
    return code;
}

const AppCommand app_serve = {
    "serve",
    "[--host ADDRESS] [--port N] [--data FOLDER] ...",
    "Serve the web page: play and analyse all games in a browser.",
    "  --host ADDRESS      listen on this address (127.0.0.1); any other than loopback asks for a token\n"
    "  --port N            listen on this port (8642); 0 takes any that is free\n"
    "  --token-file FILE   ask for the token in this file (or in $YOMI_TOKEN) instead of a fresh one\n"
    "  --token TEXT        the same, but everybody on the machine can see it\n"
    "  --allow-host NAME   one more name under which browsers may reach the server\n"
    "  --data FOLDER       keep saved games here ($XDG_DATA_HOME/yomi or ~/.local/share/yomi)\n"
    "  --sessions N        pages at once (256)\n"
    "  --engines N         searches at once (one per processor); others wait for their turn\n"
    "  --threads N         threads of each search (1)\n"
    "  --hash MB           table of each engine, per game (32)\n"
    "  --max-threads N     the most threads that the settings of the page can ask for (on loopback one per processor,\n"
    "                      otherwise --threads)\n"
    "  --max-hash MB       the largest table that they can ask for (on loopback 1024, otherwise --hash)\n"
    "  --option GAME.NAME=FILE   a file for the engines: othello.BookFile=my.book, shogi.EvalFile=my.net; several "
    "times\n"
    "  --module FOLDER     the engine as WebAssembly (docs/guides/wasm.md), so that pages can choose to search in the "
    "browser\n"
    "  --farm URL          show the state of a farm (yomi farm) on the page /farm.html; its password comes from\n"
    "                      YOMI_FARM_PASSWORD or --farm-password-file FILE\n"
    "  --quiet             do not log refused requests\n\n"
    "Prints its address, logs on standard error, and ends on Ctrl-C.\n",
    NULL,
    run};
