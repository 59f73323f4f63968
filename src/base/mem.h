/* Large, cache-line aligned blocks, refused when the machine has not got them.
 *
 * Linux promises memory that it does not have and kills the process later; so a large request is compared with what
 * is free first. */
#ifndef YOMI_BASE_MEM_H
#define YOMI_BASE_MEM_H

#include "base/status.h"

#include <stddef.h>

enum { MEM_ALIGN = 64 };

/* Bytes that could be handed out now: free memory and caches, within the limits of a control group. SIZE_MAX when the
 * system does not tell. */
size_t mem_available(void);

/* An aligned block (not cleared). `reusable` is what the caller will free in exchange and may be counted as available.
 * NULL with an error text when it does not fit. Freed with mem_free. */
void *mem_alloc(size_t bytes, size_t reusable, Error *error);
/* The same, cleared. Of a large block no page is touched, so that it costs nothing before it is used. */
void *mem_alloc_clear(size_t bytes, Error *error);
void mem_free(void *block);

#endif
