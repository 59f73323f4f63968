/* Files of threat problems: a line each, tabs between the fields. Set, number, rule (0 freestyle, 1 standard, 2 renju,
 * 5 ninuki, 6 pente), size, side to move (1 black, 2 white), mode (32 VCF, 64 VCT, 67 win in three), black stones,
 * white stones ("h8i9"), label, and optionally the pairs taken ("1,2"). */
#ifndef YOMI_TESTS_GOMOKU_PROBLEMS_H
#define YOMI_TESTS_GOMOKU_PROBLEMS_H

#include "gomoku/position.h"

typedef struct Problem {
    GomPosition position;
    int mode;
    char label[64];
} Problem;

typedef struct Problems {
    Problem *list;
    int count;
} Problems;

bool problem_read(Str line, Problem *out); /* false when the line cannot be read */
Status problems_load(const char *path, Problems *out, Error *error);
void problems_free(Problems *problems);

#endif
