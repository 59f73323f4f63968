#include "othello/record/ggf.h"

#include <stdio.h>
#include <string.h>

enum { SQUARES = 64 };

static void take_text(Str value, char out[GGF_NAME_MAX])
{
    if (value.len >= GGF_NAME_MAX) value.len = GGF_NAME_MAX - 1;
    memcpy(out, value.ptr, value.len);
    out[value.len] = '\0';
}

/* "15:00" and "1:00:00" in seconds; 0 when it cannot be read. */
static double read_seconds(Str value)
{
    double seconds = 0;
    while (value.len > 0) {
        int64_t part = 0;
        if (!str_to_int(str_trim(str_until(&value, ':')), 0, 1000000, &part)) return 0;
        seconds = seconds * 60 + (double)part;
    }
    return seconds;
}

/* "5:00/0:10/2:00": the main time, what a move adds, and an extension that only a server can grant. */
static void take_clock(Str value, int side, GgfGame *out)
{
    out->clock_s[side] = read_seconds(str_until(&value, '/'));
    out->increment_s[side] = read_seconds(str_until(&value, '/'));
}

/* "8 ---...--- *": the size, 64 squares, the side. */
static Status take_board(Str value, char out[GGF_POSITION_MAX], Error *error)
{
    Str rest = value;
    if (!str_eq(str_word(&rest), "8")) return error_set(error, STATUS_UNSUPPORTED, "GGF: only boards of size 8");
    int count = 0;
    for (size_t i = 0; i < rest.len; i++) {
        char c = rest.ptr[i];
        if (c == ' ' || c == '\t') continue;
        char square = c == '*' || c == 'X' || c == 'x' ? 'X' : c == 'O' || c == 'o' ? 'O' : c == '-' ? '-' : 0;
        if (!square || count > SQUARES || (count == SQUARES && square == '-')) {
            return error_set(error, STATUS_BAD_INPUT, "GGF: BO is not 64 squares (*, O, -) and a side");
        }
        if (count == SQUARES) out[count++] = ' ';
        if (count == SQUARES + 1) {
            out[count] = square;
            out[count + 1] = '\0';
        } else {
            out[count++] = square;
        }
    }
    if (count != SQUARES + 1) return error_set(error, STATUS_BAD_INPUT, "GGF: BO has %d squares, not 64", count);
    return STATUS_OK;
}

static bool is_square(Str name)
{
    return name.len == 2 && (name.ptr[0] | 0x20) >= 'a' && (name.ptr[0] | 0x20) <= 'h' && name.ptr[1] >= '1' &&
           name.ptr[1] <= '8';
}

static Status take_move(Str value, int side, GgfGame *out, Error *error)
{
    if (out->count == GGF_MOVES_MAX) return error_set(error, STATUS_TOO_LARGE, "GGF: more than 128 moves");
    GgfMove *move = &out->moves[out->count];
    *move = (GgfMove){.side = side};
    Str name = str_trim(str_until(&value, '/'));
    if (str_eq_nocase(name, "pass") || str_eq_nocase(name, "pa")) {
        memcpy(move->text, "pass", 5);
    } else if (is_square(name)) {
        move->text[0] = (char)(name.ptr[0] | 0x20);
        move->text[1] = name.ptr[1];
    } else {
        return error_set(error, STATUS_BAD_INPUT, "GGF: '%.*s' is no move", name.len < 20 ? (int)name.len : 20,
                         name.ptr);
    }
    Str eval = str_trim(str_until(&value, '/'));
    move->has_eval = eval.len > 0 && str_to_double(eval, &move->eval);
    if (!str_to_double(str_trim(str_until(&value, '/')), &move->seconds) || move->seconds < 0) move->seconds = 0;
    out->count++;
    return STATUS_OK;
}

static Status take_field(Str name, Str value, GgfGame *out, Error *error)
{
    if (str_eq(name, "B") || str_eq(name, "W")) return take_move(value, name.ptr[0] == 'W', out, error);
    if (str_eq(name, "BO")) return take_board(value, out->position, error);
    if (str_eq(name, "PC")) take_text(value, out->place);
    if (str_eq(name, "DT")) take_text(value, out->date);
    if (str_eq(name, "RE")) take_text(value, out->result);
    if (str_eq(name, "PB")) take_text(value, out->player[0]);
    if (str_eq(name, "PW")) take_text(value, out->player[1]);
    if (str_eq(name, "TB") || str_eq(name, "TI")) take_clock(value, 0, out);
    if (str_eq(name, "TW") || str_eq(name, "TI")) take_clock(value, 1, out);
    return STATUS_OK;
}

Status ggf_parse(Str text, GgfGame *out, Error *error)
{
    GgfGame game = {.count = 0};
    Str rest = str_trim(text);
    if (!str_starts(rest, "(;")) return error_set(error, STATUS_BAD_INPUT, "GGF: a game begins with (;");
    rest = str_skip(rest, 2);
    for (;;) {
        rest = str_trim(rest);
        if (str_starts(rest, ";)")) break;
        Str before = rest;
        Str name = str_trim(str_until(&rest, '['));
        const char *end = rest.len > 0 ? memchr(rest.ptr, ']', rest.len) : NULL;
        if (!end) {
            return error_set(error, STATUS_BAD_INPUT, "GGF: no end of the game (;)) or of a field near '%.*s'",
                             before.len < 20 ? (int)before.len : 20, before.ptr);
        }
        Str value = {rest.ptr, (size_t)(end - rest.ptr)};
        rest = str_skip(rest, value.len + 1);
        Status status = take_field(name, value, &game, error);
        if (status != STATUS_OK) return status;
    }
    if (!game.position[0]) return error_set(error, STATUS_BAD_INPUT, "GGF: the board (BO) is missing");
    *out = game;
    return STATUS_OK;
}

static void put_field(Buf *out, const char *name, const char *value)
{
    if (!value[0]) return;
    (void)buf_printf(out, "%s[", name);
    for (; *value; value++) (void)buf_putc(out, *value == ']' || *value == '[' ? '/' : *value);
    (void)buf_putc(out, ']');
}

static void put_seconds(Buf *out, double seconds)
{
    (void)buf_printf(out, "%d:%02d", (int)seconds / 60, (int)seconds % 60);
}

static void put_clock(Buf *out, const GgfGame *game, int side)
{
    if (game->clock_s[side] <= 0) return;
    (void)buf_puts(out, side == 0 ? "TB[" : "TW[");
    put_seconds(out, game->clock_s[side]);
    if (game->increment_s[side] > 0) {
        (void)buf_putc(out, '/');
        put_seconds(out, game->increment_s[side]);
    }
    (void)buf_putc(out, ']');
}

void ggf_format(const GgfGame *game, Buf *out)
{
    (void)buf_puts(out, "(;GM[Othello]");
    put_field(out, "PC", game->place);
    put_field(out, "DT", game->date);
    put_field(out, "PB", game->player[0]);
    put_field(out, "PW", game->player[1]);
    put_field(out, "RE", game->result[0] ? game->result : "?");
    for (int i = 0; i < 2; i++) put_clock(out, game, i);
    (void)buf_puts(out, "TY[8]BO[8 ");
    for (const char *c = game->position; *c; c++) (void)buf_putc(out, *c == 'X' ? '*' : *c);
    (void)buf_putc(out, ']');
    for (int i = 0; i < game->count; i++) {
        const GgfMove *move = &game->moves[i];
        bool pass = strcmp(move->text, "pass") == 0;
        (void)buf_printf(out, "%c[%s", move->side ? 'W' : 'B', pass ? "PA" : move->text);
        if (move->has_eval)
            (void)buf_printf(out, "/%.2f", move->eval);
        else if (move->seconds > 0)
            (void)buf_putc(out, '/');
        if (move->seconds > 0) (void)buf_printf(out, "/%.2f", move->seconds);
        (void)buf_putc(out, ']');
    }
    (void)buf_puts(out, ";)");
}
