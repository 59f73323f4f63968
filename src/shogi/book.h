/* An opening book in the YaneuraOu text format ("#YANEURAOU-DB2016 1.00"): a line "sfen POSITION", then a line
 * "MOVE REPLY VALUE DEPTH COUNT" for each move of it. Read whole when a file is set, constant from then on. */
#ifndef YOMI_SHOGI_BOOK_H
#define YOMI_SHOGI_BOOK_H

#include "base/status.h"
#include "shogi/position.h"

#include <stddef.h>

typedef struct BookMove {
    Move move, reply; /* reply: MOVE_NONE when the book has none */
    int16_t value;    /* from the side to move */
    int16_t depth;
    uint32_t count; /* how often it was played */
} BookMove;

typedef struct Book Book;

/* Errors name the line. */
Status book_load(const char *path, Book **out, Error *error);
void book_free(Book *book); /* NULL is fine */
const char *book_path(const Book *book);
size_t book_positions(const Book *book);

/* The moves of a position; 0 when it has none. They live as long as the book. */
int book_find(const Book *book, const Position *pos, const BookMove **moves);

#endif
