/* KIF, KI2 and CSA in the table of formats. */
#include "shogi/record/formats.h"
#include "record/record.h"
#include "shogi/record/csa.h"
#include "shogi/record/ki2.h"
#include "shogi/record/kif.h"
#include "shogi/record/sjis.h"

#include <stdlib.h>
#include <string.h>

static const RecordEnd end_of[KIFU_ENDS] = {
    [KIFU_END_NONE] = RECORD_END_NONE,       [KIFU_END_RESIGN] = RECORD_END_RESIGN,
    [KIFU_END_MATE] = RECORD_END_MATE,       [KIFU_END_REPETITION] = RECORD_END_REPETITION,
    [KIFU_END_IMPASSE] = RECORD_END_IMPASSE, [KIFU_END_DECLARATION] = RECORD_END_DECLARATION,
    [KIFU_END_TIME] = RECORD_END_TIME,       [KIFU_END_ILLEGAL] = RECORD_END_ILLEGAL,
    [KIFU_END_ABORT] = RECORD_END_ABORT,
};

/* Who moves after all moves were made. */
static int side_at_end(const char *start, size_t count)
{
    KifuBoard board;
    if (kifu_board_parse(&board, str_from(start), NULL) != STATUS_OK) return 0;
    return (board.side + (int)(count & 1)) & 1;
}

/* What an end means for the side to move: it has lost, or won by declaration, or it is a draw. */
static RecordResult result_of(KifuEnd end, int side)
{
    switch (end) {
    case KIFU_END_RESIGN:
    case KIFU_END_MATE:
    case KIFU_END_TIME:
    case KIFU_END_ILLEGAL: return side ? RECORD_FIRST_WINS : RECORD_SECOND_WINS;
    case KIFU_END_DECLARATION: return side ? RECORD_SECOND_WINS : RECORD_FIRST_WINS;
    case KIFU_END_REPETITION:
    case KIFU_END_IMPASSE: return RECORD_DRAW;
    default: return RECORD_UNKNOWN;
    }
}

static Status take_comment(char **out, Str comment, Error *error)
{
    Status status = STATUS_OK;
    for (Str line; status == STATUS_OK && kifu_comment_line(&comment, &line);) {
        status = record_add_comment(out, line, error);
    }
    return status;
}

static Status fill_record(Record *record, const KifuGame *game, Error *error)
{
    record_init(record, "shogi");
    for (int i = 0; i < 2; i++) record_take_text(record->player[i], str_from(game->player[i]));
    record_take_text(record->event, str_from(game->event));
    record_take_text(record->date, str_from(game->date));
    record->end = end_of[game->end];
    record->result = result_of(game->end, side_at_end(game->position, (size_t)game->count));
    Status status = take_comment(&record->comment, game->comment, error);
    if (status == STATUS_OK && strcmp(game->position, kifu_even) != 0) {
        status = record_set_start(record, str_from(game->position), error);
    }
    for (int i = 0; i < game->header_count && status == STATUS_OK; i++) {
        status = record_add_comment(&record->headers, game->headers[i], error);
    }
    for (int i = 0; i < game->total && status == STATUS_OK; i++) {
        const KifuMove *from = &game->moves[i];
        RecordMove *move = record_add_after(record, from->parent, str_from(from->text), error);
        if (!move) return STATUS_TOO_LARGE;
        if (from->seconds >= 0 && from->seconds < 2000000) move->ms = from->seconds * 1000;
        status = take_comment(&move->comment, from->comment, error);
        if (status == STATUS_OK && from->bookmark.len) {
            status = record_add_comment(&move->bookmark, from->bookmark, error);
        }
    }
    return status;
}

typedef Status (*Parse)(Str text, KifuGame *out, Error *error);

static Status add_game(Str text, Parse parse, RecordSet *out, Error *error)
{
    KifuGame *game = malloc(sizeof *game);
    if (!game) return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    Record record = {0};
    Status status = parse(text, game, error);
    if (status == STATUS_OK) status = fill_record(&record, game, error);
    if (status == STATUS_OK) {
        status = record_set_add(out, &record, error);
    } else {
        record_free(&record);
    }
    free(game);
    return status;
}

/* Adds a comment as the writers of KIF and CSA take it, a mark before every line, and tells how long it is. */
static size_t put_marked(Buf *out, const char *comment)
{
    size_t begin = out->len;
    for (Str rest = str_from(comment); rest.len;) {
        Str line = kifu_line(&rest);
        (void)buf_printf(out, "*%.*s\n", STR_ARG(line));
    }
    return out->len - begin;
}

/* Points a comment of known length to its place, now that the buffer moves no more. */
static void settle(Str *comment, const char **at)
{
    comment->ptr = *at;
    *at += comment->len;
}

static KifuEnd kifu_end_of(const Record *record)
{
    for (int i = 0; i < KIFU_ENDS; i++) {
        if (end_of[i] == record->end) return (KifuEnd)i;
    }
    return KIFU_END_NONE;
}

static Status fill_game(KifuGame *game, const Record *record, Buf *marked, Error *error)
{
    kifu_clear(game);
    for (int i = 0; i < 2; i++) (void)str_copy(str_from(record->player[i]), game->player[i], KIFU_NAME_MAX);
    (void)str_copy(str_from(record->event), game->event, KIFU_NAME_MAX);
    (void)str_copy(str_from(record->date), game->date, KIFU_NAME_MAX);
    if (record->start && !str_copy(str_from(record->start), game->position, KIFU_SFEN_MAX)) {
        return error_set(error, STATUS_TOO_LARGE, "the start position is too long for a record");
    }
    game->end = kifu_end_of(record);
    game->comment.len = put_marked(marked, record->comment);
    for (Str rest = str_from(record->headers); rest.len && game->header_count < KIFU_HEADERS_MAX;) {
        game->headers[game->header_count++] = kifu_line(&rest);
    }
    for (size_t i = 0; i < record->total; i++) {
        const RecordMove *move = &record->moves[i];
        int seconds = move->ms < 0 ? -1 : (move->ms + 500) / 1000;
        Status status = kifu_add_after(game, move->parent, move->text, seconds, error);
        if (status != STATUS_OK) return status;
        game->moves[i].comment.len = put_marked(marked, move->comment);
        game->moves[i].bookmark = str_from(move->bookmark);
    }
    if (marked->failed) return error_set(error, STATUS_TOO_LARGE, "the comments are too long");
    const char *at = buf_text(marked);
    settle(&game->comment, &at);
    for (int i = 0; i < game->total; i++) settle(&game->moves[i].comment, &at);
    return STATUS_OK;
}

static Status put_game(const Record *record, Status (*format)(const KifuGame *game, Buf *out, Error *error), Buf *out,
                       Error *error)
{
    enum { COMMENTS_MAX = 1 << 26 };
    KifuGame *game = malloc(sizeof *game);
    if (!game) return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    Buf marked = buf_new(COMMENTS_MAX);
    Status status = fill_game(game, record, &marked, error);
    if (status == STATUS_OK) status = format(game, out, error);
    buf_free(&marked);
    free(game);
    return status;
}

/* ---- KIF and KI2 ---- */

#define KIF_TEXT_MAX ((size_t)1 << 29)

static bool begins_with_one_of(Str text, const char *const *words, size_t count)
{
    while (text.len) {
        Str line = kifu_line(&text);
        (void)kifu_take(&line, "\xef\xbb\xbf");
        for (size_t i = 0; i < count; i++) {
            if (str_starts(line, words[i])) return true;
        }
    }
    return false;
}

static const char *const move_marks[] = {"▲", "△", "☗", "☖", "▼", "▽"};
enum { MOVE_MARKS = sizeof move_marks / sizeof *move_marks };

static bool is_ki2_in_utf8(Str text)
{
    return begins_with_one_of(text, move_marks, MOVE_MARKS);
}

/* The head is the same in both, so KI2 is asked first. */
static bool is_kif_in_utf8(Str text)
{
    static const char *const words[] = {"手合割",     "先手：",     "後手：",     "手数----", "開始日時", "先手の持駒",
                                        "後手の持駒", "上手の持駒", "下手の持駒", "# KIF",    "|v",       "| "};
    return !is_ki2_in_utf8(text) && begins_with_one_of(text, words, sizeof words / sizeof *words);
}

static bool is_in_sjis(Str text, bool (*is_in_utf8)(Str text))
{
    if (sjis_is_utf8(text)) return false;
    Buf utf8 = buf_new(KIF_TEXT_MAX);
    bool is = sjis_read(text, &utf8, NULL) == STATUS_OK && is_in_utf8(buf_view(&utf8));
    buf_free(&utf8);
    return is;
}

static bool is_kif(Str text)
{
    return sjis_is_utf8(text) && is_kif_in_utf8(text);
}

static bool is_kif_in_sjis(Str text)
{
    return is_in_sjis(text, is_kif_in_utf8);
}

static bool is_ki2(Str text)
{
    return sjis_is_utf8(text) ? is_ki2_in_utf8(text) : is_in_sjis(text, is_ki2_in_utf8);
}

/* A line of a header: "先手：...". A variation is none, nor is a comment. */
static bool is_header(Str line)
{
    static const char colon[] = "：";
    if (!line.len || *line.ptr == '*' || *line.ptr == '#' || *line.ptr == '&' || str_starts(line, "変化")) return false;
    return str_find(line, colon) != NULL;
}

static bool is_move(Str line)
{
    line = str_trim(line);
    return (line.len && *line.ptr >= '0' && *line.ptr <= '9') || begins_with_one_of(line, move_marks, MOVE_MARKS);
}

/* A game of a file with several: it ends before the first header after its moves. */
static Str kif_game(Str *rest)
{
    Str all = *rest;
    bool moves = false;
    while (rest->len) {
        Str at = *rest, line = kifu_line(rest);
        if (moves && is_header(line)) {
            *rest = at;
            break;
        }
        moves |= !is_header(line) && is_move(line);
    }
    return (Str){all.ptr, all.len - rest->len};
}

static Status read_games(Str text, Parse parse, RecordSet *out, Error *error)
{
    Status status = STATUS_OK;
    do {
        status = add_game(kif_game(&text), parse, out, error);
    } while (status == STATUS_OK && text.len);
    return status;
}

/* The ending of a file does not tell which encoding it has. */
static Status read_either(Str text, Parse parse, RecordSet *out, Error *error)
{
    if (sjis_is_utf8(text)) return read_games(text, parse, out, error);
    Buf utf8 = buf_new(KIF_TEXT_MAX);
    Status status = sjis_read(text, &utf8, error);
    if (status == STATUS_OK) status = read_games(buf_view(&utf8), parse, out, error);
    buf_free(&utf8);
    return status;
}

static Status read_kif(Str text, RecordSet *out, Error *error)
{
    return read_either(text, kif_parse, out, error);
}

static Status read_ki2(Str text, RecordSet *out, Error *error)
{
    return read_either(text, ki2_parse, out, error);
}

static Status write_ki2(const Record *record, Buf *out, Error *error)
{
    return put_game(record, ki2_format, out, error);
}

static Status write_kif(const Record *record, Buf *out, Error *error)
{
    return put_game(record, kif_format, out, error);
}

static Status write_kif_in_sjis(const Record *record, Buf *out, Error *error)
{
    Buf utf8 = buf_new(KIF_TEXT_MAX);
    Status status = write_kif(record, &utf8, error);
    if (status == STATUS_OK) status = sjis_write(buf_view(&utf8), out, error);
    buf_free(&utf8);
    return status;
}

const RecordFormat record_kif = {.name = "kif",
                                 .title = "KIF (UTF-8)",
                                 .game = "shogi",
                                 .extensions = "kif kifu",
                                 .is = is_kif,
                                 .read = read_kif,
                                 .write = write_kif,
                                 .comments = true,
                                 .variations = true};
const RecordFormat record_kif_sjis = {.name = "kif-sjis",
                                      .title = "KIF (Shift_JIS)",
                                      .game = "shogi",
                                      .extensions = "",
                                      .is = is_kif_in_sjis,
                                      .read = read_kif,
                                      .write = write_kif_in_sjis,
                                      .comments = true,
                                      .variations = true};

const RecordFormat record_ki2 = {.name = "ki2",
                                 .title = "KI2 (UTF-8)",
                                 .game = "shogi",
                                 .extensions = "ki2 ki2u",
                                 .is = is_ki2,
                                 .read = read_ki2,
                                 .write = write_ki2,
                                 .comments = true};

/* ---- CSA ---- */

static bool is_csa(Str text)
{
    while (text.len) {
        Str line = kifu_line(&text);
        if (line.len && *line.ptr != '\'')
            return str_starts(line, "V2") || str_starts(line, "N+") || str_starts(line, "P1") || str_starts(line, "PI");
    }
    return false;
}

/* Games are divided by a line with a slash. */
static Str csa_game(Str *rest)
{
    Str all = *rest;
    while (rest->len) {
        Str at = *rest, line = kifu_line(rest);
        if (str_eq(line, "/")) return (Str){all.ptr, all.len - at.len};
    }
    return all;
}

static Status read_csa(Str text, RecordSet *out, Error *error)
{
    Status status = STATUS_OK;
    do {
        status = add_game(csa_game(&text), csa_parse, out, error);
    } while (status == STATUS_OK && str_trim(text).len);
    return status;
}

static Status write_csa(const Record *record, Buf *out, Error *error)
{
    if (out->len) (void)buf_puts(out, "/\n");
    return put_game(record, csa_format, out, error);
}

const RecordFormat record_csa = {.name = "csa",
                                 .title = "CSA 2.2",
                                 .game = "shogi",
                                 .extensions = "csa",
                                 .is = is_csa,
                                 .read = read_csa,
                                 .write = write_csa,
                                 .comments = true};
