/* Bit helpers. The compiler turns each into one instruction where the target has it. */
#ifndef YOMI_BASE_BITS_H
#define YOMI_BASE_BITS_H

#include <stdint.h>

static inline int bits_count(uint64_t x)
{
    return __builtin_popcountll(x);
}

/* Index of the lowest set bit; x must not be 0. */
static inline int bits_lowest(uint64_t x)
{
    return __builtin_ctzll(x);
}

/* Index of the highest set bit; x must not be 0. */
static inline int bits_highest(uint64_t x)
{
    return 63 - __builtin_clzll(x);
}

/* Removes the lowest set bit of *x (not 0) and returns its index. */
static inline int bits_pop(uint64_t *x)
{
    int index = bits_lowest(*x);
    *x &= *x - 1;
    return index;
}

/* The upper 64 bits of the product: maps a uniform `a` to [0, b). */
static inline uint64_t bits_mul_high(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 Wide;
    return (uint64_t)((Wide)a * b >> 64);
}

#endif
