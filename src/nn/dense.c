#include "nn/dense.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define HAS_AVX2 1
#else
#define HAS_AVX2 0
#endif

enum { ONE = 127, SHIFT = 6 };

static uint8_t clip(int32_t value)
{
    return (uint8_t)(value < 0 ? 0 : value > ONE ? ONE : value);
}

/* ---- portable ---- */

static void clip_plain(uint8_t out[DENSE_SIDE], const int16_t sums[DENSE_SIDE])
{
    for (int i = 0; i < DENSE_SIDE; i++) out[i] = clip(sums[i]);
}

static void layer_plain(uint8_t out[DENSE_HIDDEN], const int8_t (*weights)[DENSE_HIDDEN][DENSE_GROUP],
                        const int32_t *bias, const uint8_t *in, int groups)
{
    int32_t sums[DENSE_HIDDEN];
    memcpy(sums, bias, sizeof sums);
    for (int g = 0; g < groups; g++) {
        for (int o = 0; o < DENSE_HIDDEN; o++) {
            for (int k = 0; k < DENSE_GROUP; k++) sums[o] += weights[g][o][k] * in[g * DENSE_GROUP + k];
        }
    }
    for (int o = 0; o < DENSE_HIDDEN; o++) out[o] = clip(sums[o] >> SHIFT);
}

/* ---- AVX2 ---- */

#if HAS_AVX2
#define AVX2 __attribute__((target("avx2")))
enum { VECTORS = DENSE_HIDDEN / 8 };

AVX2 static void clip_avx2(uint8_t out[DENSE_SIDE], const int16_t sums[DENSE_SIDE])
{
    const __m256i zero = _mm256_setzero_si256();
    for (int i = 0; i < DENSE_SIDE; i += 32) {
        __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(sums + i));
        __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(sums + i + 16));
        __m256i bytes = _mm256_max_epi8(_mm256_packs_epi16(a, b), zero); /* packs saturates at 127 */
        _mm256_storeu_si256((__m256i *)(void *)(out + i), _mm256_permute4x64_epi64(bytes, 0xd8));
    }
}

AVX2 static void layer_avx2(uint8_t out[DENSE_HIDDEN], const int8_t (*weights)[DENSE_HIDDEN][DENSE_GROUP],
                            const int32_t *bias, const uint8_t *in, int groups)
{
    const __m256i ones = _mm256_set1_epi16(1);
    __m256i sums[VECTORS];
    for (int v = 0; v < VECTORS; v++) sums[v] = _mm256_loadu_si256((const __m256i *)(const void *)(bias + 8 * v));
    for (int g = 0; g < groups; g++) {
        int32_t four;
        memcpy(&four, in + g * DENSE_GROUP, sizeof four);
        if (four == 0) continue; /* many are, after clipping */
        __m256i input = _mm256_set1_epi32(four);
        for (int v = 0; v < VECTORS; v++) {
            __m256i weight = _mm256_loadu_si256((const __m256i *)(const void *)weights[g][8 * v]);
            __m256i pairs = _mm256_maddubs_epi16(input, weight);
            sums[v] = _mm256_add_epi32(sums[v], _mm256_madd_epi16(pairs, ones));
        }
    }
    int32_t whole[DENSE_HIDDEN];
    for (int v = 0; v < VECTORS; v++) _mm256_storeu_si256((__m256i *)(void *)(whole + 8 * v), sums[v]);
    for (int o = 0; o < DENSE_HIDDEN; o++) out[o] = clip(whole[o] >> SHIFT);
}
#endif

int32_t dense_output(const Dense *dense, CpuFeatures cpu, const int16_t mine[DENSE_SIDE],
                     const int16_t theirs[DENSE_SIDE])
{
    uint8_t in[DENSE_IN], first[DENSE_HIDDEN], second[DENSE_HIDDEN];
#if HAS_AVX2
    if (cpu.avx2) {
        clip_avx2(in, mine);
        clip_avx2(in + DENSE_SIDE, theirs);
        layer_avx2(first, dense->first, dense->first_bias, in, DENSE_IN / DENSE_GROUP);
        layer_avx2(second, dense->second, dense->second_bias, first, DENSE_HIDDEN / DENSE_GROUP);
    } else
#endif
    {
        clip_plain(in, mine);
        clip_plain(in + DENSE_SIDE, theirs);
        layer_plain(first, dense->first, dense->first_bias, in, DENSE_IN / DENSE_GROUP);
        layer_plain(second, dense->second, dense->second_bias, first, DENSE_HIDDEN / DENSE_GROUP);
    }
    (void)cpu;
    int32_t sum = dense->out_bias;
    for (int i = 0; i < DENSE_HIDDEN; i++) sum += dense->out[i] * second[i];
    return sum;
}
