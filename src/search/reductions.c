#include "search/reductions.h"

#include <math.h>
#include <string.h>

void reductions_fill(Reductions *reductions, int base_percent, int divisor_percent)
{
    memset(reductions, 0, sizeof *reductions);
    double divisor = divisor_percent > 0 ? divisor_percent / 100.0 : 1.0;
    for (int depth = 1; depth < REDUCTION_ENTRIES; depth++) {
        for (int number = 2; number < REDUCTION_ENTRIES; number++) {
            double plies = base_percent / 100.0 + log(depth) * log(number) / divisor;
            double most = depth - 1;
            plies = plies < 0 ? 0 : plies > most ? most : plies;
            /* Rounded from a coarse grid first: libraries differ in the last bit of a logarithm. */
            reductions->by[depth][number] = (int16_t)(floor(plies * 64.0 + 0.5) * (REDUCTION_UNIT / 64));
        }
    }
}
