#include "app/match/journal.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define HEAD "yomi-match 1"

struct Journal {
    int fd;
    char *path;
    off_t size; /* of what is whole */
};

static Status io_error(Error *error, const char *what, const char *path)
{
    return error_set(error, STATUS_IO, "cannot %s the journal %s: %s", what, path,
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

static const char *const result_names[] = {"1-0", "0-1", "1/2"};

static void format_game(Buf *line, uint64_t number, const GameRecord *record)
{
    (void)buf_printf(line, "game\t%" PRIu64 "\t%s\t%s\t%s\t%s\t%zu\t%zu", number, result_names[record->result],
                     record->reason, fault_name(record->fault.kind), record->fault.text, record->opening_plies,
                     record->plies);
    for (int i = 0; i < 2; i++) {
        const SideRecord *side = &record->sides[i];
        (void)buf_printf(line, "\t%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRIu64, side->moves, side->ms,
                         side->depth_sum, side->over_ms, side->nodes);
    }
    (void)buf_printf(line, "\t%s\t%s", record->start ? record->start : "-", buf_text(&record->moves));
    seal(line);
}

static bool take_count(Str text, int64_t *out)
{
    return str_to_int(text, 0, INT64_MAX, out);
}

static bool parse_side(Str text, SideRecord *side)
{
    int64_t nodes = 0;
    bool good = take_count(str_word(&text), &side->moves) && take_count(str_word(&text), &side->ms) &&
                take_count(str_word(&text), &side->depth_sum) && take_count(str_word(&text), &side->over_ms) &&
                take_count(str_word(&text), &nodes);
    side->nodes = (uint64_t)nodes;
    return good;
}

static bool parse_result(Str text, GameResult *out)
{
    for (int i = 0; i < 3; i++) {
        if (!str_eq(text, result_names[i])) continue;
        *out = (GameResult)i;
        return true;
    }
    return false;
}

static bool parse_game(Str line, JournalGame *game)
{
    GameRecord *record = &game->record;
    *game = (JournalGame){.record.moves = buf_new((size_t)YOMI_PLIES_MAX * YOMI_MOVE_TEXT_MAX)};
    int64_t number = 0, opening = 0, plies = 0;
    bool good = str_eq(str_until(&line, '\t'), "game") && take_count(str_until(&line, '\t'), &number) &&
                parse_result(str_until(&line, '\t'), &record->result) &&
                str_copy(str_until(&line, '\t'), record->reason, sizeof record->reason) &&
                fault_from_name(str_until(&line, '\t'), &record->fault.kind) &&
                str_copy(str_until(&line, '\t'), record->fault.text, sizeof record->fault.text) &&
                take_count(str_until(&line, '\t'), &opening) && take_count(str_until(&line, '\t'), &plies) &&
                parse_side(str_until(&line, '\t'), &record->sides[0]) &&
                parse_side(str_until(&line, '\t'), &record->sides[1]);
    Str start = str_until(&line, '\t');
    game->number = (uint64_t)number;
    record->opening_plies = (size_t)opening;
    record->plies = (size_t)plies;
    if (good && !str_eq(start, "-")) good = (record->start = strndup(start.ptr, start.len)) != NULL;
    good = good && buf_str(&record->moves, line);
    if (!good) game_record_free(record);
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
    const char *path, *settings;
    bool (*each)(void *context, JournalGame *game);
    void *context;
} Reading;

static Status read_line(const Reading *reading, Str line, size_t number, Error *error)
{
    JournalGame game;
    if (number == 1) {
        Str head = str_until(&line, '\t');
        if (!str_eq(head, HEAD)) {
            return error_set(error, STATUS_BAD_INPUT, "%s is not the journal of a match", reading->path);
        }
        if (str_eq(line, reading->settings)) return STATUS_OK;
        return settings_differ(line, str_from(reading->settings), reading->path, error);
    }
    if (!parse_game(line, &game)) {
        return error_set(error, STATUS_BAD_INPUT, "%s: line %zu is not a game", reading->path, number);
    }
    if (reading->each(reading->context, &game)) return STATUS_OK;
    game_record_free(&game.record);
    return error_set(error, STATUS_BAD_INPUT, "%s: line %zu has a game twice or none of this match", reading->path,
                     number);
}

/* Reads all whole lines; *whole is where they end. */
static Status read_lines(const Reading *reading, Str text, off_t *whole, Error *error)
{
    Status status = STATUS_OK;
    const char *begin = text.ptr;
    *whole = 0;
    for (size_t number = 1; status == STATUS_OK && text.len > 0; number++) {
        const char *end = memchr(text.ptr, '\n', text.len);
        if (!end && number == 1 && memcmp(text.ptr, HEAD, text.len < strlen(HEAD) ? text.len : strlen(HEAD)) != 0) {
            return error_set(error, STATUS_BAD_INPUT, "%s is not the journal of a match", reading->path);
        }
        if (!end) return STATUS_OK; /* torn by a kill */
        Str line = {text.ptr, (size_t)(end - text.ptr)};
        text = str_skip(text, line.len + 1);
        if (!unseal(&line)) {
            if (text.len == 0 && number > 1) return STATUS_OK;
            const char *what = number == 1 ? "is not the journal of a match" : "is damaged";
            return error_set(error, STATUS_BAD_INPUT, "%s: line %zu %s", reading->path, number, what);
        }
        status = read_line(reading, line, number, error);
        if (status == STATUS_OK) *whole = (off_t)(text.ptr - begin);
    }
    return status;
}

static Status append(Journal *journal, const Buf *line, Error *error)
{
    const char *at = buf_text(line);
    size_t left = line->len;
    if (line->failed) return error_set(error, STATUS_TOO_LARGE, "a game is too long for the journal %s", journal->path);
    while (left > 0) {
        ssize_t put = pwrite(journal->fd, at, left, journal->size + (off_t)(line->len - left));
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) break;
        at += put;
        left -= (size_t)put;
    }
    if (left > 0 || fdatasync(journal->fd) != 0) {
        Status status = io_error(error, "write", journal->path);
        (void)!ftruncate(journal->fd, journal->size);
        return status;
    }
    journal->size += (off_t)line->len;
    return STATUS_OK;
}

static Status begin(Journal *journal, const Reading *reading, Error *error)
{
    Buf text = buf_new(JOURNAL_MAX);
    Status status = file_read(journal->path, &text, error);
    if (status == STATUS_OK) status = read_lines(reading, buf_view(&text), &journal->size, error);
    buf_free(&text);
    if (status != STATUS_OK) return status;
    if (ftruncate(journal->fd, journal->size) != 0) return io_error(error, "cut", journal->path);
    if (journal->size > 0) return STATUS_OK;
    Buf head = buf_new(1 << 20);
    (void)buf_printf(&head, "%s\t%s", HEAD, reading->settings);
    seal(&head);
    status = append(journal, &head, error);
    buf_free(&head);
    return status;
}

Status journal_open(Journal **out, const char *path, const char *settings,
                    bool (*each)(void *context, JournalGame *game), void *context, Error *error)
{
    *out = NULL;
    Journal *journal = calloc(1, sizeof *journal);
    if (!journal || !(journal->path = strdup(path))) {
        free(journal);
        return error_set(error, STATUS_NO_MEMORY, "no memory for the journal");
    }
    journal->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    Status status = STATUS_OK;
    if (journal->fd < 0) {
        status = io_error(error, "open", path);
    } else if (flock(journal->fd, LOCK_EX | LOCK_NB) != 0) {
        status = error_set(error, STATUS_BUSY, "the journal %s is in use by another match", path);
    } else {
        Reading reading = {path, settings, each, context};
        status = begin(journal, &reading, error);
    }
    if (status == STATUS_OK) {
        *out = journal;
    } else {
        journal_close(journal);
    }
    return status;
}

Status journal_add(Journal *journal, uint64_t number, const GameRecord *record, Error *error)
{
    Buf line = buf_new((size_t)YOMI_PLIES_MAX * YOMI_MOVE_TEXT_MAX * 2);
    format_game(&line, number, record);
    Status status = append(journal, &line, error);
    buf_free(&line);
    return status;
}

void journal_close(Journal *journal)
{
    if (!journal) return;
    if (journal->fd >= 0) (void)close(journal->fd);
    free(journal->path);
    free(journal);
}
