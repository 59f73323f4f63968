/* Learning: a game that was played goes into the opening book. */
#ifndef YOMI_OTHELLO_BOOK_LEARN_H
#define YOMI_OTHELLO_BOOK_LEARN_H

#include "othello/book/growth.h"

/* Adds a game, as its positions from the first on, to the book in the file, which is made when there is none; then
 * analyses what is new to the depth and lets the book grow. After an error the file is as it was. */
Status othello_learn_game(const char *path, const OthelloShared *shared, const OthelloPosition *positions, size_t count,
                          int depth, const BookGrowth *growth, Error *error);

#endif
