/* Threat search: does the side to move win by force?
 *
 * VCF: every attacking move makes a four. VCT: attacking moves may also make threats to win by a VCF. Both are AND/OR
 * searches and a win is a proof: at the defender's nodes every answer that could matter is refuted. What could matter
 * is argued beside the code; under capture rules that includes captures, moves that prepare one, and own fives. A
 * "no" of the VCF search only means that no win was found.
 *
 * Memory: a ThreatTables belongs to one worker. The functions leave the board as they found it. */
#ifndef YOMI_GOMOKU_TREE_THREATS_H
#define YOMI_GOMOKU_TREE_THREATS_H

#include "gomoku/board.h"

typedef struct PnEntry {
    uint64_t key;    /* pn_key */
    uint32_t pn, dn; /* proof and disproof numbers, both 0 in an unused entry */
} PnEntry;

enum { VCF_TABLE_BITS = 18, PN_TABLE_BITS = 18 };

typedef struct ThreatTables {
    uint64_t vcf[1 << VCF_TABLE_BITS]; /* upper 48 bits of the key, then the winning move or 0 */
    PnEntry pn[1 << PN_TABLE_BITS];
} ThreatTables;

typedef enum ThreatResult { THREAT_UNKNOWN, THREAT_WIN, THREAT_NONE } ThreatResult;

typedef struct ThreatSearch {
    GomBoard *board;
    ThreatTables *tables;
    int attacker;   /* of a VCT, set by it */
    int64_t budget; /* nodes that may still be visited */
    int64_t nodes;  /* visited */
    int brief;      /* of a VCT: only wins within so many plies and a VCF, 0: any; set by it */
    bool aborted;   /* the budget or the clock ran out: a "no" means nothing */
    bool (*go_on)(void *context);
    void *context; /* of go_on, which is asked at every node and may be NULL */
} ThreatSearch;

static inline bool threat_node(ThreatSearch *search)
{
    if (search->aborted) return false;
    if (search->budget <= 0 || (search->go_on && !search->go_on(search->context))) {
        search->aborted = true;
        return false;
    }
    search->budget--;
    search->nodes++;
    return true;
}

static inline void line_of_one(Pv *pv, Move move)
{
    pv->len = 1;
    pv->moves[0] = move;
}

static inline uint64_t *vcf_slot(ThreatSearch *search, uint64_t key)
{
    return &search->tables->vcf[key & ((1 << VCF_TABLE_BITS) - 1)];
}

/* Bits of the key that the slot's number does not tell. */
static inline uint64_t vcf_check(uint64_t key)
{
    return key & ~UINT64_C(0xffff);
}

/* Proof numbers are the attacker's: the same position with the other side attacking is another matter, and so is what
 * is asked of a brief search. */
static inline uint64_t pn_key(const ThreatSearch *search, uint64_t key)
{
    if (search->brief) key ^= UINT64_C(0xd1b54a32d192ed03) * (uint64_t)search->brief;
    return search->attacker == 0 ? key : key ^ UINT64_C(0x9e3779b97f4a7c15);
}

static inline PnEntry *pn_slot(ThreatSearch *search, uint64_t pn_key)
{
    return &search->tables->pn[pn_key >> 20 & ((1 << PN_TABLE_BITS) - 1)];
}

#endif
