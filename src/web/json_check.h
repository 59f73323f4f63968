/* Looks at JSON before anybody builds a tree of it, and at texts of the store that should be JSON.
 *
 * Reads the text once and keeps nothing: a megabyte of junk that would become 32 megabytes of tree is refused here.
 * Strict (RFC 8259): no half of a surrogate pair, no control characters, nothing after the value. */
#ifndef YOMI_WEB_JSON_CHECK_H
#define YOMI_WEB_JSON_CHECK_H

#include "base/status.h"
#include "base/str.h"

enum {
    JSON_DEPTH_MAX = 64,
    JSON_VALUES_MAX = 16384 /* the longest list of analyses has half of it; a tree of so many takes some 2 MB */
};

/* STATUS_BAD_INPUT when it is not JSON, STATUS_TOO_LARGE when it is deeper than the limit or has more values than
 * `values_max`. With `apart`, the value of that member of the outermost object is not counted (its depth is), and
 * *value is its text; "" when there is none. Of two such members the first is meant. UTF-8 is not checked. */
Status json_check(Str text, int values_max, const char *apart, Str *value, Error *error);

#endif
