/* What happens before the search: an ordered list of stages, each of which may choose the move and say why. */
#ifndef YOMI_GOMOKU_TREE_PIPELINE_H
#define YOMI_GOMOKU_TREE_PIPELINE_H

#include "gomoku/tree/tree.h"

/* The game's prelude hook. */
bool pipeline_run(Worker *worker, SearchResult *result);

#endif
