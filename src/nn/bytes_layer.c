#include "nn/bytes_layer.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define HAS_AVX2 1
#else
#define HAS_AVX2 0
#endif

#define INLINE static inline __attribute__((always_inline))

INLINE void layer_plain(int32_t *sums, const int8_t *weights, const uint8_t *in, int groups, int outputs)
{
    for (int g = 0; g < groups; g++) {
        int32_t four;
        memcpy(&four, in + g * BYTES_GROUP, sizeof four);
        if (four == 0) continue; /* many are, after clipping */
        const int8_t *row = weights + g * outputs * BYTES_GROUP;
        for (int o = 0; o < outputs; o++) {
            for (int k = 0; k < BYTES_GROUP; k++) sums[o] += row[o * BYTES_GROUP + k] * in[g * BYTES_GROUP + k];
        }
    }
}

/* Registers of 128 bits: four outputs at once. In each 16-bit lane two products are added, which fit. */
typedef int16_t Lanes16 __attribute__((vector_size(16)));
typedef int32_t Lanes32 __attribute__((vector_size(16)));

INLINE void layer_128(int32_t *sums, const int8_t *weights, const uint8_t *in, int groups, int outputs)
{
    Lanes32 total[BYTES_OUTPUTS_MAX / 4];
    memcpy(total, sums, (size_t)outputs * sizeof *sums);
    for (int g = 0; g < groups; g++) {
        int32_t four;
        memcpy(&four, in + g * BYTES_GROUP, sizeof four);
        if (four == 0) continue;
        const Lanes16 input = (Lanes16)((Lanes32){0} + four), even = input & 0xff, odd = input >> 8;
        const int8_t *row = weights + g * outputs * BYTES_GROUP;
        for (int v = 0; v < outputs / 4; v++) {
            Lanes16 weight;
            memcpy(&weight, row + 16 * v, sizeof weight);
            Lanes32 pairs = (Lanes32)((weight << 8 >> 8) * even + (weight >> 8) * odd);
            total[v] += (pairs << 16 >> 16) + (pairs >> 16);
        }
    }
    memcpy(sums, total, (size_t)outputs * sizeof *sums);
}

#if HAS_AVX2
#define AVX2 __attribute__((target("avx2")))

AVX2 INLINE void layer_avx2(int32_t *sums, const int8_t *weights, const uint8_t *in, int groups, int outputs)
{
    const __m256i ones = _mm256_set1_epi16(1);
    const int vectors = outputs / 8;
    __m256i total[BYTES_OUTPUTS_MAX / 8];
    for (int v = 0; v < vectors; v++) total[v] = _mm256_loadu_si256((const __m256i *)(const void *)(sums + 8 * v));
    for (int g = 0; g < groups; g++) {
        int32_t four;
        memcpy(&four, in + g * BYTES_GROUP, sizeof four);
        if (four == 0) continue;
        __m256i input = _mm256_set1_epi32(four);
        const int8_t *row = weights + g * outputs * BYTES_GROUP;
        for (int v = 0; v < vectors; v++) {
            __m256i weight = _mm256_loadu_si256((const __m256i *)(const void *)(row + 32 * v));
            __m256i pairs = _mm256_maddubs_epi16(input, weight);
            total[v] = _mm256_add_epi32(total[v], _mm256_madd_epi16(pairs, ones));
        }
    }
    for (int v = 0; v < vectors; v++) _mm256_storeu_si256((__m256i *)(void *)(sums + 8 * v), total[v]);
}

AVX2 static void layer16_avx2(int32_t *sums, const int8_t *weights, const uint8_t *in, int groups)
{
    layer_avx2(sums, weights, in, groups, 16);
}

AVX2 static void layer32_avx2(int32_t *sums, const int8_t *weights, const uint8_t *in, int groups)
{
    layer_avx2(sums, weights, in, groups, 32);
}
#endif

void bytes_layer(CpuFeatures cpu, int32_t *sums, const int8_t *weights, const int32_t *bias, const uint8_t *in,
                 int inputs, int outputs)
{
    memcpy(sums, bias, (size_t)outputs * sizeof *sums);
    int groups = inputs / BYTES_GROUP;
#if HAS_AVX2
    if (cpu.avx2) {
        if (outputs == 16) {
            layer16_avx2(sums, weights, in, groups);
        } else {
            layer32_avx2(sums, weights, in, groups);
        }
        return;
    }
#endif
    if (outputs == 16) {
        cpu.vector128 ? layer_128(sums, weights, in, groups, 16) : layer_plain(sums, weights, in, groups, 16);
    } else {
        cpu.vector128 ? layer_128(sums, weights, in, groups, 32) : layer_plain(sums, weights, in, groups, 32);
    }
}
