/* Command-line arguments: `--name VALUE`, `--name=VALUE`, flags and words in any order. One table per command; a word
 * or a value that the table does not know is an error that names it. */
#ifndef YOMI_TOOL_ARGS_H
#define YOMI_TOOL_ARGS_H

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum ArgKind {
    ARG_FLAG,
    ARG_NUMBER,
    ARG_REAL, /* any finite number; min and max are not looked at */
    ARG_TEXT,
    ARG_MANY, /* a text that may be given several times */
    ARG_WORD
} ArgKind;

enum { ARG_MANY_MAX = 64 };

typedef struct ArgTexts {
    const char *items[ARG_MANY_MAX];
    int count;
} ArgTexts;

typedef struct Arg {
    const char *name; /* "--depth", or what a word is: "GAME" */
    ArgKind kind;
    int64_t min, max; /* ARG_NUMBER */
    void *place;      /* bool *, int64_t *, double *, const char **, ArgTexts * (texts stay in argv) */
    bool required;
} Arg;

/* Words are filled in the order of the table. */
Status args_parse(const Arg *table, int count, int argc, char **argv, Error *error);

#endif
