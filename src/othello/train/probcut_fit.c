#include "othello/train/probcut_fit.h"

#include <math.h>

enum { POINTS_LEAST = 30, SIGMA_LEAST = 100 };

ProbCutPoint othello_probcut_measure(SoloSearch *solo, OthelloBoard board, int deepest)
{
    ProbCutPoint point = {.empties = board_empty_count(board)};
    point.deepest = deepest < point.empties ? deepest : point.empties;
    if (point.deepest > PROBCUT_DEPTH_MAX) point.deepest = PROBCUT_DEPTH_MAX;
    tt_clear(&solo->tt, 1);
    for (int depth = 0; depth <= point.deepest; depth++) {
        Pv pv;
        /* Deep ones may cut a little themselves: 98 % is far inside the error that is measured. */
        point.value[depth] = othello_solo_search(solo, board, depth, depth > 8 ? SELECT_LESS : SELECT_NONE, &pv);
    }
    return point;
}

typedef struct Sums {
    double n, x, y, xx, xy, yy;
} Sums;

static bool fit_cell(const Sums *s, ProbCutFit *out)
{
    double spread = s->n * s->xx - s->x * s->x;
    if (s->n < POINTS_LEAST || spread <= 0) return false;
    double slope = (s->n * s->xy - s->x * s->y) / spread;
    if (slope < 0.5) slope = 0.5;
    if (slope > 1.5) slope = 1.5;
    double offset = (s->y - slope * s->x) / s->n;
    double rest = s->yy - 2 * slope * s->xy - 2 * offset * s->y + slope * slope * s->xx + 2 * slope * offset * s->x +
                  s->n * offset * offset;
    double sigma = sqrt((rest > 0 ? rest : 0) / s->n);
    *out = (ProbCutFit){.slope = (int16_t)lround(slope * 1024),
                        .offset = (int16_t)lround(offset),
                        .sigma = (int16_t)(sigma > SIGMA_LEAST ? lround(sigma) : SIGMA_LEAST)};
    return true;
}

static void add(Sums *sums, double x, double y)
{
    sums->n++;
    sums->x += x;
    sums->y += y;
    sums->xx += x * x;
    sums->xy += x * y;
    sums->yy += y * y;
}

static void fit_phase(const ProbCutPoint *points, int count, int phase, ProbCutFit out[PROBCUT_DEPTH_MAX + 1])
{
    ProbCutFit last = {.slope = 1024, .offset = 0, .sigma = 600};
    for (int depth = 0; depth <= PROBCUT_DEPTH_MAX; depth++) {
        Sums sums = {0};
        for (int i = 0; i < count && depth >= PROBCUT_DEPTH_MIN; i++) {
            int of = points[i].empties / 10 < PROBCUT_PHASES ? points[i].empties / 10 : PROBCUT_PHASES - 1;
            if (of != phase || points[i].deepest < depth) continue;
            add(&sums, points[i].value[probcut_shallow(depth)], points[i].value[depth]);
        }
        if (!fit_cell(&sums, &out[depth])) out[depth] = last;
        last = out[depth];
    }
}

void othello_probcut_fit_points(const ProbCutPoint *points, int count, ProbCut *out)
{
    for (int phase = 0; phase < PROBCUT_PHASES; phase++) fit_phase(points, count, phase, out->fit[phase]);
}

void othello_probcut_print(const ProbCut *probcut, Buf *out)
{
    (void)buf_puts(out, "const ProbCut othello_probcut_default = {{\n");
    for (int phase = 0; phase < PROBCUT_PHASES; phase++) {
        (void)buf_puts(out, "    {");
        for (int depth = 0; depth <= PROBCUT_DEPTH_MAX; depth++) {
            const ProbCutFit *fit = &probcut->fit[phase][depth];
            (void)buf_printf(out, "%s{%d, %d, %d}", depth ? ", " : "", fit->slope, fit->offset, fit->sigma);
        }
        (void)buf_puts(out, "},\n");
    }
    (void)buf_puts(out, "}};\n");
}
