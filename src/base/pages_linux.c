#include "base/pages.h"

#include "base/str.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

size_t pages_available(void)
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

/* A mapping of its own, aligned to huge pages: huge ones for the bulk and small ones for the rest, so that no memory is
 * taken beyond the end. The page before it has what stands in front. */
void *pages_alloc(size_t bytes, size_t before, void **base, size_t *mapped)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t whole = (bytes + page - 1) / page * page, room = page + whole + PAGES_HUGE;
    if (before > page) return NULL;
    char *map = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) return NULL;
    char *block = map + page;
    block += (PAGES_HUGE - (uintptr_t)block % PAGES_HUGE) % PAGES_HUGE;
    char *begin = block - page, *end = block + whole;
    if (begin > map) (void)munmap(map, (size_t)(begin - map));
    if (end < map + room) (void)munmap(end, (size_t)(map + room - end));
    size_t bulk = bytes / PAGES_HUGE * PAGES_HUGE;
    (void)madvise(block, bulk, MADV_HUGEPAGE); /* only a wish */
    if (whole > bulk) (void)madvise(block + bulk, whole - bulk, MADV_NOHUGEPAGE);
    (void)madvise(begin, page, MADV_NOHUGEPAGE);
    *base = begin;
    *mapped = page + whole;
    return block;
}

void pages_free(void *base, size_t mapped)
{
    (void)munmap(base, mapped);
}
