/* Scores for the positions of games that were played elsewhere or before: data are labelled again by a better network
 * or a deeper search, and lines of games become data. */
#ifndef YOMI_SHOGI_TOOLS_LABEL_H
#define YOMI_SHOGI_TOOLS_LABEL_H

#include "shogi/tools/selfplay.h"
#include "tool/marks.h"

typedef struct Labelling {
    Selfplay *play; /* its engine searches */
    const char *path;
    MarkedFile *out;
    int64_t one_in; /* positions */
} Labelling;

/* Games that `out` has are passed over. The result of a line of moves, which says none, is what the last score says. */
Status label_games(Labelling *labelling, Error *error);

#endif
