#include "othello/eval/pattern.h"

#include <string.h>

typedef struct Kind {
    int count;
    uint8_t squares[PATTERN_SQUARES_MAX];
} Kind;

static const Kind kinds[PATTERN_KINDS] = {
    {9, {3, 10, 17, 24, 4, 11, 18, 25, 32}},        /* the diagonals of 4 and 5 squares as one */
    {9, {5, 12, 19, 26, 33, 40, 11, 18, 25}},       /* the diagonal of 6 with the middle of that of 5 */
    {9, {6, 13, 20, 27, 34, 41, 48, 5, 40}},        /* the diagonal of 7 with the ends of that of 6 */
    {8, {7, 14, 21, 28, 35, 42, 49, 56}},           /* the long diagonal */
    {8, {8, 9, 10, 11, 12, 13, 14, 15}},            /* the second, third and fourth row */
    {8, {16, 17, 18, 19, 20, 21, 22, 23}},          /**/
    {8, {24, 25, 26, 27, 28, 29, 30, 31}},          /**/
    {10, {0, 1, 2, 3, 4, 5, 6, 7, 9, 14}},          /* edge and both X squares */
    {10, {0, 1, 2, 3, 4, 8, 9, 10, 11, 12}},        /* corner, 2 by 5 */
    {9, {0, 1, 2, 8, 9, 10, 16, 17, 18}},           /* corner, 3 by 3 */
    {10, {0, 1, 2, 3, 8, 9, 10, 16, 17, 24}},       /* corner, a triangle */
    {10, {1, 2, 3, 4, 5, 6, 10, 11, 12, 13}},       /* edge without corners, with the middle of the second row */
    {10, {10, 11, 12, 13, 18, 19, 20, 21, 27, 28}}, /* the middle of rows 2 and 3, with d4 and e4 */
    {9, {16, 17, 18, 24, 25, 26, 32, 33, 34}},      /* 3 by 3 at the edge */
};

static const int powers[PATTERN_SQUARES_MAX + 1] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049};

static int image_of(int square, int symmetry)
{
    return bits_lowest(othello_board_mirror(bit(square), symmetry));
}

static uint64_t image_set(const Kind *kind, int symmetry)
{
    uint64_t set = 0;
    for (int i = 0; i < kind->count; i++) set |= bit(image_of(kind->squares[i], symmetry));
    return set;
}

/* Where each square of a kind goes when `symmetry` maps its first instance onto itself. */
static void places_under(const Kind *kind, int symmetry, int places[PATTERN_SQUARES_MAX])
{
    for (int i = 0; i < kind->count; i++) {
        int square = image_of(kind->squares[i], symmetry);
        for (int j = 0; j < kind->count; j++) {
            if (kind->squares[j] == square) places[j] = i;
        }
    }
}

static int reordered(const Kind *kind, const int places[PATTERN_SQUARES_MAX], int index)
{
    int result = 0;
    for (int j = 0; j < kind->count; j++, index /= 3) result += index % 3 * powers[places[j]];
    return result;
}

static void fill_fold(Patterns *patterns, int kind_number, const int *twins, int twin_count, int *weights)
{
    const Kind *kind = &kinds[kind_number];
    int base = patterns->first[kind_number];
    int places[8][PATTERN_SQUARES_MAX] = {{0}};
    for (int t = 0; t < twin_count; t++) places_under(kind, twins[t], places[t]);
    for (int index = 0; index < powers[kind->count]; index++) {
        int least = index;
        for (int t = 0; t < twin_count; t++) {
            int other = reordered(kind, places[t], index);
            if (other < least) least = other;
        }
        patterns->fold[base + index] = least == index ? (*weights)++ : patterns->fold[base + least];
    }
}

void othello_patterns_fill(Patterns *patterns)
{
    memset(patterns, 0, sizeof *patterns);
    int instance = 0, indices = 0, weights = 0;
    for (int k = 0; k < PATTERN_KINDS; k++) {
        const Kind *kind = &kinds[k];
        uint64_t seen[8] = {0};
        int seen_count = 0, twins[8], twin_count = 0;
        patterns->first[k] = indices;
        patterns->folded[k] = weights;
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            uint64_t set = image_set(kind, symmetry);
            bool known = false;
            for (int i = 0; i < seen_count; i++) known |= seen[i] == set;
            if (set == seen[0] && symmetry > 0) twins[twin_count++] = symmetry;
            if (known) continue;
            seen[seen_count++] = set;
            patterns->kind_of[instance] = k;
            for (int i = 0; i < kind->count; i++) {
                patterns->delta[image_of(kind->squares[i], symmetry)][instance] = (uint16_t)powers[i];
            }
            instance++;
        }
        fill_fold(patterns, k, twins, twin_count, &weights);
        indices += powers[kind->count];
    }
    patterns->first[PATTERN_KINDS] = indices;
    patterns->folded[PATTERN_KINDS] = weights;
}

static void add_discs(const Patterns *patterns, Features *features, uint64_t discs, unsigned digit)
{
    while (discs) {
        const uint16_t *delta = patterns->delta[bits_pop(&discs)];
        for (int i = 0; i < PATTERN_LANES; i++) {
            features->index[i] = (uint16_t)(features->index[i] + digit * delta[i]);
            features->taken[i] = (uint16_t)(features->taken[i] + delta[i]);
        }
    }
}

void othello_features_set(const Patterns *patterns, Features *features, uint64_t first, uint64_t second)
{
    memset(features, 0, sizeof *features);
    add_discs(patterns, features, first, 1);
    add_discs(patterns, features, second, 2);
}
