/* GGF, WTHOR, OBF and transcripts in the table of formats. */
#include "othello/record/formats.h"
#include "othello/record/ggf.h"
#include "othello/record/obf.h"
#include "othello/record/wthor.h"
#include "record/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQUARES = 64 };

static const char usual_start[] = "---------------------------OX------XO--------------------------- X";

static bool has_own_start(const Record *record)
{
    return record->start && strcmp(record->start, usual_start) != 0;
}

static Str cut_line(Str *rest)
{
    return str_trim(str_until(rest, '\n'));
}

static RecordResult result_of(double margin)
{
    return margin > 0 ? RECORD_FIRST_WINS : margin < 0 ? RECORD_SECOND_WINS : RECORD_DRAW;
}

/* "+12.00", or "+12.00:r" when it was resigned: black's discs less white's. */
static bool read_margin(const char *score, double *discs)
{
    Str text = str_from(score);
    text = str_trim(str_until(&text, ':'));
    if (text.len > 1 && text.ptr[0] == '+') text = str_skip(text, 1);
    return str_to_double(text, discs) && *discs >= -SQUARES && *discs <= SQUARES;
}

static bool is_pass(Str move)
{
    return str_eq_nocase(move, "pass") || str_eq_nocase(move, "pa") || str_eq_nocase(move, "ps") || str_eq(move, "--");
}

static bool is_square(Str move)
{
    return move.len == 2 && memchr("abcdefghABCDEFGH", move.ptr[0], 16) && move.ptr[1] >= '1' && move.ptr[1] <= '8';
}

/* ---- GGF ---- */

static bool is_ggf(Str text)
{
    text = str_trim(text);
    return str_starts(text, "(;GM[Othello]") || (str_starts(text, "(;") && str_find(text, "BO[8"));
}

static Status fill_from_ggf(Record *record, const GgfGame *game, Error *error)
{
    record_init(record, "othello");
    for (int i = 0; i < 2; i++) record_take_text(record->player[i], str_from(game->player[i]));
    record_take_text(record->event, str_from(game->place));
    record_take_text(record->date, str_from(game->date));
    record_take_text(record->score, str_from(game->result));
    double discs = 0;
    if (read_margin(game->result, &discs)) record->result = result_of(discs);
    Status status = STATUS_OK;
    if (strcmp(game->position, usual_start) != 0) status = record_set_start(record, str_from(game->position), error);
    for (int i = 0; i < game->count && status == STATUS_OK; i++) {
        const GgfMove *from = &game->moves[i];
        RecordMove *move = record_add_move(record, str_from(from->text), error);
        if (!move) return STATUS_BAD_INPUT;
        move->has_score = from->has_eval;
        move->score = from->eval;
        if (from->seconds > 0 && from->seconds < 1e6) move->ms = (int)lround(from->seconds * 1000);
    }
    return status;
}

/* The game at the front, up to its ";)". */
static Str ggf_game(Str *rest)
{
    Str all = *rest;
    const char *end = str_find(all, ";)");
    if (end) all.len = (size_t)(end - all.ptr) + 2;
    *rest = str_skip(*rest, all.len);
    return all;
}

static Status read_ggf(Str text, RecordSet *out, Error *error)
{
    Status status = STATUS_OK;
    do {
        GgfGame game;
        Record record = {0};
        status = ggf_parse(ggf_game(&text), &game, error);
        if (status == STATUS_OK) status = fill_from_ggf(&record, &game, error);
        if (status == STATUS_OK) {
            status = record_set_add(out, &record, error);
        } else {
            record_free(&record);
        }
        text = str_trim(text);
    } while (status == STATUS_OK && text.len);
    return status;
}

static void fill_ggf(GgfGame *game, const Record *record)
{
    *game = (GgfGame){.count = 0};
    for (int i = 0; i < 2; i++) (void)snprintf(game->player[i], GGF_NAME_MAX, "%.63s", record->player[i]);
    (void)snprintf(game->place, GGF_NAME_MAX, "%.63s", record->event);
    (void)snprintf(game->date, GGF_NAME_MAX, "%.63s", record->date);
    (void)snprintf(game->result, GGF_NAME_MAX, "%.63s", record->score);
    (void)snprintf(game->position, GGF_POSITION_MAX, "%.95s", record->start ? record->start : usual_start);
}

static Status write_ggf(const Record *record, Buf *out, Error *error)
{
    GgfGame game;
    fill_ggf(&game, record);
    if (record->count > GGF_MOVES_MAX) return error_set(error, STATUS_TOO_LARGE, "more than 128 moves");
    size_t len = strlen(game.position);
    int side = len > 0 && (game.position[len - 1] == 'O' || game.position[len - 1] == 'o');
    for (size_t i = 0; i < record->count; i++) {
        const RecordMove *move = &record->moves[i];
        GgfMove *to = &game.moves[game.count++];
        *to = (GgfMove){.side = (side + (int)(i & 1)) & 1, .has_eval = move->has_score, .eval = move->score};
        if (!str_copy(str_from(move->text), to->text, sizeof to->text)) {
            return error_set(error, STATUS_BAD_INPUT, "move %zu, '%s', is none of GGF", i + 1, move->text);
        }
        if (move->ms > 0) to->seconds = move->ms / 1000.0;
    }
    ggf_format(&game, out);
    (void)buf_putc(out, '\n');
    return STATUS_OK;
}

const RecordFormat record_ggf = {.name = "ggf",
                                 .title = "GGF",
                                 .game = "othello",
                                 .extensions = "ggf",
                                 .is = is_ggf,
                                 .read = read_ggf,
                                 .write = write_ggf,
                                 .scores = true};

/* ---- WTHOR ---- */

static bool is_wthor(Str text)
{
    WthorHeader header;
    return wthor_open(text, &header, NULL) == STATUS_OK && header.games > 0;
}

static Status fill_from_wthor(Record *record, const WthorGame *game, int year, Error *error)
{
    char text[32];
    record_init(record, "othello");
    (void)snprintf(record->player[0], RECORD_TEXT_MAX, "player %u", game->black);
    (void)snprintf(record->player[1], RECORD_TEXT_MAX, "player %u", game->white);
    (void)snprintf(record->event, RECORD_TEXT_MAX, "tournament %u", game->tournament);
    (void)snprintf(record->date, RECORD_TEXT_MAX, "%d", year);
    int margin = 2 * game->black_score - 64;
    (void)snprintf(record->score, RECORD_TEXT_MAX, "%+d", margin);
    record->result = result_of(margin);
    for (int i = 0; i < game->count; i++) {
        int len = snprintf(text, sizeof text, "%c%d", 'a' + game->squares[i] % 8, game->squares[i] / 8 + 1);
        if (!record_add_move(record, (Str){text, (size_t)len}, error)) return STATUS_NO_MEMORY;
    }
    return STATUS_OK;
}

static Status read_wthor(Str text, RecordSet *out, Error *error)
{
    WthorHeader header;
    Status status = wthor_open(text, &header, error);
    for (uint32_t i = 0; status == STATUS_OK && i < header.games; i++) {
        WthorGame game;
        Record record = {0};
        status = wthor_game(text, i, &game, error);
        if (status == STATUS_OK) status = fill_from_wthor(&record, &game, header.year, error);
        if (status == STATUS_OK) {
            status = record_set_add(out, &record, error);
        } else {
            record_free(&record);
        }
    }
    return status;
}

/* Of "player 12" and "tournament 3"; names are in files of their own, and who has no number there has 0. */
static uint16_t number_of(const char *text, const char *what)
{
    Str rest = str_from(text);
    int64_t number = 0;
    bool named = str_eq(str_word(&rest), what) && str_to_int(str_trim(rest), 0, UINT16_MAX, &number);
    return named ? (uint16_t)number : 0;
}

static Status fill_wthor(WthorGame *game, const Record *record, Error *error)
{
    double margin = 0;
    if (has_own_start(record))
        return error_set(error, STATUS_UNSUPPORTED, "a game of WTHOR begins at the usual position");
    if (!read_margin(record->score, &margin)) {
        return error_set(error, STATUS_UNSUPPORTED, "a game of WTHOR has a final score, and this one has not");
    }
    int black = (SQUARES + (int)lround(margin)) / 2;
    *game = (WthorGame){.tournament = number_of(record->event, "tournament"),
                        .black = number_of(record->player[0], "player"),
                        .white = number_of(record->player[1], "player"),
                        .black_score = (uint8_t)black,
                        .theoretical_score = (uint8_t)black};
    for (size_t i = 0; i < record->count; i++) {
        Str move = str_from(record->moves[i].text);
        if (is_pass(move)) continue;
        if (!is_square(move) || game->count == WTHOR_MOVES) {
            return error_set(error, STATUS_BAD_INPUT, "move %zu, '%s', is none of WTHOR", i + 1, move.ptr);
        }
        game->squares[game->count++] = (uint8_t)((move.ptr[1] - '1') * 8 + (move.ptr[0] | 0x20) - 'a');
    }
    return STATUS_OK;
}

static int year_of(const char *date)
{
    Str year = str_from(date);
    int64_t number = 0;
    if (year.len > 4) year.len = 4;
    return str_to_int(year, 0, 9999, &number) ? (int)number : 0;
}

static Status write_wthor(const Record *record, Buf *out, Error *error)
{
    WthorGame game;
    Status status = fill_wthor(&game, record, error);
    if (status != STATUS_OK) return status;
    if (out->len == 0) wthor_write_header(&(WthorHeader){.year = year_of(record->date)}, out);
    wthor_write_game(&game, out);
    wthor_count_games(out);
    return STATUS_OK;
}

const RecordFormat record_wthor = {.name = "wthor",
                                   .title = "WTHOR",
                                   .game = "othello",
                                   .extensions = "wtb",
                                   .is = is_wthor,
                                   .read = read_wthor,
                                   .write = write_wthor,
                                   .numbers = true};

/* ---- OBF ---- */

static bool is_board(Str text)
{
    size_t squares = 0;
    while (squares < text.len && memchr("XxOo*-.", text.ptr[squares], 7)) squares++;
    return squares == SQUARES;
}

static bool is_obf(Str text)
{
    Str line = {"", 0};
    while (text.len && (line.len == 0 || *line.ptr == '%')) line = cut_line(&text);
    return is_board(line);
}

static Status add_obf(Str line, RecordSet *out, Error *error)
{
    Obf obf;
    Str whole = line;
    Status status = obf_parse(line, &obf, error);
    if (status == STATUS_NOT_FOUND) return STATUS_OK;
    if (status != STATUS_OK) return status;
    if (!is_board(obf.position))
        return error_set(error, STATUS_BAD_INPUT, "the board has not 64 squares of X, O and -");
    Record record;
    record_init(&record, "othello");
    status = record_set_start(&record, obf.position, error);
    /* What is known of the moves, and a remark, are kept as the comment: "f5:+2; d6:-4 % text". */
    (void)str_until(&whole, ';');
    if (status == STATUS_OK && str_trim(whole).len)
        status = record_add_comment(&record.comment, str_trim(whole), error);
    if (status == STATUS_OK) return record_set_add(out, &record, error);
    record_free(&record);
    return status;
}

static Status read_obf(Str text, RecordSet *out, Error *error)
{
    Status status = STATUS_OK;
    for (size_t number = 1; text.len && status == STATUS_OK; number++) {
        Error inner;
        status = add_obf(cut_line(&text), out, &inner);
        if (status != STATUS_OK) (void)error_set(error, status, "OBF line %zu: %.200s", number, inner.text);
    }
    return status;
}

static Status write_obf(const Record *record, Buf *out, Error *error)
{
    if (record->count) return error_set(error, STATUS_UNSUPPORTED, "OBF holds positions, not games");
    (void)buf_printf(out, "%s;", record->start ? record->start : usual_start);
    for (Str rest = str_from(record->comment); rest.len;) {
        Str line = cut_line(&rest);
        (void)buf_printf(out, " %.*s", STR_ARG(line));
    }
    (void)buf_putc(out, '\n');
    return STATUS_OK;
}

const RecordFormat record_obf = {.name = "obf",
                                 .title = "OBF",
                                 .game = "othello",
                                 .extensions = "obf",
                                 .is = is_obf,
                                 .read = read_obf,
                                 .write = write_obf,
                                 .comments = true};

/* ---- transcripts ---- */

/* The next move of a row such as f5d6c3pass: two characters, or a pass. Empty when it is none. */
static Str transcript_move(Str *rest)
{
    *rest = str_trim(*rest);
    bool pass = rest->len >= 4 && str_eq_nocase((Str){rest->ptr, 4}, "pass");
    Str move = {rest->ptr, pass ? 4 : rest->len < 2 ? 0 : 2};
    if (!is_square(move) && !is_pass(move)) move.len = 0;
    *rest = str_skip(*rest, move.len);
    return move;
}

static Status add_transcript(Str line, RecordSet *out, Error *error)
{
    Record record;
    record_init(&record, "othello");
    Status status = STATUS_OK;
    while (line.len && status == STATUS_OK) {
        Str move = transcript_move(&line);
        if (!record_add_move(&record, move, error)) status = STATUS_BAD_INPUT;
    }
    if (status == STATUS_OK) return record_set_add(out, &record, error);
    record_free(&record);
    return status;
}

static Status read_transcript(Str text, RecordSet *out, Error *error)
{
    Status status = STATUS_OK;
    for (size_t number = 1; text.len && status == STATUS_OK; number++) {
        Error inner;
        Str line = cut_line(&text);
        if (line.len && *line.ptr != '#') status = add_transcript(line, out, &inner);
        if (status != STATUS_OK) (void)error_set(error, status, "line %zu: %.200s", number, inner.text);
    }
    return status;
}

static bool is_transcript(Str text)
{
    Str line = {"", 0};
    while (text.len && (line.len == 0 || *line.ptr == '#')) line = cut_line(&text);
    return transcript_move(&line).len > 0;
}

static Status write_transcript(const Record *record, Buf *out, Error *error)
{
    if (has_own_start(record)) return error_set(error, STATUS_UNSUPPORTED, "a transcript begins at the usual position");
    for (size_t i = 0; i < record->count; i++) { /* other programs know where a side has to pass */
        if (!is_pass(str_from(record->moves[i].text))) (void)buf_puts(out, record->moves[i].text);
    }
    (void)buf_putc(out, '\n');
    return STATUS_OK;
}

const RecordFormat record_transcript = {.name = "transcript",
                                        .title = "transcript",
                                        .game = "othello",
                                        .extensions = "",
                                        .is = is_transcript,
                                        .read = read_transcript,
                                        .write = write_transcript,
                                        .vague = 2};
