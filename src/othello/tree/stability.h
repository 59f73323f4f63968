/* Stable discs: those that can never be turned over again, by a safe estimate.
 *
 * The edges are exact, from a table of all edges (64 kB, filled by othello_stability_fill_edges into memory of the
 * caller); inside, a disc is stable when along each of the four lines through it the line is full or one of its
 * neighbours is a stable disc of the same colour. */
#ifndef YOMI_OTHELLO_TREE_STABILITY_H
#define YOMI_OTHELLO_TREE_STABILITY_H

#include "othello/board.h"
#include "othello/lines.h"
#include "othello/simd.h"

typedef struct EdgeTable {
    uint8_t stable[256 * 256]; /* [own discs * 256 + other discs]: own discs that stay whatever is played */
} EdgeTable;

void othello_stability_fill_edges(EdgeTable *edges);

#define STABILITY_FILES_A UINT64_C(0x0101010101010101)
#define STABILITY_FILES_H UINT64_C(0x8080808080808080)

/* Presses the a or h file into a byte, row 1 in bit 0; and spreads it again. */
#if OTHELLO_AVX2

static inline unsigned file_a_pressed(uint64_t b)
{
    return (unsigned)_pext_u64(b, STABILITY_FILES_A);
}

static inline unsigned file_h_pressed(uint64_t b)
{
    return (unsigned)_pext_u64(b, STABILITY_FILES_H);
}

static inline uint64_t file_a_spread(unsigned byte)
{
    return _pdep_u64(byte, STABILITY_FILES_A);
}

#else

static inline unsigned file_a_pressed(uint64_t b)
{
    return (unsigned)((b & STABILITY_FILES_A) * UINT64_C(0x0102040810204080) >> 56);
}

static inline unsigned file_h_pressed(uint64_t b)
{
    return (unsigned)((b >> 7 & STABILITY_FILES_A) * UINT64_C(0x0102040810204080) >> 56);
}

static inline uint64_t file_a_spread(unsigned byte)
{
    uint64_t low = (byte & 0x0fU) * UINT64_C(0x00204081) & UINT64_C(0x01010101);
    uint64_t high = (byte >> 4) * UINT64_C(0x00204081) & UINT64_C(0x01010101);
    return low | high << 32;
}

#endif

static inline uint64_t stability_edges(const EdgeTable *edges, uint64_t own, uint64_t other)
{
    uint64_t stable = edges->stable[(own & 0xff) << 8 | (other & 0xff)];
    stable |= (uint64_t)edges->stable[own >> 56 << 8 | other >> 56] << 56;
    stable |= file_a_spread(edges->stable[file_a_pressed(own) << 8 | file_a_pressed(other)]);
    return stable | file_a_spread(edges->stable[file_h_pressed(own) << 8 | file_h_pressed(other)]) << 7;
}

#define STABILITY_INSIDE UINT64_C(0x007e7e7e7e7e7e00)

/* Stable discs make their neighbours stable so many times over. Where it would go on, 0.2 % more nodes are searched,
 * but how often it does is hard to foresee: a loop until nothing changes takes 4 % more time. */
enum { STABILITY_ROUNDS = 5 };

#if OTHELLO_AVX2

/* In every lane what is in all of them. */
static inline __m256i spread_and(__m256i lanes)
{
    lanes = _mm256_and_si256(lanes, _mm256_permute4x64_epi64(lanes, 0x4e));
    return _mm256_and_si256(lanes, _mm256_shuffle_epi32(lanes, 0x4e));
}

/* Few squares are empty where this is asked, so the lines that are not full are those through one of them. */
static inline uint64_t stability_inside(uint64_t own, uint64_t other, uint64_t edges)
{
    const __m256i steps = _mm256_set_epi64x(9, 8, 7, 1);
    __m256i open = _mm256_setzero_si256();
    for (uint64_t empties = ~(own | other); empties;) {
        const uint64_t *lines = othello_lines_through[bits_pop(&empties)];
        open = _mm256_or_si256(open, _mm256_load_si256((const __m256i *)(const void *)lines));
    }
    __m256i full = _mm256_xor_si256(open, _mm256_set1_epi64x(-1));
    __m256i candidates = _mm256_set1_epi64x((long long)(own & STABILITY_INSIDE));
    __m256i stable = _mm256_set1_epi64x((long long)edges);
    for (int round = 0; round < STABILITY_ROUNDS; round++) {
        __m256i beside = _mm256_or_si256(_mm256_srlv_epi64(stable, steps), _mm256_sllv_epi64(stable, steps));
        __m256i more = spread_and(_mm256_or_si256(beside, full));
        stable = _mm256_or_si256(stable, _mm256_and_si256(more, candidates));
    }
    return (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128(stable));
}

#else

/* Squares on lines of the given step that are full: each square looks 1, 2 and 4 steps both ways, and past the edge
 * (`last1` .. `last4`: squares with no neighbour that many steps up) everything counts as full. */
static inline uint64_t full_lines(uint64_t taken, int step, const uint64_t last_up[3], const uint64_t last_down[3])
{
    uint64_t up = taken, down = taken;
    for (int i = 0; i < 3; i++) {
        up &= up >> (step << i) | last_up[i];
        down &= down << (step << i) | last_down[i];
    }
    return up & down;
}

typedef struct FullLines {
    uint64_t row, file, main, anti;
} FullLines;

static inline FullLines stability_full_lines(uint64_t taken)
{
    static const uint64_t right[3] = {UINT64_C(0x8080808080808080), UINT64_C(0xc0c0c0c0c0c0c0c0),
                                      UINT64_C(0xf0f0f0f0f0f0f0f0)};
    static const uint64_t left[3] = {UINT64_C(0x0101010101010101), UINT64_C(0x0303030303030303),
                                     UINT64_C(0x0f0f0f0f0f0f0f0f)};
    static const uint64_t bottom[3] = {UINT64_C(0xff00000000000000), UINT64_C(0xffff000000000000),
                                       UINT64_C(0xffffffff00000000)};
    static const uint64_t top[3] = {UINT64_C(0x00000000000000ff), UINT64_C(0x000000000000ffff),
                                    UINT64_C(0x00000000ffffffff)};
    static const uint64_t bottom_right[3] = {UINT64_C(0xff80808080808080), UINT64_C(0xffffc0c0c0c0c0c0),
                                             UINT64_C(0xfffffffff0f0f0f0)};
    static const uint64_t top_left[3] = {UINT64_C(0x01010101010101ff), UINT64_C(0x030303030303ffff),
                                         UINT64_C(0x0f0f0f0fffffffff)};
    static const uint64_t bottom_left[3] = {UINT64_C(0xff01010101010101), UINT64_C(0xffff030303030303),
                                            UINT64_C(0xffffffff0f0f0f0f)};
    static const uint64_t top_right[3] = {UINT64_C(0x80808080808080ff), UINT64_C(0xc0c0c0c0c0c0ffff),
                                          UINT64_C(0xf0f0f0f0ffffffff)};
    return (FullLines){.row = full_lines(taken, 1, right, left),
                       .file = full_lines(taken, 8, bottom, top),
                       .main = full_lines(taken, 9, bottom_right, top_left),
                       .anti = full_lines(taken, 7, bottom_left, top_right)};
}

static inline uint64_t stability_inside(uint64_t own, uint64_t other, uint64_t edges)
{
    FullLines full = stability_full_lines(own | other);
    uint64_t stable = edges, candidates = own & STABILITY_INSIDE;
    for (int round = 0; round < STABILITY_ROUNDS; round++) {
        uint64_t row = stable >> 1 | stable << 1 | full.row;
        uint64_t file = stable >> 8 | stable << 8 | full.file;
        uint64_t main = stable >> 9 | stable << 9 | full.main;
        uint64_t anti = stable >> 7 | stable << 7 | full.anti;
        uint64_t more = candidates & row & file & main & anti;
        stable |= more;
        candidates ^= more;
    }
    return stable;
}

#endif

/* A lower bound of the number of own discs that are stable; 0 when it cannot come up to `least`. */
static inline int stability_count(const EdgeTable *edges, uint64_t own, uint64_t other, int least)
{
    if (bits_count(own) < least) return 0;
    uint64_t stable = stability_edges(edges, own, other);
    if (bits_count(stable | (own & STABILITY_INSIDE)) < least) return 0;
    return bits_count(stability_inside(own, other, stable));
}

#endif
