/* What shogi tries before the search: a declaration, the opening book, and the mate solver. */
#ifndef YOMI_SHOGI_SEARCH_PRELUDE_H
#define YOMI_SHOGI_SEARCH_PRELUDE_H

#include "shogi/search/search.h"

/* The game's prelude hook. */
bool shogi_prelude(Worker *worker, SearchResult *result);

#endif
