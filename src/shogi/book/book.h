/* An opening book in the YaneuraOu text format ("#YANEURAOU-DB2016 1.00"): a line "sfen POSITION", then a line
 * "MOVE REPLY VALUE DEPTH COUNT" for each move of it. Read whole when a file is set, constant from then on. */
#ifndef YOMI_SHOGI_BOOK_BOOK_H
#define YOMI_SHOGI_BOOK_BOOK_H

#include "base/status.h"
#include "shogi/position.h"

#include <stddef.h>

typedef struct ShogiBookMove {
    Move move, reply; /* reply: MOVE_NONE when the book has none */
    int16_t value;    /* from the side to move */
    int16_t depth;
    uint32_t count; /* how often it was played */
} ShogiBookMove;

typedef struct ShogiBook ShogiBook;

/* Errors name the line. */
Status book_load(const char *path, ShogiBook **out, Error *error);
void book_free(ShogiBook *book); /* NULL is fine */
const char *book_path(const ShogiBook *book);
size_t book_positions(const ShogiBook *book);

/* The moves of a position; 0 when it has none. They live as long as the book. */
int book_find(const ShogiBook *book, const ShogiPosition *pos, const ShogiBookMove **moves);

#endif
