/* How a game ended, in the words of the engines and of the page. */
#ifndef YOMI_WEB_RECORD_WORDS_H
#define YOMI_WEB_RECORD_WORDS_H

#include "record/record.h"

static const char *const record_end_words[] = {
    [RECORD_END_NONE] = "",           [RECORD_END_RESIGN] = "resignation",
    [RECORD_END_MATE] = "mate",       [RECORD_END_REPETITION] = "repetition",
    [RECORD_END_IMPASSE] = "impasse", [RECORD_END_DECLARATION] = "declaration",
    [RECORD_END_TIME] = "time",       [RECORD_END_ILLEGAL] = "illegal move",
    [RECORD_END_ABORT] = "",
};
static const char *const record_results[] = {
    [RECORD_UNKNOWN] = "", [RECORD_FIRST_WINS] = "1-0", [RECORD_SECOND_WINS] = "0-1", [RECORD_DRAW] = "1/2"};
enum {
    RECORD_ENDS = sizeof record_end_words / sizeof *record_end_words,
    RECORD_RESULTS = sizeof record_results / sizeof *record_results
};

#endif
