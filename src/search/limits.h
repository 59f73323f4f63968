/* What a search may use, as a protocol says it. Milliseconds. Zero or LIMIT_NONE means "not given". */
#ifndef YOMI_SEARCH_LIMITS_H
#define YOMI_SEARCH_LIMITS_H

#include "search/types.h"

enum { LIMIT_NONE = -1 };

typedef struct Limits {
    /* The clock of the side to move. time_ms is LIMIT_NONE without a clock; 0 is a clock that has run out. */
    int64_t time_ms;
    int64_t increment_ms;
    int64_t byoyomi_ms;
    bool increment_first; /* the increment may be used for this move already */
    int moves_to_go;      /* 0: the whole game */

    int64_t movetime_ms; /* think about this long; LIMIT_NONE: not given */
    int depth;           /* 0: no limit */
    uint64_t nodes;      /* 0: no limit; never exceeded, by all workers together */
    int mate;            /* plies within which to look for a forced win, 0: ordinary search, -1: any length */
    bool infinite;       /* no result before stop */
    bool ponder;         /* no result before stop or ponderhit; the clock starts at ponderhit */
    int multipv;         /* lines to report; 0 and 1 are the same */

    const Move *only; /* search just these root moves; NULL: all. Read during pool_start only */
    int only_count;
    const Move *except; /* leave these out */
    int except_count;
    bool analysis; /* a book is asked for what it knows, not for a move */
    bool play_on;  /* a game that a rule has ended is searched, too, if it has moves left */
} Limits;

static inline Limits limits_none(void)
{
    return (Limits){.time_ms = LIMIT_NONE, .movetime_ms = LIMIT_NONE};
}

/* Time or nodes may run out before the search is through. */
static inline bool limits_bounded(const Limits *limits)
{
    return limits->time_ms != LIMIT_NONE || limits->movetime_ms != LIMIT_NONE || limits->nodes > 0;
}

#endif
