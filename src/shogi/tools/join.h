/* Parts of a run of training data become the whole run: positions that were there before are left out, as the run
 * itself leaves them out. */
#ifndef YOMI_SHOGI_TOOLS_JOIN_H
#define YOMI_SHOGI_TOOLS_JOIN_H

#include "base/locked_file.h"
#include "shogi/position.h"

enum { JOIN_SLOTS_LOG = 22, JOIN_SLOTS = 1 << JOIN_SLOTS_LOG };

/* Notes a position in a table of JOIN_SLOTS keys, which forgets; false when it was there. */
static inline bool seen_is_new(uint64_t *seen, uint64_t key)
{
    uint64_t *slot = &seen[key >> (64 - JOIN_SLOTS_LOG)];
    if (*slot == key) return false;
    *slot = key;
    return true;
}

/* Where the joining stands; what is pointed to is the caller's. */
typedef struct ShogiJoin {
    LockedFile *out;
    uint64_t *seen;
    ShogiPosition *position; /* for own use */
    int64_t next;            /* games below are in the file already */
    uint64_t games, positions;
} ShogiJoin;

/* Adds a file of whole games, in order, made with --keep-doubles. */
Status shogi_join(ShogiJoin *join, const char *path, Error *error);

#endif
