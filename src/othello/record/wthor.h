/* WTHOR (.wtb): the French federation's base of tournament games. Little endian: a header of 16 bytes, then 68 bytes a
 * game: numbers of tournament and players, the black score, the theoretical one, 60 moves as 10 * row + column. */
#ifndef YOMI_OTHELLO_RECORD_WTHOR_H
#define YOMI_OTHELLO_RECORD_WTHOR_H

#include "base/buf.h"
#include "base/status.h"

enum { WTHOR_HEADER = 16, WTHOR_GAME = 68, WTHOR_MOVES = 60 };

typedef struct WthorHeader {
    int century, year2, month, day; /* of the file's making: 20, 25, 1, 31 */
    uint32_t games;
    int year;  /* of the games */
    int depth; /* empties from which the theoretical score is perfect */
} WthorHeader;

typedef struct WthorGame {
    uint16_t tournament, black, white;
    uint8_t black_score, theoretical_score; /* black discs at the end; empties to the winner */
    int count;
    uint8_t squares[WTHOR_MOVES]; /* row * 8 + column; passes are not written */
} WthorGame;

/* The header, after checking that the file is an Othello base of size 8 and as long as it says. */
Status wthor_open(Str file, WthorHeader *out, Error *error);
/* Game `index` of an opened file; an error when a move is off the board. */
Status wthor_game(Str file, uint32_t index, WthorGame *out, Error *error);

void wthor_write_header(const WthorHeader *header, Buf *out);
void wthor_write_game(const WthorGame *game, Buf *out);
void wthor_count_games(Buf *file); /* the header tells as many games as follow it */

#endif
