/* Games of dobutsu shogi as texts, in the manner of CSA: lines of names and tags, the start when it is not the usual
 * one, a move a line with its sign and seconds, and how it ended.
 *
 *     V1-dobutsu
 *     N+Hiyoko
 *     N-Kirin
 *     $EVENT:Club evening
 *     P gle/1c1/1C1/ELG b - 1        only when the game began elsewhere
 *     +2c2b                          + first player, - second
 *     T3
 *     'a comment on the move before it
 *     %TORYO                         or %TSUMI, %SENNICHITE, %TIME_UP, %ILLEGAL_MOVE, %CHUDAN */
#include "dobutsu/record/formats.h"

#include <string.h>

static const char version[] = "V1-dobutsu";

/* Which ends the game how; the side to move has resigned, lost its lion or run out of time. */
static const struct {
    const char *word;
    RecordEnd end;
    bool loses, draws;
} ends[] = {{"%TORYO", RECORD_END_RESIGN, true, false},          {"%TSUMI", RECORD_END_MATE, true, false},
            {"%TIME_UP", RECORD_END_TIME, true, false},          {"%ILLEGAL_MOVE", RECORD_END_ILLEGAL, true, false},
            {"%SENNICHITE", RECORD_END_REPETITION, false, true}, {"%HIKIWAKE", RECORD_END_IMPASSE, false, true},
            {"%CHUDAN", RECORD_END_ABORT, false, false}};
enum { ENDS = sizeof ends / sizeof *ends };

static bool is_dobutsu(Str text)
{
    return str_starts(text, version);
}

/* "+2c2b", "-C*2b": the move behind the sign. */
static bool is_move(Str line)
{
    return line.len >= 5 && line.len <= 6 && (*line.ptr == '+' || *line.ptr == '-') && line.ptr[3] >= '1' &&
           line.ptr[3] <= '3' && line.ptr[4] >= 'a' && line.ptr[4] <= 'd';
}

static int first_side(const Record *record)
{
    return record->start && strstr(record->start, " w ") ? 1 : 0;
}

static Status take_move(Record *record, Str line, Error *error)
{
    int side = (first_side(record) + (int)record->count) & 1;
    if ((*line.ptr == '-') != (side == 1)) return error_set(error, STATUS_BAD_INPUT, "a move of the wrong side");
    return record_add_move(record, str_skip(line, 1), error) ? STATUS_OK : STATUS_TOO_LARGE;
}

static bool take_end(Record *record, Str line)
{
    int side = (first_side(record) + (int)record->count) & 1;
    for (int i = 0; i < ENDS; i++) {
        if (!str_eq(line, ends[i].word)) continue;
        record->end = ends[i].end;
        if (ends[i].draws) record->result = RECORD_DRAW;
        if (ends[i].loses) record->result = side == 0 ? RECORD_SECOND_WINS : RECORD_FIRST_WINS;
        return true;
    }
    return false;
}

static Status take_line(Record *record, Str line, Error *error)
{
    int64_t seconds = 0;
    RecordMove *last = record->count ? &record->moves[record->count - 1] : NULL;
    if (str_starts(line, "N+") || str_starts(line, "N-")) {
        record_take_text(record->player[line.ptr[1] == '-'], str_skip(line, 2));
    } else if (str_starts(line, "$EVENT:")) {
        record_take_text(record->event, str_skip(line, strlen("$EVENT:")));
    } else if (str_starts(line, "$START_TIME:")) {
        record_take_text(record->date, str_skip(line, strlen("$START_TIME:")));
    } else if (str_starts(line, "P ") && !last) {
        return record_set_start(record, str_trim(str_skip(line, 2)), error);
    } else if (*line.ptr == '\'') {
        return record_add_comment(last ? &last->comment : &record->comment, str_skip(line, 1), error);
    } else if (*line.ptr == 'T' && last && str_to_int(str_skip(line, 1), 0, 1000000, &seconds)) {
        last->ms = (int)seconds * 1000;
    } else if (is_move(line)) {
        return take_move(record, line, error);
    } else if (*line.ptr != '$' && !take_end(record, line)) {
        return error_set(error, STATUS_BAD_INPUT, "a line that means nothing here");
    }
    return STATUS_OK;
}

/* One game, up to the line of the next. */
static Status read_game(Str *text, size_t *number, RecordSet *out, Error *error)
{
    Record record;
    Status status = STATUS_OK;
    Error why = {STATUS_OK, ""};
    record_init(&record, "dobutsu");
    while (status == STATUS_OK && text->len > 0 && !str_starts(*text, version)) {
        Str line = str_trim(str_until(text, '\n'));
        ++*number;
        if (line.len == 0) continue;
        status = take_line(&record, line, &why);
        if (status != STATUS_OK) (void)error_set(error, status, "line %zu: %.200s", *number, why.text);
    }
    if (status == STATUS_OK) return record_set_add(out, &record, error);
    record_free(&record);
    return status;
}

static Status read_dobutsu(Str text, RecordSet *out, Error *error)
{
    size_t number = 0;
    Status status = is_dobutsu(text) ? STATUS_OK : error_set(error, STATUS_BAD_INPUT, "it begins with %s", version);
    while (status == STATUS_OK && text.len > 0) {
        (void)str_until(&text, '\n');
        number++;
        status = read_game(&text, &number, out, error);
    }
    return status;
}

/* Every line of a comment has its sign. */
static void put_comment(const char *comment, Buf *out)
{
    Str rest = str_from(comment);
    while (rest.len > 0) {
        Str line = str_until(&rest, '\n');
        (void)buf_printf(out, "'%.*s\n", STR_ARG(line));
    }
}

static void put_head(const Record *record, Buf *out)
{
    (void)buf_printf(out, "%s\n", version);
    for (int side = 0; side < 2; side++) {
        if (record->player[side][0]) (void)buf_printf(out, "N%c%s\n", side ? '-' : '+', record->player[side]);
    }
    if (record->event[0]) (void)buf_printf(out, "$EVENT:%s\n", record->event);
    if (record->date[0]) (void)buf_printf(out, "$START_TIME:%s\n", record->date);
    if (record->start) (void)buf_printf(out, "P %s\n", record->start);
    put_comment(record->comment, out);
}

static Status write_dobutsu(const Record *record, Buf *out, Error *error)
{
    put_head(record, out);
    int side = first_side(record);
    for (size_t i = 0; i < record->count; i++, side ^= 1) {
        const RecordMove *move = &record->moves[i];
        (void)buf_printf(out, "%c%s\n", side ? '-' : '+', move->text);
        if (move->ms >= 0) (void)buf_printf(out, "T%d\n", move->ms / 1000);
        put_comment(move->comment, out);
    }
    for (int i = 0; i < ENDS; i++) {
        if (ends[i].end == record->end) (void)buf_printf(out, "%s\n", ends[i].word);
    }
    return out->failed ? error_set(error, STATUS_TOO_LARGE, "the record is too long") : STATUS_OK;
}

static const RecordFormat text_format = {.name = "dobutsu",
                                         .title = "Dobutsu (as CSA)",
                                         .game = "dobutsu",
                                         .extensions = "dob",
                                         .is = is_dobutsu,
                                         .read = read_dobutsu,
                                         .write = write_dobutsu,
                                         .comments = true};

const RecordFormat *const dobutsu_records[] = {&text_format, &dobutsu_position_line, NULL};
