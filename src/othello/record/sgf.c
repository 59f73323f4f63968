#include "othello/record/sgf.h"

#include <string.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static Status take_move(Str value, int side, SgfGame *out, Error *error)
{
    if (out->count == SGF_MOVES_MAX)
        return error_set(error, STATUS_TOO_LARGE, "SGF: more than %d moves", SGF_MOVES_MAX);
    SgfMove *move = &out->moves[out->count++];
    *move = (SgfMove){.side = side};
    Str name = str_trim(value);
    if (name.len == 0 || str_eq_nocase(name, "pass") || str_eq(name, "tt")) {
        memcpy(move->text, "pass", 5);
        return STATUS_OK;
    }
    char file = name.ptr[0] | 0x20, row = name.len == 2 ? name.ptr[1] : '\0';
    if (row >= 'a' && row <= 'h') row = (char)(row - 'a' + '1');
    if (name.len != 2 || file < 'a' || file > 'h' || row < '1' || row > '8') {
        return error_set(error, STATUS_BAD_INPUT, "SGF: move %d, '%.*s', is no square", out->count,
                         name.len < 20 ? (int)name.len : 20, name.ptr);
    }
    move->text[0] = file;
    move->text[1] = row;
    return STATUS_OK;
}

static Status take_property(Str name, Str value, SgfGame *out, Error *error)
{
    value = str_trim(value);
    if (str_eq(name, "B") || str_eq(name, "W")) return take_move(value, name.ptr[0] == 'W', out, error);
    if (str_eq(name, "GM") && !str_eq(value, "2") && !str_eq_nocase(value, "othello"))
        return error_set(error, STATUS_UNSUPPORTED, "SGF: not a game of Othello");
    if (str_eq(name, "SZ") && !str_eq(value, "8"))
        return error_set(error, STATUS_UNSUPPORTED, "SGF: only boards of size 8");
    if (str_eq(name, "AB") || str_eq(name, "AW") || str_eq(name, "AE"))
        return error_set(error, STATUS_UNSUPPORTED, "SGF: positions set up by hand are not read");
    return STATUS_OK;
}

/* The text between brackets; a backslash takes the meaning from the character after it. */
static bool take_value(Str *rest, Str *value)
{
    for (size_t i = 1; i < rest->len; i++) {
        if (rest->ptr[i] == '\\') {
            i++;
        } else if (rest->ptr[i] == ']') {
            *value = (Str){rest->ptr + 1, i - 1};
            *rest = str_skip(*rest, i + 1);
            return true;
        }
    }
    return false;
}

Status sgf_parse(Str text, SgfGame *out, Error *error)
{
    SgfGame game = {.count = 0};
    Str rest = str_trim(text), name = {"", 0};
    if (!str_starts(rest, "(")) return error_set(error, STATUS_BAD_INPUT, "SGF: a game begins with (");
    while (rest.len > 0 && rest.ptr[0] != ')') { /* the first end of a line is that of the main one */
        char c = rest.ptr[0];
        Str value;
        size_t letters = 0;
        while (letters < rest.len && rest.ptr[letters] >= 'A' && rest.ptr[letters] <= 'Z') letters++;
        if (c == '[') {
            if (!take_value(&rest, &value)) return error_set(error, STATUS_BAD_INPUT, "SGF: a field has no end");
            Status status = take_property(name, value, &game, error);
            if (status != STATUS_OK) return status;
        } else if (letters > 0) {
            name = (Str){rest.ptr, letters};
            rest = str_skip(rest, letters);
        } else if (c == '(' || c == ';' || is_space(c)) {
            rest = str_skip(rest, 1);
        } else {
            return error_set(error, STATUS_BAD_INPUT, "SGF: '%c' is out of place", c);
        }
    }
    if (rest.len == 0) return error_set(error, STATUS_BAD_INPUT, "SGF: the game has no end");
    *out = game;
    return STATUS_OK;
}
