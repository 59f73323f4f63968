#include "base/random.h"

#include <windows.h>

#include <ntsecapi.h>

/* The old name, because every program is linked with its library. */
bool random_bytes(void *out, size_t size)
{
    return size <= RANDOM_BYTES_MAX && RtlGenRandom(out, (ULONG)size);
}
