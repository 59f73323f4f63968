/* Openings: where the games of a match begin.
 *
 * From a file with one opening a line, in whatever way the games' own books write it:
 *   startpos moves 7g7f 3c3d        sfen POSITION moves ...       (shogi)
 *   f5d6c3d3c4                      f5 d6 c3                      (Othello)
 *   0,0, 1,0, 1,3                   offsets from the centre, right and down (gomoku)
 *   a position in the game's own text
 * Empty lines and lines that begin with # are passed over. Or random moves from the start position, kept when a short
 * search by an engine that plays for nobody finds them even. An opening is the same for the same seed and round. */
#ifndef YOMI_APP_COMMON_OPENING_H
#define YOMI_APP_COMMON_OPENING_H

#include "app/common/referee.h"
#include "base/rng.h"

enum { OPENING_PLIES_MAX = 512, OPENING_LINES_MAX = 1 << 20, OPENING_FILE_MAX = 1 << 28 };

typedef struct Opening {
    char *start; /* NULL: the usual position */
    char *text;  /* what the moves point into */
    const char *moves[OPENING_PLIES_MAX];
    size_t count;
} Opening;

void opening_free(Opening *opening);

/* Reads one line, checking every move. `board` is moved about. */
Status opening_read(Opening *out, yomi_engine *board, const char *line, Error *error);

typedef struct OpeningBook {
    char **lines;
    size_t count;
    uint64_t hash; /* of all lines */
    char *text;
} OpeningBook;

/* Every line is checked; an error names the line. */
Status opening_book_load(OpeningBook *book, const char *path, yomi_engine *board, Error *error);
void opening_book_free(OpeningBook *book);
/* The order of the lines is that of the file, or shuffled by the seed. */
void opening_book_shuffle(OpeningBook *book, uint64_t seed);

typedef struct OpeningDice {
    int plies;
    int balance; /* centi-units; 0: any position will do */
    int depth;   /* of the search that judges */
    uint64_t seed;
} OpeningDice;

/* `judge` is an engine with one thread, used for nothing else; needed when balance > 0. */
Status opening_roll(Opening *out, const OpeningDice *dice, uint64_t round, yomi_engine *board, yomi_engine *judge,
                    Error *error);

#endif
