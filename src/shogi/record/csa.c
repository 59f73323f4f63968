#include "shogi/record/csa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kind_codes[KIFU_KINDS][3] = {"* ", "FU", "KY", "KE", "GI", "KA", "HI", "KI",
                                               "OU", "TO", "NY", "NK", "NG", "UM", "RY"};

static const struct {
    const char *word;
    KifuEnd end;
} ends[] = {
    {"%TORYO", KIFU_END_RESIGN},         {"%TSUMI", KIFU_END_MATE},        {"%SENNICHITE", KIFU_END_REPETITION},
    {"%JISHOGI", KIFU_END_IMPASSE},      {"%KACHI", KIFU_END_DECLARATION}, {"%TIME_UP", KIFU_END_TIME},
    {"%ILLEGAL_MOVE", KIFU_END_ILLEGAL}, {"%CHUDAN", KIFU_END_ABORT},
};

/* ---- reading ---- */

typedef struct Reader {
    KifuGame *game;
    KifuBoard board;
    bool started; /* the side to move was told: what follows are moves */
    int line;
    Error *error;
} Reader;

static Status fail(const Reader *reader, const char *what)
{
    return error_set(reader->error, STATUS_BAD_INPUT, "CSA line %d: %s", reader->line, what);
}

static int kind_at(Str s)
{
    for (int kind = 1; kind < KIFU_KINDS && s.len >= 2; kind++) {
        if (!memcmp(s.ptr, kind_codes[kind], 2)) return kind;
    }
    return 0;
}

static bool square_at(Str s, int *file, int *rank)
{
    if (s.len < 2) return false;
    *file = s.ptr[0] - '1';
    *rank = s.ptr[1] - '1';
    return *file >= 0 && *file < 9 && *rank >= 0 && *rank < 9;
}

/* "P1-KY-KE ... " */
static Status read_rank(Reader *reader, int rank, Str s)
{
    for (int file = 8; file >= 0; file--, s = str_skip(s, 3)) {
        int8_t *cell = &reader->board.cell[rank][file];
        *cell = 0;
        if (s.len < 2 || s.ptr[0] == ' ') continue; /* " * ", with the end of the line cut off or not */
        int kind = s.len >= 3 ? kind_at(str_skip(s, 1)) : 0;
        if (!kind || (s.ptr[0] != '+' && s.ptr[0] != '-'))
            return fail(reader, "a rank with something that is no piece");
        *cell = (int8_t)(s.ptr[0] == '+' ? kind : -kind);
    }
    return STATUS_OK;
}

/* "P+00FU00FU" and "P-51OU": single pieces; 00 is the hand. */
static Status read_pieces(Reader *reader, int side, Str s)
{
    for (; s.len >= 4; s = str_skip(s, 4)) {
        int file, rank, kind = kind_at(str_skip(s, 2));
        if (str_starts(s, "00AL")) return STATUS_OK; /* the rest of the set: nothing that a move needs */
        if (!kind) return fail(reader, "a piece that is not known");
        if (str_starts(s, "00")) {
            if (kind > 7) return fail(reader, "a piece that cannot be in hand");
            reader->board.hand[side][kind]++;
        } else if (square_at(s, &file, &rank)) {
            reader->board.cell[rank][file] = (int8_t)(side ? -kind : kind);
        } else {
            return fail(reader, "a piece without a square");
        }
    }
    return s.len ? fail(reader, "a piece cut off") : STATUS_OK;
}

static Status read_position(Reader *reader, Str s)
{
    char what = s.len > 1 ? s.ptr[1] : ' ';
    if (what >= '1' && what <= '9') return read_rank(reader, what - '1', str_skip(s, 2));
    if (what == '+' || what == '-') return read_pieces(reader, what == '-', str_skip(s, 2));
    if (what != 'I') return fail(reader, "a start position of a kind that is not known");
    Status status = kifu_board_parse(&reader->board, str_from(kifu_even), reader->error);
    if (status != STATUS_OK) return status;
    for (s = str_skip(s, 2); s.len >= 4; s = str_skip(s, 4)) { /* "PI82HI22KA": pieces left out */
        int file, rank;
        if (!square_at(s, &file, &rank)) return fail(reader, "a handicap without a square");
        reader->board.cell[rank][file] = 0;
    }
    return STATUS_OK;
}

static Status take_start(Reader *reader, int side)
{
    reader->started = true;
    reader->board.side = side;
    reader->board.number = 1;
    Buf sfen = buf_new(KIFU_SFEN_MAX - 1);
    kifu_board_format(&reader->board, &sfen);
    bool fits = !sfen.failed && str_copy(buf_view(&sfen), reader->game->position, KIFU_SFEN_MAX);
    buf_free(&sfen);
    return fits ? STATUS_OK : fail(reader, "a start position too large");
}

/* "+7776FU" */
static Status read_move(Reader *reader, Str s)
{
    int side = s.ptr[0] == '-', file, rank, kind = kind_at(str_skip(s, 5));
    if (side != reader->board.side) return fail(reader, "a move of the wrong side");
    if (s.len != 7 || !kind || !square_at(str_skip(s, 3), &file, &rank))
        return fail(reader, "a move that makes no sense");
    char text[6];
    int from_file, from_rank, n;
    if (s.ptr[1] == '0' && s.ptr[2] == '0') {
        if (kind > 7) return fail(reader, "a drop of a piece that cannot be in hand");
        n = snprintf(text, sizeof text, "%c*%d%c", " PLNSBRG"[kind], file + 1, 'a' + rank);
    } else if (square_at(str_skip(s, 1), &from_file, &from_rank)) {
        int before = abs(reader->board.cell[from_rank][from_file]);
        if (kind != before && kind != before + KIFU_PROMOTED) return fail(reader, "another piece stands there");
        n = snprintf(text, sizeof text, "%d%c%d%c%s", from_file + 1, 'a' + from_rank, file + 1, 'a' + rank,
                     kind != before ? "+" : "");
    } else {
        return fail(reader, "a move without the square that it comes from");
    }
    if (n < 4 || n > 5 || !kifu_board_play(&reader->board, text)) return fail(reader, "no such piece there");
    return kifu_add_move(reader->game, text, -1, reader->error);
}

static Status read_end(Reader *reader, Str s)
{
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (str_eq(s, ends[i].word)) reader->game->end = ends[i].end;
    }
    return STATUS_OK;
}

static Status read_statement(Reader *reader, Str s)
{
    KifuGame *game = reader->game;
    if (!s.len || *s.ptr == '\'') return STATUS_OK;
    switch (*s.ptr) {
    case 'P': return reader->started ? STATUS_OK : read_position(reader, s);
    case '%': return read_end(reader, s);
    case '+':
    case '-':
        if (s.len > 1) return reader->started ? read_move(reader, s) : fail(reader, "a move before the side to move");
        return take_start(reader, *s.ptr == '-');
    case 'T': {
        int64_t seconds;
        bool told = str_to_int(str_skip(s, 1), 0, 1000000, &seconds) && game->count > 0;
        if (told) game->moves[game->count - 1].seconds = (int)seconds;
        return STATUS_OK;
    }
    default: break;
    }
    if (kifu_take(&s, "N+")) {
        (void)str_copy((Str){s.ptr, s.len < KIFU_NAME_MAX ? s.len : KIFU_NAME_MAX - 1}, game->player[0], KIFU_NAME_MAX);
    } else if (kifu_take(&s, "N-")) {
        (void)str_copy((Str){s.ptr, s.len < KIFU_NAME_MAX ? s.len : KIFU_NAME_MAX - 1}, game->player[1], KIFU_NAME_MAX);
    } else if (kifu_take(&s, "$EVENT:")) {
        (void)str_copy((Str){s.ptr, s.len < KIFU_NAME_MAX ? s.len : KIFU_NAME_MAX - 1}, game->event, KIFU_NAME_MAX);
    } else if (kifu_take(&s, "$START_TIME:")) {
        (void)str_copy((Str){s.ptr, s.len < KIFU_NAME_MAX ? s.len : KIFU_NAME_MAX - 1}, game->date, KIFU_NAME_MAX);
    }
    return STATUS_OK;
}

Status csa_parse(Str text, KifuGame *out, Error *error)
{
    kifu_clear(out);
    Reader reader = {.game = out, .error = error};
    Status status = STATUS_OK;
    while (text.len && status == STATUS_OK) {
        Str line = kifu_line(&text);
        reader.line++;
        bool whole = line.len && (*line.ptr == '\'' || *line.ptr == 'N' || *line.ptr == '$');
        if (str_starts(line, "'*")) kifu_add_comment(out, line);
        if (whole) {
            status = read_statement(&reader, line);
            continue;
        }
        while (line.len && status == STATUS_OK) status = read_statement(&reader, str_until(&line, ','));
    }
    if (status == STATUS_OK && !reader.started) return fail(&reader, "no side to move: not a CSA record");
    return status;
}

/* ---- writing ---- */

static void put_start(const KifuBoard *board, Buf *out)
{
    for (int rank = 0; rank < 9; rank++) {
        buf_printf(out, "P%d", rank + 1);
        for (int file = 8; file >= 0; file--) {
            int cell = board->cell[rank][file];
            buf_printf(out, "%s%s", cell > 0 ? "+" : cell < 0 ? "-" : " ", kind_codes[abs(cell)]);
        }
        buf_putc(out, '\n');
    }
    for (int side = 0; side < 2; side++) {
        bool any = false;
        for (int kind = 7; kind >= 1; kind--) {
            for (int i = 0; i < board->hand[side][kind]; i++) {
                if (!any) buf_puts(out, side ? "P-" : "P+");
                any = true;
                buf_printf(out, "00%s", kind_codes[kind]);
            }
        }
        if (any) buf_putc(out, '\n');
    }
    buf_puts(out, board->side ? "-\n" : "+\n");
}

static const char *end_word(KifuEnd end)
{
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (ends[i].end == end) return ends[i].word;
    }
    return NULL;
}

Status csa_format(const KifuGame *game, Buf *out, Error *error)
{
    KifuBoard board;
    Status status = kifu_board_parse(&board, str_from(game->position), error);
    if (status != STATUS_OK) return status;
    buf_puts(out, "V2.2\n");
    if (game->player[0][0]) buf_printf(out, "N+%s\n", game->player[0]);
    if (game->player[1][0]) buf_printf(out, "N-%s\n", game->player[1]);
    if (game->event[0]) buf_printf(out, "$EVENT:%s\n", game->event);
    if (game->date[0]) buf_printf(out, "$START_TIME:%s\n", game->date);
    put_start(&board, out);
    kifu_put_comment(game->comment, "'*", out);
    for (int i = 0; i < game->count; i++) {
        const char *move = game->moves[i].text;
        char mover = board.side ? '-' : '+';
        if (!kifu_board_play(&board, move)) {
            return error_set(error, STATUS_BAD_INPUT, "move %d (%s): no such piece there", i + 1, move);
        }
        int after = abs(board.cell[move[3] - 'a'][move[2] - '1']);
        if (move[1] == '*') {
            buf_printf(out, "%c00", mover);
        } else {
            buf_printf(out, "%c%c%d", mover, move[0], move[1] - 'a' + 1);
        }
        buf_printf(out, "%c%d%s\n", move[2], move[3] - 'a' + 1, kind_codes[after]);
        if (game->moves[i].seconds >= 0) buf_printf(out, "T%d\n", game->moves[i].seconds);
        kifu_put_comment(game->moves[i].comment, "'*", out);
    }
    if (end_word(game->end)) buf_printf(out, "%s\n", end_word(game->end));
    return out->failed ? error_set(error, STATUS_TOO_LARGE, "the record is too long") : STATUS_OK;
}
