/* Random bytes that nobody can guess, from the system. For games and tests there is rng.h. */
#ifndef YOMI_BASE_RANDOM_H
#define YOMI_BASE_RANDOM_H

#include <stdbool.h>
#include <stddef.h>

enum { RANDOM_BYTES_MAX = 256 }; /* at once */

bool random_bytes(void *out, size_t size);

#endif
