#include "tool/puzzle.h"

#include <stdlib.h>
#include <string.h>

static Status copy_field(Str *rest, const char *name, char *out, size_t size, Error *error)
{
    Str field = str_until(rest, '\t');
    if (field.len == 0) return error_set(error, STATUS_BAD_INPUT, "the %s is missing", name);
    for (size_t i = 0; i < field.len; i++) {
        if (field.ptr[i] < ' ' || field.ptr[i] > '~')
            return error_set(error, STATUS_BAD_INPUT, "the %s is not plain text", name);
    }
    if (!str_copy(field, out, size))
        return error_set(error, STATUS_TOO_LARGE, "the %s is longer than %zu characters", name, size - 1);
    return STATUS_OK;
}

static Status read_number(Str *rest, const char *name, int low, int high, int *out, Error *error)
{
    Str field = str_until(rest, '\t');
    int64_t value;
    if (!str_to_int(field, low, high, &value))
        return error_set(error, STATUS_BAD_INPUT, "the %s is a number from %d to %d, not '%.*s'", name, low, high,
                         (int)(field.len < 40 ? field.len : 40), field.ptr);
    *out = (int)value;
    return STATUS_OK;
}

Status puzzle_read(Str line, Puzzle *out, Error *error)
{
    line = str_trim(line);
    if (line.len == 0 || line.ptr[0] == '#') return STATUS_NOT_FOUND;
    Puzzle puzzle;
    Status status = copy_field(&line, "id", puzzle.id, sizeof puzzle.id, error);
    if (status == STATUS_OK) status = copy_field(&line, "game", puzzle.game, sizeof puzzle.game, error);
    if (status == STATUS_OK) status = copy_field(&line, "kind", puzzle.kind, sizeof puzzle.kind, error);
    if (status == STATUS_OK) status = read_number(&line, "length", 1, PUZZLE_LENGTH_MAX, &puzzle.length, error);
    if (status == STATUS_OK)
        status = read_number(&line, "rating", PUZZLE_RATING_MIN, PUZZLE_RATING_MAX, &puzzle.rating, error);
    if (status == STATUS_OK) status = copy_field(&line, "position", puzzle.position, sizeof puzzle.position, error);
    if (status == STATUS_OK) status = copy_field(&line, "solution", puzzle.line, sizeof puzzle.line, error);
    if (status == STATUS_OK) status = copy_field(&line, "values", puzzle.values, sizeof puzzle.values, error);
    if (status == STATUS_OK && line.len > 0)
        status = error_set(error, STATUS_BAD_INPUT, "there is more than eight fields");
    if (status == STATUS_OK) *out = puzzle;
    return status;
}

void puzzle_write(const Puzzle *puzzle, Buf *out)
{
    (void)buf_printf(out, "%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\n", puzzle->id, puzzle->game, puzzle->kind, puzzle->length,
                     puzzle->rating, puzzle->position, puzzle->line, puzzle->values);
}

bool puzzle_number(const Puzzle *puzzle, uint64_t *seed, uint64_t *number)
{
    Str rest = str_from(puzzle->id), first = str_until(&rest, '.');
    int64_t a, b;
    if (!str_to_int(first, 0, INT64_MAX, &a) || !str_to_int(rest, 0, INT64_MAX, &b)) return false;
    *seed = (uint64_t)a;
    *number = (uint64_t)b;
    return true;
}

static size_t count_lines(Str text)
{
    size_t lines = 1;
    for (size_t i = 0; i < text.len; i++) lines += text.ptr[i] == '\n';
    return lines;
}

Status puzzles_read(Str text, PuzzleList *out, Error *error)
{
    *out = (PuzzleList){0};
    if (text.len > PUZZLE_FILE_MAX) return error_set(error, STATUS_TOO_LARGE, "more than %d bytes", PUZZLE_FILE_MAX);
    size_t room = count_lines(text);
    if (room > PUZZLES_MAX) return error_set(error, STATUS_TOO_LARGE, "more than %d lines", PUZZLES_MAX);
    PuzzleList list = {.items = calloc(room, sizeof *list.items)};
    if (!list.items) return error_set(error, STATUS_NO_MEMORY, "no memory for the puzzles");
    for (int number = 1; text.len > 0; number++) {
        Error inner;
        Status status = puzzle_read(str_until(&text, '\n'), &list.items[list.count], &inner);
        if (status == STATUS_NOT_FOUND) continue;
        if (status != STATUS_OK) {
            puzzles_free(&list);
            return error_set(error, status, "line %d: %.200s", number, inner.text);
        }
        list.count++;
    }
    *out = list;
    return STATUS_OK;
}

void puzzles_free(PuzzleList *list)
{
    free(list->items);
    *list = (PuzzleList){0};
}

void puzzle_add_move(char line[PUZZLE_LINE_MAX], const char *move)
{
    size_t used = strlen(line), len = strlen(move);
    if (used + len + 2 > PUZZLE_LINE_MAX) return;
    if (used > 0) line[used++] = ' ';
    memcpy(line + used, move, len + 1);
}
