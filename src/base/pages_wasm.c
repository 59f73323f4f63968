/* WebAssembly has one memory, which grows; nothing in it is mapped apart. */
#include "base/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 64 };

size_t pages_available(void)
{
    return SIZE_MAX;
}

void *pages_alloc(size_t bytes, size_t before, void **base, size_t *mapped)
{
    size_t front = (before + ALIGN - 1) / ALIGN * ALIGN;
    char *begin = aligned_alloc(ALIGN, (front + bytes + ALIGN - 1) / ALIGN * ALIGN);
    if (!begin) return NULL;
    memset(begin, 0, front + bytes);
    *base = begin;
    *mapped = front + bytes;
    return begin + front;
}

void pages_free(void *base, size_t mapped)
{
    (void)mapped;
    free(base);
}
