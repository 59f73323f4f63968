/* Own analysis of an opening book: searches the positions that it has, and adds good ones that nobody played.
 *
 * Every search begins from nothing, so what it says of a position does not depend on those before it: work that ended
 * early and goes on later makes the same book as work in one go. */
#ifndef YOMI_OTHELLO_STUDY_H
#define YOMI_OTHELLO_STUDY_H

#include "othello/book.h"
#include "othello/lone.h"

enum { STUDY_TABLE_MB = 16 }; /* cleared before every search, which takes 3 ms */

typedef struct Study {
    Book *book;
    Lone *lone;
    int depth;
    /* Before every search: how much is done, of how much. false ends the work in good order. NULL: it goes on. */
    bool (*go_on)(void *context, size_t done, size_t all);
    void *context;
} Study;

typedef struct Growth {
    size_t positions; /* to be added, at the most */
    int plies;        /* moves after the start that the last of a line may have */
    Score tolerance;  /* what the moves of a line may give away, all together */
} Growth;

/* Searches every position that was not searched as deep, then carries the values back. false: ended early. */
bool othello_study_book(const Study *study);

/* Adds positions to a book that is analysed. Next comes always the one nearest to the start, and among those the one
 * whose line gives away least; the moves that leave a position for the book's others are found one after the other,
 * best first. Fewer than asked for: there are no more within the limits, or go_on said no. Values are carried back at
 * each. */
Status othello_study_grow(const Study *study, const Growth *growth, size_t *added, Error *error);

#endif
