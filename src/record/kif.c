#include "record/kif.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[KIFU_KINDS] = {"",   "歩", "香",   "桂",   "銀",   "角", "飛", "金",
                                                   "玉", "と", "成香", "成桂", "成銀", "馬", "龍"};
/* One character each, as diagrams have them. */
static const char *const short_names[KIFU_KINDS] = {"",   "歩", "香", "桂", "銀", "角", "飛", "金",
                                                    "玉", "と", "杏", "圭", "全", "馬", "龍"};
static const char *const numerals[] = {"", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
static const char *const wide_digits[] = {"", "１", "２", "３", "４", "５", "６", "７", "８", "９"};

static const struct {
    const char *word;
    KifuEnd end;
} ends[] = {
    {"投了", KIFU_END_RESIGN},          {"詰み", KIFU_END_MATE},
    {"千日手", KIFU_END_REPETITION},    {"持将棋", KIFU_END_IMPASSE},
    {"入玉勝ち", KIFU_END_DECLARATION}, {"切れ負け", KIFU_END_TIME},
    {"反則負け", KIFU_END_ILLEGAL},     {"反則勝ち", KIFU_END_ILLEGAL},
    {"中断", KIFU_END_ABORT},
};

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

typedef struct Reader {
    KifuGame *game;
    KifuBoard board; /* while a diagram is read */
    bool diagram;
    int diagram_rank;
    int line;
    int last_file, last_rank; /* where the last move went; 0: nowhere yet */
    bool done;
    Error *error;
} Reader;

static Status fail(const Reader *reader, const char *what)
{
    return error_set(reader->error, STATUS_BAD_INPUT, "KIF line %d: %s", reader->line, what);
}

static int take_one_of(Str *s, const char *const *words, int first, int count)
{
    for (int i = first; i < count; i++) {
        if (words[i][0] && kifu_take(s, words[i])) return i;
    }
    return 0;
}

static int take_kind(Str *s)
{
    if (kifu_take(s, "王")) return 8;
    if (kifu_take(s, "竜")) return 14;
    int kind = take_one_of(s, kind_names, 10, 13); /* 成香 and its like before the others */
    if (!kind) kind = take_one_of(s, kind_names, 1, KIFU_KINDS);
    return kind ? kind : take_one_of(s, short_names, 1, KIFU_KINDS);
}

static void skip_blanks(Str *s)
{
    while (kifu_take(s, " ") || kifu_take(s, "　") || kifu_take(s, "\t")) {}
}

/* "( 0:12/00:00:12)" gives 12; -1 when there is none. */
static int take_seconds(Str s)
{
    skip_blanks(&s);
    int minutes, seconds;
    char text[32];
    if (!str_copy((Str){s.ptr, s.len < 30 ? s.len : 30}, text, sizeof text)) return -1;
    return sscanf(text, "(%d:%d/", &minutes, &seconds) == 2 && minutes >= 0 && seconds >= 0 && minutes < 100000
               ? minutes * 60 + seconds
               : -1;
}

static Status read_square(Reader *reader, Str *s)
{
    if (kifu_take(s, "同")) {
        skip_blanks(s);
        return reader->last_file ? STATUS_OK : fail(reader, "同 without a move before it");
    }
    int file = take_one_of(s, wide_digits, 1, 10);
    if (!file && s->len && *s->ptr >= '1' && *s->ptr <= '9') {
        file = *s->ptr - '0';
        *s = str_skip(*s, 1);
    }
    int rank = take_one_of(s, numerals, 1, 10);
    if (!file || !rank) return fail(reader, "a move without a square");
    reader->last_file = file;
    reader->last_rank = rank;
    return STATUS_OK;
}

/* After the move number: "７六歩(77)", "同　銀成(31)", "５五角打". */
static Status read_move(Reader *reader, Str s)
{
    Status status = read_square(reader, &s);
    if (status != STATUS_OK) return status;
    int kind = take_kind(&s);
    if (!kind) return fail(reader, "a move without a piece");
    char text[6];
    int n;
    if (kifu_take(&s, "打")) {
        if (kind > 7) return fail(reader, "a drop of a piece that cannot be in hand");
        n = snprintf(text, sizeof text, "%c*%d%c", " PLNSBRG"[kind], reader -> last_file, 'a' + reader->last_rank - 1);
    } else {
        bool refused = kifu_take(&s, "不成");
        bool promotes = !refused && kifu_take(&s, "成");
        bool square = s.len >= 4 && s.ptr[0] == '(' && s.ptr[1] >= '1' && s.ptr[1] <= '9' && s.ptr[2] >= '1' &&
                      s.ptr[2] <= '9' && s.ptr[3] == ')';
        if (!square) return fail(reader, "a move without the square that it comes from");
        n = snprintf(text, sizeof text, "%c%c%d%c%s", s.ptr[1], 'a' + (s.ptr[2] - '1'), reader->last_file,
                     'a' + reader->last_rank - 1, promotes ? "+" : "");
        s = str_skip(s, 4);
    }
    if (n < 4 || n > 5) return fail(reader, "a move that makes no sense");
    return kifu_add_move(reader->game, text, take_seconds(s), reader->error);
}

static Status read_numbered(Reader *reader, Str s)
{
    while (s.len && *s.ptr >= '0' && *s.ptr <= '9') s = str_skip(s, 1);
    skip_blanks(&s);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (!str_starts(s, ends[i].word)) continue;
        reader->game->end = ends[i].end;
        reader->done = true;
        return STATUS_OK;
    }
    return read_move(reader, s);
}

static Status read_diagram_rank(Reader *reader, Str s)
{
    if (reader->diagram_rank > 8) return fail(reader, "a diagram with more than 9 ranks");
    if (!reader->diagram) memset(reader->board.cell, 0, sizeof reader->board.cell);
    reader->diagram = true;
    int file = 8;
    for (s = str_skip(s, 1); s.len && *s.ptr != '|' && file >= 0; file--) {
        bool white = kifu_take(&s, "v");
        if (!white) (void)kifu_take(&s, " ");
        if (kifu_take(&s, "・") || kifu_take(&s, "．")) continue;
        int kind = take_kind(&s);
        if (!kind) return fail(reader, "a diagram with something that is no piece");
        reader->board.cell[reader->diagram_rank][file] = (int8_t)(white ? -kind : kind);
    }
    if (file != -1) return fail(reader, "a rank of a diagram that has not 9 squares");
    reader->diagram_rank++;
    return STATUS_OK;
}

/* "飛　角二　歩十一": pieces with counts. */
static Status read_hand(Reader *reader, int side, Str s)
{
    skip_blanks(&s);
    if (kifu_take(&s, "なし")) return STATUS_OK;
    for (skip_blanks(&s); s.len; skip_blanks(&s)) {
        int kind = take_kind(&s);
        if (!kind || kind > 7) return fail(reader, "a hand with something that is no piece in hand");
        int tens = kifu_take(&s, "十") ? 10 : 0, ones = take_one_of(&s, numerals, 1, 10);
        reader->board.hand[side][kind] = (uint8_t)(tens + ones ? tens + ones : 1);
    }
    return STATUS_OK;
}

static Status read_handicap(Reader *reader, Str s)
{
    s = str_trim(s);
    while (s.len >= 3 && !memcmp(s.ptr + s.len - 3, "　", 3)) s.len -= 3;
    for (size_t i = 0; i < sizeof handicaps / sizeof *handicaps; i++) {
        if (!str_eq(s, handicaps[i].name)) continue;
        strcpy(reader->game->position, handicaps[i].sfen);
        return kifu_board_parse(&reader->board, str_from(handicaps[i].sfen), reader->error);
    }
    return str_eq(s, "その他") ? STATUS_OK : fail(reader, "a handicap that is not known");
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

static Status read_header(Reader *reader, Str s)
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
    } else if (kifu_take(&s, "変化：")) {
        reader->done = true;
    }
    return STATUS_OK;
}

static Status take_diagram(Reader *reader)
{
    if (!reader->diagram) return STATUS_OK;
    if (reader->diagram_rank != 9) return fail(reader, "a diagram with fewer than 9 ranks");
    Buf sfen = buf_new(KIFU_SFEN_MAX - 1);
    kifu_board_format(&reader->board, &sfen);
    bool fits = !sfen.failed && str_copy(buf_view(&sfen), reader->game->position, KIFU_SFEN_MAX);
    buf_free(&sfen);
    return fits ? STATUS_OK : fail(reader, "a diagram too large");
}

/* All moves must be playable in form: pieces of the mover on their squares. */
static Status check_moves(const KifuGame *game, Error *error)
{
    KifuBoard board;
    Status status = kifu_board_parse(&board, str_from(game->position), error);
    if (status != STATUS_OK) return status;
    for (int i = 0; i < game->count; i++) {
        if (!kifu_board_play(&board, game->moves[i].text)) {
            return error_set(error, STATUS_BAD_INPUT, "KIF move %d (%s): no such piece there", i + 1,
                             game->moves[i].text);
        }
    }
    return STATUS_OK;
}

Status kif_parse(Str text, KifuGame *out, Error *error)
{
    kifu_clear(out);
    Reader reader = {.game = out, .error = error};
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
        if (reader.done) break;
        if (!body.len || *body.ptr == '#' || *body.ptr == '*' || *body.ptr == '&') continue;
        if (*body.ptr >= '0' && *body.ptr <= '9') {
            status = read_numbered(&reader, body);
        } else if (*body.ptr == '|') {
            status = read_diagram_rank(&reader, body);
        } else {
            status = read_header(&reader, body);
        }
    }
    if (status == STATUS_OK) status = take_diagram(&reader);
    return status == STATUS_OK ? check_moves(out, error) : status;
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
        buf_printf(out, "%s", kind_names[order[i]]);
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

static void put_move(const KifuBoard *board, const char *move, const char *before, Buf *out)
{
    int file = move[2] - '0', rank = move[3] - 'a' + 1;
    if (before && before[2] == move[2] && before[3] == move[3]) {
        buf_puts(out, "同　");
    } else {
        buf_printf(out, "%s%s", wide_digits[file], numerals[rank]);
    }
    if (move[1] == '*') {
        buf_printf(out, "%s打", kind_names[(int)(strchr(" PLNSBRG", move[0]) - " PLNSBRG")]);
        return;
    }
    int cell = board->cell[move[1] - 'a'][move[0] - '1'];
    buf_printf(out, "%s%s(%c%d)", kind_names[abs(cell)], move[4] ? "成" : "", move[0], move[1] - 'a' + 1);
}

static const char *end_word(KifuEnd end)
{
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (ends[i].end == end) return ends[i].word;
    }
    return NULL;
}

Status kif_format(const KifuGame *game, Buf *out, Error *error)
{
    KifuBoard board;
    Status status = kifu_board_parse(&board, str_from(game->position), error);
    if (status != STATUS_OK) return status;
    if (game->date[0]) buf_printf(out, "開始日時：%s\n", game->date);
    if (game->event[0]) buf_printf(out, "棋戦：%s\n", game->event);
    put_start(game, &board, out);
    buf_printf(out, "先手：%s\n後手：%s\n手数----指手---------消費時間--\n", game->player[0], game->player[1]);
    kifu_put_comment(game->comment, "*", out);
    long total[2] = {0, 0};
    for (int i = 0; i < game->count; i++) {
        const char *move = game->moves[i].text;
        KifuBoard before = board;
        if (!kifu_board_play(&board, move)) {
            return error_set(error, STATUS_BAD_INPUT, "move %d (%s): no such piece there", i + 1, move);
        }
        buf_printf(out, "%4d ", i + 1);
        put_move(&before, move, i ? game->moves[i - 1].text : NULL, out);
        int seconds = game->moves[i].seconds;
        if (seconds >= 0) {
            long *sum = &total[before.side];
            *sum += seconds;
            buf_printf(out, "   (%2d:%02d/%02ld:%02ld:%02ld)", seconds / 60, seconds % 60, *sum / 3600, *sum / 60 % 60,
                       *sum % 60);
        }
        buf_putc(out, '\n');
        kifu_put_comment(game->moves[i].comment, "*", out);
    }
    if (end_word(game->end)) buf_printf(out, "%4d %s\n", game->count + 1, end_word(game->end));
    return out->failed ? error_set(error, STATUS_TOO_LARGE, "the record is too long") : STATUS_OK;
}
