#include "front/usi_score.h"

void usi_print_score(Buf *line, int score, int win_in, yomi_bound bound)
{
    if (score >= USI_SCORE_DECIDED) score = USI_SCORE_SHOWN;
    if (score <= -USI_SCORE_DECIDED) score = -USI_SCORE_SHOWN;
    if (win_in != 0) {
        (void)buf_printf(line, " score mate %d", win_in);
    } else {
        (void)buf_printf(line, " score cp %d", score);
    }
    if (bound == YOMI_BOUND_LOWER) (void)buf_puts(line, " lowerbound");
    if (bound == YOMI_BOUND_UPPER) (void)buf_puts(line, " upperbound");
}
