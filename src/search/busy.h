/* Which subtrees are being searched right now, by any worker of a pool.
 *
 * For games whose helpers search the main worker's tree with it (Game.shared_tree): a worker marks the move that it
 * goes into, and another that comes to the same node puts a marked move off until the unmarked ones are done, so that
 * the brothers of a node are shared out without anybody waiting. Marks are hints: one may be lost to another in its
 * place or be read late, which costs some work done twice and never a wrong result. Relaxed loads and stores only. */
#ifndef YOMI_SEARCH_BUSY_H
#define YOMI_SEARCH_BUSY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { BUSY_BITS = 12 };

typedef struct Busy {
    _Atomic uint64_t keys[1 << BUSY_BITS]; /* 0: free */
} Busy;

static inline _Atomic uint64_t *busy_slot(Busy *busy, uint64_t key)
{
    return &busy->keys[key >> (64 - BUSY_BITS)];
}

static inline bool busy_marked(Busy *busy, uint64_t key)
{
    return atomic_load_explicit(busy_slot(busy, key), memory_order_relaxed) == key;
}

static inline void busy_mark(Busy *busy, uint64_t key)
{
    atomic_store_explicit(busy_slot(busy, key), key, memory_order_relaxed);
}

static inline void busy_unmark(Busy *busy, uint64_t key)
{
    if (busy_marked(busy, key)) atomic_store_explicit(busy_slot(busy, key), 0, memory_order_relaxed);
}

#endif
