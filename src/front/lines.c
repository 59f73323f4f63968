#include "front/lines.h"

#include "base/stream.h"
#include "base/thread.h"

#include <stdlib.h>
#include <string.h>

typedef struct Item {
    LinesEvent event;
    char *text;
    size_t len;
} Item;

struct Lines {
    Input *input;
    Thread thread;
    Mutex lock;
    Cond changed;
    Item queue[LINES_QUEUED_MAX];
    size_t head, count, bytes; /* bytes: of the lines queued */
    bool closing, ended;
    char *current;
};

static bool is_full(const Lines *lines, size_t len)
{
    return lines->count == LINES_QUEUED_MAX || (lines->count > 0 && lines->bytes + len > LINES_QUEUED_BYTES_MAX);
}

static void push(Lines *lines, LinesEvent event, const char *text, size_t len)
{
    Item item = {event, NULL, len};
    if (event == LINES_LINE) {
        item.text = malloc(len + 1);
        if (item.text) {
            memcpy(item.text, text, len);
            item.text[len] = '\0';
        } else {
            item.event = LINES_TOO_LONG;
        }
    }
    mutex_lock(&lines->lock);
    while (is_full(lines, len) && !lines->closing) cond_wait(&lines->changed, &lines->lock);
    if (lines->closing) {
        free(item.text);
    } else {
        lines->queue[(lines->head + lines->count++) % LINES_QUEUED_MAX] = item;
        lines->bytes += len;
        cond_broadcast(&lines->changed);
    }
    mutex_unlock(&lines->lock);
}

/* Bytes of the line being read; `overlong` swallows the rest of one that did not fit. */
typedef struct Partial {
    char bytes[LINE_MAX_BYTES];
    size_t len;
    bool overlong;
} Partial;

static void end_line(Lines *lines, Partial *partial)
{
    if (partial->len > 0 && partial->bytes[partial->len - 1] == '\r') partial->len--;
    push(lines, partial->overlong ? LINES_TOO_LONG : LINES_LINE, partial->bytes, partial->len);
    partial->len = 0;
    partial->overlong = false;
}

static void take_bytes(Lines *lines, Partial *partial, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (bytes[i] == '\n') {
            end_line(lines, partial);
        } else if (bytes[i] == '\0' || partial->len == sizeof partial->bytes) {
            partial->overlong = true;
        } else {
            partial->bytes[partial->len++] = bytes[i];
        }
    }
}

static void reader(void *context)
{
    Lines *lines = context;
    Partial *partial = calloc(1, sizeof *partial);
    char bytes[4096];
    size_t got = 0;
    while (partial && input_read(lines->input, bytes, sizeof bytes, &got)) take_bytes(lines, partial, bytes, got);
    if (partial && (partial->len > 0 || partial->overlong)) end_line(lines, partial); /* a last line without LF */
    free(partial);
    push(lines, LINES_END, NULL, 0);
}

Status lines_open(Lines **out, int fd, Error *error)
{
    Lines *lines = calloc(1, sizeof *lines);
    if (!lines) return error_set(error, STATUS_NO_MEMORY, "no memory to read input");
    Status status = input_open(&lines->input, fd, error);
    if (status != STATUS_OK) {
        free(lines);
        return status;
    }
    mutex_init(&lines->lock);
    cond_init(&lines->changed);
    status = thread_start(&lines->thread, reader, lines, 0, error);
    if (status != STATUS_OK) {
        input_close(lines->input);
        free(lines);
        return status;
    }
    *out = lines;
    return STATUS_OK;
}

void lines_close(Lines *lines)
{
    if (!lines) return;
    mutex_lock(&lines->lock);
    lines->closing = true;
    cond_broadcast(&lines->changed);
    mutex_unlock(&lines->lock);
    input_cancel(lines->input);
    thread_join(&lines->thread);
    input_close(lines->input);
    for (; lines->count > 0; lines->count--) {
        free(lines->queue[lines->head].text);
        lines->head = (lines->head + 1) % LINES_QUEUED_MAX;
    }
    free(lines->current);
    cond_destroy(&lines->changed);
    mutex_destroy(&lines->lock);
    free(lines);
}

LinesEvent lines_next(Lines *lines, Str *line)
{
    mutex_lock(&lines->lock);
    while (lines->count == 0 && !lines->ended) cond_wait(&lines->changed, &lines->lock);
    LinesEvent event = LINES_END;
    if (lines->count > 0) {
        Item item = lines->queue[lines->head];
        lines->head = (lines->head + 1) % LINES_QUEUED_MAX;
        lines->count--;
        lines->bytes -= item.len;
        free(lines->current);
        lines->current = item.text;
        *line = (Str){item.text ? item.text : "", item.text ? item.len : 0};
        event = item.event;
        if (event == LINES_END) lines->ended = true;
        cond_broadcast(&lines->changed);
    }
    mutex_unlock(&lines->lock);
    return event;
}

bool lines_waiting(Lines *lines)
{
    mutex_lock(&lines->lock);
    bool waiting = lines->count > 0 && lines->queue[lines->head].event != LINES_END;
    mutex_unlock(&lines->lock);
    return waiting;
}
