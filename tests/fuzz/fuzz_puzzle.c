/* Any bytes as a file of puzzles. What is read is written and read again as the same. */
#include "fuzz.h"
#include "tool/puzzle.h"

#include <string.h>

enum { FILE_LIMIT = 1 << 16 };

static bool same(const Puzzle *a, const Puzzle *b)
{
    return strcmp(a->id, b->id) == 0 && strcmp(a->game, b->game) == 0 && strcmp(a->kind, b->kind) == 0 &&
           a->length == b->length && a->rating == b->rating && strcmp(a->position, b->position) == 0 &&
           strcmp(a->line, b->line) == 0 && strcmp(a->values, b->values) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    PuzzleList list;
    Error error;
    if (size > FILE_LIMIT || puzzles_read((Str){(const char *)data, size}, &list, &error) != STATUS_OK) return 0;
    for (size_t i = 0; i < list.count; i++) {
        Buf line = buf_new(PUZZLE_FILE_MAX);
        Puzzle again;
        uint64_t seed, number;
        puzzle_write(&list.items[i], &line);
        Status status = puzzle_read(buf_view(&line), &again, &error);
        require(status == STATUS_OK && same(&list.items[i], &again));
        (void)puzzle_number(&again, &seed, &number);
        buf_free(&line);
    }
    puzzles_free(&list);
    return 0;
}
