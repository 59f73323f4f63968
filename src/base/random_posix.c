#include "base/random.h"

#include <unistd.h>

bool random_bytes(void *out, size_t size)
{
    return getentropy(out, size) == 0;
}
