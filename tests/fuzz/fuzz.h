/* What the targets share. */
#ifndef YOMI_FUZZ_H
#define YOMI_FUZZ_H

#include "base/str.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void require(bool good)
{
    if (!good) abort();
}

/* A file without a name that holds the bytes, and a path to it; close() removes it. */
int fuzz_file(Str bytes, char path[64]);

#endif
