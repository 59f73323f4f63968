/* String views: a pointer and a length into text that somebody else owns. Never NUL-terminated by promise. */
#ifndef YOMI_BASE_STR_H
#define YOMI_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Str {
    const char *ptr;
    size_t len;
} Str;

/* For "%.*s": printf("%.*s", STR_ARG(s)). Cut at what an int can say. */
#define STR_ARG(s)    (int)((s).len > 0x7fffffff ? 0x7fffffff : (s).len), (s).ptr
#define STR_LIT(text) ((Str){(text), sizeof(text) - 1})

Str str_from(const char *text); /* NULL gives the empty view */
bool str_eq(Str a, const char *b);
bool str_eq_nocase(Str a, const char *b); /* ASCII only */
bool str_starts(Str s, const char *prefix);
bool str_like(Str s, const char *pattern); /* * stands for any letters, ? for one; ASCII letters of either case */
Str str_trim(Str s);                       /* blanks, tabs, CR, LF at both ends */
Str str_skip(Str s, size_t count);

/* Cuts the next blank-separated word off the front of *rest. Returns an empty view at the end. */
Str str_word(Str *rest);

/* Cuts everything up to the next `separator` (which is dropped) off the front of *rest. */
Str str_until(Str *rest, char separator);

/* The whole view must be one decimal integer within [min, max]. */
bool str_to_int(Str s, int64_t min, int64_t max, int64_t *out);
/* An integer of any length, brought into the range. False when it is no integer. */
bool str_to_int_within(Str s, int64_t min, int64_t max, int64_t *out);
bool str_to_double(Str s, double *out);

char *str_dup(Str s); /* with a NUL, for the caller to free; NULL without memory */

/* Where the bytes of `what` first are in it; NULL when they are nowhere. */
const char *str_find(Str s, const char *what);

/* Copies with a NUL; false (and an empty string) when it does not fit. */
bool str_copy(Str s, char *out, size_t size);

#endif
