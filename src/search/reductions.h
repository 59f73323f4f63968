/* Late-move reductions: a table by depth and move number, filled once from two coefficients. */
#ifndef YOMI_SEARCH_REDUCTIONS_H
#define YOMI_SEARCH_REDUCTIONS_H

#include <stdint.h>

enum { REDUCTION_ENTRIES = 64, REDUCTION_UNIT = 1024 };

typedef struct Reductions {
    int16_t by[REDUCTION_ENTRIES][REDUCTION_ENTRIES]; /* [depth][move number], in 1/1024 ply */
} Reductions;

/* reduction = base + ln(depth) * ln(number) / divisor, both coefficients in percent of a ply. Never negative, never
 * above depth - 1, 0 for the first move. */
void reductions_fill(Reductions *reductions, int base_percent, int divisor_percent);

static inline int reduction_of(const Reductions *reductions, int depth, int number)
{
    depth = depth < REDUCTION_ENTRIES ? depth : REDUCTION_ENTRIES - 1;
    number = number < REDUCTION_ENTRIES ? number : REDUCTION_ENTRIES - 1;
    return reductions->by[depth][number];
}

#endif
