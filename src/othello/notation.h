/* Othello as text: squares (a1 .. h8, pass), positions (64 squares and the side, as in OBF), transcripts (f5d6c3...),
 * and the board drawn for people. */
#ifndef YOMI_OTHELLO_NOTATION_H
#define YOMI_OTHELLO_NOTATION_H

#include "base/buf.h"
#include "base/status.h"
#include "othello/board.h"

enum { TRANSCRIPT_MOVES_MAX = 128 }; /* 60 moves and no two passes in a row */

/* A square or a pass in any of its usual spellings (f5, F5, pass, PA, ps, --, @@), legal or not; MOVE_NONE otherwise.
 */
Move othello_notation_move(Str text);
void othello_notation_format_move(Move move, char out[8]);

/* "X" or "*" black, "O" white, "-" or "." empty, a1 to h8 row by row with blanks allowed between rows, then the side.
 * What follows a semicolon is left alone. "startpos" is the start. On error the position is untouched. */
Status othello_notation_parse(Str text, OthelloPosition *position, Error *error);
void othello_notation_format(const OthelloPosition *position, Buf *out);
void othello_notation_draw(const OthelloPosition *position, Buf *out);

/* Plays a transcript from `position` on; passes may be written or left out. On error the position is untouched and the
 * error names the move. `moves` (may be NULL) takes the moves played, with all passes. */
typedef struct Transcript {
    int count;
    Move moves[TRANSCRIPT_MOVES_MAX];
} Transcript;
Status othello_notation_play_transcript(Str text, OthelloPosition *position, Transcript *moves, Error *error);

#endif
