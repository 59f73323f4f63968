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

/* Whole huge pages for the bulk, small ones for the rest, so that no memory is taken beyond the end. Only a wish. */
static void advise(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t bulk = bytes / HUGE_PAGE * HUGE_PAGE;
    size_t rest = (bytes - bulk + page - 1) / page * page;
    (void)madvise(block, bulk, MADV_HUGEPAGE);
    if (rest > 0) (void)madvise((char *)block + bulk, rest, MADV_NOHUGEPAGE);
#else
    (void)block;
    (void)bytes;
#endif
}

void *mem_alloc(size_t bytes, size_t reusable, Error *error)
{
    if (bytes == 0 || bytes > SIZE_MAX - MEM_ALIGN) {
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
    size_t align = bytes >= HUGE_PAGE ? HUGE_PAGE : MEM_ALIGN;
    void *block = NULL;
    if (posix_memalign(&block, align, bytes) != 0) {
        (void)error_set(error, STATUS_NO_MEMORY, "cannot allocate %zu MB", bytes >> 20);
        return NULL;
    }
    if (bytes >= HUGE_PAGE) advise(block, bytes);
    return block;
}

void mem_free(void *block)
{
    free(block);
}
