#include "app/match/record_writer.h"

#include "base/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDS_MAX = 1 << 30 };

struct RecordWriter {
    RecordWriterSettings settings;
    const RecordFormat *format; /* NULL: plain text */
    bool folder;
    yomi_engine *board;
    Buf text; /* of a file */
};

static const char *const results[] = {"1-0", "0-1", "1/2"};

/* The first format of the game that can be written. */
static const RecordFormat *usual_format(const char *game)
{
    for (size_t i = 0; record_format_at(i); i++) {
        const RecordFormat *format = record_format_at(i);
        if (format->write && strcmp(format->game, game) == 0) return format;
    }
    return NULL;
}

static Status find_target(RecordWriter *writer, Error *error)
{
    const RecordWriterSettings *s = &writer->settings;
    size_t len = strlen(s->path);
    writer->folder = (len > 0 && s->path[len - 1] == '/') || file_kind(s->path) == FILE_FOLDER;
    writer->format = writer->folder ? usual_format(s->game) : record_format_of_path(s->path, s->game);
    if (writer->folder && !writer->format) {
        return error_set(error, STATUS_UNSUPPORTED, "%s has no record format for a folder of games", s->game);
    }
    if (writer->format && !writer->format->write) {
        return error_set(error, STATUS_UNSUPPORTED, "records cannot be written as %s", writer->format->title);
    }
    return writer->folder ? file_make_folder(s->path, false, false, error) : STATUS_OK;
}

Status record_writer_open(RecordWriter **out, const RecordWriterSettings *settings, Error *error)
{
    RecordWriter *writer = calloc(1, sizeof *writer);
    *out = writer;
    if (!writer) return error_set(error, STATUS_NO_MEMORY, "no memory for the records");
    writer->settings = *settings;
    writer->text = buf_new(RECORDS_MAX);
    yomi_status status = yomi_open(settings->game, &writer->board, error);
    for (int i = 0; i < settings->option_count && status == YOMI_OK; i++) {
        status = yomi_set_option(writer->board, settings->options[i].name, settings->options[i].value, error);
    }
    if (status != YOMI_OK) return status;
    return find_target(writer, error);
}

void record_writer_close(RecordWriter *writer)
{
    if (!writer) return;
    yomi_close(writer->board);
    buf_free(&writer->text);
    free(writer);
}

/* ---- a game as a record ---- */

/* How it ended, in the words of records. These speak of the side to move: what befell the other one has no word. */
static RecordEnd end_of(const GameRecord *record, int side_to_move)
{
    int loser = game_record_loser(record);
    if (strcmp(record->reason, "declaration") == 0) return RECORD_END_DECLARATION;
    if (record->result == GAME_DRAW) {
        return strcmp(record->reason, "repetition") == 0 ? RECORD_END_REPETITION : RECORD_END_IMPASSE;
    }
    if (loser != side_to_move) return RECORD_END_ABORT;
    if (record->fault.kind == FAULT_TIME || record->fault.kind == FAULT_HANG) return RECORD_END_TIME;
    if (record->fault.kind == FAULT_ILLEGAL || strcmp(record->reason, "perpetual check") == 0) {
        return RECORD_END_ILLEGAL;
    }
    if (record->fault.kind != FAULT_NONE) return RECORD_END_ABORT;
    return strcmp(record->reason, "resigned") == 0 ? RECORD_END_RESIGN : RECORD_END_MATE;
}

/* Where a result is a number of cells, a game that was given up or lost by a fault counts in full. */
static void take_score(Record *out, const GameRecord *record, const yomi_engine *board)
{
    yomi_board end = YOMI_BOARD_INIT;
    if (yomi_get_board(board, &end) != YOMI_OK || !end.scored) return;
    if (record->fault.kind == FAULT_NONE && strcmp(record->reason, "resigned") != 0) {
        record_take_score(out, end.score);
        return;
    }
    bool late = record->fault.kind == FAULT_TIME || record->fault.kind == FAULT_HANG;
    (void)snprintf(out->score, sizeof out->score, "%s%d.00%s", record->result == GAME_FIRST ? "+" : "-",
                   end.width * end.height, late ? ":t" : ":r");
}

static Status take_moves(Record *out, const GameRecord *record, Error *error)
{
    Str rest = buf_view(&record->moves), times = buf_view(&record->times);
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        int64_t ms = 0;
        bool told = str_to_int(str_word(&times), 0, INT32_MAX, &ms);
        if (str_eq(word, "win")) continue; /* a declaration is the end of a record, not a move of it */
        RecordMove *move = record_add_move(out, word, error);
        if (!move) return STATUS_TOO_LARGE;
        if (told && out->count > record->opening_plies) move->ms = (int)ms;
    }
    return STATUS_OK;
}

/* Where the game began: the usual start is told only in a format that cannot do without. */
static Status take_start(RecordWriter *writer, Record *out, const GameRecord *record, Error *error)
{
    if (yomi_set_position(writer->board, record->start, NULL, 0, NULL) != YOMI_OK) {
        return error_set(error, STATUS_BAD_INPUT, "a start position cannot be read again: %s", record->start);
    }
    if (!record->start && !(writer->format && writer->format->needs_start)) return STATUS_OK;
    return record_set_start(out, str_from(yomi_position_text(writer->board)), error);
}

/* Some formats have numbers for names: there the engines count from 1 in the order they were given in. */
static void take_player(const RecordWriter *writer, Record *out, int side, int engine)
{
    if (writer->format && writer->format->numbers)
        (void)snprintf(out->player[side], RECORD_TEXT_MAX, "player %d", engine + 1);
    else
        record_take_text(out->player[side], str_from(writer->settings.engines[engine].name));
}

static Status fill(RecordWriter *writer, Record *out, const Place *place, uint64_t game, const GameRecord *record,
                   Error *error)
{
    const RecordWriterSettings *s = &writer->settings;
    char text[RECORD_TEXT_MAX];
    record_init(out, s->game);
    for (int i = 0; i < 2; i++) take_player(writer, out, i, place->engines[i]);
    (void)snprintf(text, sizeof text, "yomi match, game %" PRIu64 ", round %" PRIu64, game + 1, place->round + 1);
    record_take_text(out->event, str_from(text));
    for (int i = 0; i < s->option_count; i++) {
        if (strcmp(s->options[i].name, "Rule") == 0) record_take_text(out->rules, str_from(s->options[i].value));
    }
    out->result = record->result == GAME_DRAW    ? RECORD_DRAW
                  : record->result == GAME_FIRST ? RECORD_FIRST_WINS
                                                 : RECORD_SECOND_WINS;
    Status status = take_start(writer, out, record, error);
    if (status == STATUS_OK) status = take_moves(out, record, error);
    if (status != STATUS_OK) return status;
    for (size_t i = 0; i < out->count; i++) (void)yomi_play(writer->board, out->moves[i].text, NULL);
    out->end = end_of(record, yomi_side_to_move(writer->board));
    take_score(out, record, writer->board);
    (void)snprintf(text, sizeof text, "%s: %.90s", results[record->result], record->reason);
    char **comment = out->count ? &out->moves[out->count - 1].comment : &out->comment;
    return record_add_comment(comment, str_from(text), error);
}

/* ---- writing ---- */

static void put_plain(Buf *out, const RecordWriterSettings *s, const Place *place, uint64_t game,
                      const GameRecord *record)
{
    (void)buf_printf(out, "game %" PRIu64 "\nround %" PRIu64 "\nfirst %s\nsecond %s\nresult %s\nreason %s\n", game + 1,
                     place->round + 1, s->engines[place->engines[0]].name, s->engines[place->engines[1]].name,
                     results[record->result], record->reason);
    if (record->fault.kind != FAULT_NONE) (void)buf_printf(out, "fault %s\n", record->fault.text);
    (void)buf_printf(out, "opening %zu plies\nstart %s\nmoves %s\n\n", record->opening_plies,
                     record->start ? record->start : "startpos", buf_text(&record->moves));
}

static Status write_one(const RecordWriter *writer, uint64_t game, const Record *record, Error *error)
{
    char path[4096];
    Str endings = str_from(writer->format->extensions), ending = str_word(&endings);
    int len =
        snprintf(path, sizeof path, "%s/game-%06" PRIu64 ".%.*s", writer->settings.path, game + 1, STR_ARG(ending));
    if (len < 0 || len >= (int)sizeof path)
        return error_set(error, STATUS_TOO_LARGE, "the path of a record is too long");
    Buf text = buf_new(RECORDS_MAX);
    Status status = writer->format->write(record, &text, error);
    if (status == STATUS_OK) status = file_replace(path, buf_text(&text), text.len, error);
    buf_free(&text);
    return status;
}

Status record_writer_add(RecordWriter *writer, const Place *place, uint64_t game, const GameRecord *record,
                         Error *error)
{
    if (!writer->format) {
        put_plain(&writer->text, &writer->settings, place, game, record);
        return STATUS_OK;
    }
    Record out;
    Status status = fill(writer, &out, place, game, record, error);
    if (status == STATUS_OK) {
        status =
            writer->folder ? write_one(writer, game, &out, error) : writer->format->write(&out, &writer->text, error);
    }
    record_free(&out);
    return status;
}

Status record_writer_finish(RecordWriter *writer, Error *error)
{
    if (writer->folder) return STATUS_OK;
    if (writer->text.failed) return error_set(error, STATUS_TOO_LARGE, "the records exceed %d bytes", RECORDS_MAX);
    return file_replace(writer->settings.path, buf_text(&writer->text), writer->text.len, error);
}
