/* SGF for gomoku (GM[4]). The main line is the first branch at every fork, the others are variations. Points are two
 * letters, column and row from the top left. RU holds the rule set. Pairs taken before the start have no word in SGF:
 * such a start is written whole into the private property YP. */
#include "gomoku/record/formats.h"
#include "gomoku/record/stones.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_MAX = RECORD_COMMENT_MAX, FORKS_MAX = 1024 };

/* A place in the tree: the last move read, and how many lead to it. */
typedef struct Place {
    int index, ply;
} Place;

typedef struct Reader {
    Str rest;
    Stones stones;
    Record *record;
    bool has_side, started; /* the start is known once the first move or the end is met */
    Place here, forks[FORKS_MAX];
    int open; /* parentheses */
    Buf value, start;
} Reader;

static bool is_sgf(Str text)
{
    text = str_trim(text);
    return str_starts(text, "(;") && str_find(text, "GM[4]");
}

static Status begin_moves(Reader *reader, int colour, Error *error)
{
    Stones *stones = &reader->stones;
    if (reader->started) return STATUS_OK;
    reader->started = true;
    if (!reader->has_side && colour >= 0) stones->side = colour;
    if (!*stones->rules) record_take_text(stones->rules, str_from(stones_usual_rules(stones->size)));
    if (reader->start.len > 0) {
        record_take_text(reader->record->rules, str_from(stones->rules));
        return record_set_start(reader->record, buf_view(&reader->start), error);
    }
    return stones_to_record(stones, reader->record, error);
}

static bool read_point(Str value, int *column, int *row)
{
    if (value.len != 2) return false;
    *column = value.ptr[0] - 'a';
    *row = value.ptr[1] - 'a';
    return *column >= 0 && *row >= 0 && *column < STONES_SIZE_MAX && *row < STONES_SIZE_MAX;
}

static Status take_move(Reader *reader, int colour, Str value, Error *error)
{
    Record *record = reader->record;
    int column, row, number = reader->here.ply + 1;
    Status status = begin_moves(reader, colour, error);
    if (status != STATUS_OK) return status;
    if (((reader->stones.side + number - 1) & 1) != colour)
        return error_set(error, STATUS_BAD_INPUT, "move %d is not by the side to move", number);
    if (!read_point(value, &column, &row))
        return error_set(error, STATUS_BAD_INPUT, "move %d, '%.*s', is no point", number, STR_ARG(value));
    status = stones_add_after(&reader->stones, reader->here.index, column, row, record, error);
    reader->here = (Place){(int)record->total - 1, number};
    return status;
}

static Status take_stone(Reader *reader, char stone, Str value, Error *error)
{
    int column, row;
    if (reader->started) return error_set(error, STATUS_UNSUPPORTED, "stones set up after the first move");
    if (!read_point(value, &column, &row)) return error_set(error, STATUS_BAD_INPUT, "a stone is on no point");
    if (reader->stones.at[row][column] == 0) reader->stones.count++;
    reader->stones.at[row][column] = stone;
    return STATUS_OK;
}

static Status take_size(Reader *reader, Str value, Error *error)
{
    int64_t size;
    if (!str_to_int(str_trim(value), STONES_SIZE_MIN, STONES_SIZE_MAX, &size))
        return error_set(error, STATUS_BAD_INPUT, "SZ[%.*s]: a board has %d to %d lines", STR_ARG(value),
                         STONES_SIZE_MIN, STONES_SIZE_MAX);
    reader->stones.size = (int)size;
    return STATUS_OK;
}

static void take_result(Record *record, Str value)
{
    record_take_text(record->score, value);
    if (value.len >= 2 && value.ptr[1] == '+') {
        record->result = value.ptr[0] == 'B' ? RECORD_FIRST_WINS : RECORD_SECOND_WINS;
        char how = value.len > 2 ? value.ptr[2] : ' ';
        record->end = how == 'R' ? RECORD_END_RESIGN : how == 'T' ? RECORD_END_TIME : RECORD_END_NONE;
        if (how == 'F') record->end = RECORD_END_ILLEGAL;
    } else if (str_eq_nocase(value, "Draw") || str_eq(value, "0")) {
        record->result = RECORD_DRAW;
    }
}

static Status take_comment(Reader *reader, Str value, Error *error)
{
    Record *record = reader->record;
    char **place = reader->here.index >= 0 ? &record->moves[reader->here.index].comment : &record->comment;
    Status status = STATUS_OK;
    while (value.len > 0 && status == STATUS_OK) status = record_add_comment(place, str_until(&value, '\n'), error);
    return status;
}

static Status take_property(Reader *reader, Str name, Str value, Error *error)
{
    Record *record = reader->record;
    if (str_eq(name, "B")) return take_move(reader, 0, value, error);
    if (str_eq(name, "W")) return take_move(reader, 1, value, error);
    if (str_eq(name, "AB")) return take_stone(reader, 'x', value, error);
    if (str_eq(name, "AW")) return take_stone(reader, 'o', value, error);
    if (str_eq(name, "SZ")) return take_size(reader, value, error);
    if (str_eq(name, "C")) return take_comment(reader, value, error);
    if (str_eq(name, "GM") && !str_eq(str_trim(value), "4"))
        return error_set(error, STATUS_UNSUPPORTED, "GM[%.*s] is another game; gomoku is 4", STR_ARG(value));
    if (str_eq(name, "RU")) stones_take_rules(&reader->stones, value);
    if (str_eq(name, "PB")) record_take_text(record->player[0], value);
    if (str_eq(name, "PW")) record_take_text(record->player[1], value);
    if (str_eq(name, "EV")) record_take_text(record->event, value);
    if (str_eq(name, "DT")) record_take_text(record->date, value);
    if (str_eq(name, "RE")) take_result(record, value);
    if (str_eq(name, "YP") && !buf_str(&reader->start, value))
        return error_set(error, STATUS_TOO_LARGE, "YP is too long");
    if (str_eq(name, "PL")) {
        reader->has_side = true;
        reader->stones.side = value.len > 0 && (value.ptr[0] == 'W' || value.ptr[0] == 'w');
    }
    return STATUS_OK;
}

/* The text between brackets, the backslashes resolved. */
static Status read_value(Reader *reader, Error *error)
{
    Str *rest = &reader->rest;
    buf_clear(&reader->value);
    for (*rest = str_skip(*rest, 1); rest->len > 0 && rest->ptr[0] != ']'; *rest = str_skip(*rest, 1)) {
        if (rest->ptr[0] == '\\' && rest->len > 1) *rest = str_skip(*rest, 1);
        if (!buf_putc(&reader->value, rest->ptr[0])) return error_set(error, STATUS_TOO_LARGE, "a value is too long");
    }
    if (rest->len == 0) return error_set(error, STATUS_BAD_INPUT, "a value has no end");
    *rest = str_skip(*rest, 1);
    return STATUS_OK;
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static Status read_property(Reader *reader, Error *error)
{
    Str *rest = &reader->rest, name = {rest->ptr, 0};
    while (name.len < rest->len && is_upper(rest->ptr[name.len])) name.len++;
    *rest = str_skip(*rest, name.len);
    for (;;) {
        Str next = *rest;
        while (next.len > 0 && strchr(" \t\r\n", next.ptr[0])) next = str_skip(next, 1);
        if (next.len == 0 || next.ptr[0] != '[') return STATUS_OK;
        *rest = next;
        Status status = read_value(reader, error);
        if (status == STATUS_OK) status = take_property(reader, name, buf_view(&reader->value), error);
        if (status != STATUS_OK) return status;
    }
}

static Status take_paren(Reader *reader, char c, Error *error)
{
    if (c == '(') {
        if (reader->open == FORKS_MAX)
            return error_set(error, STATUS_TOO_LARGE, "more than %d nested forks", FORKS_MAX);
        reader->forks[reader->open++] = reader->here;
    } else {
        reader->here = reader->forks[--reader->open];
    }
    return STATUS_OK;
}

static Status read_tree(Reader *reader, Error *error)
{
    Status status = STATUS_OK;
    do {
        char c = reader->rest.ptr[0];
        if (is_upper(c)) {
            status = read_property(reader, error);
            continue;
        }
        if (c == '[') return error_set(error, STATUS_BAD_INPUT, "a value without a property");
        if (c == '(' || c == ')') status = take_paren(reader, c, error);
        reader->rest = str_skip(reader->rest, 1);
    } while (status == STATUS_OK && reader->open > 0 && reader->rest.len > 0);
    if (status != STATUS_OK) return status;
    if (reader->open > 0) return error_set(error, STATUS_BAD_INPUT, "the game has no end");
    return begin_moves(reader, -1, error);
}

/* Errors say where: the line of the file. */
static Status fail_at(Str all, Str rest, Status status, const Error *inner, Error *error)
{
    size_t line = 1;
    for (const char *c = all.ptr; c < rest.ptr; c++) line += *c == '\n';
    return error_set(error, status, "SGF line %zu: %.200s", line, inner->text);
}

/* The game at the front of *text; cuts it off. */
static Status read_game(Str *text, Record *record, Error *error)
{
    Reader *reader = malloc(sizeof *reader);
    if (!reader) return error_set(error, STATUS_NO_MEMORY, "no memory for a game");
    record_init(record, "gomoku");
    *reader = (Reader){.rest = *text, .stones = {.size = 15}, .record = record, .here = {-1, 0}};
    reader->value = buf_new(VALUE_MAX);
    reader->start = buf_new(VALUE_MAX);
    Status status =
        text->ptr[0] == '(' ? read_tree(reader, error) : error_set(error, STATUS_BAD_INPUT, "a game begins with '('");
    buf_free(&reader->value);
    buf_free(&reader->start);
    *text = reader->rest;
    free(reader);
    return status;
}

static Status read_sgf(Str text, RecordSet *out, Error *error)
{
    Status status = STATUS_OK;
    Str all = text;
    for (text = str_trim(text); text.len > 0 && status == STATUS_OK; text = str_trim(text)) {
        Record record;
        Error inner;
        status = read_game(&text, &record, &inner);
        if (status == STATUS_OK) {
            status = record_set_add(out, &record, error);
        } else {
            record_free(&record);
            return fail_at(all, text, status, &inner, error);
        }
    }
    return status;
}

/* ---- writing ---- */

static void put_value(Buf *out, const char *name, const char *value)
{
    if (!value || !*value) return;
    (void)buf_printf(out, "%s[", name);
    for (; *value; value++) {
        if (*value == ']' || *value == '\\') (void)buf_putc(out, '\\');
        (void)buf_putc(out, *value);
    }
    (void)buf_putc(out, ']');
}

static void put_stones(Buf *out, const Stones *stones, char stone, const char *name)
{
    bool first = true;
    for (int y = 0; y < stones->size; y++) {
        for (int x = 0; x < stones->size; x++) {
            if (stones->at[y][x] != stone) continue;
            (void)buf_printf(out, "%s[%c%c]", first ? name : "", 'a' + x, 'a' + y);
            first = false;
        }
    }
}

/* A start with stones: as SGF says it, and whole where that does not tell all of it. */
static void put_start(Buf *out, const Stones *stones, const char *start)
{
    put_stones(out, stones, 'x', "AB");
    put_stones(out, stones, 'o', "AW");
    if (stones->count > 0 || stones->side) put_value(out, "PL", stones->side ? "W" : "B");
    if (stones->count > 0) put_value(out, "YP", start);
}

static const char *result_text(const Record *record)
{
    static const char *const ends[2][4] = {{"B+", "B+R", "B+T", "B+F"}, {"W+", "W+R", "W+T", "W+F"}};
    if (record->result == RECORD_DRAW) return "Draw";
    if (record->result == RECORD_UNKNOWN) return "";
    int how = record->end == RECORD_END_RESIGN    ? 1
              : record->end == RECORD_END_TIME    ? 2
              : record->end == RECORD_END_ILLEGAL ? 3
                                                  : 0;
    return ends[record->result == RECORD_SECOND_WINS][how];
}

typedef struct Pending {
    int index, depth;
} Pending;

static Status put_node(const Record *record, const Stones *stones, int index, int ply, Buf *out, Error *error)
{
    int column, row;
    const RecordMove *move = &record->moves[index];
    if (!stones_cell(stones, move->text, &column, &row))
        return error_set(error, STATUS_BAD_INPUT, "move %d, '%s', is no cell of the board", ply + 1, move->text);
    (void)buf_printf(out, "\n;%c[%c%c]", (stones->side + ply) & 1 ? 'W' : 'B', 'a' + column, 'a' + row);
    put_value(out, "C", move->comment);
    return STATUS_OK;
}

static int ply_of(const Record *record, int index)
{
    int ply = 0;
    for (int i = record->moves[index].parent; i >= 0; i = record->moves[i].parent) ply++;
    return ply;
}

/* A line goes on in one parenthesis; where there are several, each gets its own, and the others wait on the stack. */
static Status put_tree(const Record *record, const Stones *stones, const RecordTree *tree, Pending *stack, Buf *out,
                       Error *error)
{
    int depth = 1, waiting = 0, ply = 0;
    Status status = STATUS_OK;
    for (int at = tree->first[0]; status == STATUS_OK;) {
        if (at >= 0 && tree->next[at] >= 0) { /* a fork: all of them, the first on top */
            int from = waiting;
            for (int i = at; i >= 0; i = tree->next[i]) stack[waiting++] = (Pending){i, depth + 1};
            for (int a = from, b = waiting - 1; a < b; a++, b--) {
                Pending swap = stack[a];
                stack[a] = stack[b];
                stack[b] = swap;
            }
            at = -1;
        }
        if (at < 0) {
            if (waiting == 0) break;
            Pending next = stack[--waiting];
            for (; depth >= next.depth; depth--) (void)buf_putc(out, ')');
            (void)buf_puts(out, "\n(");
            depth = next.depth;
            at = next.index;
            ply = ply_of(record, at);
        }
        status = put_node(record, stones, at, ply++, out, error);
        at = tree->first[at + 1];
    }
    for (; depth > 0; depth--) (void)buf_putc(out, ')');
    return status;
}

static Status put_moves(const Record *record, const Stones *stones, Buf *out, Error *error)
{
    RecordTree tree;
    Status status = record_tree(record, &tree, error);
    if (status != STATUS_OK) return status;
    Pending *stack = malloc((record->total + 1) * sizeof *stack);
    status = stack ? put_tree(record, stones, &tree, stack, out, error)
                   : error_set(error, STATUS_NO_MEMORY, "no memory for the variations");
    free(stack);
    record_tree_free(&tree);
    return status;
}

static Status write_sgf(const Record *record, Buf *out, Error *error)
{
    Stones stones;
    Status status = stones_of_record(record, &stones, error);
    if (status != STATUS_OK) return status;
    (void)buf_printf(out, "(;GM[4]FF[4]CA[UTF-8]AP[Yomi]SZ[%d]", stones.size);
    put_value(out, "RU", stones.rules);
    put_value(out, "PB", record->player[0]);
    put_value(out, "PW", record->player[1]);
    put_value(out, "EV", record->event);
    put_value(out, "DT", record->date);
    put_value(out, "RE", result_text(record));
    put_start(out, &stones, record->start);
    put_value(out, "C", record->comment);
    status = put_moves(record, &stones, out, error);
    if (status != STATUS_OK) return status;
    return buf_putc(out, '\n') ? STATUS_OK : error_set(error, STATUS_TOO_LARGE, "the record is too long");
}

const RecordFormat record_sgf = {.name = "sgf",
                                 .title = "SGF",
                                 .game = "gomoku",
                                 .extensions = "sgf",
                                 .is = is_sgf,
                                 .read = read_sgf,
                                 .write = write_sgf,
                                 .comments = true,
                                 .variations = true,
                                 .needs_start = true};
