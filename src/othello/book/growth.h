/* Own analysis of an opening book: searches the positions that it has, and adds good ones that nobody played.
 *
 * Every search begins from nothing, so what it says of a position does not depend on those before it: work that ended
 * early and goes on later makes the same book as work in one go. */
#ifndef YOMI_OTHELLO_BOOK_GROWTH_H
#define YOMI_OTHELLO_BOOK_GROWTH_H

#include "othello/book/book.h"
#include "othello/tree/solo.h"

enum { BOOK_ANALYSER_TABLE_MB = 16 }; /* cleared before every search, which takes 3 ms */

typedef struct BookAnalyser {
    OthelloBook *book;
    SoloSearch *solo;
    int depth;
    /* Before every search: how much is done, of how much. false ends the work in good order. NULL: it goes on. */
    bool (*go_on)(void *context, size_t done, size_t all);
    void *context;
} BookAnalyser;

typedef struct BookGrowth {
    size_t positions; /* to be added, at the most */
    int plies;        /* moves after the start that the last of a line may have */
    Score tolerance;  /* what the moves of a line may give away, all together */
} BookGrowth;

/* Searches every position that was not searched as deep, then carries the values back. false: ended early. */
bool othello_book_analyse(const BookAnalyser *analyser);

/* Adds positions to a book that is analysed. Next comes always the one nearest to the start, and among those the one
 * whose line gives away least; the moves that leave a position for the book's others are found one after the other,
 * best first. Fewer than asked for: there are no more within the limits, or go_on said no. Values are carried back at
 * each. */
Status othello_book_grow(const BookAnalyser *analyser, const BookGrowth *growth, size_t *added, Error *error);

#endif
