#include "shogi/book/book.h"

#include "base/file.h"
#include "base/mem.h"
#include "shogi/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_MAX_LENGTH = 1024, POSITION_MOVES_MAX = MAX_MOVES };
#define BOOK_BYTES_MAX ((size_t)1 << 30)

typedef struct ShogiBookEntry {
    uint64_t key;
    uint32_t first, count; /* of `moves` */
} ShogiBookEntry;

struct ShogiBook {
    char path[PATH_MAX_LENGTH];
    ShogiBookEntry *entries; /* by key */
    ShogiBookMove *moves;
    size_t entry_count, move_count;
};

void book_free(ShogiBook *book)
{
    if (!book) return;
    mem_free(book->entries);
    mem_free(book->moves);
    mem_free(book);
}

const char *book_path(const ShogiBook *book)
{
    return book->path;
}

size_t book_positions(const ShogiBook *book)
{
    return book->entry_count;
}

/* The next line that says something, without blanks at its ends; empty at the end of the text. Counting and reading
 * both go through here, so that what is read has the room that was counted. */
static Str next_line(Str *text, int *number)
{
    while (text->len) {
        Str line = str_trim(str_until(text, '\n'));
        ++*number;
        if (line.len >= 4 && line.ptr[0] != '#' && !str_starts(line, "//")) return line;
    }
    return (Str){"", 0};
}

static bool is_position(Str line)
{
    return str_starts(line, "sfen ");
}

/* How many positions and moves a text can have at most: by its lines. */
static void count_lines(Str text, size_t *positions, size_t *moves)
{
    int number = 0;
    *positions = *moves = 0;
    for (Str line; (line = next_line(&text, &number)).len;) ++*(is_position(line) ? positions : moves);
}

static bool read_move(Str line, ShogiBookMove *out)
{
    Str move = str_word(&line), reply = str_word(&line), value = str_word(&line), depth = str_word(&line),
        count = str_word(&line);
    int64_t number = 0;
    out->move = notation_parse_move(move);
    out->reply = notation_parse_move(reply); /* "none" is none */
    out->value = out->depth = 0;
    out->count = 1;
    if (out->move == MOVE_NONE || out->move == MOVE_WIN) return false;
    if (value.len) {
        if (!str_to_int(value, -1000000, 1000000, &number)) return false;
        out->value = (int16_t)(number > SCORE_EVAL_MAX    ? SCORE_EVAL_MAX
                               : number < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX
                                                          : number);
    }
    if (depth.len && str_to_int(depth, 0, 1000, &number)) out->depth = (int16_t)number;
    if (count.len && str_to_int(count, 0, UINT32_MAX, &number)) out->count = (uint32_t)number;
    return true;
}

static Status read_lines(ShogiBook *book, Str text, Error *error)
{
    ShogiPosition *pos = mem_alloc(sizeof *pos, 0, error);
    if (!pos) return STATUS_NO_MEMORY;
    memset(pos, 0, sizeof *pos);
    Status status = STATUS_OK;
    int number = 0;
    for (Str line; status == STATUS_OK && (line = next_line(&text, &number)).len;) {
        Error why = {STATUS_OK, ""};
        if (is_position(line)) {
            if (notation_parse(line, pos, &why) != STATUS_OK) {
                status = error_set(error, STATUS_BAD_INPUT, "book line %d: %.150s", number, why.text);
                break;
            }
            book->entries[book->entry_count++] = (ShogiBookEntry){pos_key(pos), (uint32_t)book->move_count, 0};
        } else if (book->entry_count == 0) {
            status = error_set(error, STATUS_BAD_INPUT, "book line %d: a move before the first position", number);
        } else if (!read_move(line, &book->moves[book->move_count])) {
            status = error_set(error, STATUS_BAD_INPUT, "book line %d: not a move with value, depth and count", number);
        } else if (book->entries[book->entry_count - 1].count < POSITION_MOVES_MAX) {
            book->entries[book->entry_count - 1].count++;
            book->move_count++;
        }
    }
    mem_free(pos);
    return status;
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = ((const ShogiBookEntry *)a)->key, y = ((const ShogiBookEntry *)b)->key;
    return x < y ? -1 : x > y;
}

static Status build(Str text, ShogiBook *book, Error *error)
{
    size_t positions, moves;
    count_lines(text, &positions, &moves);
    if (positions == 0) return error_set(error, STATUS_BAD_INPUT, "book: no position in the file");
    book->entries = mem_alloc(positions * sizeof *book->entries, 0, error);
    book->moves = mem_alloc((moves + 1) * sizeof *book->moves, 0, error);
    if (!book->entries || !book->moves) return STATUS_NO_MEMORY;
    Status status = read_lines(book, text, error);
    qsort(book->entries, book->entry_count, sizeof *book->entries, by_key);
    return status;
}

Status book_load(const char *path, ShogiBook **out, Error *error)
{
    Buf text = buf_new(BOOK_BYTES_MAX);
    Status status = file_read(path, &text, error);
    ShogiBook *book = NULL;
    if (status == STATUS_OK) {
        book = mem_alloc(sizeof *book, 0, error);
        if (book) memset(book, 0, sizeof *book);
        if (!book) status = STATUS_NO_MEMORY;
    }
    if (status == STATUS_OK) {
        (void)snprintf(book->path, sizeof book->path, "%s", path);
        status = build(buf_view(&text), book, error);
    }
    buf_free(&text);
    if (status == STATUS_OK) {
        *out = book;
    } else {
        book_free(book);
    }
    return status;
}

int book_find(const ShogiBook *book, const ShogiPosition *pos, const ShogiBookMove **moves)
{
    ShogiBookEntry wanted = {.key = pos_key(pos)};
    const ShogiBookEntry *entry = bsearch(&wanted, book->entries, book->entry_count, sizeof wanted, by_key);
    if (!entry || entry->count == 0) return 0;
    *moves = &book->moves[entry->first];
    return (int)entry->count;
}
