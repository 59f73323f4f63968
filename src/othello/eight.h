/* Eight boards at once, a lane of 64 bits each: what AVX-512 makes of the moves of a solver's node.
 *
 * The same results as with one board after the other (tests/othello/test_board.c). Included by end_list.h only. */
#ifndef YOMI_OTHELLO_EIGHT_H
#define YOMI_OTHELLO_EIGHT_H

#include "othello/moves.h"
#include "othello/small_hash.h"

typedef uint64_t Eight __attribute__((vector_size(64)));

static inline Eight eight_count(Eight boards)
{
    return (Eight)_mm512_popcnt_epi64((__m512i)boards);
}

/* What moves_of does in four lanes, for the lines of one step. */
static inline Eight eight_ends(Eight own, Eight other, int step)
{
    Eight up = other & own << step, down = other & own >> step;
    up |= other & up << step;
    down |= other & down >> step;
    Eight up_pairs = other & other << step, down_pairs = up_pairs >> step;
    up |= up_pairs & up << 2 * step;
    down |= down_pairs & down >> 2 * step;
    up |= up_pairs & up << 2 * step;
    down |= down_pairs & down >> 2 * step;
    return up << step | down >> step;
}

static inline Eight eight_moves(Eight own, Eight other)
{
    Eight inner = other & INNER_FILES;
    Eight ends = eight_ends(own, inner, 1) | eight_ends(own, other, 8);
    ends |= eight_ends(own, inner, 7) | eight_ends(own, inner, 9);
    return ends & ~(own | other);
}

/* small_hash_key */
static inline Eight eight_hash(Eight own, Eight other)
{
    Eight mixed = own * SMALL_HASH_OWN;
    mixed = (mixed ^ mixed >> 32) + other * SMALL_HASH_OTHER;
    mixed ^= mixed >> 29;
    return mixed * SMALL_HASH_LAST;
}

static inline __m512i rays_of_two(const uint64_t rays[][4], int first, int second)
{
    __m256i low = _mm256_load_si256((const __m256i *)(const void *)rays[first]);
    __m256i high = _mm256_load_si256((const __m256i *)(const void *)rays[second]);
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

/* What flips_lanes does in four lanes, for two squares in eight. */
static inline __m512i flips_of_two(__m512i own, __m512i other, int first, int second)
{
    enum { FIRST_TWO_NOT_THIRD = 0x40, FIRST_OR_BOTH_OTHERS = 0xf8 }; /* truth tables */
    const __m512i all = _mm512_set1_epi64(-1), top = _mm512_set1_epi64(INT64_MIN);
    __m512i not_up = rays_of_two(othello_lines_not_up, first, second);
    __m512i down = rays_of_two(othello_lines_down, first, second);

    __m512i stop = _mm512_sub_epi64(_mm512_or_si512(other, not_up), all);
    stop = _mm512_ternarylogic_epi64(stop, own, not_up, FIRST_TWO_NOT_THIRD);
    __m512i run = _mm512_andnot_si512(not_up, _mm512_min_epu64(_mm512_add_epi64(stop, all), stop));

    __m512i end = _mm512_srlv_epi64(top, _mm512_lzcnt_epi64(_mm512_andnot_si512(other, down)));
    end = _mm512_and_si512(end, own);
    __m512i above = _mm512_sub_epi64(_mm512_setzero_si512(), _mm512_add_epi64(end, end));
    return _mm512_ternarylogic_epi64(run, above, down, FIRST_OR_BOTH_OTHERS);
}

/* Two squares at a time, up to `count` or eight; what is in lanes past the count means nothing. */
static inline Eight eight_flips(uint64_t own, uint64_t other, const uint8_t squares[8], int count)
{
    const __m512i sources = _mm512_set_epi64(4, 0, 4, 0, 4, 0, 4, 0);
    __m512i own_lanes = _mm512_set1_epi64((long long)own), other_lanes = _mm512_set1_epi64((long long)other);
    __m512i flips = _mm512_setzero_si512();
    unsigned lanes = 3;
    for (int i = 0; i < count && i < 8; i += 2, lanes <<= 2) {
        __m512i lines = flips_of_two(own_lanes, other_lanes, squares[i], squares[i + 1]);
        lines = _mm512_or_si512(lines, _mm512_permutex_epi64(lines, 0x4e));
        lines = _mm512_or_si512(lines, _mm512_shuffle_epi32(lines, 0x4e));
        flips = _mm512_mask_permutexvar_epi64(flips, (__mmask8)lanes, sources, lines);
    }
    return (Eight)flips;
}

#endif
