#include "shogi/tools/join.h"

#include "base/file.h"
#include "shogi/train/sample.h"

enum { GAME_SAMPLES_MAX = 400 };

/* The game in hand. */
typedef struct Game {
    ShogiSample samples[GAME_SAMPLES_MAX];
    size_t count;
} Game;

static Status end_game(ShogiJoin *join, Game *game, Error *error)
{
    size_t count = 0;
    if (game->count == 0) return STATUS_OK;
    int64_t number = sample_game(&game->samples[0]);
    if (number < join->next) return STATUS_OK;
    for (size_t i = 0; i < game->count; i++) {
        if (unpack_position(game->samples[i].position, join->position, NULL) != STATUS_OK)
            return error_set(error, STATUS_BAD_INPUT, "game %lld has what is no position", (long long)number);
        if (seen_is_new(join->seen, pos_key(join->position))) game->samples[count++] = game->samples[i];
    }
    join->next = number + 1;
    join->games++;
    join->positions += count;
    return locked_file_append(join->out, (Str){(const char *)game->samples, count * sizeof *game->samples}, false,
                              error);
}

static Status add_sample(ShogiJoin *join, Game *game, const ShogiSample *sample, Error *error)
{
    Status status = STATUS_OK;
    int64_t last = game->count > 0 ? (int64_t)sample_game(&game->samples[0]) : -1;
    if ((int64_t)sample_game(sample) != last) {
        if ((int64_t)sample_game(sample) < last)
            return error_set(error, STATUS_BAD_INPUT, "its games are not in order");
        status = end_game(join, game, error);
        game->count = 0;
    }
    if (game->count == GAME_SAMPLES_MAX)
        return error_set(error, STATUS_BAD_INPUT, "game %lld is too long", (long long)last);
    game->samples[game->count++] = *sample;
    return status;
}

static Status join_samples(ShogiJoin *join, FILE *in, Error *error)
{
    Game game = {.count = 0};
    ShogiSample sample;
    size_t got = 0;
    Status status = STATUS_OK;
    while (status == STATUS_OK && (got = fread(&sample, 1, sizeof sample, in)) == sizeof sample) {
        status = add_sample(join, &game, &sample, error);
    }
    if (status == STATUS_OK && ferror(in)) return error_set(error, STATUS_IO, "it cannot be read");
    if (status == STATUS_OK && got > 0) return error_set(error, STATUS_BAD_INPUT, "it is not whole");
    return status == STATUS_OK ? end_game(join, &game, error) : status;
}

Status shogi_join(ShogiJoin *join, const char *path, Error *error)
{
    Error inner;
    int64_t size = 0;
    FILE *in = file_open(path, &size);
    if (!in) return error_set(error, STATUS_NOT_FOUND, "cannot read %.200s", path);
    Status status = join_samples(join, in, &inner);
    (void)fclose(in);
    return status == STATUS_OK ? STATUS_OK : error_set(error, status, "%.120s: %.120s", path, inner.text);
}
