/* A position as the outside world sees it: the board, how far the game is, and the keys of all positions before it, by
 * which a repetition is known. Plain bytes, copied by assignment.
 *
 * Texts are those of other programs: SFEN ("gle/1c1/1C1/ELG b - 1", "+C" for a hen) and moves as in USI ("2c2b",
 * "C*2c", a promotion may be marked by "+"). */
#ifndef YOMI_DOBUTSU_POSITION_H
#define YOMI_DOBUTSU_POSITION_H

#include "dobutsu/board.h"
#include "search/game.h"

enum {
    DOB_PLIES_MAX = 512, /* a game that is as long is a draw */
    DOB_REPEATS = 3      /* and one that comes to a position for this time */
};

typedef struct DobPosition {
    DobBoard board;
    uint16_t ply;
    uint16_t past_count;
    uint64_t past[DOB_PLIES_MAX]; /* keys of the positions before, from the one that was set */
} DobPosition;

void dob_position_start(DobPosition *out);
Status dob_position_parse(Str text, DobPosition *out, Error *error); /* on error: untouched */
void dob_position_format(const DobPosition *position, Buf *out);
void dob_position_draw(const DobPosition *position, Buf *out);
void dob_position_describe(const DobPosition *position, yomi_board *out);

Move dob_position_move(const DobPosition *position, Str text); /* legal, or MOVE_NONE */
void dob_position_format_move(const DobPosition *position, Move move, char out[MOVE_TEXT_MAX]);
int dob_position_moves(const DobPosition *position, Move *out); /* 0 when the game is over */
void dob_position_play(DobPosition *position, Move move);
Outcome dob_position_outcome(const DobPosition *position, const char **reason);

#endif
