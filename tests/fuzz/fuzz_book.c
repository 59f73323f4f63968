/* Any bytes as an opening book: `GAME byte, file`. What is read can be asked; an Othello book can also be changed,
 * written and read again. Its checksum is made right before, or no change of the fuzzer would get past it. */
#include "base/bytes.h"
#include "fuzz.h"
#include "othello/book/book.h"

#include <string.h>
#include <unistd.h>

enum { FILE_LIMIT = 1 << 16 };

/* The two games have books of the same name, so that of shogi is asked in a file of its own. */
void fuzz_shogi_book(const char *path);

static void try_othello(uint8_t *bytes, size_t size)
{
    OthelloBook book = {0}, again = {0};
    Error error;
    OthelloBookMove moves[MOVES_MAX];
    char path[64];
    if (size >= BOOK_HEADER) bytes_put(bytes + 16, bytes_checksum(bytes + BOOK_HEADER, size - BOOK_HEADER), 8);
    if (othello_book_parse((Str){(const char *)bytes, size}, &book, &error) != STATUS_OK) return;
    for (size_t i = 0; i < book.count && i < 64; i++) {
        OthelloBoard board = book.entries[i].board;
        (void)othello_book_find(&book, board);
        require(othello_book_moves(&book, board, 0, moves) <= MOVES_MAX);
    }
    othello_book_minimax(&book, 0);
    OthelloBoard boards[2] = {othello_board_start(), book.count ? book.entries[0].board : othello_board_start()};
    require(othello_book_add(&book, boards, 2, &error) == STATUS_OK);
    require(othello_book_prune(&book, 2, &error) == STATUS_OK);
    int fd = fuzz_file((Str){"", 0}, path);
    require(othello_book_save(&book, path, &error) == STATUS_OK);
    require(othello_book_load(path, &again, &error) == STATUS_OK && again.count == book.count);
    close(fd);
    othello_book_free(&again);
    othello_book_free(&book);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    if (size < 1 || size > FILE_LIMIT) return 0;
    if (data[0] & 1) {
        uint8_t *copy = malloc(size);
        require(copy != NULL);
        memcpy(copy, data + 1, size - 1);
        try_othello(copy, size - 1);
        free(copy);
    } else {
        int fd = fuzz_file((Str){(const char *)data + 1, size - 1}, path);
        fuzz_shogi_book(path);
        close(fd);
    }
    return 0;
}
