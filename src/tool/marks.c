#include "tool/marks.h"

#include "base/bytes.h"
#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>

/* Number of the mark that a file gets before its first game, so that what is left of that game is known as such. */
#define NO_GAME  UINT32_MAX
#define JOIN_MAX (sizeof(size_t) > 4 ? (size_t)(UINT64_C(1) << 34) : SIZE_MAX / 2)

struct MarkedFile {
    LockedFile *data;
    const MarkForm *form;
    uint64_t run;
    uint32_t *games; /* of the run, in order, when the file was opened */
    size_t count, room;
    size_t cut; /* bytes that were an unfinished game */
    bool marked, no_memory;
    Buf text; /* the game being written */
};

static uint32_t sum_of(const Mark *mark, Str game)
{
    uint8_t head[16];
    bytes_put(head, mark->run, 8);
    bytes_put(head + 8, mark->game, 4);
    bytes_put(head + 12, mark->length, 4);
    uint64_t sum = bytes_checksum(head, sizeof head) ^ bytes_checksum((const uint8_t *)game.ptr, game.len);
    return (uint32_t)(sum ^ sum >> 32);
}

static void note_game(MarkedFile *file, uint32_t game)
{
    if (file->count == file->room) {
        size_t room = file->room ? 2 * file->room : 1024;
        uint32_t *games = realloc(file->games, room * sizeof *games);
        if (!games) {
            file->no_memory = true;
            return;
        }
        file->games = games;
        file->room = room;
    }
    file->games[file->count++] = game;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* A short tail behind the last mark is what is left of a game. A long one, or a file without marks, was joined from
 * elsewhere: all its whole records stay. */
static Status scan(void *context, Str content, size_t *whole, Error *error)
{
    (void)error;
    MarkedFile *file = context;
    const MarkForm *form = file->form;
    size_t at = 0, marked = 0;
    for (size_t length; (length = form->record(str_skip(content, at))) > 0; at += length) {
        Mark mark;
        if (!form->read((Str){content.ptr + at, length}, &mark) || mark.length > at) continue;
        if (mark.sum != sum_of(&mark, (Str){content.ptr + at - mark.length, mark.length})) continue;
        marked = at + length;
        if (mark.run == file->run) note_game(file, mark.game);
    }
    if (file->count > 0) qsort(file->games, file->count, sizeof *file->games, by_number);
    file->marked = marked > 0;
    bool torn = file->marked && content.len - marked <= form->game_max;
    *whole = torn ? marked : at;
    file->cut = content.len - *whole;
    return STATUS_OK;
}

Status marks_open(MarkedFile **out, const char *path, const MarkForm *form, uint64_t run, Error *error)
{
    *out = NULL;
    MarkedFile *file = calloc(1, sizeof *file);
    if (!file) return error_set(error, STATUS_NO_MEMORY, "no memory for %s", path);
    *file = (MarkedFile){.form = form, .run = run, .text = buf_new(2 * form->game_max)};
    Status status = locked_file_open(&file->data, path, scan, file, error);
    if (status == STATUS_OK && file->no_memory) status = error_set(error, STATUS_NO_MEMORY, "no memory for %s", path);
    if (status == STATUS_OK && !file->marked) status = marks_add(file, NO_GAME, (Str){"", 0}, error);
    if (status != STATUS_OK) {
        (void)marks_close(file, NULL);
        return status;
    }
    if (file->cut > 0) (void)fprintf(stderr, "%s: %zu bytes of an unfinished game are cut off\n", path, file->cut);
    *out = file;
    return STATUS_OK;
}

bool marks_have(const MarkedFile *file, uint32_t game)
{
    return file->count > 0 && bsearch(&game, file->games, file->count, sizeof game, by_number) != NULL;
}

Status marks_add(MarkedFile *file, uint32_t game, Str records, Error *error)
{
    Mark mark = {.run = file->run, .game = game, .length = (uint32_t)records.len};
    mark.sum = sum_of(&mark, records);
    buf_clear(&file->text);
    if (records.len <= file->form->game_max && buf_str(&file->text, records)) file->form->write(&mark, &file->text);
    if (file->text.len <= records.len || file->text.failed)
        return error_set(error, STATUS_TOO_LARGE, "game %u is too long for its file, or there is no memory", game);
    return locked_file_append(file->data, buf_view(&file->text), false, error);
}

static void keep_sorted(MarkedFile *file)
{
    bool sorted = file->count < 2 || file->games[file->count - 2] <= file->games[file->count - 1];
    if (!sorted) qsort(file->games, file->count, sizeof *file->games, by_number);
}

static Status join_game(MarkedFile *file, const Mark *mark, Str records, Error *error)
{
    if (mark->run != file->run) {
        return error_set(error, STATUS_BAD_INPUT, "game %u there is of another run: other settings or weights",
                         mark->game);
    }
    if (mark->game == NO_GAME || marks_have(file, mark->game)) return STATUS_OK;
    Status status = marks_add(file, mark->game, records, error);
    note_game(file, mark->game);
    keep_sorted(file);
    if (status == STATUS_OK && file->no_memory) status = error_set(error, STATUS_NO_MEMORY, "no memory for the games");
    return status;
}

static Status join_content(MarkedFile *file, Str content, Error *error)
{
    const MarkForm *form = file->form;
    size_t at = 0, begin = 0;
    Status status = STATUS_OK;
    for (size_t length; status == STATUS_OK && (length = form->record(str_skip(content, at))) > 0; at += length) {
        Mark mark;
        if (!form->read((Str){content.ptr + at, length}, &mark)) continue;
        Str records = {content.ptr + begin, at - begin};
        if (mark.length != records.len || mark.sum != sum_of(&mark, records)) {
            return error_set(error, STATUS_BAD_INPUT, "it is damaged before byte %zu", at);
        }
        begin = at + length;
        status = join_game(file, &mark, records, error);
    }
    if (status == STATUS_OK && begin != content.len) {
        status = error_set(error, STATUS_BAD_INPUT, "its last game is not whole");
    }
    return status;
}

Status marks_join(MarkedFile *file, const char *path, Error *error)
{
    Error inner;
    Buf content = buf_new(JOIN_MAX);
    Status status = file_read(path, &content, &inner);
    if (status == STATUS_OK) status = join_content(file, buf_view(&content), &inner);
    buf_free(&content);
    return status == STATUS_OK ? STATUS_OK : error_set(error, status, "%.120s: %.120s", path, inner.text);
}

Status marks_close(MarkedFile *file, Error *error)
{
    if (!file) return STATUS_OK;
    Status status = locked_file_close(file->data, error);
    free(file->games);
    buf_free(&file->text);
    free(file);
    return status;
}
