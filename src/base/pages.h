/* Memory from the system itself, below mem.h. */
#ifndef YOMI_BASE_PAGES_H
#define YOMI_BASE_PAGES_H

#include <stddef.h>

enum { PAGES_HUGE = 2 << 20 };

/* What could be handed out now; SIZE_MAX when the system does not tell. */
size_t pages_available(void);

/* `bytes` of cleared memory, with `before` more in front of it; the place behind those is aligned to PAGES_HUGE where
 * that is worth something and always to 64. *base and *mapped are for pages_free. NULL when there are none. */
void *pages_alloc(size_t bytes, size_t before, void **base, size_t *mapped);
void pages_free(void *base, size_t mapped);

#endif
