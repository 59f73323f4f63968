#include "gomoku/problem.h"

#include <stdio.h>
#include <string.h>

enum { FIELDS = 10, CUSTOMARY_LINES = 15 };

static bool place_stones(GomPosition *position, Str stones, int colour)
{
    int size = position->rules.size;
    while (stones.len > 0) {
        size_t len = 1;
        while (len < stones.len && stones.ptr[len] >= '0' && stones.ptr[len] <= '9') len++;
        int64_t row;
        int column = stones.ptr[0] - 'a';
        if (column < 0 || column >= size || !str_to_int((Str){stones.ptr + 1, len - 1}, 1, GOM_SIZE_MAX, &row))
            return false;
        if (row > size && size < CUSTOMARY_LINES) row -= CUSTOMARY_LINES - size;
        if (row < 1 || row > size) return false;
        int cell = cell_at(column, size - (int)row);
        if (position->cells[cell] != CELL_EMPTY) return false;
        position->cells[cell] = stone_of(colour);
        stones = str_skip(stones, len);
    }
    return true;
}

/* Goes through the text form, so that the key and the counts are right. */
static Status finish(GomPosition *position, int side, Str pairs, Error *error)
{
    Buf text = buf_new(1 << 16), again = buf_new(1 << 16);
    position_format(position, &text);
    Str whole = buf_view(&text), rules = str_word(&whole), rows = str_word(&whole);
    Str black = str_until(&pairs, ',');
    (void)buf_printf(&again, "%.*s %.*s %c %.*s %.*s", STR_ARG(rules), STR_ARG(rows), side == 1 ? 'b' : 'w',
                     STR_ARG(black), STR_ARG(pairs));
    GomRules unused = position->rules;
    Status status = position_parse(&unused, buf_view(&again), position, error);
    buf_free(&text);
    buf_free(&again);
    return status;
}

static Status parse_table(Str line, Problem *out, Error *error)
{
    static const struct {
        int code;
        GomPreset preset;
    } rules[] = {{0, GOM_FREESTYLE}, {1, GOM_STANDARD}, {2, GOM_RENJU}, {5, GOM_NINUKI}, {6, GOM_PENTE}};
    Str field[FIELDS];
    for (int i = 0; i < FIELDS; i++) field[i] = str_until(&line, '\t');
    int64_t rule, size, side, mode;
    if (!str_to_int(field[2], 0, 9, &rule))
        return error_set(error, STATUS_BAD_INPUT, "field 3, the rule, is no number");
    if (!str_to_int(field[3], GOM_SIZE_MIN, GOM_SIZE_MAX, &size))
        return error_set(error, STATUS_BAD_INPUT, "field 4: a board has %d to %d lines", GOM_SIZE_MIN, GOM_SIZE_MAX);
    if (!str_to_int(field[4], 1, 2, &side)) return error_set(error, STATUS_BAD_INPUT, "field 5, the side, is 1 or 2");
    if (!str_to_int(field[5], 0, 999, &mode)) return error_set(error, STATUS_BAD_INPUT, "field 6: no such mode");
    out->mode = (int)mode;
    (void)snprintf(out->label, sizeof out->label, "%.*s/%.*s", STR_ARG(field[0]), STR_ARG(field[1]));
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].code != rule) continue;
        GomRules chosen = rules_preset(rules[i].preset);
        chosen.size = (uint8_t)size;
        position_start(&chosen, &out->position);
        if (!place_stones(&out->position, field[6], GOM_BLACK) || !place_stones(&out->position, field[7], GOM_WHITE))
            return error_set(error, STATUS_BAD_INPUT, "fields 7 and 8: a stone is not on an empty cell of the board");
        return finish(&out->position, (int)side, field[9].len ? field[9] : STR_LIT("0,0"), error);
    }
    return error_set(error, STATUS_BAD_INPUT, "field 3: no such rule");
}

Status problem_parse(Str line, Problem *out, Error *error)
{
    line = str_trim(line);
    if (line.len == 0 || line.ptr[0] == '#') return STATUS_NOT_FOUND;
    if (memchr(line.ptr, '\t', line.len)) return parse_table(line, out, error);
    Str text = str_until(&line, ';');
    out->mode = 0;
    (void)snprintf(out->label, sizeof out->label, "%.*s", STR_ARG(str_trim(line)));
    GomRules usual = rules_preset(GOM_NINUKI);
    return position_parse(&usual, str_trim(text), &out->position, error);
}
