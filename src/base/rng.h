/* Random numbers: splitmix64 to make seeds, xoshiro256** for streams. Same seed, same stream, on every machine. */
#ifndef YOMI_BASE_RNG_H
#define YOMI_BASE_RNG_H

#include "base/bits.h"

#include <stdint.h>

/* One step of splitmix64 from the given state: a good 64-bit mixer. */
static inline uint64_t splitmix64(uint64_t state)
{
    uint64_t z = state + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

typedef struct Rng {
    uint64_t s[4];
} Rng;

static inline Rng rng_new(uint64_t seed)
{
    Rng rng;
    for (int i = 0; i < 4; i++) {
        rng.s[i] = splitmix64(seed);
        seed += UINT64_C(0x9e3779b97f4a7c15);
    }
    return rng;
}

static inline uint64_t rng_rotate(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

static inline uint64_t rng_next(Rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t result = rng_rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotate(s[3], 45);
    return result;
}

/* Uniform in [0, bound); bound must be positive. The bias is below 2^-32 for bounds of 32 bits. */
static inline uint64_t rng_below(Rng *rng, uint64_t bound)
{
    return bits_mul_high(rng_next(rng), bound);
}

/* Uniform in [0, 1). */
static inline double rng_unit(Rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1.0p-53;
}

#endif
