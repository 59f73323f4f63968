#include "base/pages.h"

#include <stdint.h>
#include <windows.h>

size_t pages_available(void)
{
    MEMORYSTATUSEX memory = {.dwLength = sizeof memory};
    if (!GlobalMemoryStatusEx(&memory)) return SIZE_MAX;
    /* Windows promises no more than memory and page file hold together. */
    uint64_t least = memory.ullAvailPhys < memory.ullAvailPageFile ? memory.ullAvailPhys : memory.ullAvailPageFile;
    return least > SIZE_MAX ? SIZE_MAX : (size_t)least;
}

/* Large pages need a privilege that players do not have: ordinary ones, which begin at 64 kB. */
void *pages_alloc(size_t bytes, size_t before, void **base, size_t *mapped)
{
    enum { PAGE = 4096 };
    if (before > PAGE) return NULL;
    char *map = VirtualAlloc(NULL, bytes + PAGE, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (!map) return NULL;
    *base = map;
    *mapped = bytes + PAGE;
    return map + PAGE;
}

void pages_free(void *base, size_t mapped)
{
    (void)mapped; /* Windows knows it */
    (void)VirtualFree(base, 0, MEM_RELEASE);
}
