#include "record/record.h"

#include "base/file.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VAGUE_MAX = 2 };

const RecordFormat *record_format_at(size_t index)
{
    for (size_t list = 0; record_lists[list]; list++) {
        for (size_t i = 0; record_lists[list][i]; i++) {
            if (index-- == 0) return record_lists[list][i];
        }
    }
    return NULL;
}

const RecordFormat *record_format_named(Str name)
{
    const RecordFormat *format;
    for (size_t i = 0; (format = record_format_at(i)); i++) {
        if (str_eq_nocase(name, format->name)) return format;
    }
    return NULL;
}

static bool is_of_game(const RecordFormat *format, const char *game)
{
    return !game || strcmp(format->game, game) == 0;
}

static bool has_ending(const RecordFormat *format, const char *ending)
{
    Str rest = str_from(format->extensions);
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        char one[RECORD_TEXT_MAX];
        if (str_copy(word, one, sizeof one) && str_eq_nocase(str_from(ending), one)) return true;
    }
    return false;
}

const RecordFormat *record_format_of_path(const char *path, const char *game)
{
    const char *dot = strrchr(file_name_of(path), '.');
    if (!dot) return NULL;
    const RecordFormat *format;
    for (size_t i = 0; (format = record_format_at(i)); i++) {
        if (is_of_game(format, game) && has_ending(format, dot + 1)) return format;
    }
    return NULL;
}

const RecordFormat *record_format_guess(const char *path, Str text, const char *game)
{
    const RecordFormat *found = path ? record_format_of_path(path, game) : NULL, *format;
    for (int vague = 0; vague <= VAGUE_MAX && !found; vague++) {
        for (size_t i = 0; (format = record_format_at(i)) && !found; i++) {
            if (format->vague == vague && is_of_game(format, game) && format->is(text)) found = format;
        }
    }
    return found;
}

/* ---- filling ---- */

void record_init(Record *record, const char *game)
{
    *record = (Record){0};
    record_take_text(record->game, str_from(game));
}

void record_free(Record *record)
{
    for (size_t i = 0; i < record->total; i++) {
        free(record->moves[i].comment);
        free(record->moves[i].bookmark);
    }
    free(record->moves);
    free(record->start);
    free(record->headers);
    free(record->comment);
    *record = (Record){0};
}

/* A larger block for one more item, at powers of two; NULL when there is no memory. */
static void *grow(void *items, size_t count, size_t size)
{
    if (count & (count - 1)) return items;
    return realloc(items, (count ? 2 * count : 1) * size);
}

Status record_set_add(RecordSet *set, Record *record, Error *error)
{
    if (set->take) {
        Status status = set->take(set->context, record, &set->why);
        record_free(record);
        set->count++;
        if (status == STATUS_OK) return status;
        set->why.status = status;
        return error_set(error, status, "%s", set->why.text);
    }
    Record *items = set->count < RECORD_GAMES_MAX ? grow(set->items, set->count, sizeof *items) : NULL;
    if (!items) {
        record_free(record);
        return error_set(error, STATUS_TOO_LARGE, "no room for more than %zu games", set->count);
    }
    set->items = items;
    set->items[set->count++] = *record;
    *record = (Record){0};
    return STATUS_OK;
}

Status record_read_lines(Str text, const char *game, Status (*read)(Str line, Record *record, Error *error),
                         RecordSet *out, Error *error)
{
    Status status = STATUS_OK;
    if (str_starts(text, "\xef\xbb\xbf")) text = str_skip(text, 3);
    for (size_t number = 1; text.len && status == STATUS_OK; number++) {
        Str line = str_trim(str_until(&text, '\n'));
        if (!line.len || *line.ptr == '#') continue;
        Record record;
        Error inner;
        record_init(&record, game);
        status = read(line, &record, &inner);
        if (status != STATUS_OK) {
            record_free(&record);
            return error_set(error, status, "line %zu: %.200s", number, inner.text);
        }
        status = record_set_add(out, &record, error);
    }
    return status;
}

void record_set_free(RecordSet *set)
{
    for (size_t i = 0; set->items && i < set->count; i++) record_free(&set->items[i]);
    free(set->items);
    *set = (RecordSet){0};
}

RecordMove *record_add_after(Record *record, int parent, Str text, Error *error)
{
    RecordMove move = {.ms = -1, .parent = parent};
    bool main = record->total == record->count && parent + 1 == (int)record->count;
    if (text.len == 0 || !str_copy(text, move.text, sizeof move.text)) {
        (void)error_set(error, STATUS_BAD_INPUT, "move %zu, '%.*s', is no move", record->total + 1,
                        text.len < 40 ? (int)text.len : 40, text.ptr);
        return NULL;
    }
    bool room = record->total < RECORD_NODES_MAX && (!main || record->count < RECORD_MOVES_MAX);
    RecordMove *moves = room ? grow(record->moves, record->total, sizeof *record->moves) : NULL;
    if (!moves) {
        (void)error_set(error, STATUS_TOO_LARGE, "no room for more than %zu moves", record->total);
        return NULL;
    }
    record->moves = moves;
    record->moves[record->total] = move;
    if (main) record->count++;
    return &record->moves[record->total++];
}

RecordMove *record_add_move(Record *record, Str text, Error *error)
{
    return record_add_after(record, (int)record->count - 1, text, error);
}

Status record_tree(const Record *record, RecordTree *out, Error *error)
{
    size_t count = record->total;
    *out = (RecordTree){malloc((count + 1) * sizeof *out->first), malloc((count + 1) * sizeof *out->next)};
    if (!out->first || !out->next) {
        record_tree_free(out);
        return error_set(error, STATUS_NO_MEMORY, "no memory for the variations");
    }
    for (size_t i = 0; i <= count; i++) out->first[i] = out->next[i] = -1;
    for (size_t i = count; i-- > 0;) { /* backwards, so that the first one comes first */
        int *first = &out->first[record->moves[i].parent + 1];
        out->next[i] = *first;
        *first = (int)i;
    }
    return STATUS_OK;
}

void record_tree_free(RecordTree *tree)
{
    free(tree->first);
    free(tree->next);
    *tree = (RecordTree){0};
}

Status record_set_start(Record *record, Str text, Error *error)
{
    char *start = str_dup(text);
    if (!start) return error_set(error, STATUS_NO_MEMORY, "no memory for a position");
    free(record->start);
    record->start = start;
    return STATUS_OK;
}

/* A record must not carry what no line of text can. */
static void clean_line(Buf *out, Str line)
{
    while (line.len > 0) {
        uint32_t code = utf8_next(&line);
        if (!utf8_put(out, code < ' ' ? ' ' : code)) return;
    }
}

static Status add_comment(char **comment, Str line, Error *error)
{
    size_t before = *comment ? strlen(*comment) + 1 : 0;
    if (before + line.len >= RECORD_COMMENT_MAX) {
        return error_set(error, STATUS_TOO_LARGE, "a comment is longer than %d bytes", RECORD_COMMENT_MAX);
    }
    char *text = realloc(*comment, before + line.len + 1);
    if (!text) return error_set(error, STATUS_NO_MEMORY, "no memory for a comment");
    if (before) text[before - 1] = '\n';
    if (line.len > 0) memcpy(text + before, line.ptr, line.len);
    text[before + line.len] = '\0';
    *comment = text;
    return STATUS_OK;
}

Status record_add_comment(char **comment, Str line, Error *error)
{
    Buf clean = buf_new(RECORD_COMMENT_MAX);
    clean_line(&clean, line);
    Status status = clean.failed
                        ? error_set(error, STATUS_TOO_LARGE, "a comment is longer than %d bytes, or there is no memory",
                                    RECORD_COMMENT_MAX)
                        : add_comment(comment, buf_view(&clean), error);
    buf_free(&clean);
    return status;
}

void record_take_text(char out[RECORD_TEXT_MAX], Str text)
{
    char room[RECORD_TEXT_MAX] = "";
    /* Never grows. Takes whole characters only, and what does not fit is left out. */
    Buf clean = {.data = room, .capacity = sizeof room, .max = sizeof room - 1};
    clean_line(&clean, str_trim(text));
    memcpy(out, room, sizeof room);
}

void record_take_score(Record *record, int score)
{
    enum { CENTI = 100 };
    (void)snprintf(record->score, sizeof record->score, "%+d.00", score / CENTI);
}
