/* Learning: games and own analysis go into the opening book. */
#ifndef YOMI_OTHELLO_LEARN_H
#define YOMI_OTHELLO_LEARN_H

#include "othello/book.h"
#include "othello/lone.h"

/* Searches every position that was not analysed as deep as this, then carries the values back. */
void othello_learn_analyse(Book *book, Lone *lone, int depth);

/* Adds a game, as its positions from the first on, to the book in the file, which is made when there is none. After an
 * error the file is as it was. */
Status othello_learn_game(const char *path, const Shared *shared, const Position *positions, size_t count, int depth,
                          Error *error);

#endif
