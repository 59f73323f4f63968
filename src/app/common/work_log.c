#include "app/common/work_log.h"

#include "base/locked_file.h"
#include "base/rng.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct WorkLog {
    LockedFile *file;
    char *path;
    bool unsynced;
};

/* ---- lines ---- */

static uint64_t checksum(Str line)
{
    uint64_t sum = line.len;
    for (size_t i = 0; i < line.len; i++) sum = splitmix64(sum ^ (uint64_t)(unsigned char)line.ptr[i]);
    return sum;
}

void work_log_seal(Buf *line)
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
    const WorkLogKind *kind;
    const char *path, *settings;
    bool (*each)(void *context, Str line);
    void *context;
    bool begun; /* the head was found */
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
static Status read_lines(void *context, Str text, size_t *whole, Error *error)
{
    Reading *reading = context;
    const char *begin = text.ptr;
    *whole = 0;
    if (text.len > WORK_LOG_MAX) {
        return error_set(error, STATUS_TOO_LARGE, "%s is larger than the %d bytes allowed", reading->path,
                         WORK_LOG_MAX);
    }
    for (size_t number = 1; text.len > 0; number++) {
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
        Status status = read_line(reading, line, number, error);
        if (status != STATUS_OK) return status;
        *whole = (size_t)(text.ptr - begin);
        reading->begun = true;
    }
    return STATUS_OK;
}

static Status append(WorkLog *work_log, const Buf *line, Error *error)
{
    if (line->failed) return error_set(error, STATUS_TOO_LARGE, "a line is too long for %s", work_log->path);
    return locked_file_append(work_log->file, buf_view(line), !work_log->unsynced, error);
}

static Status write_head(WorkLog *work_log, const Reading *reading, Error *error)
{
    Buf head = buf_new(1 << 20);
    (void)buf_printf(&head, "%s\t%s", reading->kind->title, reading->settings);
    work_log_seal(&head);
    Status status = append(work_log, &head, error);
    buf_free(&head);
    return status;
}

Status work_log_open(WorkLog **out, const WorkLogKind *kind, const char *path, const char *settings,
                     bool (*each)(void *context, Str line), void *context, Error *error)
{
    *out = NULL;
    WorkLog *work_log = calloc(1, sizeof *work_log);
    if (!work_log || !(work_log->path = strdup(path))) {
        free(work_log);
        return error_set(error, STATUS_NO_MEMORY, "no memory for %s", path);
    }
    work_log->unsynced = kind->unsynced;
    Reading reading = {kind, path, settings, each, context, false};
    Status status = locked_file_open(&work_log->file, path, read_lines, &reading, error);
    if (status == STATUS_OK && !reading.begun) status = write_head(work_log, &reading, error);
    if (status == STATUS_OK) {
        *out = work_log;
    } else {
        work_log_close(work_log);
    }
    return status;
}

Status work_log_read(const WorkLogKind *kind, Str text, bool (*each)(void *context, Str line), void *context,
                     Error *error)
{
    for (size_t number = 1; text.len > 0; number++) {
        const char *end = memchr(text.ptr, '\n', text.len);
        Str line = {text.ptr, end ? (size_t)(end - text.ptr) : text.len};
        text = str_skip(text, line.len + (end != NULL));
        bool good = end && line.len < WORK_LOG_LINE_MAX && unseal(&line);
        if (good) good = number == 1 ? str_eq(str_until(&line, '\t'), kind->title) : each(context, line);
        if (!good)
            return error_set(error, STATUS_BAD_INPUT, "line %zu is damaged, or is none of %s", number, kind->name);
    }
    return STATUS_OK;
}

Status work_log_add(WorkLog *work_log, Str line, Error *error)
{
    Buf sealed = buf_new(WORK_LOG_LINE_MAX);
    (void)buf_str(&sealed, line);
    work_log_seal(&sealed);
    Status status = append(work_log, &sealed, error);
    buf_free(&sealed);
    return status;
}

void work_log_close(WorkLog *work_log)
{
    if (!work_log) return;
    (void)locked_file_close(work_log->file, NULL); /* every line is on disk already */
    free(work_log->path);
    free(work_log);
}
