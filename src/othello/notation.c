#include "othello/notation.h"

#include <string.h>

Move othello_notation_move(Str text)
{
    static const char *const passes[] = {"pass", "pa", "ps", "--", "@@", "p"};
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        if (str_eq_nocase(text, passes[i])) return MOVE_PASS;
    }
    if (text.len != 2) return MOVE_NONE;
    int column = (text.ptr[0] | 0x20) - 'a', row = text.ptr[1] - '1';
    if (column < 0 || column > 7 || row < 0 || row > 7) return MOVE_NONE;
    return move_of_square(row * 8 + column);
}

void othello_notation_format_move(Move move, char out[8])
{
    if (move == MOVE_PASS || move == MOVE_NONE) {
        memcpy(out, move == MOVE_PASS ? "pass" : "none", 5);
        return;
    }
    int square = square_of_move(move);
    out[0] = (char)('a' + square % 8);
    out[1] = (char)('1' + square / 8);
    out[2] = '\0';
}

/* 0 black, 1 white, 2 empty, -1 something else. */
static int disc_of(char c)
{
    switch (c) {
    case 'X':
    case 'x':
    case '*':
    case 'B':
    case 'b': return 0;
    case 'O':
    case 'o':
    case 'W':
    case 'w': return 1;
    case '-':
    case '.': return 2;
    default: return -1;
    }
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '/';
}

Status othello_notation_parse(Str text, OthelloPosition *position, Error *error)
{
    Str rest = text;
    rest = str_trim(str_until(&rest, ';'));
    if (str_eq_nocase(rest, "startpos") || str_eq_nocase(rest, "start")) {
        othello_position_set(position, othello_board_start(), 0);
        return STATUS_OK;
    }
    uint64_t discs[3] = {0};
    int square = 0;
    size_t at = 0;
    for (; at < rest.len && square < SQUARES; at++) {
        if (is_blank(rest.ptr[at])) continue;
        int disc = disc_of(rest.ptr[at]);
        if (disc < 0) {
            return error_set(error, STATUS_BAD_INPUT, "position: '%c' is no square (X, O or -), at character %zu",
                             rest.ptr[at] >= 32 && rest.ptr[at] < 127 ? rest.ptr[at] : '?', at + 1);
        }
        discs[disc] |= bit(square++);
    }
    if (square < SQUARES) return error_set(error, STATUS_BAD_INPUT, "position: %d squares, not 64", square);
    Str side = str_trim(str_skip(rest, at));
    int to_move = side.len == 1                  ? disc_of(side.ptr[0])
                  : str_eq_nocase(side, "black") ? 0
                  : str_eq_nocase(side, "white") ? 1
                                                 : -1;
    if (to_move != 0 && to_move != 1) {
        return error_set(error, STATUS_BAD_INPUT, "position: the side to move is X or O, not '%.*s'",
                         (int)(side.len > 20 ? 20 : side.len), side.ptr);
    }
    othello_position_set(position, (OthelloBoard){discs[to_move], discs[1 - to_move]}, to_move);
    return STATUS_OK;
}

static char disc_at(const OthelloPosition *position, int square)
{
    uint64_t black = position->side == 0 ? position->board.own : position->board.other;
    uint64_t white = position->side == 0 ? position->board.other : position->board.own;
    return black & bit(square) ? 'X' : white & bit(square) ? 'O' : '-';
}

void othello_notation_format(const OthelloPosition *position, Buf *out)
{
    char text[SQUARES + 3];
    for (int i = 0; i < SQUARES; i++) text[i] = disc_at(position, i);
    text[SQUARES] = ' ';
    text[SQUARES + 1] = position->side == 0 ? 'X' : 'O';
    text[SQUARES + 2] = '\0';
    buf_puts(out, text);
}

void othello_notation_draw(const OthelloPosition *position, Buf *out)
{
    uint64_t moves = othello_board_moves(position->board);
    buf_puts(out, "  a b c d e f g h\n");
    for (int row = 0; row < 8; row++) {
        buf_printf(out, "%d", row + 1);
        for (int column = 0; column < 8; column++) {
            int square = row * 8 + column;
            buf_putc(out, ' ');
            buf_putc(out, moves & bit(square) ? '.' : disc_at(position, square));
        }
        buf_printf(out, " %d\n", row + 1);
    }
    int own = bits_count(position->board.own), other = bits_count(position->board.other);
    bool black = position->side == 0;
    buf_printf(out, "  a b c d e f g h\n%s to move, black %d white %d\n", black ? "Black (X)" : "White (O)",
               black ? own : other, black ? other : own);
}

static Status play_one(OthelloPosition *game, Move move, Transcript *moves, Error *error)
{
    char name[8];
    othello_notation_format_move(move, name);
    if (moves->count >= TRANSCRIPT_MOVES_MAX) return error_set(error, STATUS_TOO_LARGE, "transcript: too many moves");
    if (!othello_position_is_legal(game, move)) {
        return error_set(error, STATUS_BAD_INPUT, "transcript: %s is not legal as move %d", name, game->ply + 1);
    }
    othello_position_play(game, move);
    moves->moves[moves->count++] = move;
    return STATUS_OK;
}

/* The next move of a transcript: two characters, or a word for a pass. */
static Str next_token(Str *rest)
{
    *rest = str_trim(*rest);
    Str token = {rest->ptr, rest->len < 2 ? rest->len : 2};
    if (rest->len >= 4 && str_eq_nocase((Str){rest->ptr, 4}, "pass")) token.len = 4;
    *rest = str_skip(*rest, token.len);
    return token;
}

Status othello_notation_play_transcript(Str text, OthelloPosition *position, Transcript *moves, Error *error)
{
    Transcript own = {0};
    OthelloPosition game = *position;
    Str rest = text;
    for (Str token = next_token(&rest); token.len > 0; token = next_token(&rest)) {
        Move move = othello_notation_move(token);
        if (move == MOVE_NONE) {
            return error_set(error, STATUS_BAD_INPUT, "transcript: '%.*s' is no move, as move %d", STR_ARG(token),
                             game.ply + 1);
        }
        Status status = STATUS_OK;
        if (move != MOVE_PASS && othello_position_is_legal(&game, MOVE_PASS)) {
            status = play_one(&game, MOVE_PASS, &own, error);
        }
        if (status == STATUS_OK) status = play_one(&game, move, &own, error);
        if (status != STATUS_OK) return status;
    }
    *position = game;
    if (moves) *moves = own;
    return STATUS_OK;
}
