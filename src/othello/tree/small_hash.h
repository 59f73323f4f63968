/* The worker's own little table for nodes near the end: one probe, one word, always replaced. */
#ifndef YOMI_OTHELLO_TREE_SMALL_HASH_H
#define YOMI_OTHELLO_TREE_SMALL_HASH_H

#include "othello/tree/state.h"

typedef struct SmallEntry {
    int lower, upper; /* in discs */
    int square;       /* -1: none */
} SmallEntry;

#define SMALL_HASH_OWN   UINT64_C(0x9e3779b97f4a7c15)
#define SMALL_HASH_OTHER UINT64_C(0xc2b2ae3d27d4eb4f)
#define SMALL_HASH_LAST  UINT64_C(0xbf58476d1ce4e5b9)

/* Cheaper here than the carried hash: most nodes this low are visited once and have few discs to turn over. */
static inline uint64_t small_hash_key(uint64_t own, uint64_t other)
{
    uint64_t mixed = own * SMALL_HASH_OWN;
    mixed = (mixed ^ mixed >> 32) + other * SMALL_HASH_OTHER;
    mixed ^= mixed >> 29;
    return mixed * SMALL_HASH_LAST;
}

enum { SMALL_KEY_SHIFT = 24, SMALL_OFFSET = 64 };

static inline uint64_t *small_slot(SmallHash *hash, uint64_t key)
{
    return &hash->entries[(key ^ key >> 40) & ((1 << SMALL_HASH_BITS) - 1)];
}

static inline void small_prefetch(SmallHash *hash, uint64_t key)
{
    __builtin_prefetch(small_slot(hash, key));
}

static inline SmallEntry small_probe(SmallHash *hash, uint64_t key)
{
    uint64_t word = *small_slot(hash, key);
    if ((word ^ key) >> SMALL_KEY_SHIFT) return (SmallEntry){-SQUARES, SQUARES, -1};
    return (SmallEntry){(int)(word & 0xff) - SMALL_OFFSET, (int)(word >> 8 & 0xff) - SMALL_OFFSET,
                        (int)(word >> 16 & 0xff) - 1};
}

static inline void small_store(SmallHash *hash, uint64_t key, SmallEntry entry)
{
    *small_slot(hash, key) = (key >> SMALL_KEY_SHIFT << SMALL_KEY_SHIFT) | (uint64_t)(entry.square + 1) << 16 |
                             (uint64_t)(entry.upper + SMALL_OFFSET) << 8 | (uint64_t)(entry.lower + SMALL_OFFSET);
}

#endif
