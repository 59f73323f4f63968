#include "gomoku/record/stones.h"

#include "base/rows.h"

#include <stdio.h>
#include <string.h>

int stones_usual_size(const char *rules)
{
    return strncmp(rules, "ninuki", 6) == 0 || strncmp(rules, "pente", 5) == 0 || !*rules ? 19 : 15;
}

const char *stones_usual_rules(int size)
{
    return size == 19 ? "ninuki" : "freestyle";
}

void stones_take_rules(Stones *stones, Str name)
{
    static const char *const known[] = {"ninuki", "pente", "freestyle", "standard", "renju"};
    char text[RECORD_TEXT_MAX];
    record_take_text(text, str_word(&name));
    for (char *c = text; *c; c++) *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
    stones->rules[0] = '\0';
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (str_starts(str_from(text), known[i])) memcpy(stones->rules, text, sizeof text);
    }
}

/* One row of a position: letters and runs of empty cells. */
static bool read_row(Str row, Stones *out, int y)
{
    int x = 0;
    for (size_t i = 0; i < row.len; i++) {
        char c = row.ptr[i];
        int run = 1;
        if (c >= '0' && c <= '9') {
            run = c - '0';
            if (i + 1 < row.len && row.ptr[i + 1] >= '0' && row.ptr[i + 1] <= '9') run = run * 10 + row.ptr[++i] - '0';
        } else if (c == 'x' || c == 'o') {
            if (x < STONES_SIZE_MAX) out->at[y][x] = c;
            out->count++;
        } else {
            return false;
        }
        x += run;
    }
    return x <= STONES_SIZE_MAX;
}

Status stones_of_record(const Record *record, Stones *out, Error *error)
{
    *out = (Stones){.size = stones_usual_size(record->rules)};
    (void)snprintf(out->rules, sizeof out->rules, "%s", *record->rules ? record->rules : stones_usual_rules(out->size));
    if (!record->start) return STATUS_OK;
    Str rest = str_from(record->start), rules = str_word(&rest), rows = str_word(&rest), side = str_word(&rest);
    record_take_text(out->rules, rules);
    for (out->size = 0; rows.len > 0; out->size++) {
        if (out->size == STONES_SIZE_MAX || !read_row(str_until(&rows, '/'), out, out->size))
            return error_set(error, STATUS_BAD_INPUT, "the start is no position of gomoku");
    }
    out->side = str_eq(side, "w");
    if (out->size < STONES_SIZE_MIN) return error_set(error, STATUS_BAD_INPUT, "the start has %d rows", out->size);
    return STATUS_OK;
}

Status stones_to_record(const Stones *stones, Record *record, Error *error)
{
    record_take_text(record->rules, str_from(stones->rules));
    bool usual = stones->count == 0 && stones->side == 0 && stones->size == stones_usual_size(stones->rules);
    if (usual) return STATUS_OK;
    Buf text = buf_new(RECORD_COMMENT_MAX);
    (void)buf_printf(&text, "%s ", stones->rules);
    RowWriter rows = {.out = &text};
    for (int y = 0; y < stones->size; y++) {
        for (int x = 0; x < stones->size; x++) {
            if (stones->at[y][x] == 0) {
                rows_empty(&rows);
                continue;
            }
            rows_piece(&rows);
            (void)buf_putc(&text, stones->at[y][x]);
        }
        rows_end(&rows, y + 1 == stones->size);
    }
    (void)buf_printf(&text, " %c 0 0", stones->side ? 'w' : 'b');
    Status status = record_set_start(record, buf_view(&text), error);
    buf_free(&text);
    return status;
}

Status stones_add_after(const Stones *stones, int parent, int column, int row, Record *record, Error *error)
{
    char text[RECORD_MOVE_MAX];
    if (column < 0 || row < 0 || column >= stones->size || row >= stones->size)
        return error_set(error, STATUS_BAD_INPUT, "move %zu is not on the board", record->total + 1);
    (void)snprintf(text, sizeof text, "%c%d", 'a' + column, stones->size - row);
    return record_add_after(record, parent, str_from(text), error) ? STATUS_OK : STATUS_BAD_INPUT;
}

Status stones_add_move(const Stones *stones, int column, int row, Record *record, Error *error)
{
    return stones_add_after(stones, (int)record->count - 1, column, row, record, error);
}

bool stones_cell(const Stones *stones, const char *move, int *column, int *row)
{
    int64_t number;
    if (move[0] < 'a' || move[0] >= 'a' + stones->size) return false;
    if (!str_to_int(str_from(move + 1), 1, stones->size, &number)) return false;
    *column = move[0] - 'a';
    *row = stones->size - (int)number;
    return true;
}
