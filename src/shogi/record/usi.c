/* Lines of USI in the table of formats: "position startpos moves 7g7f ...", "sfen ...", a bare SFEN, or bare moves. A
 * line is a game. */
#include "record/record.h"
#include "shogi/record/formats.h"
#include "shogi/record/kifu.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '1' && c <= '9';
}

static bool is_rank(char c)
{
    return c >= 'a' && c <= 'i';
}

static bool is_move(Str s)
{
    if (s.len == 5 && s.ptr[4] == '+') s.len = 4;
    if (s.len != 4 || !is_digit(s.ptr[2]) || !is_rank(s.ptr[3])) return false;
    if (s.ptr[1] == '*') return memchr("PLNSGBR", s.ptr[0], 7) != NULL;
    return is_digit(s.ptr[0]) && is_rank(s.ptr[1]);
}

static bool is_board(Str s)
{
    int slashes = 0;
    for (size_t i = 0; i < s.len; i++) slashes += s.ptr[i] == '/';
    return slashes == 8;
}

static Str first_line(Str *text)
{
    Str line = {"", 0};
    while (text->len && (line.len == 0 || *line.ptr == '#')) line = str_trim(str_until(text, '\n'));
    return line.len && *line.ptr != '#' ? line : (Str){"", 0};
}

static bool is_usi(Str text)
{
    if (str_starts(text, "\xef\xbb\xbf")) text = str_skip(text, 3);
    Str line = first_line(&text), word = str_word(&line);
    return str_eq(word, "position") || str_eq(word, "startpos") || str_eq(word, "sfen") || is_board(word) ||
           is_move(word);
}

/* The four words of an SFEN whose first was read; its last one, a number, may be left out. */
static Str take_sfen(Str *rest, Str board)
{
    (void)str_word(rest); /* side */
    Str hands = str_word(rest), after = *rest, number = str_word(&after);
    int64_t value;
    Str last = hands;
    if (str_to_int(number, 0, 100000, &value)) {
        last = number;
        *rest = after;
    }
    return (Str){board.ptr, (size_t)(last.ptr + last.len - board.ptr)};
}

static Status read_line(Str line, Record *record, Error *error)
{
    Str word = str_word(&line);
    Status status = STATUS_OK;
    if (str_eq(word, "position")) word = str_word(&line);
    if (str_eq(word, "sfen")) word = str_word(&line);
    if (is_board(word)) {
        status = record_set_start(record, take_sfen(&line, word), error);
        word = str_word(&line);
    } else if (str_eq(word, "startpos")) {
        word = str_word(&line);
    }
    if (str_eq(word, "moves")) word = str_word(&line);
    for (; word.len && status == STATUS_OK; word = str_word(&line)) {
        if (!is_move(word)) {
            return error_set(error, STATUS_BAD_INPUT, "'%.*s' is no move of USI", word.len < 40 ? (int)word.len : 40,
                             word.ptr);
        }
        if (!record_add_move(record, word, error)) status = STATUS_TOO_LARGE;
    }
    return status;
}

static Status read_usi(Str text, RecordSet *out, Error *error)
{
    return record_read_lines(text, "shogi", read_line, out, error);
}

static Status write_usi(const Record *record, Buf *out, Error *error)
{
    bool even = !record->start || strcmp(record->start, kifu_even) == 0;
    (void)buf_printf(out, "position %s%s", even ? "" : "sfen ", even ? "startpos" : record->start);
    if (record->count) (void)buf_puts(out, " moves");
    for (size_t i = 0; i < record->count; i++) (void)buf_printf(out, " %s", record->moves[i].text);
    return buf_putc(out, '\n') ? STATUS_OK : error_set(error, STATUS_TOO_LARGE, "the record is too long");
}

const RecordFormat record_usi = {.name = "usi",
                                 .title = "USI",
                                 .game = "shogi",
                                 .extensions = "usi sfen",
                                 .is = is_usi,
                                 .read = read_usi,
                                 .write = write_usi};
