/* Makes an opening book (book.h) from games: how often each move was played in each position, how well it did, and
 * what was mostly answered. The maker owns everything that it was given, by copying. */
#ifndef YOMI_SHOGI_BOOKMAKER_H
#define YOMI_SHOGI_BOOKMAKER_H

#include "base/buf.h"
#include "base/status.h"

typedef struct BookMaker BookMaker;

typedef enum BookResult { BOOK_RESULT_UNKNOWN, BOOK_BLACK_WINS, BOOK_WHITE_WINS, BOOK_DRAW } BookResult;

/* The first `plies` moves of every game are taken in. */
Status bookmaker_create(int plies, BookMaker **out, Error *error);
void bookmaker_free(BookMaker *maker); /* NULL is fine */

/* A game in a position of its own ("startpos", SFEN), move by move in USI text. bookmaker_begin starts it,
 * bookmaker_move says what was played next, bookmaker_end counts all of it. An error leaves the game out. */
Status bookmaker_begin(BookMaker *maker, Str start, Error *error);
Status bookmaker_move(BookMaker *maker, Str text, Error *error);
Status bookmaker_end(BookMaker *maker, BookResult result, Error *error);

size_t bookmaker_games(const BookMaker *maker);
size_t bookmaker_positions(const BookMaker *maker);

/* The text of the book: positions in the order of their text, moves played at least `least` times, best first. */
Status bookmaker_write(BookMaker *maker, int least, Buf *out, Error *error);

#endif
