/* yomi book shogi OUT FILE: an opening book in the YaneuraOu text format from games. */
#include "base/file.h"
#include "record/record.h"
#include "shogi/book/builder.h"
#include "shogi/tools/tools.h"
#include "tool/args.h"
#include "tool/command.h"

#include <stdio.h>

enum { FILE_MAX = 1 << 28 };
#define BOOK_MAX ((size_t)1 << 30)

static BookResult result_of(RecordResult result)
{
    switch (result) {
    case RECORD_FIRST_WINS: return BOOK_BLACK_WINS;
    case RECORD_SECOND_WINS: return BOOK_WHITE_WINS;
    case RECORD_DRAW: return BOOK_DRAW;
    default: return BOOK_RESULT_UNKNOWN;
    }
}

static Status add_record(void *context, Record *record, Error *error)
{
    BookBuilder *builder = context;
    Status status = book_builder_begin(builder, str_from(record->start ? record->start : "startpos"), error);
    for (size_t i = 0; i < record->count && status == STATUS_OK; i++) {
        status = book_builder_move(builder, str_from(record->moves[i].text), error);
    }
    return status == STATUS_OK ? book_builder_end(builder, result_of(record->result), error) : status;
}

static Status add_records(BookBuilder *builder, const RecordFormat *format, Str text, Error *error)
{
    RecordSet set = {.take = add_record, .context = builder};
    Status status = format->read(text, &set, error);
    if (set.why.status != STATUS_OK) (void)error_set(error, status, "game %zu: %.200s", set.count, set.why.text);
    record_set_free(&set);
    return status;
}

/* "startpos moves ..." or "sfen POSITION moves ...": a game without its result. */
static Status add_line(BookBuilder *builder, Str line, Error *error)
{
    Str rest = line, start = line;
    for (Str word; (word = str_word(&rest)).len > 0;) {
        if (!str_eq(word, "moves")) continue;
        start.len = (size_t)(word.ptr - line.ptr);
        break;
    }
    Status status = book_builder_begin(builder, str_trim(start), error);
    for (Str word; status == STATUS_OK && (word = str_word(&rest)).len > 0;) {
        status = book_builder_move(builder, word, error);
    }
    return status == STATUS_OK ? book_builder_end(builder, BOOK_RESULT_UNKNOWN, error) : status;
}

static Status add_lines(BookBuilder *builder, Str text, Error *error)
{
    for (int number = 1; text.len > 0; number++) {
        Str line = str_trim(str_until(&text, '\n'));
        if (line.len == 0 || line.ptr[0] == '#') continue;
        Error inner;
        Status status = add_line(builder, line, &inner);
        if (status != STATUS_OK) return error_set(error, status, "line %d: %.200s", number, inner.text);
    }
    return STATUS_OK;
}

static Status add_file(BookBuilder *builder, const char *path, Error *error)
{
    Buf text = buf_new(FILE_MAX);
    Status status = file_read(path, &text, error);
    if (status == STATUS_OK) {
        Error inner;
        const RecordFormat *format = record_format_guess(path, buf_view(&text), "shogi");
        status = format ? add_records(builder, format, buf_view(&text), &inner)
                        : add_lines(builder, buf_view(&text), &inner);
        if (status != STATUS_OK) (void)error_set(error, status, "%.100s: %.200s", path, inner.text);
    }
    buf_free(&text);
    return status;
}

static Status make_book(BookBuilder *builder, const char *out, int least, Error *error)
{
    Buf text = buf_new(BOOK_MAX);
    Status status = book_builder_write(builder, least, &text, error);
    if (status == STATUS_OK) status = file_replace(out, text.data, text.len, error);
    buf_free(&text);
    return status;
}

static int run(int argc, char **argv)
{
    int64_t plies = 40, least = 2;
    const char *out = NULL, *first = NULL;
    ArgTexts more = {.count = 0};
    const Arg table[] = {{"OUT", ARG_WORD, 0, 0, &out, true},
                         {"FILE", ARG_WORD, 0, 0, &first, true},
                         {"--also", ARG_MANY, 0, 0, &more, false},
                         {"--plies", ARG_NUMBER, 1, 1000, &plies, false},
                         {"--least", ARG_NUMBER, 1, 1000000, &least, false}};
    Error error;
    BookBuilder *builder = NULL;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK)
        return app_error("book", APP_USAGE, "%s", error.text);
    Status status = book_builder_create((int)plies, &builder, &error);
    if (status == STATUS_OK) status = add_file(builder, first, &error);
    for (int i = 0; i < more.count && status == STATUS_OK; i++) status = add_file(builder, more.items[i], &error);
    if (status == STATUS_OK) status = make_book(builder, out, (int)least, &error);
    if (status == STATUS_OK)
        (void)printf("games %zu\npositions seen %zu\n", book_builder_games(builder), book_builder_positions(builder));
    book_builder_free(builder);
    return status == STATUS_OK ? APP_OK : app_error("book", APP_FAILED, "%s", error.text);
}

const GameCommand shogi_book = {
    "shogi BOOK FILE [--also FILE]... [--plies N] [--least N]\n"
    "    Writes BOOK in the YaneuraOu text format: of the first 40 moves of a game (--plies), those that were played\n"
    "    twice or more (--least). A file may also hold lines \"startpos moves ...\".\n",
    run, NULL};
