#include "base/mem.h"

#include "base/str.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { HUGE_PAGE = 2 << 20, CHECK_FROM = 64 << 20 };

/* The number after `label` in a small text file of the kernel, or SIZE_MAX. */
static size_t number_in_file(const char *path, const char *label)
{
    FILE *file = fopen(path, "re");
    if (!file) return SIZE_MAX;
    size_t value = SIZE_MAX;
    char line[256];
    while (value == SIZE_MAX && fgets(line, sizeof line, file)) {
        Str rest = str_from(line);
        int64_t number = 0;
        if (!str_starts(rest, label)) continue;
        rest = str_skip(rest, strlen(label));
        if (str_to_int(str_word(&rest), 0, INT64_MAX, &number)) value = (size_t)number;
    }
    (void)fclose(file);
    return value;
}

size_t mem_available(void)
{
    size_t free_kb = number_in_file("/proc/meminfo", "MemAvailable:");
    size_t available = free_kb == SIZE_MAX ? SIZE_MAX : free_kb * 1024;
    size_t limit = number_in_file("/sys/fs/cgroup/memory.max", "");
    size_t used = number_in_file("/sys/fs/cgroup/memory.current", "");
    if (limit != SIZE_MAX && used != SIZE_MAX) {
        size_t rest = limit > used ? limit - used : 0;
        if (rest < available) available = rest;
    }
    return available;
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

static void *alloc_small(size_t bytes)
{
    void *base = NULL;
    if (posix_memalign(&base, MEM_ALIGN, bytes + sizeof(Header)) != 0) return NULL;
    return with_header((char *)base + sizeof(Header), base, 0);
}

#ifdef MADV_HUGEPAGE
/* A mapping of its own, aligned to huge pages: huge ones for the bulk and small ones for the rest, so that no memory is
 * taken beyond the end. The page before it has the header. */
static void *alloc_large(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t whole = (bytes + page - 1) / page * page, room = page + whole + HUGE_PAGE;
    char *map = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) return NULL;
    char *block = map + page;
    block += (HUGE_PAGE - (uintptr_t)block % HUGE_PAGE) % HUGE_PAGE;
    char *base = block - page, *end = block + whole;
    if (base > map) (void)munmap(map, (size_t)(base - map));
    if (end < map + room) (void)munmap(end, (size_t)(map + room - end));
    size_t bulk = bytes / HUGE_PAGE * HUGE_PAGE;
    (void)madvise(block, bulk, MADV_HUGEPAGE); /* only a wish */
    if (whole > bulk) (void)madvise(block + bulk, whole - bulk, MADV_NOHUGEPAGE);
    (void)madvise(base, page, MADV_NOHUGEPAGE);
    return with_header(block, base, page + whole);
}
#else
static void *alloc_large(size_t bytes)
{
    return alloc_small(bytes);
}
#endif

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
    void *block = bytes >= HUGE_PAGE ? alloc_large(bytes) : alloc_small(bytes);
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
        (void)munmap(header.base, header.mapped);
    } else {
        free(header.base);
    }
}
