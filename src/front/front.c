#include "front/front.h"

#include "base/alone.h"
#include "base/clock.h"
#include "base/stream.h"
#include "base/thread.h"
#include "front/lines.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUTPUT_MAX = 1 << 20, GONE_POLL_MS = 50 };

struct Front {
    const FrontProtocol *protocol;
    yomi_engine *engine;
    void *memory;
    Lines *lines;
    int out_fd, log_fd;
    void (*write)(void *context, Str text);
    void *context;
    Mutex output; /* one line at a time */
    Mutex lock;   /* of `searching` */
    Cond told;    /* the result of a search */
    bool searching;
    bool quitting;
    bool endless;        /* the search running has no limit of its own */
    _Atomic bool broken; /* nobody reads our output any more */
};

/* ---- output ---- */

static void write_all(Front *front, int fd, const char *bytes, size_t len)
{
    if (front->write) {
        front->write(front->context, (Str){bytes, len});
        return;
    }
    if (!output_write(fd, bytes, len) && fd == front->out_fd) atomic_store(&front->broken, true);
}

void front_print_text(Front *front, Str text)
{
    mutex_lock(&front->output);
    write_all(front, front->out_fd, text.ptr, text.len);
    mutex_unlock(&front->output);
}

void front_print(Front *front, const char *format, ...)
{
    char small[512];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (len < 0) return;
    Buf line = buf_new(OUTPUT_MAX);
    if ((size_t)len < sizeof small) {
        (void)buf_append(&line, small, (size_t)len);
    } else {
        char *large = malloc((size_t)len + 1);
        va_start(args, format);
        if (large) (void)vsnprintf(large, (size_t)len + 1, format, args);
        va_end(args);
        if (large) (void)buf_append(&line, large, (size_t)len);
        free(large);
    }
    if (buf_putc(&line, '\n')) front_print_text(front, buf_view(&line));
    buf_free(&line);
}

static void log_line(void *context, const char *line)
{
    Front *front = context;
    mutex_lock(&front->output);
    write_all(front, front->log_fd, line, strlen(line));
    write_all(front, front->log_fd, "\n", 1);
    mutex_unlock(&front->output);
}

/* ---- searching ---- */

static void on_report(void *context, const yomi_report *report)
{
    Front *front = context;
    if (front->protocol->report) front->protocol->report(front, report);
    if (atomic_load(&front->broken)) yomi_stop(front->engine);
}

static void set_searching(Front *front, bool searching)
{
    mutex_lock(&front->lock);
    front->searching = searching;
    cond_broadcast(&front->told);
    mutex_unlock(&front->lock);
}

static void on_result(void *context, const yomi_result *result)
{
    Front *front = context;
    front->protocol->result(front, result);
    set_searching(front, false);
}

void front_ready(Front *front)
{
    yomi_error error;
    if (yomi_ready(front->engine, &error) == YOMI_OK) return;
    if (front->protocol->remark) {
        front->protocol->remark(front, error.text);
    } else {
        log_line(front, error.text);
    }
}

bool front_go(Front *front, const yomi_limits *limits, yomi_error *error)
{
    yomi_callbacks callbacks = {.report = on_report, .result = on_result, .context = front};
    front->endless = limits->infinite || limits->ponder ||
                     (limits->time_ms < 0 && limits->byoyomi_ms <= 0 && limits->movetime_ms < 0 && limits->depth == 0 &&
                      limits->nodes == 0 && limits->mate == 0);
    front_ready(front);
    set_searching(front, true);
    bool started = yomi_go(front->engine, limits, &callbacks, error) == YOMI_OK;
    if (!started) set_searching(front, false);
    return started;
}

/* Also between two lines of output, when no write has failed yet. */
static bool nobody_reads(Front *front)
{
    if (!front->write && output_is_gone(front->out_fd)) atomic_store(&front->broken, true);
    return atomic_load(&front->broken);
}

/* A GUI that ends without "quit" closes both pipes: its search would go on for as long as its limit allows. */
void front_wait(Front *front)
{
    mutex_lock(&front->lock);
    while (front->searching) {
        if (cond_wait_ns(&front->told, &front->lock, GONE_POLL_MS * NS_PER_MS)) continue;
        if (nobody_reads(front)) yomi_stop(front->engine);
    }
    mutex_unlock(&front->lock);
    yomi_wait(front->engine);
}

static void stop_and_wait(Front *front)
{
    yomi_stop(front->engine);
    yomi_wait(front->engine);
}

bool front_waiting(Front *front)
{
    return (front->lines && lines_waiting(front->lines)) || alone_wish() != WISH_NONE || nobody_reads(front);
}

yomi_engine *front_engine(Front *front)
{
    return front->engine;
}

void *front_memory(Front *front)
{
    return front->memory;
}

void front_quit(Front *front)
{
    front->quitting = true;
}

/* ---- commands ---- */

static const FrontCommand *find_command(const FrontProtocol *protocol, Str name)
{
    for (size_t i = 0; i < protocol->command_count; i++) {
        const FrontCommand *command = &protocol->commands[i];
        if (protocol->any_case ? str_eq_nocase(name, command->name) : str_eq(name, command->name)) return command;
    }
    return NULL;
}

static void run_line(Front *front, Str line)
{
    const FrontProtocol *protocol = front->protocol;
    if (protocol->intercept && protocol->intercept(front, line)) return;
    Str rest = line;
    Str name = str_word(&rest);
    if (name.len == 0) return;
    const FrontCommand *command = find_command(protocol, name);
    if (!command) {
        if (protocol->unknown) protocol->unknown(front, line);
        return;
    }
    /* Waiting for a search without a limit would never end: the stop for it stands behind us in the queue. */
    bool stops = command->busy == FRONT_STOPS || (command->busy == FRONT_WAITS && front->endless);
    if (stops) yomi_stop(front->engine);
    if (command->busy != FRONT_AT_ONCE) front_wait(front);
    command->run(front, str_trim(rest));
}

static void converse(Front *front)
{
    while (!front->quitting && !atomic_load(&front->broken)) {
        Str line;
        switch (lines_next(front->lines, &line)) {
        case LINES_LINE: run_line(front, line); break;
        case LINES_TOO_LONG:
            if (front->protocol->too_long) front->protocol->too_long(front);
            break;
        case LINES_END:
            if (front->endless) yomi_stop(front->engine);
            front_wait(front);
            return;
        }
    }
    stop_and_wait(front);
}

/* ---- sessions ---- */

/* Reads until a line that says something and finds out whose protocol it is. */
static const FrontProtocol *recognise(Lines *lines, Str *first, Error *error)
{
    for (;;) {
        LinesEvent event = lines_next(lines, first);
        if (event == LINES_END) {
            (void)error_set(error, STATUS_BAD_INPUT, "the input ended before a protocol began");
            return NULL;
        }
        if (event != LINES_LINE || str_trim(*first).len == 0) continue;
        const FrontProtocol *protocol = front_by_line(str_trim(*first));
        if (!protocol) {
            (void)error_set(error, STATUS_BAD_INPUT, "'%.*s' begins no protocol that is known here",
                            (int)(first->len < 60 ? first->len : 60), first->ptr);
        }
        return protocol;
    }
}

static Status open_engine(Front *front, const FrontSetup *setup, Error *error)
{
    const char *game = setup->game ? setup->game : front_usual_game(front->protocol->name);
    if (!game) return error_set(error, STATUS_NOT_FOUND, "no game of this program speaks %s", front->protocol->name);
    yomi_status status = yomi_open(game, &front->engine, error);
    if (status != YOMI_OK) return status;
    if (front->protocol->needs && !yomi_get_option(front->engine, front->protocol->needs)) {
        return error_set(error, STATUS_UNSUPPORTED, "%s is not played over %s", game, front->protocol->name);
    }
    yomi_set_log(front->engine, log_line, front);
    size_t size = front->protocol->memory_size;
    front->memory = calloc(1, size ? size : 1);
    return front->memory ? STATUS_OK : error_set(error, STATUS_NO_MEMORY, "no memory for a session");
}

static Status run_session(Front *front, const FrontSetup *setup, Error *error)
{
    Str first = {"", 0};
    front->protocol = setup->protocol ? setup->protocol : recognise(front->lines, &first, error);
    if (!front->protocol) return STATUS_BAD_INPUT;
    Status status = open_engine(front, setup, error);
    if (status != STATUS_OK) return status;
    if (front->protocol->open) front->protocol->open(front);
    if (first.len > 0) run_line(front, first);
    converse(front);
    if (front->protocol->close) front->protocol->close(front);
    return STATUS_OK;
}

static void init(Front *front, const FrontSetup *setup)
{
    *front =
        (Front){.out_fd = setup->out_fd, .log_fd = setup->log_fd, .write = setup->write, .context = setup->context};
    mutex_init(&front->output);
    mutex_init(&front->lock);
    cond_init(&front->told);
}

static void release(Front *front)
{
    yomi_close(front->engine);
    free(front->memory);
    if (front->lines) lines_close(front->lines);
    cond_destroy(&front->told);
    mutex_destroy(&front->lock);
    mutex_destroy(&front->output);
}

Status front_run(const FrontSetup *setup, Error *error)
{
    Front front;
    init(&front, setup);
    Status status = lines_open(&front.lines, setup->in_fd, error);
    if (status == STATUS_OK) status = run_session(&front, setup, error);
    release(&front);
    return status;
}

Status front_begin(const FrontSetup *setup, Front **out, Error *error)
{
    Front *front = malloc(sizeof *front);
    if (!front) return error_set(error, STATUS_NO_MEMORY, "no memory for a session");
    init(front, setup);
    front->protocol = setup->protocol;
    Status status = open_engine(front, setup, error);
    if (status != STATUS_OK) {
        release(front);
        free(front);
        return status;
    }
    if (front->protocol->open) front->protocol->open(front);
    *out = front;
    return STATUS_OK;
}

bool front_line(Front *front, Str line)
{
    if (front->quitting) return false;
    if (line.len > LINE_MAX_BYTES) {
        if (front->protocol->too_long) front->protocol->too_long(front);
    } else {
        run_line(front, line);
    }
    return !front->quitting;
}

void front_end(Front *front)
{
    if (!front) return;
    stop_and_wait(front);
    if (front->protocol->close) front->protocol->close(front);
    release(front);
    free(front);
}
