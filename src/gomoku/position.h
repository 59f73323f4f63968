/* A position as the outside world sees it: rules, stones, pairs, side to move, and whether the game is over. Plain
 * bytes, copied by assignment. Everything here goes by judge.h; the search has its own faster board. */
#ifndef YOMI_GOMOKU_POSITION_H
#define YOMI_GOMOKU_POSITION_H

#include "gomoku/judge.h"
#include "search/game.h"

typedef enum GomEnd {
    GOM_END_NONE,
    GOM_END_FIVE,
    GOM_END_PAIRS,
    GOM_END_STANDING_FIVE, /* a breakable five was not broken */
    GOM_END_FULL,          /* no empty cell: a draw */
    GOM_END_NO_MOVE        /* every empty cell is forbidden: a draw */
} GomEnd;

typedef struct GomPosition {
    _Alignas(64) uint64_t key;
    GomRules rules;
    uint8_t side;     /* colour to move */
    uint8_t pairs[2]; /* taken by each colour */
    uint8_t end;      /* GomEnd */
    uint8_t winner;   /* with GOM_END_FIVE, _PAIRS, _STANDING_FIVE */
    uint8_t pending;  /* the side not to move has a five that may yet be broken */
    uint16_t ply;
    uint16_t stones;
    uint16_t last; /* the last move, 0 when there was none */
    uint8_t cells[GRID_CELLS];
} GomPosition;

void position_start(const GomRules *rules, GomPosition *out);

/* "startpos" (which takes `rules`) or "RULES ROWS SIDE BLACK_PAIRS WHITE_PAIRS [PLY]", then "moves M1 M2 ...". ROWS go
 * from the top, divided by '/': x black, o white, numbers for empty runs. On error *out is untouched. */
Status position_parse(const GomRules *rules, Str text, GomPosition *out, Error *error);
void position_format(const GomPosition *position, Buf *out);
void position_draw(const GomPosition *position, Buf *out);
void position_describe(const GomPosition *position, yomi_board *out); /* for Game.describe_board */

/* Moves are a letter for the column from the left and a number for the row from the bottom: "k10". */
Move position_parse_move(const GomPosition *position, Str text); /* legal, or MOVE_NONE */
int position_parse_cell(const GomPosition *position, Str text);  /* on the board, or -1 */
void position_format_move(const GomPosition *position, Move move, char out[MOVE_TEXT_MAX]);

bool position_is_legal(const GomPosition *position, Move move);
int position_legal_moves(const GomPosition *position, Move out[MAX_MOVES]);
void position_play(GomPosition *position, Move move);

Outcome position_outcome(const GomPosition *position, const char **reason);

#endif
