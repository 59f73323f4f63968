/* Threat problems: a position in which the side to move is to win by force. A line holds one, in either of two forms.
 *
 * A table, tabs between the fields: set, number, rule (0 freestyle, 1 standard, 2 renju, 5 ninuki, 6 pente), size, side
 * to move (1 black, 2 white), mode (32 VCF, 64 VCT, 67 win in three), black stones, white stones ("h8i9"), label, and
 * optionally the pairs taken ("1,2"). Rows count from the bottom; on a board of less than 15 lines they may also count
 * as if it were the upper left corner of one with 15.
 *
 * Or a position's text, and after a semicolon a name: "renju 15/15/... b 0 0; corner". */
#ifndef YOMI_GOMOKU_PROBLEM_H
#define YOMI_GOMOKU_PROBLEM_H

#include "gomoku/position.h"

enum { PROBLEM_VCF = 32, PROBLEM_VCT = 64, PROBLEM_IN_THREE = 67 };

typedef struct Problem {
    GomPosition position;
    int mode; /* 0: not told */
    char label[64];
} Problem;

/* STATUS_NOT_FOUND when the line is empty or a comment ("#"). */
Status problem_parse(Str line, Problem *out, Error *error);

#endif
