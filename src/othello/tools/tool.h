/* What `yomi datagen othello` and `yomi train othello` share: a searcher with weights, and the games of a WTHOR file.
 */
#ifndef YOMI_OTHELLO_TOOLS_TOOL_H
#define YOMI_OTHELLO_TOOLS_TOOL_H

#include "base/buf.h"
#include "othello/notation.h"
#include "othello/record/wthor.h"
#include "othello/tree/solo.h"
#include "tool/marks.h"

extern const MarkForm marks_othello; /* of the data */

typedef struct Tool {
    OthelloShared *shared;
    SoloSearch solo;
    uint64_t weights_sum; /* tells one weights file from another */
} Tool;

/* `weights` is a file, "none", or NULL for those inside the program. Close it in any case. */
Status tool_open(Tool *tool, const char *weights, Error *error);
void tool_close(Tool *tool);

/* A tournament game: its positions before each move, and the base's score of best play from `depth` empties on. */
typedef struct Walk {
    uint32_t number; /* in the file */
    OthelloPosition positions[WTHOR_MOVES];
    int count;
    int black, depth;
} Walk;

typedef Status (*WalkVisit)(void *context, const Walk *walk, Error *error);

Status walk_load(const char *path, Buf *file, Error *error);
/* Every game of a file that was loaded, in order, until one ends in an error. */
Status walk_games(const Buf *file, WalkVisit visit, void *context, Error *error);

#endif
