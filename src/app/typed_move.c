#include "app/typed_move.h"

#include "base/buf.h"

#include <stdlib.h>
#include <string.h>

enum { TYPED_MAX = 64 };

/* What was typed, with digits and numerals of Japanese as a column and a row. */
typedef struct Typed {
    char text[TYPED_MAX];
    char cells[2][3]; /* names in it; the last one is where the move goes */
    int count;
    bool drop, promotes, stays;
} Typed;

static const struct {
    const char *from, *to;
} signs[] = {
    {"１", "1"}, {"２", "2"}, {"３", "3"}, {"４", "4"}, {"５", "5"}, {"６", "6"}, {"７", "7"}, {"８", "8"},
    {"９", "9"}, {"一", "a"}, {"二", "b"}, {"三", "c"}, {"四", "d"}, {"五", "e"}, {"六", "f"}, {"七", "g"},
    {"八", "h"}, {"九", "i"}, {"▲", ""},   {"△", ""},   {"☗", ""},   {"☖", ""},   {"　", ""},  {"王", "玉"},
};

static bool put_plain(Str typed, Buf *out)
{
    while (typed.len) {
        size_t i = 0, count = sizeof signs / sizeof *signs;
        while (i < count && !str_starts(typed, signs[i].from)) i++;
        size_t len = i < count ? strlen(signs[i].from) : 1;
        if (!(i < count ? buf_puts(out, signs[i].to) : buf_putc(out, *typed.ptr))) return false;
        typed = str_skip(typed, len);
    }
    return true;
}

/* The last cell that a move of the game so far went to: 同. */
static void take_same(yomi_engine *engine, Typed *out)
{
    const char *last = yomi_ply(engine) ? yomi_move_at(engine, yomi_ply(engine) - 1) : NULL;
    if (!last || strlen(last) < 4) return;
    memcpy(out->cells[0], last + 2, 2);
    out->count = 1;
}

static bool is_cell(const char *s)
{
    return s[0] >= '1' && s[0] <= '9' && s[1] >= 'a' && s[1] <= 'i';
}

static bool read_typed(yomi_engine *engine, Str typed, Typed *out)
{
    *out = (Typed){.count = 0};
    Buf plain = buf_new(TYPED_MAX - 1);
    bool fits = put_plain(typed, &plain) && str_copy(buf_view(&plain), out->text, sizeof out->text);
    buf_free(&plain);
    if (!fits) return false;
    for (const char *s = out->text; *s; s++) {
        if (!is_cell(s) || out->count == 2) continue;
        memcpy(out->cells[out->count++], s++, 2);
    }
    if (out->count == 0 && strstr(out->text, "同")) take_same(engine, out);
    size_t len = strlen(out->text);
    out->stays = strstr(out->text, "不成") || (len && out->text[len - 1] == '=');
    out->promotes = !out->stays && (strstr(out->text, "成") || (len > 1 && out->text[len - 1] == '+'));
    out->drop = strpbrk(out->text, "*'") || strstr(out->text, "打");
    return out->count > 0;
}

static bool names_piece(yomi_engine *engine, const Typed *typed, int kind, int owner)
{
    const char *sign = yomi_piece_sign(engine, kind, owner), *letters = yomi_piece_text(engine, kind, 0);
    if (sign && strstr(typed->text, sign)) return true;
    size_t len = letters ? strlen(letters) : 0;
    return len && strncmp(typed->text, letters, len) == 0;
}

/* The piece that a legal move moves: its kind, or -1. */
static int kind_of(yomi_engine *engine, const yomi_board *board, const char *move)
{
    if (move[1] == '*') {
        for (int kind = 0; kind < board->kinds; kind++) {
            if (strncmp(yomi_piece_text(engine, kind, 0), move, 1) == 0) return kind;
        }
        return -1;
    }
    for (int i = 0; i < board->width * board->height; i++) {
        if (strncmp(yomi_cell_name(engine, i), move, 2) == 0) return board->cells[i].kind;
    }
    return -1;
}

static bool is_meant(yomi_engine *engine, const yomi_board *board, const Typed *typed, const char *move)
{
    bool drop = move[1] == '*', promotes = move[4] == '+';
    if (strncmp(move + 2, typed->cells[typed->count - 1], 2) != 0) return false;
    if (typed->count == 2 && strncmp(move, typed->cells[0], 2) != 0) return false;
    if (typed->drop != drop && typed->drop) return false;
    if (promotes != typed->promotes) return false;
    int kind = kind_of(engine, board, move);
    return kind >= 0 && names_piece(engine, typed, kind, board->side_to_move);
}

/* A move on the board comes before a drop that was not called one. */
static Status choose(yomi_engine *engine, const Typed *typed, char out[YOMI_MOVE_TEXT_MAX], Error *error)
{
    yomi_board board = YOMI_BOARD_INIT;
    char *moves = strdup(yomi_legal_moves(engine)), found[4][YOMI_MOVE_TEXT_MAX];
    int count = 0;
    if (!moves || yomi_get_board(engine, &board) != YOMI_OK || board.kinds == 1) {
        free(moves);
        return error_set(error, STATUS_NOT_FOUND, "no such move");
    }
    Str rest = str_from(moves);
    for (Str word = str_word(&rest); word.len; word = str_word(&rest)) {
        char move[YOMI_MOVE_TEXT_MAX];
        if (word.len < 4 || !str_copy(word, move, sizeof move) || !is_meant(engine, &board, typed, move)) continue;
        if (move[1] == '*' && !typed->drop && count > 0) continue;
        if (count > 0 && found[0][1] == '*' && move[1] != '*') count = 0;
        if (count < 4) memcpy(found[count++], move, sizeof move);
    }
    free(moves);
    if (count == 0) return error_set(error, STATUS_NOT_FOUND, "no such move");
    memcpy(out, found[0], YOMI_MOVE_TEXT_MAX);
    if (count == 1) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "%s could be %s or %s", typed->text, found[0], found[1]);
}

Status typed_move(yomi_engine *engine, Str typed, char out[YOMI_MOVE_TEXT_MAX], Error *error)
{
    Typed read;
    if (str_copy(typed, out, YOMI_MOVE_TEXT_MAX) && yomi_is_legal(engine, out)) return STATUS_OK;
    for (char *c = out; *c; c++) *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
    if (*out && yomi_is_legal(engine, out)) return STATUS_OK;
    if (!read_typed(engine, typed, &read)) return error_set(error, STATUS_NOT_FOUND, "no such move");
    return choose(engine, &read, out, error);
}
