/* Data that a program gets after it has started, in place of files inside it: the weights of a page's engine, which are
 * loaded when they are needed. A module instance is one program, so there is one set. */
#ifndef YOMI_BASE_GIVEN_H
#define YOMI_BASE_GIVEN_H

#include "base/status.h"
#include "base/str.h"

/* Copies the bytes; what was given under the same name before is forgotten. Not while somebody reads it. */
Status given_set(const char *name, const void *bytes, size_t len, Error *error);
/* Empty when nothing was given. Valid until given_set of the same name. */
Str given_get(const char *name);

#endif
