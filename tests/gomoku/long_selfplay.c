/* Plays games of the engine against itself and tells how deep and how fast it searched.
 *
 * Nodes a second are told by the processor time of the process, so that a busy machine changes little, and by the
 * clock, which tells what several threads bring.
 *
 *   gomoku_selfplay RULE GAMES MILLISECONDS [OPTION=VALUE ...] */
#include "base/clock.h"
#include "base/rng.h"
#include "yomi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OVER_MAX = 1000 };

typedef struct Tally {
    int limit_ms;
    int over[OVER_MAX + 1]; /* moves by how many milliseconds they were late */
    char best[YOMI_MOVE_TEXT_MAX];
    int searched, depth_sum, moves;
    uint64_t nodes, cutoffs, first;
    int64_t all_ms, worst_ms;
} Tally;

static void on_result(void *context, const yomi_result *result)
{
    Tally *tally = context;
    (void)snprintf(tally->best, sizeof tally->best, "%s", result->best);
    tally->all_ms += result->time_ms;
    tally->moves++;
    int64_t over = result->time_ms > tally->limit_ms ? result->time_ms - tally->limit_ms : 0;
    tally->over[over < OVER_MAX ? over : OVER_MAX]++;
    if (result->time_ms > tally->worst_ms) tally->worst_ms = result->time_ms;
    tally->nodes += result->nodes;
    if (strcmp(result->stage, "search") != 0) return;
    for (size_t i = 0; i < result->stat_count; i++) {
        if (strcmp(result->stats[i].name, "cutoffs") == 0) tally->cutoffs += result->stats[i].value;
        if (strcmp(result->stats[i].name, "cutoffs_first") == 0) tally->first += result->stats[i].value;
    }
    if (result->win_in != 0) return; /* decided games stop early: their depth says nothing */
    tally->searched++;
    tally->depth_sum += result->depth;
}

static void play(yomi_engine *engine, uint64_t seed, int ms, Tally *tally)
{
    Rng rng = rng_new(seed);
    yomi_error error;
    (void)yomi_new_game(engine, &error);
    (void)yomi_set_position(engine, NULL, NULL, 0, &error);
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.movetime_ms = ms;
    yomi_callbacks callbacks = {.result = on_result, .context = tally};
    while (yomi_get_outcome(engine, NULL) == YOMI_ONGOING) {
        if (yomi_ply(engine) < 4) {
            (void)snprintf(tally->best, sizeof tally->best, "%c%d", 'f' + (int)rng_below(&rng, 6),
                           6 + (int)rng_below(&rng, 6));
            if (!yomi_is_legal(engine, tally->best)) continue;
        } else {
            if (yomi_go(engine, &limits, &callbacks, &error) != YOMI_OK) return;
            yomi_wait(engine);
        }
        if (yomi_play(engine, tally->best, &error) != YOMI_OK) {
            printf("refused: %s\n", error.text);
            return;
        }
    }
}

/* The lateness that 99 moves of 100 stay within. */
static int late_99(const Tally *tally)
{
    int seen = 0, ms = 0;
    for (; ms < OVER_MAX; ms++) {
        seen += tally->over[ms];
        if (100 * seen >= 99 * tally->moves) break;
    }
    return ms;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: %s RULE GAMES MILLISECONDS [OPTION=VALUE ...]\n", argv[0]);
        return 2;
    }
    yomi_engine *engine = NULL;
    yomi_error error;
    if (yomi_open("gomoku", &engine, &error) != YOMI_OK ||
        yomi_set_option(engine, "Rule", argv[1], &error) != YOMI_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    for (int i = 4; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (value) *value++ = '\0';
        if (!value || yomi_set_option(engine, argv[i], value, &error) != YOMI_OK) {
            fprintf(stderr, "bad option %s\n", argv[i]);
            return 2;
        }
    }
    Tally tally = {.limit_ms = atoi(argv[3])};
    (void)yomi_ready(engine, &error);
    clock_t begun = clock();
    for (int game = 0; game < atoi(argv[2]); game++) play(engine, (uint64_t)game, atoi(argv[3]), &tally);
    double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    printf("%s: %d moves, %.0f ms a move, 99 %% at most %d ms late, longest %lld ms; %d searches, depth %.1f, %.0f "
           "nodes/s (%.0f by the clock), first-move cutoffs "
           "%.1f %%\n",
           argv[1], tally.moves, tally.moves ? (double)tally.all_ms / tally.moves : 0.0, late_99(&tally),
           (long long)tally.worst_ms, tally.searched, tally.searched ? (double)tally.depth_sum / tally.searched : 0.0,
           seconds > 0 ? (double)tally.nodes / seconds : 0.0,
           tally.all_ms > 0 ? (double)tally.nodes * 1000 / (double)tally.all_ms : 0.0,
           tally.cutoffs ? 100.0 * (double)tally.first / (double)tally.cutoffs : 0.0);
    yomi_close(engine);
    return 0;
}
