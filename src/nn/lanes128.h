/* The arithmetic of a Net in registers of 128 bits, by the vector extensions of gcc and clang: what NEON, WebAssembly's
 * SIMD and SSE2 have in common. Same results as the portable code, to the last bit; net.c chooses. */
#ifndef YOMI_NN_LANES128_H
#define YOMI_NN_LANES128_H

#include "nn/net.h"

#if defined(__wasm_simd128__) || defined(__aarch64__) || defined(__x86_64__)
#define NN_HAS_128 1

#include <string.h>
#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

enum { LANES128 = 8, STRIP128 = 8 * LANES128 };

typedef int16_t Lanes128 __attribute__((vector_size(16)));

static inline Lanes128 lanes128_load(const int16_t *at)
{
    Lanes128 value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline void lanes128_store(int16_t *at, Lanes128 value)
{
    memcpy(at, &value, sizeof value);
}

/* Strips of eight registers, so that what a row costs besides its additions is paid once for 64 of them. */
static inline void lanes128_strip(const Net *net, int at, int16_t *sums, const int16_t *from, const int *added,
                                  int added_count, const int *taken, int taken_count)
{
    Lanes128 value[STRIP128 / LANES128];
    for (int v = 0; v < STRIP128 / LANES128; v++) value[v] = lanes128_load(from + at + v * LANES128);
    for (int k = 0; k < added_count; k++) {
        const int16_t *row = net_row(net, added[k]) + at;
        for (int v = 0; v < STRIP128 / LANES128; v++) value[v] += lanes128_load(row + v * LANES128);
    }
    for (int k = 0; k < taken_count; k++) {
        const int16_t *row = net_row(net, taken[k]) + at;
        for (int v = 0; v < STRIP128 / LANES128; v++) value[v] -= lanes128_load(row + v * LANES128);
    }
    for (int v = 0; v < STRIP128 / LANES128; v++) lanes128_store(sums + at + v * LANES128, value[v]);
}

static inline void lanes128_update(const Net *net, int16_t *sums, const int16_t *from, const int *added,
                                   int added_count, const int *taken, int taken_count)
{
    int i = 0;
    for (; i + STRIP128 <= net->width; i += STRIP128) {
        lanes128_strip(net, i, sums, from, added, added_count, taken, taken_count);
    }
    for (; i < net->width; i += LANES128) {
        Lanes128 value = lanes128_load(from + i);
        for (int k = 0; k < added_count; k++) value += lanes128_load(net_row(net, added[k]) + i);
        for (int k = 0; k < taken_count; k++) value -= lanes128_load(net_row(net, taken[k]) + i);
        lanes128_store(sums + i, value);
    }
}

static inline Lanes128 lanes128_clip(Lanes128 value)
{
    const Lanes128 one = (Lanes128){0} + NET_ONE;
#if defined(__wasm_simd128__)
    return (Lanes128)wasm_i16x8_min(wasm_i16x8_max((v128_t)value, wasm_i16x8_splat(0)), (v128_t)one);
#else
    value &= value > 0;
    Lanes128 small = value < one;
    return (value & small) | (one & ~small);
#endif
}

/* A lane sums at most 32 products, which fit 31 bits (NET_OUT_MAX). */
#if defined(__wasm_simd128__)
typedef int32_t Sums128 __attribute__((vector_size(16)));
enum { SUMS128 = 4 };

/* total + clipped * clipped / 64 * weights, in pairs: one instruction here, and products of 16 bits. */
static inline void lanes128_add(Sums128 *total, Lanes128 value, Lanes128 weight)
{
    v128_t low = wasm_i32x4_shr(wasm_i32x4_extmul_low_i16x8((v128_t)value, (v128_t)value), 6);
    v128_t high = wasm_i32x4_shr(wasm_i32x4_extmul_high_i16x8((v128_t)value, (v128_t)value), 6);
    *total += (Sums128)wasm_i32x4_dot_i16x8(wasm_i16x8_narrow_i32x4(low, high), (v128_t)weight);
}
#else
typedef int32_t Sums128 __attribute__((vector_size(32)));
enum { SUMS128 = 8 };

static inline void lanes128_add(Sums128 *total, Lanes128 value, Lanes128 weight)
{
    Sums128 wide = __builtin_convertvector(value, Sums128);
    *total += (wide * wide >> 6) * __builtin_convertvector(weight, Sums128);
}
#endif

/* Two sums by turns: a lane of four would not hold all products. */
static inline int64_t lanes128_weigh(const int16_t *sums, const int16_t *out, int width)
{
    Sums128 even = {0}, odd = {0};
    for (int i = 0; i < width; i += NET_LANES) {
        lanes128_add(&even, lanes128_clip(lanes128_load(sums + i)), lanes128_load(out + i));
        lanes128_add(&odd, lanes128_clip(lanes128_load(sums + i + LANES128)), lanes128_load(out + i + LANES128));
    }
    int64_t sum = 0;
    for (int lane = 0; lane < SUMS128; lane++) sum += (int64_t)even[lane] + odd[lane];
    return sum;
}

#else
#define NN_HAS_128 0
#endif

#endif
