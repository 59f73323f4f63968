#include "app/match/ledger.h"

#include "base/file.h"
#include "base/rng.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

struct Ledger {
    int fd;
    char *path;
    off_t size; /* of what is whole */
};

static Status io_error(Error *error, const char *what, const char *path)
{
    return error_set(error, STATUS_IO, "cannot %s %s: %s", what, path,
                     strerror(errno)); /* NOLINT(concurrency-mt-unsafe): glibc's strerror is thread-safe */
}

/* ---- lines ---- */

static uint64_t checksum(Str line)
{
    uint64_t sum = line.len;
    for (size_t i = 0; i < line.len; i++) sum = splitmix64(sum ^ (uint64_t)(unsigned char)line.ptr[i]);
    return sum;
}

static void seal(Buf *line)
{
    uint64_t sum = checksum(buf_view(line));
    (void)buf_printf(line, "\t%016" PRIx64 "\n", sum);
}

/* Takes the checksum off; false when it is not right. */
static bool unseal(Str *line)
{
    enum { SEAL = 17 };
    if (line->len < SEAL) return false;
    Str body = {line->ptr, line->len - SEAL};
    char expected[SEAL + 1];
    (void)snprintf(expected, sizeof expected, "\t%016" PRIx64, checksum(body));
    bool good = memcmp(line->ptr + body.len, expected, SEAL) == 0;
    *line = body;
    return good;
}

/* ---- opening ---- */

/* The first item in which two lists of settings differ. */
static Status settings_differ(Str theirs, Str ours, const char *path, Error *error)
{
    for (;;) {
        Str a = str_trim(str_until(&theirs, '|')), b = str_trim(str_until(&ours, '|'));
        bool same = a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0;
        if (same && (theirs.len > 0 || ours.len > 0)) continue;
        return error_set(error, STATUS_BAD_INPUT, "%.60s belongs to another match: it has '%.*s', this one '%.*s'",
                         path, (int)(a.len < 60 ? a.len : 60), a.ptr, (int)(b.len < 60 ? b.len : 60), b.ptr);
    }
}

typedef struct Reading {
    const LedgerKind *kind;
    const char *path, *settings;
    bool (*each)(void *context, Str line);
    void *context;
} Reading;

static Status not_this_kind(const Reading *reading, Error *error)
{
    return error_set(error, STATUS_BAD_INPUT, "%s is not %s", reading->path, reading->kind->name);
}

static Status read_line(const Reading *reading, Str line, size_t number, Error *error)
{
    if (number == 1) {
        if (!str_eq(str_until(&line, '\t'), reading->kind->title)) return not_this_kind(reading, error);
        if (str_eq(line, reading->settings)) return STATUS_OK;
        return settings_differ(line, str_from(reading->settings), reading->path, error);
    }
    if (reading->each(reading->context, line)) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "%s: line %zu is none of this work, or is there twice", reading->path,
                     number);
}

/* Could these bytes be the beginning of a head line that a kill cut short? */
static bool may_be_torn_head(const Reading *reading, Str text)
{
    size_t len = strlen(reading->kind->title);
    return memcmp(text.ptr, reading->kind->title, text.len < len ? text.len : len) == 0;
}

/* Reads all whole lines; *whole is where they end. */
static Status read_lines(const Reading *reading, Str text, off_t *whole, Error *error)
{
    Status status = STATUS_OK;
    const char *begin = text.ptr;
    *whole = 0;
    for (size_t number = 1; status == STATUS_OK && text.len > 0; number++) {
        const char *end = memchr(text.ptr, '\n', text.len);
        if (!end && number == 1 && !may_be_torn_head(reading, text)) return not_this_kind(reading, error);
        if (!end) return STATUS_OK; /* torn by a kill */
        Str line = {text.ptr, (size_t)(end - text.ptr)};
        text = str_skip(text, line.len + 1);
        if (!unseal(&line)) {
            if (text.len == 0 && number > 1) return STATUS_OK;
            if (number == 1) return not_this_kind(reading, error);
            return error_set(error, STATUS_BAD_INPUT, "%s: line %zu is damaged", reading->path, number);
        }
        status = read_line(reading, line, number, error);
        if (status == STATUS_OK) *whole = (off_t)(text.ptr - begin);
    }
    return status;
}

static Status append(Ledger *ledger, const Buf *line, Error *error)
{
    const char *at = buf_text(line);
    size_t left = line->len;
    if (line->failed) return error_set(error, STATUS_TOO_LARGE, "a line is too long for %s", ledger->path);
    while (left > 0) {
        ssize_t put = pwrite(ledger->fd, at, left, ledger->size + (off_t)(line->len - left));
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) break;
        at += put;
        left -= (size_t)put;
    }
    if (left > 0 || fdatasync(ledger->fd) != 0) {
        Status status = io_error(error, "write", ledger->path);
        (void)!ftruncate(ledger->fd, ledger->size);
        return status;
    }
    ledger->size += (off_t)line->len;
    return STATUS_OK;
}

static Status begin(Ledger *ledger, const Reading *reading, Error *error)
{
    Buf text = buf_new(LEDGER_MAX);
    Status status = file_read(ledger->path, &text, error);
    if (status == STATUS_OK) status = read_lines(reading, buf_view(&text), &ledger->size, error);
    buf_free(&text);
    if (status != STATUS_OK) return status;
    if (ftruncate(ledger->fd, ledger->size) != 0) return io_error(error, "cut", ledger->path);
    if (ledger->size > 0) return STATUS_OK;
    Buf head = buf_new(1 << 20);
    (void)buf_printf(&head, "%s\t%s", reading->kind->title, reading->settings);
    seal(&head);
    status = append(ledger, &head, error);
    buf_free(&head);
    return status;
}

Status ledger_open(Ledger **out, const LedgerKind *kind, const char *path, const char *settings,
                   bool (*each)(void *context, Str line), void *context, Error *error)
{
    *out = NULL;
    Ledger *ledger = calloc(1, sizeof *ledger);
    if (!ledger || !(ledger->path = strdup(path))) {
        free(ledger);
        return error_set(error, STATUS_NO_MEMORY, "no memory for %s", path);
    }
    ledger->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    Status status = STATUS_OK;
    if (ledger->fd < 0) {
        status = io_error(error, "open", path);
    } else if (flock(ledger->fd, LOCK_EX | LOCK_NB) != 0) {
        status = error_set(error, STATUS_BUSY, "%s is in use by another process", path);
    } else {
        Reading reading = {kind, path, settings, each, context};
        status = begin(ledger, &reading, error);
    }
    if (status == STATUS_OK) {
        *out = ledger;
    } else {
        ledger_close(ledger);
    }
    return status;
}

Status ledger_add(Ledger *ledger, Str line, Error *error)
{
    Buf sealed = buf_new(LEDGER_LINE_MAX);
    (void)buf_str(&sealed, line);
    seal(&sealed);
    Status status = append(ledger, &sealed, error);
    buf_free(&sealed);
    return status;
}

void ledger_close(Ledger *ledger)
{
    if (!ledger) return;
    if (ledger->fd >= 0) (void)close(ledger->fd);
    free(ledger->path);
    free(ledger);
}
