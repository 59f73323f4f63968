#include "shogi/train/data.h"

#include "base/bytes.h"
#include "base/file.h"
#include "shogi/train/chain.h"
#include "shogi/train/sample.h"

#include <stdlib.h>
#include <string.h>

/* NEAR_MAX: no game is longer. */
enum { WINDOW = 1 << 20, NEAR_MAX = 1 << 16, OLD_GAME_MAX = 1024 * (int)sizeof(ShogiSample) };

_Static_assert((int)OLD_GAME_MAX <= NEAR_MAX && (int)CHAIN_RECORD_MAX <= NEAR_MAX, "a game fits");

struct DataFile {
    FILE *in;
    const char *path; /* the caller's */
    ShogiPosition *pos;
    uint8_t *window;
    size_t from, to; /* what of the window is not used up */
    uint64_t before; /* bytes of the file before the window */
    bool chained, ended;
};

/* Has at least NEAR_MAX bytes in the window, or all that are left. */
static Status look_ahead(DataFile *file, Error *error)
{
    if (file->to - file->from >= NEAR_MAX || file->ended) return STATUS_OK;
    memmove(file->window, file->window + file->from, file->to - file->from);
    file->before += file->from;
    file->to -= file->from;
    file->from = 0;
    size_t got = fread(file->window + file->to, 1, WINDOW - file->to, file->in);
    file->ended = got < WINDOW - file->to;
    file->to += got;
    return ferror(file->in) ? error_set(error, STATUS_IO, "%s cannot be read", file->path) : STATUS_OK;
}

static Str window_rest(const DataFile *file)
{
    return (Str){(const char *)file->window + file->from, file->to - file->from};
}

Status data_open(DataFile **out, const char *path, Error *error)
{
    *out = NULL;
    shogi_tables_init();
    DataFile *file = calloc(1, sizeof *file);
    if (file) *file = (DataFile){.path = path, .pos = calloc(1, sizeof *file->pos), .window = malloc(WINDOW)};
    if (!file || !file->pos || !file->window) {
        data_close(file);
        return error_set(error, STATUS_NO_MEMORY, "no memory to read %s", path);
    }
    int64_t size;
    file->in = file_open(path, &size);
    Status status = file->in ? look_ahead(file, error) : error_set(error, STATUS_NOT_FOUND, "cannot read %s", path);
    if (status != STATUS_OK) {
        data_close(file);
        return status;
    }
    file->chained = chain_record(window_rest(file)) > 0;
    *out = file;
    return STATUS_OK;
}

void data_close(DataFile *file)
{
    if (!file) return;
    if (file->in) (void)fclose(file->in);
    free(file->pos);
    free(file->window);
    free(file);
}

bool data_is_chained(const DataFile *file)
{
    return file->chained;
}

static Status next_chained(DataFile *file, DataGame *game, Error *error)
{
    for (;;) {
        Status status = look_ahead(file, error);
        if (status != STATUS_OK) return status;
        Str rest = window_rest(file);
        size_t length = chain_record(rest);
        if (length == 0 && file->ended && rest.len < CHAIN_RECORD_MAX) return STATUS_NOT_FOUND;
        if (length == 0)
            return error_set(error, STATUS_BAD_INPUT, "%s is damaged at byte %llu", file->path,
                             (unsigned long long)(file->before + file->from));
        file->from += length;
        Str record = {rest.ptr, length};
        if (chain_is_mark(record)) continue;
        *game = (DataGame){record, bytes_checksum((const uint8_t *)record.ptr, record.len), true};
        return STATUS_OK;
    }
}

static uint32_t game_at(const uint8_t *bytes)
{
    ShogiSample sample;
    memcpy(&sample, bytes, sizeof sample);
    return sample_game(&sample);
}

static Status next_old(DataFile *file, DataGame *game, Error *error)
{
    Status status = look_ahead(file, error);
    if (status != STATUS_OK) return status;
    const uint8_t *bytes = file->window + file->from;
    size_t most = file->to - file->from, length = 0;
    if (most > OLD_GAME_MAX) most = OLD_GAME_MAX;
    while (length + sizeof(ShogiSample) <= most && game_at(bytes + length) == game_at(bytes)) {
        length += sizeof(ShogiSample);
    }
    if (length == 0) return STATUS_NOT_FOUND;
    file->from += length;
    *game = (DataGame){{(const char *)bytes, length}, game_at(bytes), false};
    return STATUS_OK;
}

Status data_next(DataFile *file, DataGame *game, Error *error)
{
    return file->chained ? next_chained(file, game, error) : next_old(file, game, error);
}

static Status walk_old(DataFile *file, const DataGame *game, DataTake take, void *context)
{
    for (size_t at = 0; at < game->bytes.len; at += sizeof(ShogiSample)) {
        ShogiSample sample;
        memcpy(&sample, game->bytes.ptr + at, sizeof sample);
        if (unpack_position(sample.position, file->pos, NULL) != STATUS_OK) continue;
        take(context, file->pos, sample.score, sample.result);
    }
    return STATUS_OK;
}

Status data_walk(DataFile *file, const DataGame *game, DataTake take, void *context, Error *error)
{
    if (!game->chained) return walk_old(file, game, take, context);
    ChainReader reader;
    ChainPly ply;
    Error inner;
    Status status = chain_open(&reader, game->bytes, file->pos, &inner);
    while (status == STATUS_OK && (status = chain_next(&reader, &ply, &inner)) == STATUS_OK) {
        if (ply.quiet) take(context, file->pos, ply.score, file->pos->side == BLACK ? reader.black : -reader.black);
    }
    if (status == STATUS_NOT_FOUND) return STATUS_OK;
    return error_set(error, status, "%s, before byte %llu: %s", file->path,
                     (unsigned long long)(file->before + file->from), inner.text);
}
