/* The deepening driver: iterations, aspiration, MultiPV, root order, helper schedule. */
#ifndef YOMI_SEARCH_DEEPEN_H
#define YOMI_SEARCH_DEEPEN_H

#include "search/worker.h"

/* Runs one worker's part of the pool's job. The main worker's answer goes to *result (which has no node counts yet);
 * helpers pass NULL and publish snapshots instead. */
void deepen_run(Worker *worker, SearchResult *result);

/* Does helper `index` (1 ..) leave this depth out? The main worker leaves none out. */
bool deepen_skips(int index, int depth);

#endif
