#include "base/random.h"

#include <windows.h>

#include <bcrypt.h>

bool random_bytes(void *out, size_t size)
{
    return size <= RANDOM_BYTES_MAX && BCryptGenRandom(NULL, out, (ULONG)size, BCRYPT_USE_SYSTEM_PREFERRED_RNG) == 0;
}
