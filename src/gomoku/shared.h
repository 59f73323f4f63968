/* What all workers of a gomoku engine share: line tables and networks. Read-only during a search. */
#ifndef YOMI_GOMOKU_SHARED_H
#define YOMI_GOMOKU_SHARED_H

#include "gomoku/eval/line_net.h"
#include "gomoku/params.h"

typedef struct GomShared {
    GomTables *tables;
    LineNets nets; /* NULL: the evaluation by hand */
    char *net_path;
} GomShared;

/* Loads what the settings ask for and is not there yet: all of it, or nothing changes. */
Status gomoku_shared_prepare(const void *settings, void **shared, Error *error);
void gomoku_shared_free(void *shared);

#endif
