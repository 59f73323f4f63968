#include "wasm/module.h"

#include "app/app.h"
#include "base/given.h"
#include "base/thread.h"
#include "front/front.h"
#include "tool/game_tools.h"
#include "wasm/desk.h"
#include "web/messages.h"

#include <emscripten.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT EMSCRIPTEN_KEEPALIVE

enum { LINES_MAX = 16 << 20, OWNER = 1, HASH_MAX_MB = 1024, A_LINE = -1 /* on the desk; else the depth of a bench */ };

struct YomiModule {
    Mutex lock;
    Buf lines, taken; /* waiting, and handed out last */
    Desk *desk;
    Front *front; /* the desk's */
    bool quit;    /* the desk's */
    MessageContext context;
};

/* To the host, on its own thread; it takes what waits. */
static void tell_host(void *context)
{
    (void)context;
    MAIN_THREAD_ASYNC_EM_ASM({
        if (Module.told) Module.told();
    });
}

static void write_lines(void *context, Str text)
{
    YomiModule *module = context;
    mutex_lock(&module->lock);
    (void)buf_str(&module->lines, text);
    mutex_unlock(&module->lock);
    tell_host(module);
}

static void write_line(YomiModule *module, const char *text)
{
    char line[YOMI_ERROR_TEXT_MAX + 1];
    (void)snprintf(line, sizeof line, "%s\n", text);
    write_lines(module, str_from(line));
}

/* ---- lines, on the desk ---- */

/* The protocol of the first line, and an engine for it. */
static bool begin_session(YomiModule *module, Str line)
{
    Error error;
    FrontSetup setup = {.protocol = front_by_line(line), .write = write_lines, .context = module};
    if (!setup.protocol) {
        write_line(module, "error: this line begins no protocol that is known here");
        return false;
    }
    if (front_begin(&setup, &module->front, &error) == STATUS_OK) return true;
    write_line(module, error.text);
    return false;
}

static void take_line(YomiModule *module, Str line)
{
    if (line.len == 0 || module->quit || (!module->front && !begin_session(module, line))) return;
    module->quit = !front_line(module->front, line);
}

/* Depth 0: the usual one. */
static void take_bench(const char *game, int depth)
{
    char name[32], number[16], bench[] = "bench", option[] = "--depth";
    char *words[] = {bench, name, option, number, NULL};
    (void)snprintf(name, sizeof name, "%s", game);
    (void)snprintf(number, sizeof number, "%d", depth);
    int code = app_bench.run(depth > 0 ? 4 : 2, words);
    (void)fflush(stdout);
    MAIN_THREAD_EM_ASM({ Module.benched($0); }, code);
}

static void work(void *context, int number, const char *text)
{
    if (number == A_LINE) {
        take_line(context, str_trim(str_from(text)));
    } else {
        take_bench(text, number);
    }
}

EXPORT bool yomi_module_line(YomiModule *module, const char *line)
{
    return desk_add(module->desk, A_LINE, line);
}

EXPORT bool yomi_module_bench(YomiModule *module, const char *game, int depth)
{
    return desk_add(module->desk, depth, game);
}

EXPORT const char *yomi_module_lines(YomiModule *module)
{
    mutex_lock(&module->lock);
    Buf waiting = module->lines;
    module->lines = module->taken;
    module->taken = waiting;
    buf_clear(&module->lines);
    mutex_unlock(&module->lock);
    return module->taken.len > 0 ? buf_text(&module->taken) : NULL;
}

/* ---- messages ---- */

EXPORT void yomi_module_message(YomiModule *module, const char *text, size_t len)
{
    Error error;
    (void)message_handle(&module->context, text, len, &error); /* what is wrong was answered */
}

EXPORT char *yomi_module_take(YomiModule *module)
{
    return outbox_take(module->context.box);
}

EXPORT bool yomi_module_turn(YomiModule *module)
{
    bool puzzles = trainer_turn(module->context.trainer);
    return searcher_turn(module->context.searcher) || puzzles;
}

/* ---- the rest ---- */

EXPORT bool yomi_module_give(const char *game, const void *bytes, size_t len)
{
    return given_set(game, bytes, len, NULL) == STATUS_OK;
}

/* ---- life ---- */

static char problem[YOMI_ERROR_TEXT_MAX]; /* of the open that failed; there is no module then to ask */

EXPORT const char *yomi_module_problem(void)
{
    return problem;
}

static Status make(YomiModule *module, int threads, int hash_mb, Error *error)
{
    MessageContext *context = &module->context;
    const SearcherSetup setup = {.engines = 1, .engine = {threads, hash_mb, threads, HASH_MAX_MB}};
    *context = (MessageContext){.owner = OWNER, .visitor = "", .box = outbox_new(tell_host, module)};
    if (!context->box) return error_set(error, STATUS_NO_MEMORY, "no memory for messages");
    Status status = referee_new(false, &context->referee, error);
    if (status == STATUS_OK) status = desk_new(work, module, &module->desk, error);
    if (status == STATUS_OK) status = searcher_new(&setup, &context->searcher, error);
    return status == STATUS_OK ? trainer_new(game_tools, &context->trainer, error) : status;
}

EXPORT YomiModule *yomi_module_open(int threads, int hash_mb)
{
    Error error = {STATUS_NO_MEMORY, "no memory for the engine"};
    YomiModule *module = calloc(1, sizeof *module);
    if (module) {
        mutex_init(&module->lock);
        module->lines = buf_new(LINES_MAX);
        module->taken = buf_new(LINES_MAX);
        if (make(module, threads, hash_mb, &error) == STATUS_OK) {
            message_greet(&module->context);
            return module;
        }
        yomi_module_close(module);
    }
    (void)snprintf(problem, sizeof problem, "%s", error.text);
    return NULL;
}

EXPORT void yomi_module_close(YomiModule *module)
{
    if (!module) return;
    desk_free(module->desk);
    front_end(module->front);
    trainer_free(module->context.trainer);
    searcher_free(module->context.searcher);
    referee_free(module->context.referee);
    if (module->context.box) outbox_close(module->context.box);
    outbox_drop(module->context.box);
    buf_free(&module->lines);
    buf_free(&module->taken);
    mutex_destroy(&module->lock);
    free(module);
}
