/* SGF, as far as a game of Othello needs it: the moves of the main line. Squares are letter and digit (d3) or two
 * letters counted from the upper left (dc); an empty move, "pass" or "tt" is a pass. Whether the moves are legal is for
 * the engine to say. */
#ifndef YOMI_OTHELLO_RECORD_SGF_H
#define YOMI_OTHELLO_RECORD_SGF_H

#include "base/status.h"
#include "base/str.h"

enum { SGF_MOVES_MAX = 256 };

typedef struct SgfMove {
    char text[8]; /* "d3" or "pass" */
    int side;     /* 0 black, 1 white */
} SgfMove;

typedef struct SgfGame {
    int count;
    SgfMove moves[SGF_MOVES_MAX];
} SgfGame;

/* Errors: not SGF, another game (GM is not 2 or "Othello"), another size, a position set up by hand, a bad move. */
Status sgf_parse(Str text, SgfGame *out, Error *error);

#endif
