#include "shogi/tools/statistics.h"

#include "base/file.h"
#include "shogi/eval/features.h"
#include "shogi/train/data.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEEN_LOG = 24, SCORE_STEPS = 6 };

/* Scores are counted by their size: below 100, 300, 600, 1200, 2400, and above. */
static const int score_steps[SCORE_STEPS - 1] = {100, 300, 600, 1200, 2400};

typedef struct Statistics {
    uint64_t games, positions, doubles, fewer, results[3], phases[FEATURE_BUCKETS], scores[SCORE_STEPS];
    uint64_t camps[4]; /* kings at home: both, one entered, both entered, none of these */
    uint64_t *seen;
} Statistics;

/* 0: in the own camp, 1: between, 2: in the enemy's. */
static int king_zone(const ShogiPosition *pos, int colour)
{
    int rank = square_rank(pos->king[colour]), from_home = colour == BLACK ? 8 - rank : rank;
    return from_home < 3 ? 0 : from_home < 6 ? 1 : 2;
}

static void count_position(void *context, const ShogiPosition *pos, int score, int result)
{
    Statistics *s = context;
    uint64_t *slot = &s->seen[pos_key(pos) >> (64 - SEEN_LOG)];
    s->positions++;
    s->doubles += *slot == pos_key(pos);
    *slot = pos_key(pos);
    s->results[1 - result]++;
    s->phases[feature_bucket(pos)]++;
    s->fewer += bb_count(pos_occupied(pos)) < 40 && pos->hands[BLACK] == 0 && pos->hands[WHITE] == 0;
    int step = 0;
    while (step < SCORE_STEPS - 1 && abs(score) >= score_steps[step]) step++;
    s->scores[step]++;
    int own = king_zone(pos, pos->side), other = king_zone(pos, pos->side ^ 1);
    int camp = own == 0 && other == 0 ? 0 : own == 2 && other == 2 ? 2 : own == 2 || other == 2 ? 1 : 3;
    s->camps[camp]++;
}

static double percent(const Statistics *s, uint64_t count)
{
    return s->positions ? 100.0 * (double)count / (double)s->positions : 0;
}

static void print_all(const Statistics *s, int64_t bytes)
{
    (void)printf("games %llu  positions %llu  %.1f a game  %.2f bytes a position\n", (unsigned long long)s->games,
                 (unsigned long long)s->positions, s->games ? (double)s->positions / (double)s->games : 0,
                 s->positions ? (double)bytes / (double)s->positions : 0);
    (void)printf("doubles %.2f %% (of what a table of %d keys remembers)  at odds, nothing in hand %.2f %%\n",
                 percent(s, s->doubles), 1 << SEEN_LOG, percent(s, s->fewer));
    (void)printf("the side to move won %.1f %%  drew %.1f %%  lost %.1f %%\n", percent(s, s->results[0]),
                 percent(s, s->results[1]), percent(s, s->results[2]));
    (void)printf("phase, by pieces in hands:  0-1 %.1f %%  2-5 %.1f %%  6-10 %.1f %%  more %.1f %%\n",
                 percent(s, s->phases[0]), percent(s, s->phases[1]), percent(s, s->phases[2]),
                 percent(s, s->phases[3]));
    (void)printf("kings:  both at home %.1f %%  one entered %.2f %%  both entered %.2f %%  else %.1f %%\n",
                 percent(s, s->camps[0]), percent(s, s->camps[1]), percent(s, s->camps[2]), percent(s, s->camps[3]));
    (void)printf("scores:");
    for (int i = 0; i < SCORE_STEPS; i++) {
        (void)printf("  %s%d %.1f %%",
                     i < SCORE_STEPS - 1 ? "<" : ">=", score_steps[i < SCORE_STEPS - 1 ? i : SCORE_STEPS - 2],
                     percent(s, s->scores[i]));
    }
    (void)printf("\n");
}

Status statistics_print(const char *path, Error *error)
{
    Statistics s = {.seen = calloc((size_t)1 << SEEN_LOG, sizeof *s.seen)};
    if (!s.seen) return error_set(error, STATUS_NO_MEMORY, "no memory to read %s", path);
    DataFile *file;
    DataGame game;
    Status status = data_open(&file, path, error);
    while (status == STATUS_OK && (status = data_next(file, &game, error)) == STATUS_OK) {
        s.games++;
        status = data_walk(file, &game, count_position, &s, error);
    }
    if (status == STATUS_NOT_FOUND && file) status = STATUS_OK;
    int64_t bytes = 0;
    FILE *in = status == STATUS_OK ? file_open(path, &bytes) : NULL;
    if (in) (void)fclose(in);
    if (status == STATUS_OK) print_all(&s, bytes);
    data_close(file);
    free(s.seen);
    return status;
}
