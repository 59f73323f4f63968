/* What a search found, kept after its callback has returned, and the way to ask for it and wait. An answer owns its
 * line; one that is zero is empty. */
#ifndef YOMI_TOOL_ANSWER_H
#define YOMI_TOOL_ANSWER_H

#include "yomi.h"

#include <stdbool.h>

enum { ANSWER_STAGE_MAX = 32 };

typedef struct SearchAnswer {
    char best[YOMI_MOVE_TEXT_MAX]; /* "" when the position has no move */
    char *line;                    /* NULL: no memory for it */
    char stage[ANSWER_STAGE_MAX];  /* which part of the engine chose the move */
    int score, win_in, depth;
    bool exact; /* neither a bound nor cut by probability */
    yomi_proof proof;
    uint64_t nodes;
    int64_t time_ms;
} SearchAnswer;

/* A result callback whose context is a SearchAnswer, which is filled in anew. */
void answer_take(void *answer, const yomi_result *result);
void answer_free(SearchAnswer *answer); /* and empties it */

/* Searches the engine's position and waits for the result. After an error the answer is empty. */
yomi_status answer_search(yomi_engine *engine, const yomi_limits *limits, SearchAnswer *answer, yomi_error *error);

#endif
