/* A file of threat problems, for the tests. */
#ifndef YOMI_TESTS_GOMOKU_PROBLEMS_H
#define YOMI_TESTS_GOMOKU_PROBLEMS_H

#include "gomoku/problem.h"

typedef struct Problems {
    Problem *list;
    int count;
} Problems;

Status problems_load(const char *path, Problems *out, Error *error);
void problems_free(Problems *problems);

#endif
