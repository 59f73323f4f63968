#include "shogi/record/kifu.h"

#include "base/rows.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const char kifu_even[] = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

static const char letters[] = " PLNSBRGK";

static int kind_of(char letter)
{
    const char *found = letter > ' ' ? strchr(letters, toupper((unsigned char)letter)) : NULL;
    return found && *found ? (int)(found - letters) : 0;
}

static bool parse_rank(KifuBoard *board, int rank, Str text)
{
    int file = 8;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c >= '1' && c <= '9') {
            file -= c - '0';
            continue;
        }
        bool promoted = c == '+';
        if (promoted) c = ++i < text.len ? text.ptr[i] : ' ';
        int kind = kind_of(c);
        if (!kind || file < 0 || (promoted && kind > 6)) return false;
        kind += promoted ? KIFU_PROMOTED : 0;
        board->cell[rank][file--] = (int8_t)(isupper((unsigned char)c) ? kind : -kind);
    }
    return file == -1;
}

static bool parse_hands(KifuBoard *board, Str text)
{
    if (str_eq(text, "-")) return true;
    int count = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (isdigit((unsigned char)c)) {
            count = count * 10 + (c - '0');
            if (count > 99) return false;
            continue;
        }
        int kind = kind_of(c);
        if (!kind || kind == 8) return false;
        uint8_t *hand = &board->hand[islower((unsigned char)c) ? 1 : 0][kind];
        *hand = (uint8_t)(*hand + (count ? count : 1));
        count = 0;
    }
    return count == 0 && text.len > 0;
}

Status kifu_board_parse(KifuBoard *board, Str sfen, Error *error)
{
    memset(board, 0, sizeof *board);
    Str rows = str_word(&sfen);
    for (int rank = 0; rank < 9; rank++) {
        if (!parse_rank(board, rank, str_until(&rows, '/'))) {
            return error_set(error, STATUS_BAD_INPUT, "sfen board: rank %c is wrong", 'a' + rank);
        }
    }
    Str side = str_word(&sfen);
    if (!str_eq(side, "b") && !str_eq(side, "w")) return error_set(error, STATUS_BAD_INPUT, "sfen side: b or w");
    board->side = str_eq(side, "w");
    if (!parse_hands(board, str_word(&sfen))) return error_set(error, STATUS_BAD_INPUT, "sfen hands: wrong");
    int64_t number = 1;
    Str word = str_word(&sfen);
    if (word.len && !str_to_int(word, 0, 100000, &number)) {
        return error_set(error, STATUS_BAD_INPUT, "sfen move number: not a number");
    }
    board->number = (int)number;
    return STATUS_OK;
}

static void put_cell(int cell, Buf *out)
{
    int kind = abs(cell);
    if (kind > KIFU_PROMOTED) buf_putc(out, '+');
    char letter = letters[kind > KIFU_PROMOTED ? kind - KIFU_PROMOTED : kind];
    buf_putc(out, cell > 0 ? letter : (char)tolower((unsigned char)letter));
}

void kifu_board_format(const KifuBoard *board, Buf *out)
{
    RowWriter rows = {.out = out};
    for (int rank = 0; rank < 9; rank++) {
        for (int file = 8; file >= 0; file--) {
            int cell = board->cell[rank][file];
            if (!cell) {
                rows_empty(&rows);
                continue;
            }
            rows_piece(&rows);
            put_cell(cell, out);
        }
        rows_end(&rows, rank == 8);
    }
    buf_puts(out, board->side ? " w " : " b ");
    static const uint8_t order[] = {6, 5, 7, 4, 3, 2, 1};
    bool none = true;
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < sizeof order; i++) {
            int count = board->hand[side][order[i]];
            if (!count) continue;
            none = false;
            if (count > 1) buf_printf(out, "%d", count);
            put_cell(side ? -order[i] : order[i], out);
        }
    }
    if (none) buf_putc(out, '-');
    buf_printf(out, " %d", board->number);
}

static bool on_board(char file, char rank)
{
    return file >= '1' && file <= '9' && rank >= 'a' && rank <= 'i';
}

static bool play_drop(KifuBoard *board, const char *move, int8_t *to)
{
    int kind = isupper((unsigned char)move[0]) ? kind_of(move[0]) : 0;
    if (!kind || kind == 8 || move[4] || *to || !board->hand[board->side][kind]) return false;
    board->hand[board->side][kind]--;
    *to = (int8_t)(board->side ? -kind : kind);
    return true;
}

static bool play_shift(KifuBoard *board, const char *move, int8_t *to)
{
    if (!on_board(move[0], move[1]) || (move[4] && (move[4] != '+' || move[5]))) return false;
    int8_t *from = &board->cell[move[1] - 'a'][move[0] - '1'];
    int kind = abs(*from);
    if (!*from || (*from < 0) != board->side || (*to && (*to < 0) == board->side)) return false;
    if (move[4]) {
        if (kind > 6) return false;
        kind += KIFU_PROMOTED;
    }
    int taken = abs(*to);
    if (taken) {
        int raw = taken > KIFU_PROMOTED ? taken - KIFU_PROMOTED : taken;
        if (raw < KIFU_PROMOTED) board->hand[board->side][raw]++;
    }
    *from = 0;
    *to = (int8_t)(board->side ? -kind : kind);
    return true;
}

bool kifu_board_play(KifuBoard *board, const char *move)
{
    if (strlen(move) < 4 || strlen(move) > 5 || !on_board(move[2], move[3])) return false;
    int8_t *to = &board->cell[move[3] - 'a'][move[2] - '1'];
    bool done = move[1] == '*' ? play_drop(board, move, to) : play_shift(board, move, to);
    if (!done) return false;
    board->side = 1 - board->side;
    board->number++;
    return true;
}

bool kifu_board_after(const KifuGame *game, int index, KifuBoard *board)
{
    int path[KIFU_MOVES_MAX], length = 0;
    for (int at = index; at >= 0; at = game->moves[at].parent) path[length++] = at;
    bool good = kifu_board_parse(board, str_from(game->position), NULL) == STATUS_OK;
    while (good && length > 0) good = kifu_board_play(board, game->moves[path[--length]].text);
    return good;
}

void kifu_clear(KifuGame *game)
{
    memset(game, 0, offsetof(KifuGame, moves));
    strcpy(game->position, kifu_even);
}

Status kifu_add_after(KifuGame *game, int parent, const char *text, int seconds, Error *error)
{
    if (game->total >= KIFU_MOVES_MAX) {
        return error_set(error, STATUS_TOO_LARGE, "more than %d moves", (int)KIFU_MOVES_MAX);
    }
    if (game->total == game->count && parent + 1 == game->count) game->count++;
    KifuMove *move = &game->moves[game->total++];
    *move = (KifuMove){.seconds = seconds, .parent = parent};
    if (!str_copy(str_from(text), move->text, sizeof move->text)) {
        return error_set(error, STATUS_BAD_INPUT, "move %d is too long", game->total);
    }
    return STATUS_OK;
}

Status kifu_add_move(KifuGame *game, const char *text, int seconds, Error *error)
{
    return kifu_add_after(game, game->count - 1, text, seconds, error);
}

bool kifu_comment_line(Str *comment, Str *line)
{
    while (comment->len) {
        *line = kifu_line(comment);
        (void)kifu_take(line, "'");
        if (kifu_take(line, "*")) return true;
    }
    return false;
}

void kifu_add_comment(KifuGame *game, Str line)
{
    Str *comment = game->total ? &game->moves[game->total - 1].comment : &game->comment;
    if (!comment->len) *comment = line;
    comment->len = (size_t)(line.ptr + line.len - comment->ptr);
}

void kifu_put_comment(Str comment, const char *mark, Buf *out)
{
    for (Str line; kifu_comment_line(&comment, &line);) buf_printf(out, "%s%.*s\n", mark, STR_ARG(line));
}

Str kifu_line(Str *rest)
{
    Str line = str_until(rest, '\n');
    while (line.len && line.ptr[line.len - 1] == '\r') line.len--;
    return line;
}

bool kifu_take(Str *s, const char *prefix)
{
    if (!str_starts(*s, prefix)) return false;
    *s = str_skip(*s, strlen(prefix));
    return true;
}
