/* Gomoku as a row of moves, "h8i9j10", one game a line; and positions as the engine writes them, "freestyle ROWS b 0
 * 0", with moves behind. A row alone has no rules: up to 15 lines it is taken for freestyle, else for the rules of 19.
 */
#include "gomoku/record/formats.h"
#include "gomoku/record/stones.h"

#include <string.h>

static bool is_separator(char c)
{
    return strchr(" \t\r,;-", c) != NULL;
}

/* The next cell of a row; false when something else stands there, or at the end. */
static bool take_cell(Str *rest, int *column, int *row)
{
    while (rest->len && is_separator(*rest->ptr)) *rest = str_skip(*rest, 1);
    if (rest->len < 2) return false;
    char letter = (char)(*rest->ptr | 0x20);
    size_t digits = 0;
    while (digits < 2 && digits + 1 < rest->len && rest->ptr[1 + digits] >= '0' && rest->ptr[1 + digits] <= '9')
        digits++;
    int64_t number;
    if (letter < 'a' || letter >= 'a' + STONES_SIZE_MAX) return false;
    if (!str_to_int((Str){rest->ptr + 1, digits}, 1, STONES_SIZE_MAX, &number)) return false;
    *column = letter - 'a';
    *row = (int)number;
    *rest = str_skip(*rest, 1 + digits);
    return true;
}

/* Is the whole line a row, and which is its largest coordinate? */
static bool is_row(Str line, int *largest)
{
    int column, row, count = 0;
    *largest = 0;
    while (take_cell(&line, &column, &row)) {
        if (column + 1 > *largest) *largest = column + 1;
        if (row > *largest) *largest = row;
        count++;
    }
    while (line.len && is_separator(*line.ptr)) line = str_skip(line, 1);
    return count > 0 && line.len == 0;
}

/* "freestyle 15/15/... b 0 0" */
static bool is_position(Str line)
{
    Str rules = str_word(&line), rows = str_word(&line), side = str_word(&line);
    size_t slashes = 0;
    for (size_t i = 0; i < rows.len; i++) slashes += rows.ptr[i] == '/';
    return rules.len && rules.ptr[0] >= 'a' && rules.ptr[0] <= 'z' && slashes + 1 >= STONES_SIZE_MIN &&
           strspn(rows.ptr, "xo/0123456789") >= rows.len && (str_eq(side, "b") || str_eq(side, "w"));
}

/* A row that could be Othello is Othello: its first move is one of four. */
static bool could_be_othello(Str line)
{
    static const char *const firsts[] = {"f5", "d3", "c4", "e6"};
    int column, row;
    bool begins = false;
    for (int i = 0; i < 4; i++) begins |= line.len >= 2 && str_eq_nocase((Str){line.ptr, 2}, firsts[i]);
    while (begins && take_cell(&line, &column, &row)) begins = column < 8 && row <= 8;
    return begins;
}

static bool is_stones(Str text)
{
    Str line = {"", 0};
    int largest;
    while (text.len && (line.len == 0 || *line.ptr == '#')) line = str_trim(str_until(&text, '\n'));
    return is_position(line) || (is_row(line, &largest) && !could_be_othello(line));
}

static Status read_line(Str line, Record *record, Error *error)
{
    Stones stones = {.size = 15};
    Status status = STATUS_OK;
    int column, row, largest = 0;
    if (is_position(line)) {
        Str rest = line, after;
        int64_t number;
        for (int i = 0; i < 3; i++) (void)str_word(&rest);
        for (after = rest; str_to_int(str_word(&after), 0, 1000, &number);) rest = after; /* pairs, stones */
        Str start = str_trim((Str){line.ptr, line.len - rest.len});
        status = record_set_start(record, start, error);
        if (status == STATUS_OK) status = stones_of_record(record, &stones, error);
        record_take_text(record->rules, str_from(stones.rules));
        line = rest;
    } else if (is_row(line, &largest)) {
        if (largest > 15) stones.size = largest > 19 ? STONES_SIZE_MAX : 19;
        record_take_text(stones.rules, str_from(stones_usual_rules(stones.size)));
        status = stones_to_record(&stones, record, error);
    } else {
        return error_set(error, STATUS_BAD_INPUT, "no row of moves such as h8i9");
    }
    while (status == STATUS_OK && take_cell(&line, &column, &row)) {
        status = stones_add_move(&stones, column, stones.size - row, record, error);
    }
    if (status == STATUS_OK && str_trim(line).len) {
        status = error_set(error, STATUS_BAD_INPUT, "something after move %zu that is none", record->count);
    }
    return status;
}

static Status read_rows(Str text, RecordSet *out, Error *error)
{
    return record_read_lines(text, "gomoku", read_line, out, error);
}

static Status write_row(const Record *record, Buf *out, Error *error)
{
    Stones stones;
    Status status = stones_of_record(record, &stones, error);
    if (status != STATUS_OK) return status;
    bool plain = stones.size == 15 && strncmp(stones.rules, "freestyle", 9) == 0 && !stones.count && !stones.side;
    if (!plain && !record->start) {
        return error_set(error, STATUS_UNSUPPORTED, "a row of moves does not tell the rules");
    }
    if (!plain) (void)buf_printf(out, "%s ", record->start);
    for (size_t i = 0; i < record->count; i++) (void)buf_puts(out, record->moves[i].text);
    return buf_putc(out, '\n') ? STATUS_OK : error_set(error, STATUS_TOO_LARGE, "the record is too long");
}

const RecordFormat record_stones = {.name = "row",
                                    .title = "row of moves",
                                    .game = "gomoku",
                                    .extensions = "",
                                    .is = is_stones,
                                    .read = read_rows,
                                    .write = write_row,
                                    .needs_start = true,
                                    .vague = 1};
