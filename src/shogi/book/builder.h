/* Makes an opening book (book.h) from games: how often each move was played in each position, how well it did, and
 * what was mostly answered. The builder owns everything that it was given, by copying. */
#ifndef YOMI_SHOGI_BOOK_BUILDER_H
#define YOMI_SHOGI_BOOK_BUILDER_H

#include "base/buf.h"
#include "base/status.h"

typedef struct BookBuilder BookBuilder;

typedef enum BookResult { BOOK_RESULT_UNKNOWN, BOOK_BLACK_WINS, BOOK_WHITE_WINS, BOOK_DRAW } BookResult;

/* The first `plies` moves of every game are taken in. */
Status book_builder_create(int plies, BookBuilder **out, Error *error);
void book_builder_free(BookBuilder *builder); /* NULL is fine */

/* A game in a position of its own ("startpos", SFEN), move by move in USI text. book_builder_begin starts it,
 * book_builder_move says what was played next, book_builder_end counts all of it. An error leaves the game out. */
Status book_builder_begin(BookBuilder *builder, Str start, Error *error);
Status book_builder_move(BookBuilder *builder, Str text, Error *error);
Status book_builder_end(BookBuilder *builder, BookResult result, Error *error);

size_t book_builder_games(const BookBuilder *builder);
size_t book_builder_positions(const BookBuilder *builder);

/* The text of the book: positions in the order of their text, moves played at least `least` times, best first. */
Status book_builder_write(BookBuilder *builder, int least, Buf *out, Error *error);

#endif
