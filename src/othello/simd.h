/* Which vector instructions the file at hand is compiled for, and the lanes that all of them share.
 *
 * A register has one lane of 64 bits for each of the four lines through a square: row, anti-diagonal, column, main
 * diagonal, whose steps are 1, 7, 8 and 9. */
#ifndef YOMI_OTHELLO_SIMD_H
#define YOMI_OTHELLO_SIMD_H

#include <stdint.h>

#if defined(__AVX2__) && defined(__BMI2__)
#define OTHELLO_AVX2 1
#include <immintrin.h>
#else
#define OTHELLO_AVX2 0
#endif
#if OTHELLO_AVX2 && defined(__AVX512VL__) && defined(__AVX512CD__) && defined(__AVX512VBMI2__)
#define OTHELLO_AVX512 1
#else
#define OTHELLO_AVX512 0
#endif

#if OTHELLO_AVX2

/* What is in any of the lanes, in the first one. */
static inline __m128i fold_or_lane(__m256i lanes)
{
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    return _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
}

static inline uint64_t fold_or(__m256i lanes)
{
    return (uint64_t)_mm_cvtsi128_si64(fold_or_lane(lanes));
}

static inline uint64_t fold_and(__m256i lanes)
{
    __m128i half = _mm_and_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    half = _mm_and_si128(half, _mm_unpackhi_epi64(half, half));
    return (uint64_t)_mm_cvtsi128_si64(half);
}

static inline int greatest_of_8(__m256i lanes)
{
    __m128i half = _mm_max_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    half = _mm_max_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    half = _mm_max_epi32(half, _mm_shuffle_epi32(half, 0xb1));
    return _mm_cvtsi128_si32(half);
}

#endif
#endif
