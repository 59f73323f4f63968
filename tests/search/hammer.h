/* Many threads on one small table: everything found must be what was stored under that very key. */
#ifndef YOMI_TESTS_HAMMER_H
#define YOMI_TESTS_HAMMER_H

#include "base/clock.h"
#include "base/rng.h"
#include "base/thread.h"
#include "search/tt.h"

enum { HAMMER_THREADS_MAX = 64, HAMMER_BATCH = 4096 };

typedef struct Hammer {
    TT tt;
    int64_t until_ns;
    uint64_t probes_each; /* stop after this many probes of foreign keys; 0: by time only */
    struct HammerThread {
        struct Hammer *hammer;
        int index;
        uint64_t stores, hits, wrong, foreign_probes, foreign_hits;
    } threads[HAMMER_THREADS_MAX];
} Hammer;

/* What is stored under a key follows from the key, so a mixture of two entries cannot look right. */
static inline TTData hammer_data(uint64_t key)
{
    uint64_t mix = splitmix64(key);
    return (TTData){.move = (Move)(mix & 0xffff),
                    .score = (int16_t)(uint16_t)(mix >> 16),
                    .eval = (int16_t)(uint16_t)(mix >> 32),
                    .depth = (int)(mix >> 48 & 0x7f),
                    .bound = (uint8_t)(1 + (mix >> 60) % 3)};
}

static inline bool hammer_same(TTData a, TTData b)
{
    return a.move == b.move && a.score == b.score && a.eval == b.eval && a.depth == b.depth && a.bound == b.bound;
}

static inline void hammer_batch(struct HammerThread *me, Rng *rng)
{
    TT *tt = &me->hammer->tt;
    for (int i = 0; i < HAMMER_BATCH; i++) {
        /* Stored keys come from a small set, so that threads meet; their lowest bit is 1. Foreign keys end in 0. */
        uint64_t key = splitmix64(rng_below(rng, 1 << 18)) | 1;
        TTData found;
        if (tt_probe(tt, key, &found)) {
            me->hits++;
            me->wrong += !hammer_same(found, hammer_data(key));
        }
        tt_store(tt, key, hammer_data(key));
        me->stores++;
        for (int k = 0; k < 4; k++) {
            me->foreign_probes++;
            me->foreign_hits += tt_probe(tt, rng_next(rng) & ~UINT64_C(1), &found);
        }
    }
}

static inline void hammer_thread(void *context)
{
    struct HammerThread *me = context;
    Rng rng = rng_new((uint64_t)me->index);
    do {
        hammer_batch(me, &rng);
    } while (me->hammer->probes_each ? me->foreign_probes < me->hammer->probes_each
                                     : clock_now(clock_real()) < me->hammer->until_ns);
}

/* Runs and sums up into threads[0]. */
static inline Status hammer_run(Hammer *hammer, int threads, double seconds, uint64_t probes, Error *error)
{
    Status status = tt_resize(&hammer->tt, 1, 1, error);
    if (status != STATUS_OK) return status;
    Thread handles[HAMMER_THREADS_MAX];
    hammer->until_ns = clock_now(clock_real()) + (int64_t)(seconds * 1e9);
    hammer->probes_each = probes / (uint64_t)threads;
    int started = 0;
    while (started < threads && status == STATUS_OK) {
        hammer->threads[started] = (struct HammerThread){.hammer = hammer, .index = started};
        status = thread_start(&handles[started], hammer_thread, &hammer->threads[started], 0, error);
        started += status == STATUS_OK;
    }
    for (int i = 0; i < started; i++) thread_join(&handles[i]);
    for (int i = 1; i < started; i++) {
        hammer->threads[0].stores += hammer->threads[i].stores;
        hammer->threads[0].hits += hammer->threads[i].hits;
        hammer->threads[0].wrong += hammer->threads[i].wrong;
        hammer->threads[0].foreign_probes += hammer->threads[i].foreign_probes;
        hammer->threads[0].foreign_hits += hammer->threads[i].foreign_hits;
    }
    tt_free(&hammer->tt);
    return status;
}

#endif
