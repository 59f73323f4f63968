/* OBF: Othello positions with the scores of their moves, one a line:
 *   64 squares, side; move:score; move:score; ...      % and what follows is a comment
 * Moves and scores may be missing. Views point into the line. */
#ifndef YOMI_OTHELLO_RECORD_OBF_H
#define YOMI_OTHELLO_RECORD_OBF_H

#include "base/status.h"
#include "base/str.h"

enum { OBF_MOVES_MAX = 34 };

typedef struct ObfMove {
    Str move;
    int score; /* in discs, for the side to move */
} ObfMove;

typedef struct Obf {
    Str position; /* squares and side, as positions are written everywhere in Othello */
    int count;
    ObfMove moves[OBF_MOVES_MAX];
} Obf;

/* STATUS_NOT_FOUND for a line without a position (empty or all comment); the board itself is not checked here. */
Status obf_parse(Str line, Obf *out, Error *error);
/* The best score of the line's moves; false when it has none. */
bool obf_best(const Obf *obf, int *score);

#endif
