/* yomi book shogi OUT FILE: an opening book in the YaneuraOu text format from games. */
#include "base/file.h"
#include "record/record.h"
#include "shogi/bookmaker.h"
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
    BookMaker *maker = context;
    Status status = bookmaker_begin(maker, str_from(record->start ? record->start : "startpos"), error);
    for (size_t i = 0; i < record->count && status == STATUS_OK; i++) {
        status = bookmaker_move(maker, str_from(record->moves[i].text), error);
    }
    return status == STATUS_OK ? bookmaker_end(maker, result_of(record->result), error) : status;
}

static Status add_records(BookMaker *maker, const RecordFormat *format, Str text, Error *error)
{
    RecordSet set = {.take = add_record, .context = maker};
    Status status = format->read(text, &set, error);
    if (set.why.status != STATUS_OK) (void)error_set(error, status, "game %zu: %.200s", set.count, set.why.text);
    record_set_free(&set);
    return status;
}

/* "startpos moves ..." or "sfen POSITION moves ...": a game without its result. */
static Status add_line(BookMaker *maker, Str line, Error *error)
{
    Str rest = line, start = line;
    for (Str word; (word = str_word(&rest)).len > 0;) {
        if (!str_eq(word, "moves")) continue;
        start.len = (size_t)(word.ptr - line.ptr);
        break;
    }
    Status status = bookmaker_begin(maker, str_trim(start), error);
    for (Str word; status == STATUS_OK && (word = str_word(&rest)).len > 0;) {
        status = bookmaker_move(maker, word, error);
    }
    return status == STATUS_OK ? bookmaker_end(maker, BOOK_RESULT_UNKNOWN, error) : status;
}

static Status add_lines(BookMaker *maker, Str text, Error *error)
{
    for (int number = 1; text.len > 0; number++) {
        Str line = str_trim(str_until(&text, '\n'));
        if (line.len == 0 || line.ptr[0] == '#') continue;
        Error inner;
        Status status = add_line(maker, line, &inner);
        if (status != STATUS_OK) return error_set(error, status, "line %d: %.200s", number, inner.text);
    }
    return STATUS_OK;
}

static Status add_file(BookMaker *maker, const char *path, Error *error)
{
    Buf text = buf_new(FILE_MAX);
    Status status = file_read(path, &text, error);
    if (status == STATUS_OK) {
        Error inner;
        const RecordFormat *format = record_format_guess(path, buf_view(&text), "shogi");
        status =
            format ? add_records(maker, format, buf_view(&text), &inner) : add_lines(maker, buf_view(&text), &inner);
        if (status != STATUS_OK) (void)error_set(error, status, "%.100s: %.200s", path, inner.text);
    }
    buf_free(&text);
    return status;
}

static Status make_book(BookMaker *maker, const char *out, int least, Error *error)
{
    Buf text = buf_new(BOOK_MAX);
    Status status = bookmaker_write(maker, least, &text, error);
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
    BookMaker *maker = NULL;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK)
        return app_error("book", APP_USAGE, "%s", error.text);
    Status status = bookmaker_create((int)plies, &maker, &error);
    if (status == STATUS_OK) status = add_file(maker, first, &error);
    for (int i = 0; i < more.count && status == STATUS_OK; i++) status = add_file(maker, more.items[i], &error);
    if (status == STATUS_OK) status = make_book(maker, out, (int)least, &error);
    if (status == STATUS_OK)
        (void)printf("games %zu\npositions seen %zu\n", bookmaker_games(maker), bookmaker_positions(maker));
    bookmaker_free(maker);
    return status == STATUS_OK ? APP_OK : app_error("book", APP_FAILED, "%s", error.text);
}

const GameCommand shogi_book = {
    "shogi BOOK FILE [--also FILE]... [--plies N] [--least N]\n"
    "    Writes BOOK in the YaneuraOu text format: of the first 40 moves of a game (--plies), those that were played\n"
    "    twice or more (--least). A file may also hold lines \"startpos moves ...\".\n",
    run};
