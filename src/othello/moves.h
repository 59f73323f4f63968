/* Legal moves and flips, the two functions that every node calls.
 *
 * Compiled with AVX2 and BMI2 the four lines through a square are four lanes of one register; otherwise plain shifts.
 * AVX-512 has shorter ways for the flips; registers of eight lanes for the eight directions took 2 % more time. All
 * give the same results (tests/othello/test_board.c). Everything is static: the file is compiled once for each code
 * path, see tree.h. */
#ifndef YOMI_OTHELLO_MOVES_H
#define YOMI_OTHELLO_MOVES_H

#include "othello/board.h"
#include "othello/lines.h"
#include "othello/simd.h"

/* Squares between the a and h files: a run that goes sideways may not pass an edge file, on any of its steps. */
#define INNER_FILES UINT64_C(0x7e7e7e7e7e7e7e7e)

/* ---- plain shifts ---- */

/* A run of `other` that begins beside a square of `from`, in one direction of the given shift. */
static inline uint64_t run_up(uint64_t from, uint64_t other, int shift)
{
    uint64_t run = other & from << shift;
    run |= other & run << shift;
    uint64_t pairs = other & other << shift;
    run |= pairs & run << 2 * shift;
    return run | (pairs & run << 2 * shift);
}

static inline uint64_t run_down(uint64_t from, uint64_t other, int shift)
{
    uint64_t run = other & from >> shift;
    run |= other & run >> shift;
    uint64_t pairs = other & other >> shift;
    run |= pairs & run >> 2 * shift;
    return run | (pairs & run >> 2 * shift);
}

static inline uint64_t moves_plain(uint64_t own, uint64_t other)
{
    uint64_t inner = other & INNER_FILES;
    uint64_t moves = run_up(own, inner, 1) << 1 | run_down(own, inner, 1) >> 1;
    moves |= run_up(own, other, 8) << 8 | run_down(own, other, 8) >> 8;
    moves |= run_up(own, inner, 7) << 7 | run_down(own, inner, 7) >> 7;
    moves |= run_up(own, inner, 9) << 9 | run_down(own, inner, 9) >> 9;
    return moves & ~(own | other);
}

static inline uint64_t flips_up(uint64_t own, uint64_t other, uint64_t from, int shift)
{
    uint64_t run = run_up(from, other, shift);
    return run << shift & own ? run : 0;
}

static inline uint64_t flips_down(uint64_t own, uint64_t other, uint64_t from, int shift)
{
    uint64_t run = run_down(from, other, shift);
    return run >> shift & own ? run : 0;
}

static inline uint64_t flips_plain(uint64_t own, uint64_t other, int square)
{
    uint64_t from = bit(square), inner = other & INNER_FILES;
    uint64_t flips = flips_up(own, inner, from, 1) | flips_down(own, inner, from, 1);
    flips |= flips_up(own, other, from, 8) | flips_down(own, other, from, 8);
    flips |= flips_up(own, inner, from, 7) | flips_down(own, inner, from, 7);
    return flips | flips_up(own, inner, from, 9) | flips_down(own, inner, from, 9);
}

#if OTHELLO_AVX2

static inline uint64_t moves_of(uint64_t own, uint64_t other)
{
    const __m256i one = _mm256_set_epi64x(9, 8, 7, 1);
    const __m256i two = _mm256_set_epi64x(18, 16, 14, 2);
    const __m256i bounds =
        _mm256_set_epi64x((long long)INNER_FILES, -1, (long long)INNER_FILES, (long long)INNER_FILES);
    __m256i from = _mm256_set1_epi64x((long long)own);
    __m256i inner = _mm256_and_si256(_mm256_set1_epi64x((long long)other), bounds);
    __m256i up = _mm256_and_si256(inner, _mm256_sllv_epi64(from, one));
    __m256i down = _mm256_and_si256(inner, _mm256_srlv_epi64(from, one));
    up = _mm256_or_si256(up, _mm256_and_si256(inner, _mm256_sllv_epi64(up, one)));
    down = _mm256_or_si256(down, _mm256_and_si256(inner, _mm256_srlv_epi64(down, one)));
    __m256i up_pairs = _mm256_and_si256(inner, _mm256_sllv_epi64(inner, one));
    __m256i down_pairs = _mm256_srlv_epi64(up_pairs, one);
    up = _mm256_or_si256(up, _mm256_and_si256(up_pairs, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(down_pairs, _mm256_srlv_epi64(down, two)));
    up = _mm256_or_si256(up, _mm256_and_si256(up_pairs, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(down_pairs, _mm256_srlv_epi64(down, two)));
    __m256i ends = _mm256_or_si256(_mm256_sllv_epi64(up, one), _mm256_srlv_epi64(down, one));
    return fold_or(ends) & ~(own | other);
}

#if OTHELLO_AVX512

/* Towards higher bits, adding 1 to "other or not on the ray" carries through the run and stops at its end. Towards
 * lower bits the end is the highest square of the ray that is not `other`. */
static inline __m256i flips_lanes(__m256i own, __m256i other, int square)
{
    enum { FIRST_TWO_NOT_THIRD = 0x40, FIRST_OR_BOTH_OTHERS = 0xf8 }; /* truth tables */
    const __m256i all = _mm256_set1_epi64x(-1), top = _mm256_set1_epi64x(INT64_MIN);
    __m256i not_up = _mm256_load_si256((const __m256i *)(const void *)othello_lines_not_up[square]);
    __m256i down = _mm256_load_si256((const __m256i *)(const void *)othello_lines_down[square]);

    __m256i stop = _mm256_sub_epi64(_mm256_or_si256(other, not_up), all);
    stop = _mm256_ternarylogic_epi64(stop, own, not_up, FIRST_TWO_NOT_THIRD);
    __m256i run = _mm256_andnot_si256(not_up, _mm256_min_epu64(_mm256_add_epi64(stop, all), stop));

    __m256i end = _mm256_srlv_epi64(top, _mm256_lzcnt_epi64(_mm256_andnot_si256(other, down)));
    end = _mm256_and_si256(end, own);
    __m256i above = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(end, end));
    return _mm256_ternarylogic_epi64(run, above, down, FIRST_OR_BOTH_OTHERS);
}

#else

/* Towards higher bits, adding 1 to "other or not on the ray" carries through the run and stops at its end. Towards
 * lower bits there is no such carry: what is not `other` is smeared away from the square along the ray instead; the
 * smear has no gaps, so its first square is the run's end. Minus 1 makes a mask of what lies below a single bit, and of
 * everything when there is none. */
static inline __m256i flips_lanes(__m256i own, __m256i other, int square)
{
    const __m256i one = _mm256_set_epi64x(9, 8, 7, 1);
    const __m256i two = _mm256_set_epi64x(18, 16, 14, 2);
    const __m256i four = _mm256_set_epi64x(36, 32, 28, 4);
    const __m256i all = _mm256_set1_epi64x(-1);
    __m256i not_up = _mm256_load_si256((const __m256i *)(const void *)othello_lines_not_up[square]);
    __m256i down = _mm256_load_si256((const __m256i *)(const void *)othello_lines_down[square]);

    __m256i stop = _mm256_sub_epi64(_mm256_or_si256(other, not_up), all);
    stop = _mm256_and_si256(stop, _mm256_andnot_si256(not_up, own));
    __m256i none = _mm256_cmpeq_epi64(stop, _mm256_setzero_si256());
    __m256i flips = _mm256_andnot_si256(not_up, _mm256_sub_epi64(_mm256_add_epi64(stop, all), none));

    __m256i beyond = _mm256_andnot_si256(other, down);
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, one));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, two));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, four));
    __m256i end = _mm256_andnot_si256(_mm256_srlv_epi64(beyond, one), _mm256_and_si256(beyond, own));
    __m256i run = _mm256_andnot_si256(beyond, down);
    return _mm256_or_si256(flips, _mm256_andnot_si256(_mm256_add_epi64(end, all), run));
}

#endif

static inline uint64_t flips_of(uint64_t own, uint64_t other, int square)
{
    __m256i lanes = flips_lanes(_mm256_set1_epi64x((long long)own), _mm256_set1_epi64x((long long)other), square);
    return fold_or(lanes);
}

/* Discs that a move on the only empty square would turn over, plus LAST_OTHER times those that the other side would. */
static inline unsigned last_flip_counts(uint64_t own, int square)
{
    const uint64_t *lines = othello_lines_through[square];
    const uint16_t *parts = othello_lines_last_part[square];
    unsigned counts = 0;
    for (int i = 0; i < 4; i++) counts += othello_lines_last[parts[i] + _pext_u64(own, lines[i])];
    return counts;
}

#else

static inline uint64_t moves_of(uint64_t own, uint64_t other)
{
    return moves_plain(own, other);
}

static inline uint64_t flips_of(uint64_t own, uint64_t other, int square)
{
    return flips_plain(own, other, square);
}

static inline unsigned last_flip_counts(uint64_t own, int square)
{
    uint64_t other = ~own ^ bit(square);
    int mine = bits_count(flips_plain(own, other, square)), theirs = bits_count(flips_plain(other, own, square));
    return (unsigned)(mine + LAST_OTHER * theirs);
}

#endif
#endif
