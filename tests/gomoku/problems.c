#include "gomoku/problems.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>

enum { PROBLEMS_MAX = 4000 };

static bool place_stones(GomPosition *position, Str stones, int colour)
{
    while (stones.len > 0) {
        size_t len = 1;
        while (len < stones.len && stones.ptr[len] >= '0' && stones.ptr[len] <= '9') len++;
        int cell = position_parse_cell(position, (Str){stones.ptr, len});
        if (cell < 0 || position->cells[cell] != CELL_EMPTY) return false;
        position->cells[cell] = stone_of(colour);
        stones = str_skip(stones, len);
    }
    return true;
}

/* Goes through the text form, so that the key and the counts are right. */
static bool finish(GomPosition *position, int side, Str pairs)
{
    Buf text = buf_new(1 << 16);
    position_format(position, &text);
    Str whole = buf_view(&text), rules = str_word(&whole), rows = str_word(&whole);
    Str black = str_until(&pairs, ',');
    Buf again = buf_new(1 << 16);
    buf_printf(&again, "%.*s %.*s %c %.*s %.*s", STR_ARG(rules), STR_ARG(rows), side == 1 ? 'b' : 'w', STR_ARG(black),
               STR_ARG(pairs));
    GomRules unused = position->rules;
    Error error;
    bool good = position_parse(&unused, buf_view(&again), position, &error) == STATUS_OK;
    if (!good) fprintf(stderr, "%s\n", error.text);
    buf_free(&text);
    buf_free(&again);
    return good;
}

bool problem_read(Str line, Problem *out)
{
    static const struct {
        int code;
        GomPreset preset;
    } rules[] = {{0, GOM_FREESTYLE}, {1, GOM_STANDARD}, {2, GOM_RENJU}, {5, GOM_NINUKI}, {6, GOM_PENTE}};
    Str field[10];
    for (int i = 0; i < 10; i++) field[i] = str_until(&line, '\t');
    int64_t rule, size, side, mode;
    if (!str_to_int(field[2], 0, 9, &rule) || !str_to_int(field[3], GOM_SIZE_MIN, GOM_SIZE_MAX, &size) ||
        !str_to_int(field[4], 1, 2, &side) || !str_to_int(field[5], 0, 999, &mode)) {
        return false;
    }
    out->mode = (int)mode;
    (void)snprintf(out->label, sizeof out->label, "%.*s/%.*s", STR_ARG(field[0]), STR_ARG(field[1]));
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].code != rule) continue;
        GomRules chosen = rules_preset(rules[i].preset);
        chosen.size = (uint8_t)size;
        position_start(&chosen, &out->position);
        return place_stones(&out->position, field[6], GOM_BLACK) && place_stones(&out->position, field[7], GOM_WHITE) &&
               finish(&out->position, (int)side, field[9].len ? field[9] : STR_LIT("0,0"));
    }
    return false;
}

Status problems_load(const char *path, Problems *out, Error *error)
{
    Buf file = buf_new(1 << 26);
    Status status = file_read(path, &file, error);
    *out = (Problems){.list = aligned_alloc(64, PROBLEMS_MAX * sizeof *out->list)};
    if (status == STATUS_OK && !out->list) status = error_set(error, STATUS_NO_MEMORY, "no memory for problems");
    for (Str rest = buf_view(&file); status == STATUS_OK && rest.len > 0 && out->count < PROBLEMS_MAX;) {
        Str line = str_until(&rest, '\n');
        if (line.len > 0 && line.ptr[0] != '#' && problem_read(line, &out->list[out->count])) out->count++;
    }
    buf_free(&file);
    return status;
}

void problems_free(Problems *problems)
{
    free(problems->list);
}
