#include "nn/dense.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define HAS_AVX2 1
#else
#define HAS_AVX2 0
#endif

enum { SHIFT = 6 };

static void clip_plain(uint8_t out[DENSE_SIDE], const int16_t sums[DENSE_SIDE])
{
    for (int i = 0; i < DENSE_SIDE; i++) out[i] = bytes_clip(sums[i]);
}

#if HAS_AVX2
#define AVX2 __attribute__((target("avx2")))

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
#endif

static void hidden_layer(CpuFeatures cpu, uint8_t out[DENSE_HIDDEN], const int8_t *weights, const int32_t *bias,
                         const uint8_t *in, int inputs)
{
    int32_t sums[DENSE_HIDDEN];
    bytes_layer(cpu, sums, weights, bias, in, inputs, DENSE_HIDDEN);
    for (int o = 0; o < DENSE_HIDDEN; o++) out[o] = bytes_clip(sums[o] >> SHIFT);
}

int32_t dense_output(const Dense *dense, CpuFeatures cpu, const int16_t mine[DENSE_SIDE],
                     const int16_t theirs[DENSE_SIDE])
{
    uint8_t in[DENSE_IN], first[DENSE_HIDDEN], second[DENSE_HIDDEN];
#if HAS_AVX2
    if (cpu.avx2) {
        clip_avx2(in, mine);
        clip_avx2(in + DENSE_SIDE, theirs);
    } else
#endif
    {
        clip_plain(in, mine);
        clip_plain(in + DENSE_SIDE, theirs);
    }
    hidden_layer(cpu, first, &dense->first[0][0][0], dense->first_bias, in, DENSE_IN);
    hidden_layer(cpu, second, &dense->second[0][0][0], dense->second_bias, first, DENSE_HIDDEN);
    int32_t sum = dense->out_bias;
    for (int i = 0; i < DENSE_HIDDEN; i++) sum += dense->out[i] * second[i];
    return sum;
}
