/* Boards of gomoku as its records see them: a size, stones by column and row from the top left, and the texts that the
 * engine reads (a position "RULE ROWS b 0 0", a move "h8" with rows from the bottom). */
#ifndef YOMI_GOMOKU_RECORD_STONES_H
#define YOMI_GOMOKU_RECORD_STONES_H

#include "record/record.h"

enum { STONES_SIZE_MIN = 6, STONES_SIZE_MAX = 20 };

typedef struct Stones {
    char rules[RECORD_TEXT_MAX];
    int size;
    char at[STONES_SIZE_MAX][STONES_SIZE_MAX]; /* [row][column]: 'x', 'o', or 0 */
    int count;
    int side; /* to move: 0 black, 1 white */
} Stones;

/* The usual size of a rule set, and the usual rule set of a size. */
int stones_usual_size(const char *rules);
const char *stones_usual_rules(int size);

/* Rules as a record names them ("Renju", "freestyle gomoku"); what is not known is as if it were not told. */
void stones_take_rules(Stones *stones, Str name);

/* The record's start, or the empty board of its rules. */
Status stones_of_record(const Record *record, Stones *out, Error *error);
/* Sets the record's rules and, where the board is not the usual one, its start. */
Status stones_to_record(const Stones *stones, Record *record, Error *error);

Status stones_add_move(const Stones *stones, int column, int row, Record *record, Error *error);
/* After the move with an index (record_add_after). */
Status stones_add_after(const Stones *stones, int parent, int column, int row, Record *record, Error *error);
/* False when the text is no cell of the board. */
bool stones_cell(const Stones *stones, const char *move, int *column, int *row);

#endif
