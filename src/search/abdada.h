/* ABDADA (J.-C. Weill): which subtrees are being searched right now, by any worker of a pool.
 *
 * For games whose helpers search the main worker's tree with it (Game.shared_tree): a worker marks the move that it
 * goes into, and another that comes to the same node puts a marked move off until the unmarked ones are done, so that
 * the brothers of a node are shared out without anybody waiting. Marks are hints: one may be lost to another in its
 * place or be read late, which costs some work done twice and never a wrong result. Relaxed loads and stores only. */
#ifndef YOMI_SEARCH_ABDADA_H
#define YOMI_SEARCH_ABDADA_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { ABDADA_BITS = 12 };

typedef struct AbdadaTable {
    _Atomic uint64_t keys[1 << ABDADA_BITS]; /* 0: free */
} AbdadaTable;

static inline _Atomic uint64_t *abdada_slot(AbdadaTable *table, uint64_t key)
{
    return &table->keys[key >> (64 - ABDADA_BITS)];
}

static inline bool abdada_searched(AbdadaTable *table, uint64_t key)
{
    return atomic_load_explicit(abdada_slot(table, key), memory_order_relaxed) == key;
}

static inline void abdada_enter(AbdadaTable *table, uint64_t key)
{
    atomic_store_explicit(abdada_slot(table, key), key, memory_order_relaxed);
}

static inline void abdada_leave(AbdadaTable *table, uint64_t key)
{
    if (abdada_searched(table, key)) atomic_store_explicit(abdada_slot(table, key), 0, memory_order_relaxed);
}

#endif
