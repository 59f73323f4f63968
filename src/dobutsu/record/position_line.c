/* A position of dobutsu shogi on a line, with the moves from there: "gle/1c1/1C1/ELG b - 1 moves 2c2b 1a2b". A line is
 * a game; lines that begin with # are passed over. */
#include "dobutsu/record/formats.h"

#include <string.h>

static bool is_board(Str word)
{
    int slashes = 0;
    for (size_t i = 0; i < word.len; i++) {
        if (!memchr("/123CEGLcegl+", word.ptr[i], 13)) return false;
        slashes += word.ptr[i] == '/';
    }
    return slashes == 3;
}

static Str next_line(Str *text)
{
    Str line = {"", 0};
    while (text->len && (line.len == 0 || *line.ptr == '#')) line = str_trim(str_until(text, '\n'));
    return line.len && *line.ptr != '#' ? line : (Str){"", 0};
}

static bool is_position_line(Str text)
{
    Str line = next_line(&text);
    return is_board(str_word(&line));
}

static Status read_line(Str line, Record *record, Error *error)
{
    Str start = line, word = str_word(&line);
    if (!is_board(word)) return error_set(error, STATUS_BAD_INPUT, "a line begins with rows such as gle/1c1/1C1/ELG");
    while (word.len && !str_eq(word, "moves")) word = str_word(&line);
    if (word.len) start.len = (size_t)(word.ptr - start.ptr);
    Status status = record_set_start(record, str_trim(start), error);
    for (word = str_word(&line); word.len && status == STATUS_OK; word = str_word(&line)) {
        if (!record_add_move(record, word, error)) status = STATUS_TOO_LARGE;
    }
    return status;
}

static Status read_position_lines(Str text, RecordSet *out, Error *error)
{
    return record_read_lines(text, "dobutsu", read_line, out, error);
}

static Status write_position_line(const Record *record, Buf *out, Error *error)
{
    (void)buf_puts(out, record->start ? record->start : "gle/1c1/1C1/ELG b - 1");
    if (record->count) (void)buf_puts(out, " moves");
    for (size_t i = 0; i < record->count; i++) (void)buf_printf(out, " %s", record->moves[i].text);
    return buf_putc(out, '\n') ? STATUS_OK : error_set(error, STATUS_TOO_LARGE, "the record is too long");
}

const RecordFormat dobutsu_position_line = {.name = "dobutsu-sfen",
                                            .title = "SFEN (dobutsu)",
                                            .game = "dobutsu",
                                            .extensions = "dsfen",
                                            .is = is_position_line,
                                            .read = read_position_lines,
                                            .write = write_position_line};
