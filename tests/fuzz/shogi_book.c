#include "fuzz.h"
#include "shogi/book/book.h"
#include "shogi/notation.h"

void fuzz_shogi_book(const char *path);

void fuzz_shogi_book(const char *path)
{
    ShogiBook *book = NULL;
    Error error;
    const ShogiBookMove *moves = NULL;
    if (book_load(path, &book, &error) != STATUS_OK) return;
    ShogiPosition *start = calloc(1, sizeof *start);
    require(start && notation_parse(str_from(notation_start), start, NULL) == STATUS_OK);
    int count = book_find(book, start, &moves);
    require(count >= 0 && count <= MAX_MOVES && book_positions(book) > 0);
    for (int i = 0; i < count; i++) require(moves[i].move != MOVE_NONE);
    free(start);
    book_free(book);
}
