/* JKF, shogi records in JSON: a header, a start (a preset, or a board), and moves with comments, times and forks. Read
 * only. */
#include "record/json_tree.h"
#include "record/record.h"
#include "shogi/record/formats.h"
#include "shogi/record/kifu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *rows; /* of White's camp */
} presets[] = {
    {"KY", "lnsgkgsn1/1r5b1"}, {"KY_R", "1nsgkgsnl/1r5b1"},
    {"KA", "lnsgkgsnl/1r7"},   {"HI", "lnsgkgsnl/7b1"},
    {"HIKY", "lnsgkgsn1/7b1"}, {"2", "lnsgkgsnl/9"},
    {"3", "lnsgkgsn1/9"},      {"4", "1nsgkgsn1/9"},
    {"5", "2sgkgsn1/9"},       {"5_L", "1nsgkgs2/9"},
    {"6", "2sgkgs2/9"},        {"7_L", "2sgkg3/9"},
    {"7_R", "3gkgs2/9"},       {"8", "3gkg3/9"},
    {"10", "4k4/9"},
};

static const char *const kinds[KIFU_KINDS] = {"",   "FU", "KY", "KE", "GI", "KA", "HI", "KI",
                                              "OU", "TO", "NY", "NK", "NG", "UM", "RY"};

typedef struct Reader {
    const JsonTree *json;
    Record *record;
    Buf text;
} Reader;

static bool is_jkf(Str text)
{
    text = str_trim(text);
    if (str_starts(text, "\xef\xbb\xbf")) text = str_trim(str_skip(text, 3));
    return str_starts(text, "{") && str_find(text, "\"moves\"");
}

static int kind_of(const JsonTree *json, int node)
{
    for (int i = 1; i < KIFU_KINDS; i++) {
        if (jtree_is(json, node, kinds[i])) return i;
    }
    return 0;
}

/* ---- the head ---- */

static Status read_header(Reader *reader, Error *error)
{
    const JsonTree *json = reader->json;
    Record *record = reader->record;
    Status status = STATUS_OK;
    for (int at = jtree_first(json, jtree_get(json, 0, "header")); at >= 0 && status == STATUS_OK;
         at = jtree_next(json, at)) {
        buf_clear(&reader->text);
        jtree_resolve(json->nodes[at].key, &reader->text);
        size_t key = reader->text.len;
        (void)buf_puts(&reader->text, "：");
        size_t begin = reader->text.len;
        jtree_string(json, at, &reader->text);
        Str name = {buf_text(&reader->text), key}, value = str_skip(buf_view(&reader->text), begin);
        if (str_eq(name, "先手") || str_eq(name, "下手")) {
            record_take_text(record->player[0], value);
        } else if (str_eq(name, "後手") || str_eq(name, "上手")) {
            record_take_text(record->player[1], value);
        } else if (str_eq(name, "棋戦")) {
            record_take_text(record->event, value);
        } else if (str_eq(name, "開始日時")) {
            record_take_text(record->date, value);
        } else if (!str_eq(name, "手合割")) {
            status = record_add_comment(&record->headers, buf_view(&reader->text), error);
        }
    }
    return status;
}

static Status read_board(Reader *reader, int data, KifuBoard *board, Error *error)
{
    const JsonTree *json = reader->json;
    int file = 0;
    for (int column = jtree_first(json, jtree_get(json, data, "board")); column >= 0 && file < 9;
         column = jtree_next(json, column), file++) {
        int rank = 0;
        for (int cell = jtree_first(json, column); cell >= 0 && rank < 9; cell = jtree_next(json, cell), rank++) {
            int kind = kind_of(json, jtree_get(json, cell, "kind"));
            bool white = jtree_int(json, jtree_get(json, cell, "color"), 0) == 1;
            board->cell[rank][file] = (int8_t)(white ? -kind : kind);
        }
    }
    int side = 0;
    for (int hand = jtree_first(json, jtree_get(json, data, "hands")); hand >= 0 && side < 2;
         hand = jtree_next(json, hand), side++) {
        for (int kind = 1; kind < KIFU_PROMOTED; kind++) {
            int count = jtree_int(json, jtree_get(json, hand, kinds[kind]), 0);
            if (count < 0 || count > 18) return error_set(error, STATUS_BAD_INPUT, "JKF: a hand of %d pieces", count);
            board->hand[side][kind] = (uint8_t)count;
        }
    }
    board->side = jtree_int(json, jtree_get(json, data, "color"), 0) == 1;
    board->number = 1;
    return STATUS_OK;
}

static Status read_start(Reader *reader, Error *error)
{
    const JsonTree *json = reader->json;
    int initial = jtree_get(json, 0, "initial"), preset = jtree_get(json, initial, "preset");
    int data = jtree_get(json, initial, "data");
    if (data >= 0) {
        KifuBoard board = {0};
        Status status = read_board(reader, data, &board, error);
        if (status != STATUS_OK) return status;
        buf_clear(&reader->text);
        kifu_board_format(&board, &reader->text);
        return record_set_start(reader->record, buf_view(&reader->text), error);
    }
    if (preset < 0 || jtree_is(json, preset, "HIRATE")) return STATUS_OK;
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++) {
        if (!jtree_is(json, preset, presets[i].name)) continue;
        char sfen[KIFU_SFEN_MAX];
        (void)snprintf(sfen, sizeof sfen, "%s/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", presets[i].rows);
        return record_set_start(reader->record, str_from(sfen), error);
    }
    return error_set(error, STATUS_BAD_INPUT, "JKF: a handicap that is not known");
}

/* ---- moves ---- */

static bool square_at(const JsonTree *json, int place, char out[2])
{
    int x = jtree_int(json, jtree_get(json, place, "x"), 0), y = jtree_int(json, jtree_get(json, place, "y"), 0);
    if (x < 1 || x > 9 || y < 1 || y > 9) return false;
    out[0] = (char)('0' + x);
    out[1] = (char)('a' + y - 1);
    return true;
}

static Status move_text(Reader *reader, int move, int parent, char text[6], Error *error)
{
    static const char letters[] = " PLNSBRG";
    const JsonTree *json = reader->json;
    char from[2], to[2];
    int kind = kind_of(json, jtree_get(json, move, "piece"));
    if (!square_at(json, jtree_get(json, move, "to"), to)) {
        if (parent < 0) return error_set(error, STATUS_BAD_INPUT, "JKF: a move without a square");
        memcpy(to, reader->record->moves[parent].text + 2, 2); /* "same" */
    }
    if (square_at(json, jtree_get(json, move, "from"), from)) {
        (void)snprintf(text, 6, "%.2s%.2s%s", from, to, jtree_true(json, jtree_get(json, move, "promote")) ? "+" : "");
    } else if (kind >= 1 && kind <= 7) {
        (void)snprintf(text, 6, "%c*%.2s", letters[kind], to);
    } else {
        return error_set(error, STATUS_BAD_INPUT, "JKF: a drop of a piece that cannot be in hand");
    }
    return STATUS_OK;
}

static Status read_comments(Reader *reader, int step, char **out, Error *error)
{
    const JsonTree *json = reader->json;
    Status status = STATUS_OK;
    for (int at = jtree_first(json, jtree_get(json, step, "comments")); at >= 0 && status == STATUS_OK;
         at = jtree_next(json, at)) {
        buf_clear(&reader->text);
        jtree_string(json, at, &reader->text);
        status = record_add_comment(out, buf_view(&reader->text), error);
    }
    return status;
}

static Status add_step(Reader *reader, int step, int *parent, Error *error)
{
    const JsonTree *json = reader->json;
    Record *record = reader->record;
    int move = jtree_get(json, step, "move"), now = jtree_get(json, jtree_get(json, step, "time"), "now");
    char text[6];
    Status status = STATUS_OK;
    if (move >= 0) {
        status = move_text(reader, move, *parent, text, error);
        if (status != STATUS_OK) return status;
        RecordMove *added = record_add_after(record, *parent, str_from(text), error);
        if (!added) return STATUS_TOO_LARGE;
        *parent = (int)record->total - 1;
        int hours = jtree_int(json, jtree_get(json, now, "h"), 0),
            minutes = jtree_int(json, jtree_get(json, now, "m"), 0);
        int seconds = jtree_int(json, jtree_get(json, now, "s"), -1);
        bool told = seconds >= 0 && seconds < 60 && minutes >= 0 && minutes < 10000 && hours >= 0 && hours < 100;
        if (now >= 0 && told) added->ms = ((hours * 60 + minutes) * 60 + seconds) * 1000;
    }
    char **comment = *parent < 0 ? &record->comment : &record->moves[*parent].comment;
    return read_comments(reader, step, comment, error);
}

typedef struct Fork {
    int step, parent; /* first move of the fork in the JSON; the move that it follows */
} Fork;

static Status read_lines(Reader *reader, Fork *forks, Error *error)
{
    const JsonTree *json = reader->json;
    size_t count = 0, done = 0;
    Status status = STATUS_OK;
    forks[count++] = (Fork){jtree_first(json, jtree_get(json, 0, "moves")), -1};
    for (; done < count && status == STATUS_OK; done++) {
        int parent = forks[done].parent;
        for (int step = forks[done].step; step >= 0 && status == STATUS_OK; step = jtree_next(json, step)) {
            for (int fork = jtree_first(json, jtree_get(json, step, "forks")); fork >= 0;
                 fork = jtree_next(json, fork)) {
                forks[count++] = (Fork){jtree_first(json, fork), parent};
            }
            status = add_step(reader, step, &parent, error);
        }
    }
    return status;
}

static void read_end(Reader *reader)
{
    static const struct {
        const char *word;
        RecordEnd end;
    } ends[] = {{"TORYO", RECORD_END_RESIGN},          {"TSUMI", RECORD_END_MATE},
                {"SENNICHITE", RECORD_END_REPETITION}, {"JISHOGI", RECORD_END_IMPASSE},
                {"KACHI", RECORD_END_DECLARATION},     {"TIME_UP", RECORD_END_TIME},
                {"ILLEGAL_MOVE", RECORD_END_ILLEGAL},  {"CHUDAN", RECORD_END_ABORT}};
    const JsonTree *json = reader->json;
    Record *record = reader->record;
    int special = -1;
    for (int at = jtree_first(json, jtree_get(json, 0, "moves")); at >= 0; at = jtree_next(json, at)) {
        if (jtree_get(json, at, "special") >= 0) special = jtree_get(json, at, "special");
    }
    KifuBoard board = {0};
    if (record->start) (void)kifu_board_parse(&board, str_from(record->start), NULL);
    bool white = (board.side + (int)(record->count & 1)) & 1;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (!jtree_is(json, special, ends[i].word)) continue;
        record->end = ends[i].end;
        bool draw = ends[i].end == RECORD_END_REPETITION || ends[i].end == RECORD_END_IMPASSE;
        bool won = ends[i].end == RECORD_END_DECLARATION;
        record->result = draw ? RECORD_DRAW : white != won ? RECORD_FIRST_WINS : RECORD_SECOND_WINS;
        if (ends[i].end == RECORD_END_ABORT) record->result = RECORD_UNKNOWN;
    }
}

static Status read_jkf(Str text, RecordSet *out, Error *error)
{
    JsonTree json;
    if (str_starts(text, "\xef\xbb\xbf")) text = str_skip(text, 3);
    Status status = jtree_read(text, &json, error);
    if (status != STATUS_OK) return status;
    Record record;
    record_init(&record, "shogi");
    Reader reader = {&json, &record, buf_new(RECORD_COMMENT_MAX)};
    Fork *forks = calloc((size_t)json.count + 1, sizeof *forks); /* a fork is a value of its own */
    if (!forks) status = error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    if (status == STATUS_OK) status = read_header(&reader, error);
    if (status == STATUS_OK) status = read_start(&reader, error);
    if (status == STATUS_OK) status = read_lines(&reader, forks, error);
    if (status == STATUS_OK) read_end(&reader);
    free(forks);
    buf_free(&reader.text);
    jtree_free(&json);
    if (status == STATUS_OK) return record_set_add(out, &record, error);
    record_free(&record);
    return status;
}

const RecordFormat record_jkf = {.name = "jkf",
                                 .title = "JKF (JSON)",
                                 .game = "shogi",
                                 .extensions = "jkf json",
                                 .is = is_jkf,
                                 .read = read_jkf,
                                 .comments = true,
                                 .variations = true};
