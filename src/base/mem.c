#include "base/mem.h"

#include "base/pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK_FROM = 64 << 20 };

size_t mem_available(void)
{
    return pages_available();
}

/* Stands in the 64 bytes before every block. */
typedef struct Header {
    _Alignas(MEM_ALIGN) void *base; /* what to give back */
    size_t mapped;                  /* bytes of a mapping of its own, 0: from the allocator */
} Header;

static void *with_header(char *block, void *base, size_t mapped)
{
    ((Header *)(void *)block)[-1] = (Header){.base = base, .mapped = mapped};
    return block;
}

/* malloc aligns to less than that. */
static void *alloc_small(size_t bytes)
{
    char *base = malloc(bytes + sizeof(Header) + MEM_ALIGN);
    if (!base) return NULL;
    char *block = base + sizeof(Header);
    block += (MEM_ALIGN - (uintptr_t)block % MEM_ALIGN) % MEM_ALIGN;
    return with_header(block, base, 0);
}

static void *alloc_large(size_t bytes)
{
    void *base = NULL;
    size_t mapped = 0;
    char *block = pages_alloc(bytes, sizeof(Header), &base, &mapped);
    return block ? with_header(block, base, mapped) : NULL;
}

void *mem_alloc(size_t bytes, size_t reusable, Error *error)
{
    if (bytes == 0 || bytes > SIZE_MAX / 2) {
        (void)error_set(error, STATUS_BAD_INPUT, "cannot allocate %zu bytes", bytes);
        return NULL;
    }
    if (bytes >= CHECK_FROM) {
        size_t available = mem_available();
        if (available != SIZE_MAX && (bytes > reusable ? bytes - reusable : 0) > available) {
            (void)error_set(error, STATUS_NO_MEMORY, "%zu MB asked for, but only %zu MB are available", bytes >> 20,
                            available >> 20);
            return NULL;
        }
    }
    void *block = bytes >= PAGES_HUGE ? alloc_large(bytes) : alloc_small(bytes);
    if (!block) (void)error_set(error, STATUS_NO_MEMORY, "cannot allocate %zu MB", bytes >> 20);
    return block;
}

void *mem_alloc_clear(size_t bytes, Error *error)
{
    void *block = mem_alloc(bytes, 0, error);
    if (block && ((Header *)block)[-1].mapped == 0) memset(block, 0, bytes); /* a mapping is clear */
    return block;
}

void mem_free(void *block)
{
    if (!block) return;
    Header header = ((Header *)block)[-1];
    if (header.mapped) {
        pages_free(header.base, header.mapped);
    } else {
        free(header.base);
    }
}
