/* The moves of a solver's node with the boards after them, and the order in which they are tried.
 *
 * With AVX-512 eight moves are made at once, otherwise one after the other; both fill in the same numbers. Static,
 * compiled for each code path. */
#ifndef YOMI_OTHELLO_END_LIST_H
#define YOMI_OTHELLO_END_LIST_H

#include "othello/moves.h"
#include "othello/small_hash.h"
#if OTHELLO_AVX512
#include "othello/eight.h"
#endif

#include <limits.h>

enum {
    END_MOVES_MAX = 16, /* so many empties at the most */
    END_PLACES = 64,    /* a key is the order of a move times this, and the place in the list counted from the end */
    ORDER_MOBILITY = 64,
    ORDER_PARITY = 20,
    ORDER_STABLE = 10,
    ORDER_WIPEOUT = 1 << 20
};

#define CORNERS UINT64_C(0x8100000000000081)

/* No two keys are equal, and of two moves of the same order the first has the greater one. */
typedef struct EndList {
    _Alignas(64) uint64_t own[END_MOVES_MAX]; /* the board after the move, for the other side */
    uint64_t other[END_MOVES_MAX];
    uint64_t moves[END_MOVES_MAX]; /* what the other side can then play */
    uint64_t hash[END_MOVES_MAX];  /* in the small table, when the nodes are looked up there */
    int32_t keys[END_MOVES_MAX];   /* INT_MIN past the last move */
    uint8_t squares[END_MOVES_MAX];
    int count;
} EndList;

static inline int end_place(int key)
{
    return END_PLACES - 1 - (key & (END_PLACES - 1));
}

/* How often in a hundred times a move there is a best one, over the labelled tournament positions of 7 to 13 empties:
 * in the units of the order. */
_Alignas(64) static const int8_t square_order[SQUARES] = {
    35, 12, 15, 16, 16, 15, 12, 35, 12, 10, 15, 17, 17, 15, 10, 12, 15, 15, 16, 20, 20, 16,
    15, 15, 16, 17, 20, 0,  0,  20, 17, 16, 16, 17, 20, 0,  0,  20, 17, 16, 15, 15, 16, 20,
    20, 16, 15, 15, 12, 10, 15, 17, 17, 15, 10, 12, 35, 12, 15, 16, 16, 15, 12, 35};

static inline int weighted_mobility(uint64_t moves)
{
    return bits_count(moves) * 2 + bits_count(moves & CORNERS);
}

#if OTHELLO_AVX512

/* Corners, and the discs beside them: most of what is surely stable, at next to no cost. */
static inline Eight eight_corner_discs(Eight own)
{
    Eight corners = own & CORNERS;
    Eight beside = (corners & UINT64_C(0x0100000000000001)) << 1 | (corners & UINT64_C(0x8000000000000080)) >> 1;
    beside |= (corners & 0x81) << 8 | (corners & UINT64_C(0x8100000000000000)) >> 8;
    return corners | (own & beside);
}

/* Signed numbers in the lanes; `values`: square_order of the moves, `discs`: the squares themselves. */
static inline Eight eight_order(Eight values, Eight discs, uint64_t odd, Eight own, Eight other, Eight moves)
{
    _Static_assert(ORDER_STABLE == 10, "written as two shifts");
    Eight stable = eight_count(eight_corner_discs(other));
    Eight order = values + (stable << 3) + (stable << 1);
    order -= eight_count(moves) * ORDER_MOBILITY + eight_count(moves & CORNERS) * (ORDER_MOBILITY / 2);
    __m512i lanes = (__m512i)order;
    __mmask8 is_odd = _mm512_test_epi64_mask((__m512i)discs, _mm512_set1_epi64((long long)odd));
    lanes = _mm512_mask_add_epi64(lanes, is_odd, lanes, _mm512_set1_epi64(ORDER_PARITY));
    __mmask8 wiped_out = _mm512_testn_epi64_mask((__m512i)own, (__m512i)own);
    return (Eight)_mm512_mask_set1_epi64(lanes, wiped_out, ORDER_WIPEOUT);
}

/* As early as the boards are known, so that the table is there when it is looked into. */
static inline void eight_prefetch(SmallHash *small, Eight hash, uint64_t *out, int count)
{
    _mm512_store_si512(out, (__m512i)hash);
    for (int i = 0; i < count && i < 8; i++) small_prefetch(small, out[i]);
}

/* Places `first` to first + 7 of the list; the greatest of their keys. */
static inline int end_list_eight(EndList *list, uint64_t own, uint64_t other, uint64_t odd, int first, SmallHash *small)
{
    const Eight one = {1, 1, 1, 1, 1, 1, 1, 1}, places = {0, 1, 2, 3, 4, 5, 6, 7};
    int count = list->count - first;
    __m128i squares = _mm_loadl_epi64((const __m128i *)(const void *)&list->squares[first]);
    __m512i values = _mm512_permutexvar_epi8(_mm512_castsi128_si512(squares), _mm512_load_si512(square_order));
    Eight discs = (Eight)_mm512_sllv_epi64((__m512i)one, _mm512_cvtepu8_epi64(squares));
    Eight flips = eight_flips(own, other, &list->squares[first], count);
    Eight next_own = flips ^ other, next_other = flips ^ own ^ discs;
    if (small) eight_prefetch(small, eight_hash(next_own, next_other), &list->hash[first], count);
    Eight moves = eight_moves(next_own, next_other);
    _mm512_store_si512(&list->own[first], (__m512i)next_own);
    _mm512_store_si512(&list->other[first], (__m512i)next_other);
    _mm512_store_si512(&list->moves[first], (__m512i)moves);

    Eight value = (Eight)_mm512_cvtepi8_epi64(_mm512_castsi512_si128(values));
    Eight order = eight_order(value, discs, odd, next_own, next_other, moves);
    Eight keys = order * END_PLACES + (uint64_t)(END_PLACES - 1 - first) - places;
    __mmask8 used = (__mmask8)(count < 8 ? (1 << count) - 1 : 0xff);
    __m256i narrow = _mm256_mask_blend_epi32(used, _mm256_set1_epi32(INT_MIN), _mm512_cvtepi64_epi32((__m512i)keys));
    _mm256_store_si256((__m256i *)(void *)&list->keys[first], narrow);
    return greatest_of_8(narrow);
}

/* `odd`: the squares of quadrants with an odd number of empties; `small`: the table that the moves' nodes will be
 * looked up in, or NULL. Returns the greatest key, INT_MIN without moves. */
static inline int end_list_make(EndList *list, uint64_t own, uint64_t other, uint64_t moves, uint64_t odd,
                                SmallHash *small)
{
    __m512i squares = _mm512_maskz_compress_epi8(moves, _mm512_load_si512(othello_lines_squares));
    _mm_store_si128((__m128i *)(void *)list->squares, _mm512_castsi512_si128(squares));
    list->count = bits_count(moves);
    int key = end_list_eight(list, own, other, odd, 0, small);
    if (list->count > 8) {
        int more = end_list_eight(list, own, other, odd, 8, small);
        return more > key ? more : key;
    }
    _mm256_store_si256((__m256i *)(void *)&list->keys[8], _mm256_set1_epi32(INT_MIN));
    return key;
}

#else

#if OTHELLO_AVX2

static inline unsigned corner_set(uint64_t own)
{
    return (unsigned)_pext_u64(own, CORNERS);
}

#else

static inline unsigned corner_set(uint64_t own)
{
    return (unsigned)((own & 1) | (own >> 6 & 2) | (own >> 54 & 4) | (own >> 60 & 8));
}

#endif

/* Corners, and the discs beside them: most of what is surely stable, at next to no cost. */
static inline uint64_t corner_discs(uint64_t own)
{
#define A1(set)     ((set)&1 ? UINT64_C(0x0000000000000103) : 0)
#define H1(set)     ((set)&2 ? UINT64_C(0x00000000000080c0) : 0)
#define A8(set)     ((set)&4 ? UINT64_C(0x0301000000000000) : 0)
#define H8(set)     ((set)&8 ? UINT64_C(0xc080000000000000) : 0)
#define BESIDE(set) (A1(set) | H1(set) | A8(set) | H8(set))
    static const uint64_t beside[16] = {BESIDE(0),  BESIDE(1),  BESIDE(2),  BESIDE(3), BESIDE(4),  BESIDE(5),
                                        BESIDE(6),  BESIDE(7),  BESIDE(8),  BESIDE(9), BESIDE(10), BESIDE(11),
                                        BESIDE(12), BESIDE(13), BESIDE(14), BESIDE(15)};
#undef BESIDE
#undef H8
#undef A8
#undef H1
#undef A1
    return own & beside[corner_set(own)];
}

static inline int end_order(const EndList *list, int place, uint64_t odd)
{
    if (!list->own[place]) return ORDER_WIPEOUT;
    int square = list->squares[place];
    int order = square_order[square] - weighted_mobility(list->moves[place]) * ORDER_MOBILITY / 2;
    if (odd & bit(square)) order += ORDER_PARITY;
    return order + ORDER_STABLE * bits_count(corner_discs(list->other[place]));
}

/* `odd`: the squares of quadrants with an odd number of empties; `small`: the table that the moves' nodes will be
 * looked up in, or NULL. Returns the greatest key, INT_MIN without moves. */
static inline int end_list_make(EndList *list, uint64_t own, uint64_t other, uint64_t moves, uint64_t odd,
                                SmallHash *small)
{
    int greatest = INT_MIN, count = 0;
    for (int i = 0; i < END_MOVES_MAX; i++) list->keys[i] = INT_MIN;
    for (; moves; count++) {
        int square = bits_pop(&moves);
        uint64_t flips = flips_of(own, other, square);
        list->squares[count] = (uint8_t)square;
        list->own[count] = other ^ flips;
        list->other[count] = own ^ flips ^ bit(square);
        if (small) {
            list->hash[count] = small_hash_key(list->own[count], list->other[count]);
            small_prefetch(small, list->hash[count]);
        }
        list->moves[count] = moves_of(list->own[count], list->other[count]);
        int key = end_order(list, count, odd) * END_PLACES + END_PLACES - 1 - count;
        list->keys[count] = key;
        if (key > greatest) greatest = key;
    }
    list->count = count;
    return greatest;
}

#endif

#if OTHELLO_AVX2

static inline __m256i keys_below(const int32_t *keys, __m256i last)
{
    __m256i eight = _mm256_load_si256((const __m256i *)(const void *)keys);
    return _mm256_blendv_epi8(_mm256_set1_epi32(INT_MIN), eight, _mm256_cmpgt_epi32(last, eight));
}

/* The greatest key below `last`, or INT_MIN. */
static inline int end_list_next(const EndList *list, int last)
{
    __m256i lasts = _mm256_set1_epi32(last);
    return greatest_of_8(_mm256_max_epi32(keys_below(list->keys, lasts), keys_below(list->keys + 8, lasts)));
}

#else

static inline int end_list_next(const EndList *list, int last)
{
    int next = INT_MIN;
    for (int i = 0; i < list->count; i++) {
        int key = list->keys[i];
        next = key < last && key > next ? key : next;
    }
    return next;
}

#endif
#endif
