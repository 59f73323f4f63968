/* Long checks of the core, with figures:
 *   core_soak tt SECONDS [PROBES]     16 threads on one table of 1 MB; PROBES of keys never stored instead of a time
 *   core_soak stop ROUNDS THREADS     start, stop after 0 to 5 ms, wait
 *   core_soak overshoot SEARCHES MS THREADS   searches of MS milliseconds by the real clock */
#include "base/clock.h"
#include "search/hammer.h"
#include "toy/rig.h"
#include "toy/toy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void print_spread(const char *what, double *ms, size_t count)
{
    qsort(ms, count, sizeof *ms, by_value);
    (void)printf("%s ms: median %.3f  p99 %.3f  p99.9 %.3f  max %.3f\n", what, ms[count / 2], ms[count * 99 / 100],
                 ms[count * 999 / 1000], ms[count - 1]);
}

static int soak_tt(double seconds, uint64_t probes)
{
    Hammer *hammer = calloc(1, sizeof *hammer);
    Error error;
    if (!hammer || hammer_run(hammer, 16, seconds, probes, &error) != STATUS_OK) return 1;
    struct HammerThread sum = hammer->threads[0];
    free(hammer);
    (void)printf("stores %llu  hits %llu  wrong %llu\nprobes of keys never stored %llu  hits %llu\n",
                 (unsigned long long)sum.stores, (unsigned long long)sum.hits, (unsigned long long)sum.wrong,
                 (unsigned long long)sum.foreign_probes, (unsigned long long)sum.foreign_hits);
    return sum.wrong > 0 || sum.foreign_hits > sum.foreign_probes >> 32;
}

static int soak_stop(size_t rounds, int threads)
{
    Rig rig;
    rig_open(&rig, &toy_game, threads, 1, clock_real());
    ToyPosition position;
    toy_start(&position, 8, 7);
    Limits limits = limits_none();
    limits.infinite = true;
    Rng rng = rng_new(1);
    double *latency = calloc(rounds, sizeof *latency);
    size_t wrong = 0;
    for (size_t i = 0; i < rounds && latency; i++) {
        rig_start(&rig, &position, &limits);
        clock_sleep((int64_t)rng_below(&rng, 5001) * 1000);
        int64_t asked = clock_now(clock_real());
        pool_stop(rig.pool);
        (void)rig_wait(&rig);
        latency[i] = (double)(rig.result_ns - asked) / 1e6;
        wrong += rig.results != (int)i + 1 || rig.result.best == MOVE_NONE;
    }
    rig_close(&rig);
    (void)printf("rounds %zu  threads %d  results missing, doubled or without a move %zu\n", rounds, threads, wrong);
    print_spread("latency", latency, rounds);
    free(latency);
    return wrong > 0;
}

static int soak_overshoot(size_t searches, int64_t ms, int threads)
{
    Rig rig;
    rig_open(&rig, &toy_game, threads, 16, clock_real());
    ToyPosition position;
    toy_start(&position, 8, 7);
    Limits limits = limits_none();
    limits.movetime_ms = ms;
    double *over = calloc(searches, sizeof *over);
    for (size_t i = 0; i < searches && over; i++) {
        int64_t begun = clock_now(clock_real());
        (void)rig_search(&rig, &position, &limits);
        over[i] = (double)(rig.result_ns - begun) / 1e6 - (double)ms;
        pool_new_game(rig.pool);
        tt_clear(&rig.tt, 1);
    }
    rig_close(&rig);
    (void)printf("searches %zu of %lld ms  threads %d\n", searches, (long long)ms, threads);
    print_spread("overshoot", over, searches);
    free(over);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc >= 3 && strcmp(argv[1], "tt") == 0) {
        return soak_tt(atof(argv[2]), argc > 3 ? strtoull(argv[3], NULL, 10) : 0);
    }
    if (argc >= 4 && strcmp(argv[1], "stop") == 0) return soak_stop((size_t)atol(argv[2]), atoi(argv[3]));
    if (argc >= 5 && strcmp(argv[1], "overshoot") == 0) {
        return soak_overshoot((size_t)atol(argv[2]), atol(argv[3]), atoi(argv[4]));
    }
    (void)fprintf(stderr,
                  "usage: core_soak tt SECONDS [PROBES] | stop ROUNDS THREADS | overshoot SEARCHES MS THREADS\n");
    return 2;
}
