/* PSQ, the files of piskvork: a head with the size, a line "column,row,milliseconds" for each move, counted from 1, the
 * names of the players, a closing number. The rules are not told: 19 lines are taken for ninuki, others for
 * freestyle. */
#include "gomoku/record/formats.h"
#include "gomoku/record/stones.h"

#include <string.h>

/* "Piskvorky 15x15, 11:11, 0" */
static bool read_head(Str line, int *size)
{
    int64_t width, height;
    line = str_trim(line);
    if (str_starts(line, "Piskvorky")) line = str_trim(str_skip(line, 9));
    Str board = str_until(&line, ','), first = str_until(&board, 'x');
    if (!str_to_int(str_trim(first), STONES_SIZE_MIN, STONES_SIZE_MAX, &width)) return false;
    if (!str_to_int(str_trim(board), STONES_SIZE_MIN, STONES_SIZE_MAX, &height)) return false;
    *size = (int)width;
    return width == height;
}

static bool is_psq(Str text)
{
    int size;
    return str_starts(text, "Piskvorky") || read_head(str_until(&text, '\n'), &size);
}

static bool read_move(Str line, int64_t out[3])
{
    for (int i = 0; i < 3; i++) {
        if (!str_to_int(str_trim(str_until(&line, ',')), 0, INT32_MAX, &out[i])) return false;
    }
    return true;
}

static Status read_body(Str text, const Stones *stones, Record *record, Error *error)
{
    int names = 0;
    Status status = STATUS_OK;
    while (text.len > 0 && status == STATUS_OK) {
        Str line = str_trim(str_until(&text, '\n'));
        int64_t move[3], code;
        if (line.len == 0) continue;
        if (names == 0 && read_move(line, move)) {
            status = stones_add_move(stones, (int)move[0] - 1, (int)move[1] - 1, record, error);
            if (status == STATUS_OK) record->moves[record->count - 1].ms = (int)move[2];
        } else if (names < 2 && !str_to_int(line, INT32_MIN, INT32_MAX, &code)) {
            record_take_text(record->player[names++], line);
        }
    }
    return status;
}

static Status read_psq(Str text, RecordSet *out, Error *error)
{
    Record record;
    Stones stones = {0};
    if (!read_head(str_until(&text, '\n'), &stones.size))
        return error_set(error, STATUS_BAD_INPUT, "a PSQ file begins with the size of a square board of %d to %d lines",
                         STONES_SIZE_MIN, STONES_SIZE_MAX);
    record_init(&record, "gomoku");
    record_take_text(stones.rules, str_from(stones_usual_rules(stones.size)));
    Status status = stones_to_record(&stones, &record, error);
    if (status == STATUS_OK) status = read_body(text, &stones, &record, error);
    if (status == STATUS_OK) return record_set_add(out, &record, error);
    record_free(&record);
    return status;
}

/* A name must not look like a move or the closing number. */
static void put_name(Buf *out, const char *name, const char *fallback)
{
    bool plain = *name && !(*name >= '0' && *name <= '9') && *name != '-';
    (void)buf_printf(out, "%s\n", plain ? name : fallback);
}

static Status write_psq(const Record *record, Buf *out, Error *error)
{
    Stones stones;
    Status status = stones_of_record(record, &stones, error);
    if (status != STATUS_OK) return status;
    if (out->len > 0) return error_set(error, STATUS_UNSUPPORTED, "a PSQ file holds one game");
    if (stones.count > 0 || stones.side != 0)
        return error_set(error, STATUS_UNSUPPORTED, "a PSQ file begins with an empty board");
    (void)buf_printf(out, "Piskvorky %dx%d, 11:11, 0\n", stones.size, stones.size);
    for (size_t i = 0; i < record->count; i++) {
        const RecordMove *move = &record->moves[i];
        int column, row;
        if (!stones_cell(&stones, move->text, &column, &row))
            return error_set(error, STATUS_BAD_INPUT, "move %zu, '%s', is no cell of the board", i + 1, move->text);
        (void)buf_printf(out, "%d,%d,%d\n", column + 1, row + 1, move->ms > 0 ? move->ms : 0);
    }
    put_name(out, record->player[0], "Black");
    put_name(out, record->player[1], "White");
    return buf_puts(out, "-1\n") ? STATUS_OK : error_set(error, STATUS_TOO_LARGE, "the record is too long");
}

const RecordFormat record_psq = {.name = "psq",
                                 .title = "PSQ (piskvork)",
                                 .game = "gomoku",
                                 .extensions = "psq rec",
                                 .is = is_psq,
                                 .read = read_psq,
                                 .write = write_psq,
                                 .needs_start = true};
