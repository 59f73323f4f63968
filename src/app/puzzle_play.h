/* yomi play GAME --puzzles: the program's puzzles in the terminal, one after the other, from easy to hard. */
#ifndef YOMI_APP_PUZZLE_PLAY_H
#define YOMI_APP_PUZZLE_PLAY_H

#include "app/paint.h"
#include "base/status.h"

typedef struct PuzzlePlay {
    yomi_engine *engine; /* for the rules */
    PaintStyle style;
    bool screen;          /* each board takes the place of the last one */
    int level, level_max; /* where to begin: 1 is the easiest */
} PuzzlePlay;

/* Until the input ends, or there are no more. */
Status puzzle_play(const PuzzlePlay *play, Error *error);

#endif
