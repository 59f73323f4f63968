/* Bit helpers. The compiler turns each into one instruction where the target has it. */
#ifndef YOMI_BASE_BITS_H
#define YOMI_BASE_BITS_H

#include <stdint.h>
#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

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

__extension__ typedef unsigned __int128 Bits128;

/* Where a processor has no pairs of words, products and shifts of them by a variable would be calls of functions. */
#if defined(__wasm_simd128__)
static inline Bits128 bits128_shift(Bits128 x, int by)
{
    uint64_t low = (uint64_t)x, high = (uint64_t)(x >> 64);
    if (by >= 64) return (Bits128)(low << (by & 63)) << 64;
    return (Bits128)(high << by | low >> 1 >> (63 - by)) << 64 | low << by;
}

static inline int bits128_at(Bits128 x, int index)
{
    return (int)((index < 64 ? (uint64_t)x : (uint64_t)(x >> 64)) >> (index & 63) & 1);
}

static inline uint64_t bits128_word(Bits128 x, int from)
{
    return from ? (uint64_t)(x >> 64) : (uint64_t)x;
}

static inline Bits128 bits128_reverse(Bits128 x)
{
    v128_t bytes = wasm_i64x2_make((int64_t)x, (int64_t)(x >> 64));
    bytes = wasm_i8x16_shuffle(bytes, bytes, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    return (Bits128)(uint64_t)wasm_i64x2_extract_lane(bytes, 1) << 64 | (uint64_t)wasm_i64x2_extract_lane(bytes, 0);
}

static inline uint64_t bits_mul_high(uint64_t a, uint64_t b)
{
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t middle = ah * bl + (al * bl >> 32), cross = al * bh + (uint32_t)middle;
    return ah * bh + (middle >> 32) + (cross >> 32);
}
#else
/* x << by, below 128. */
static inline Bits128 bits128_shift(Bits128 x, int by)
{
    return x << by;
}

static inline int bits128_at(Bits128 x, int index)
{
    return (int)(x >> index & 1);
}

/* The word that begins at bit 0 or 64. */
static inline uint64_t bits128_word(Bits128 x, int from)
{
    return (uint64_t)(x >> from);
}

/* With its 16 bytes in the other order. */
static inline Bits128 bits128_reverse(Bits128 x)
{
    return (Bits128)__builtin_bswap64((uint64_t)x) << 64 | __builtin_bswap64((uint64_t)(x >> 64));
}

/* The upper 64 bits of the product: maps a uniform `a` to [0, b). */
static inline uint64_t bits_mul_high(uint64_t a, uint64_t b)
{
    return (uint64_t)((Bits128)a * b >> 64);
}
#endif

#endif
