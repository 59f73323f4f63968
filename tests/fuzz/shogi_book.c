#include "fuzz.h"
#include "shogi/book.h"
#include "shogi/notation.h"

void fuzz_shogi_book(const char *path);

void fuzz_shogi_book(const char *path)
{
    Book *book = NULL;
    Error error;
    const BookMove *moves = NULL;
    if (book_load(path, &book, &error) != STATUS_OK) return;
    Position *start = calloc(1, sizeof *start);
    require(start && notation_parse(str_from(notation_start), start, NULL) == STATUS_OK);
    int count = book_find(book, start, &moves);
    require(count >= 0 && count <= MAX_MOVES && book_positions(book) > 0);
    for (int i = 0; i < count; i++) require(moves[i].move != MOVE_NONE);
    free(start);
    book_free(book);
}
