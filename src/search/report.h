/* What a search tells while it runs and when it ends.
 *
 * All callbacks of one search come from the same thread, one after the other, the result last and exactly once.
 * Pointers inside are valid during the call only. A callback must not start, stop-and-wait or close the engine. */
#ifndef YOMI_SEARCH_REPORT_H
#define YOMI_SEARCH_REPORT_H

#include "search/stats.h"
#include "search/types.h"

typedef enum ReportKind { REPORT_LINE, REPORT_CURRENT_MOVE, REPORT_TEXT, REPORT_BOOK } ReportKind;

typedef struct Report {
    ReportKind kind;
    int depth, seldepth;
    int selectivity; /* percent of confidence; 100: nothing was pruned by probability */
    int line;        /* MultiPV, from 1 */
    Score score;
    Bound bound;
    const Pv *pv; /* score, bound and pv always belong together */
    uint64_t nodes, nps;
    int64_t time_ms;
    int hashfull; /* permille */
    const Stats *stats;
    Move current; /* REPORT_CURRENT_MOVE */
    int current_number;
    const char *text; /* REPORT_TEXT */
    uint32_t games;   /* REPORT_BOOK: that reached the position after the move */
} Report;

typedef enum Proof { PROOF_NONE, PROOF_WIN, PROOF_NO_WIN } Proof;

typedef struct SearchResult {
    Move best; /* MOVE_NONE only when the position has no move */
    Move ponder;
    Score score;
    Bound bound;
    int depth; /* the last iteration that was completed */
    int seldepth;
    int selectivity;
    Pv pv;
    const Move *line; /* NULL, or the whole of a line that `pv` is too short for; stays until the next search */
    int line_length;
    uint64_t nodes;
    int64_t time_ms;
    Stats stats;
    Proof proof;       /* answer to a search with limits.mate */
    const char *stage; /* which part of the game's pipeline chose the move; a static text, never NULL */
} SearchResult;

typedef struct SearchCallbacks {
    void (*report)(void *context, const Report *report); /* may be NULL */
    void (*result)(void *context, const SearchResult *result);
    void *context;
} SearchCallbacks;

#endif
