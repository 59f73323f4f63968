/* The transposition table: lock-free, shared by all workers, clean under a race detector.
 *
 * A slot is two words, `data` and `check = key ^ data`, read and written with relaxed atomics. A reader that gets the
 * two words from different writers computes a key that is not its own, so a torn read is a miss. All 64 key bits
 * decide. A cluster of four slots is one cache line. The number of clusters need not be a power of two, so a table
 * never takes more memory than it was given.
 *
 * Probe, store and prefetch may run on any thread at any time. The others are for the commanding thread while no
 * search runs. */
#ifndef YOMI_SEARCH_TT_H
#define YOMI_SEARCH_TT_H

#include "base/bits.h"
#include "base/status.h"
#include "search/types.h"

#include <stdatomic.h>
#include <stddef.h>

enum {
    TT_WAYS = 4,
    TT_DEPTH_MIN = -8, /* quiescence stores with depths of 0 and below */
    TT_AGES = 32,
    TT_AGE_WEIGHT = 8, /* plies of depth that one search of age outweighs */
    TT_MB_MAX = 1 << 20
};

typedef struct TTData {
    Move move;
    int16_t score; /* already score_to_table */
    int16_t eval;  /* SCORE_NONE when there is none */
    uint8_t bound; /* Bound */
    bool pv;       /* of a principal variation, now or once */
    int depth;
} TTData;

typedef struct TTSlot {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
} TTSlot;

typedef struct TTCluster {
    _Alignas(64) TTSlot slots[TT_WAYS];
} TTCluster;

typedef struct TT {
    TTCluster *clusters;
    size_t count;
    size_t megabytes;
    unsigned age; /* 0 .. TT_AGES - 1 */
} TT;

/* `threads` clear the new table together. On failure the old table stays as it was. */
Status tt_resize(TT *tt, size_t megabytes, int threads, Error *error);
void tt_free(TT *tt);
void tt_clear(TT *tt, int threads);
void tt_new_search(TT *tt);    /* what is in the table becomes one search older */
int tt_hashfull(const TT *tt); /* permille of a sample filled by this search */

static inline TTCluster *tt_cluster(const TT *tt, uint64_t key)
{
    return &tt->clusters[bits_mul_high(key, tt->count)];
}

static inline void tt_prefetch(const TT *tt, uint64_t key)
{
    __builtin_prefetch(tt_cluster(tt, key));
}

/* The data word, from the low end: move 16, score 16, eval 16, depth 8, age 5, pv 1, bound 2. */
static inline uint64_t tt_pack(TTData data, unsigned age)
{
    int depth = data.depth < TT_DEPTH_MIN ? TT_DEPTH_MIN : data.depth > MAX_DEPTH ? MAX_DEPTH : data.depth;
    return (uint64_t)data.move | (uint64_t)(uint16_t)data.score << 16 | (uint64_t)(uint16_t)data.eval << 32 |
           (uint64_t)(uint8_t)(depth - TT_DEPTH_MIN) << 48 | (uint64_t)(age & (TT_AGES - 1)) << 56 |
           (uint64_t)data.pv << 61 | (uint64_t)(data.bound & 3) << 62;
}

static inline int tt_packed_depth(uint64_t word)
{
    return (int)(word >> 48 & 0xff) + TT_DEPTH_MIN;
}

static inline unsigned tt_packed_age(uint64_t word)
{
    return (unsigned)(word >> 56 & (TT_AGES - 1));
}

static inline unsigned tt_packed_bound(uint64_t word)
{
    return (unsigned)(word >> 62);
}

static inline TTData tt_unpack(uint64_t word)
{
    return (TTData){.move = (Move)(word & 0xffff),
                    .score = (int16_t)(uint16_t)(word >> 16),
                    .eval = (int16_t)(uint16_t)(word >> 32),
                    .depth = tt_packed_depth(word),
                    .pv = (word >> 61 & 1) != 0,
                    .bound = (uint8_t)tt_packed_bound(word)};
}

static inline uint64_t tt_load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit((_Atomic uint64_t *)word, memory_order_relaxed);
}

static inline void tt_put(_Atomic uint64_t *word, uint64_t value)
{
    atomic_store_explicit(word, value, memory_order_relaxed);
}

static inline bool tt_probe(const TT *tt, uint64_t key, TTData *out)
{
    const TTCluster *cluster = tt_cluster(tt, key);
    for (int i = 0; i < TT_WAYS; i++) {
        uint64_t word = tt_load(&cluster->slots[i].data);
        if ((tt_load(&cluster->slots[i].check) ^ word) != key || tt_packed_bound(word) == BOUND_NONE) continue;
        *out = tt_unpack(word);
        return true;
    }
    return false;
}

/* How much a slot is worth keeping: its depth, less for every search that has passed since. */
static inline int tt_worth(const TT *tt, uint64_t word)
{
    if (tt_packed_bound(word) == BOUND_NONE) return -1000;
    int searches = (int)((tt->age - tt_packed_age(word)) & (TT_AGES - 1));
    return tt_packed_depth(word) - TT_AGE_WEIGHT * searches;
}

/* A shallower result of the same search only replaces a deeper one when it is exact or nearly as deep. */
static inline bool tt_outranks(const TT *tt, const TTData *data, uint64_t old)
{
    return data->bound == BOUND_EXACT || tt_packed_age(old) != (tt->age & (TT_AGES - 1)) ||
           data->depth + 4 > tt_packed_depth(old);
}

static inline void tt_store(TT *tt, uint64_t key, TTData data)
{
    TTCluster *cluster = tt_cluster(tt, key);
    TTSlot *victim = NULL;
    int least = 0;
    for (int i = 0; i < TT_WAYS; i++) {
        TTSlot *slot = &cluster->slots[i];
        uint64_t word = tt_load(&slot->data);
        if ((tt_load(&slot->check) ^ word) == key && tt_packed_bound(word) != BOUND_NONE) {
            if (!tt_outranks(tt, &data, word)) return;
            if (data.move == MOVE_NONE) data.move = tt_unpack(word).move;
            victim = slot;
            break;
        }
        int value = tt_worth(tt, word);
        if (!victim || value < least) {
            victim = slot;
            least = value;
        }
    }
    uint64_t word = tt_pack(data, tt->age);
    tt_put(&victim->check, key ^ word);
    tt_put(&victim->data, word);
}

#endif
