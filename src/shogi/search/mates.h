/* The mate solver in play: `go mate`, a mate before the search, and mates along the best line between its iterations.
 */
#ifndef YOMI_SHOGI_SEARCH_MATES_H
#define YOMI_SHOGI_SEARCH_MATES_H

#include "shogi/search/search.h"

/* Answers limits.mate. Without a verdict the first legal move stands in for the answer. */
void mates_solve(Worker *worker, SearchResult *result);

/* A mate that the solver finds at once needs no search: then true, and the answer in *result. */
bool mates_find_at_root(Worker *worker, SearchResult *result);

/* The game's between hook: is there a mate, for either side, at the root or on the line? What is proven goes into the
 * table. */
void mates_find_on_line(Worker *worker, const Pv *line);

#endif
