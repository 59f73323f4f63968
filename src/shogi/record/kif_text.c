#include "shogi/record/kif_text.h"

#include <stdlib.h>
#include <string.h>

const char *const kif_kind_names[KIFU_KINDS] = {"",   "歩", "香",   "桂",   "銀",   "角", "飛", "金",
                                                "玉", "と", "成香", "成桂", "成銀", "馬", "龍"};
/* One character each, as diagrams have them. */
static const char *const short_names[KIFU_KINDS] = {"",   "歩", "香", "桂", "銀", "角", "飛", "金",
                                                    "玉", "と", "杏", "圭", "全", "馬", "龍"};
static const char *const numerals[] = {"", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
static const char *const wide_digits[] = {"", "１", "２", "３", "４", "５", "６", "７", "８", "９"};

const char kif_letters[] = " PLNSBRG";

static const struct {
    const char *name, *sfen;
} handicaps[] = {
    {"平手", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"},
    {"香落ち", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"右香落ち", "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"角落ち", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"飛車落ち", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"飛香落ち", "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"二枚落ち", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"四枚落ち", "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"六枚落ち", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"八枚落ち", "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
    {"十枚落ち", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
};

/* ---- reading ---- */

Status kif_fail(const KifReader *reader, const char *what)
{
    return error_set(reader->error, STATUS_BAD_INPUT, "%s line %d: %s", reader->format, reader->line, what);
}

static int take_one_of(Str *s, const char *const *words, int first, int count)
{
    for (int i = first; i < count; i++) {
        if (words[i][0] && kifu_take(s, words[i])) return i;
    }
    return 0;
}

int kif_take_kind(Str *s)
{
    if (kifu_take(s, "王")) return 8;
    if (kifu_take(s, "竜")) return 14;
    int kind = take_one_of(s, kif_kind_names, 10, 13); /* 成香 and its like before the others */
    if (!kind) kind = take_one_of(s, kif_kind_names, 1, KIFU_KINDS);
    return kind ? kind : take_one_of(s, short_names, 1, KIFU_KINDS);
}

void kif_skip_blanks(Str *s)
{
    while (kifu_take(s, " ") || kifu_take(s, "　") || kifu_take(s, "\t")) {}
}

Status kif_read_square(KifReader *reader, Str *s)
{
    if (kifu_take(s, "同")) {
        kif_skip_blanks(s);
        return reader->last_file ? STATUS_OK : kif_fail(reader, "同 without a move before it");
    }
    int file = take_one_of(s, wide_digits, 1, 10);
    if (!file && s->len && *s->ptr >= '1' && *s->ptr <= '9') {
        file = *s->ptr - '0';
        *s = str_skip(*s, 1);
    }
    int rank = take_one_of(s, numerals, 1, 10);
    if (!file || !rank) return kif_fail(reader, "a move without a square");
    reader->last_file = file;
    reader->last_rank = rank;
    return STATUS_OK;
}

static Status read_diagram_rank(KifReader *reader, Str s)
{
    if (reader->diagram_rank > 8) return kif_fail(reader, "a diagram with more than 9 ranks");
    if (!reader->diagram) memset(reader->board.cell, 0, sizeof reader->board.cell);
    reader->diagram = true;
    int file = 8;
    for (s = str_skip(s, 1); s.len && *s.ptr != '|' && file >= 0; file--) {
        bool white = kifu_take(&s, "v");
        if (!white) (void)kifu_take(&s, " ");
        if (kifu_take(&s, "・") || kifu_take(&s, "．")) continue;
        int kind = kif_take_kind(&s);
        if (!kind) return kif_fail(reader, "a diagram with something that is no piece");
        reader->board.cell[reader->diagram_rank][file] = (int8_t)(white ? -kind : kind);
    }
    if (file != -1) return kif_fail(reader, "a rank of a diagram that has not 9 squares");
    reader->diagram_rank++;
    return STATUS_OK;
}

/* "飛　角二　歩十一": pieces with counts. */
static Status read_hand(KifReader *reader, int side, Str s)
{
    kif_skip_blanks(&s);
    if (kifu_take(&s, "なし")) return STATUS_OK;
    for (kif_skip_blanks(&s); s.len; kif_skip_blanks(&s)) {
        int kind = kif_take_kind(&s);
        if (!kind || kind > 7) return kif_fail(reader, "a hand with something that is no piece in hand");
        int tens = kifu_take(&s, "十") ? 10 : 0, ones = take_one_of(&s, numerals, 1, 10);
        reader->board.hand[side][kind] = (uint8_t)(tens + ones ? tens + ones : 1);
    }
    return STATUS_OK;
}

static Status read_handicap(KifReader *reader, Str s)
{
    s = str_trim(s);
    while (s.len >= 3 && !memcmp(s.ptr + s.len - 3, "　", 3)) s.len -= 3;
    for (size_t i = 0; i < sizeof handicaps / sizeof *handicaps; i++) {
        if (!str_eq(s, handicaps[i].name)) continue;
        strcpy(reader->game->position, handicaps[i].sfen);
        return kifu_board_parse(&reader->board, str_from(handicaps[i].sfen), reader->error);
    }
    return str_eq(s, "その他") ? STATUS_OK : kif_fail(reader, "a handicap that is not known");
}

static void take_name(Str s, char out[KIFU_NAME_MAX])
{
    s = str_trim(s);
    if (s.len >= KIFU_NAME_MAX) {
        s.len = KIFU_NAME_MAX - 1;
        while (s.len && ((unsigned char)s.ptr[s.len] & 0xc0) == 0x80) s.len--; /* no half character at the end */
    }
    (void)str_copy(s, out, KIFU_NAME_MAX);
}

/* What has no field of its own, as long as it is a header: "場所：...". */
static void keep_header(KifuGame *game, Str line)
{
    static const char colon[] = "：";
    if (game->total || game->header_count == KIFU_HEADERS_MAX) return;
    if (str_find(line, colon)) game->headers[game->header_count++] = line;
}

static Status read_header(KifReader *reader, Str s)
{
    KifuGame *game = reader->game;
    if (kifu_take(&s, "手合割：")) return read_handicap(reader, s);
    if (kifu_take(&s, "先手の持駒：") || kifu_take(&s, "下手の持駒：")) return read_hand(reader, 0, s);
    if (kifu_take(&s, "後手の持駒：") || kifu_take(&s, "上手の持駒：")) return read_hand(reader, 1, s);
    if (kifu_take(&s, "先手：") || kifu_take(&s, "下手：")) {
        take_name(s, game->player[0]);
    } else if (kifu_take(&s, "後手：") || kifu_take(&s, "上手：")) {
        take_name(s, game->player[1]);
    } else if (kifu_take(&s, "棋戦：")) {
        take_name(s, game->event);
    } else if (kifu_take(&s, "開始日時：")) {
        take_name(s, game->date);
    } else if (kifu_take(&s, "後手番") || kifu_take(&s, "上手番")) {
        reader->board.side = 1;
    } else if (kifu_take(&s, "先手番") || kifu_take(&s, "下手番")) {
        reader->board.side = 0;
    } else {
        keep_header(game, s);
    }
    return STATUS_OK;
}

Status kif_add_move(KifReader *reader, const char *text, int seconds)
{
    Status status = kifu_add_after(reader->game, reader->here, text, seconds, reader->error);
    reader->here = reader->game->total - 1;
    return status;
}

void kif_end_line(KifReader *reader, KifuEnd end)
{
    reader->done = true;
    if (!reader->varied) reader->game->end = end;
}

/* "変化：12手": what follows stands in the place of move 12 of the line read last. */
static Status begin_variation(KifReader *reader, Str s)
{
    const KifuGame *game = reader->game;
    int64_t number;
    size_t digits = 0;
    int ply = 0, at = reader->here;
    kif_skip_blanks(&s);
    while (digits < s.len && s.ptr[digits] >= '0' && s.ptr[digits] <= '9') digits++;
    for (int i = at; i >= 0; i = game->moves[i].parent) ply++;
    if (!str_to_int((Str){s.ptr, digits}, 1, ply + 1, &number)) {
        return kif_fail(reader, "a variation of a move that is not there");
    }
    for (; ply >= number; ply--) at = game->moves[at].parent;
    reader->here = at;
    reader->done = false;
    reader->varied = true;
    reader->last_file = at < 0 ? 0 : game->moves[at].text[2] - '0';
    reader->last_rank = at < 0 ? 0 : game->moves[at].text[3] - 'a' + 1;
    return kifu_board_after(game, at, &reader->board) ? STATUS_OK : kif_fail(reader, "a variation of a broken line");
}

Status kif_finish_head(KifReader *reader)
{
    if (!reader->diagram) return STATUS_OK;
    if (reader->diagram_rank != 9) return kif_fail(reader, "a diagram with fewer than 9 ranks");
    Buf sfen = buf_new(KIFU_SFEN_MAX - 1);
    kifu_board_format(&reader->board, &sfen);
    bool fits = !sfen.failed && str_copy(buf_view(&sfen), reader->game->position, KIFU_SFEN_MAX);
    reader->diagram = false;
    buf_free(&sfen);
    return fits ? STATUS_OK : kif_fail(reader, "a diagram too large");
}

Status kif_read(Str text, const KifForm *form, KifuGame *out, Error *error)
{
    kifu_clear(out);
    KifReader reader = {.format = form->name, .game = out, .here = -1, .error = error};
    Status status = kifu_board_parse(&reader.board, str_from(kifu_even), error);
    (void)kifu_take(&text, "\xef\xbb\xbf");
    while (text.len && status == STATUS_OK) {
        Str line = kifu_line(&text), body = line;
        reader.line++;
        while (kifu_take(&body, " ")) {}
        if (str_starts(line, "*")) {
            kifu_add_comment(out, line); /* one after the end of the game is the last move's */
            continue;
        }
        if (kifu_take(&body, "変化：")) {
            status = begin_variation(&reader, body);
            continue;
        }
        if (body.len > 1 && *body.ptr == '&' && out->total) out->moves[out->total - 1].bookmark = str_skip(body, 1);
        if (reader.done || !body.len || *body.ptr == '#' || *body.ptr == '*' || *body.ptr == '&') continue;
        if (form->has_moves(body)) {
            status = form->read_moves(&reader, body);
        } else if (*body.ptr == '|') {
            status = read_diagram_rank(&reader, body);
        } else {
            status = read_header(&reader, body);
        }
    }
    return status == STATUS_OK ? kif_finish_head(&reader) : status;
}

/* ---- writing ---- */

static void put_hand(const KifuBoard *board, int side, Buf *out)
{
    static const uint8_t order[] = {6, 5, 7, 4, 3, 2, 1};
    bool none = true;
    buf_puts(out, side ? "後手の持駒：" : "先手の持駒：");
    for (size_t i = 0; i < sizeof order; i++) {
        int count = board->hand[side][order[i]];
        if (!count) continue;
        none = false;
        buf_printf(out, "%s", kif_kind_names[order[i]]);
        if (count >= 10) buf_puts(out, "十");
        if (count > 1 && count % 10) buf_puts(out, numerals[count % 10]);
        buf_puts(out, "　");
    }
    buf_puts(out, none ? "なし\n" : "\n");
}

static void put_diagram(const KifuBoard *board, Buf *out)
{
    put_hand(board, 1, out);
    buf_puts(out, "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for (int rank = 0; rank < 9; rank++) {
        buf_putc(out, '|');
        for (int file = 8; file >= 0; file--) {
            int cell = board->cell[rank][file];
            buf_printf(out, "%s%s", cell < 0 ? "v" : " ", cell ? short_names[abs(cell)] : "・");
        }
        buf_printf(out, "|%s\n", numerals[rank + 1]);
    }
    buf_puts(out, "+---------------------------+\n");
    put_hand(board, 0, out);
    if (board->side) buf_puts(out, "後手番\n");
}

static void put_start(const KifuGame *game, const KifuBoard *board, Buf *out)
{
    for (size_t i = 0; i < sizeof handicaps / sizeof *handicaps; i++) {
        if (strcmp(game->position, handicaps[i].sfen)) continue;
        buf_printf(out, "手合割：%s\n", handicaps[i].name);
        return;
    }
    put_diagram(board, out);
}

void kif_put_head(const KifuGame *game, const KifuBoard *start, Buf *out)
{
    if (game->date[0]) buf_printf(out, "開始日時：%s\n", game->date);
    if (game->event[0]) buf_printf(out, "棋戦：%s\n", game->event);
    for (int i = 0; i < game->header_count; i++) buf_printf(out, "%.*s\n", STR_ARG(game->headers[i]));
    put_start(game, start, out);
    buf_printf(out, "先手：%s\n後手：%s\n", game->player[0], game->player[1]);
}

void kif_put_square(const char *move, const char *before, Buf *out)
{
    if (before && before[2] == move[2] && before[3] == move[3]) {
        buf_puts(out, "同　");
    } else {
        buf_printf(out, "%s%s", wide_digits[move[2] - '0'], numerals[move[3] - 'a' + 1]);
    }
}
