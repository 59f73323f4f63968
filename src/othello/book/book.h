/* An opening book: positions that were played or analysed, each with how often it was reached and what it is worth.
 *
 * A position stands for all eight of its images. `value` is for the side to move, by best play inside the book; `own`
 * is what a search of `depth` said of `reply`: the best move of all, or of those that lead out of the book. A move of
 * the book is one that leads to a position of it, over a pass if need be; positions without a move are not in it.
 *
 * File, little endian: "YOMIOTHB", version, number of entries (32 bits each), FNV-1a of all that follows (64 bits),
 * then BOOK_ENTRY_BYTES an entry, in the order of the boards. The caller owns a book and frees it; many may read one at
 * the same time while nobody changes it. */
#ifndef YOMI_OTHELLO_BOOK_BOOK_H
#define YOMI_OTHELLO_BOOK_BOOK_H

#include "base/status.h"
#include "base/str.h"
#include "othello/board.h"

enum {
    BOOK_VERSION = 1,
    BOOK_HEADER = 24,
    BOOK_ENTRY_BYTES = 26,
    BOOK_ENTRIES_MAX = 1 << 23,
    BOOK_FILE_MAX = BOOK_HEADER + BOOK_ENTRIES_MAX * BOOK_ENTRY_BYTES
};

typedef struct OthelloBookEntry {
    OthelloBoard board; /* the least of its images */
    uint32_t games;     /* that reached it; 0: it came from analysis */
    Score value, own;
    uint8_t depth; /* of the analysis; 0: none, and the values mean nothing */
    uint8_t reply; /* a square of `board` */
} OthelloBookEntry;

typedef struct OthelloBook {
    OthelloBookEntry *entries; /* by board */
    size_t count, capacity;
} OthelloBook;

typedef struct OthelloBookMove {
    Move move;
    Score value; /* for the side that plays it */
    uint32_t games;
    int depth;
} OthelloBookMove;

OthelloBoard othello_book_image(OthelloBoard board); /* the least of the eight */
/* The board after a legal move, from the view of the side that then has a move. sign: 1 when that is the mover, because
 * the other has to pass, else -1. false: the game is over. */
bool othello_book_follow(OthelloBoard board, int square, OthelloBoard *next, int *sign);

Status othello_book_parse(Str file, OthelloBook *out, Error *error);
Status othello_book_load(const char *path, OthelloBook *out, Error *error);
Status othello_book_save(const OthelloBook *book, const char *path, Error *error);
void othello_book_free(OthelloBook *book);

/* NULL when the book has not got it. */
OthelloBookEntry *othello_book_find(const OthelloBook *book, OthelloBoard board);
/* Counts a game for each board; those that are new come in without analysis. */
Status othello_book_add(OthelloBook *book, const OthelloBoard *boards, size_t count, Error *error);
/* Adds a position, as its least image, that is not there yet. */
Status othello_book_insert(OthelloBook *book, const OthelloBookEntry *entry, Error *error);
/* Leaves out what fewer games reached; positions from analysis stay while one that stays leads to them. What a move
 * that now leads out of the book was worth is not forgotten. */
Status othello_book_prune(OthelloBook *book, uint32_t least_games, Error *error);
/* Carries the values of analysed positions back to the positions before them, where only those that have so many
 * empties or more can have changed. */
void othello_book_minimax(OthelloBook *book, int least_empties);

/* The moves that lead to analysed positions, best first. A draw counts `draw` for the side to move. */
int othello_book_moves(const OthelloBook *book, OthelloBoard board, Score draw, OthelloBookMove out[MOVES_MAX]);

#endif
