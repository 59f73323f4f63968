/* What shogi tries before the search: the opening book, `go mate`, and a mate at the root. */
#ifndef YOMI_SHOGI_SEARCH_PRELUDE_H
#define YOMI_SHOGI_SEARCH_PRELUDE_H

#include "shogi/search/search.h"

/* The game's prelude hook. */
bool shogi_prelude(Worker *worker, SearchResult *result);

#endif
