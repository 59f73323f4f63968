#include "record/tags.h"

#include <stdio.h>
#include <string.h>

bool tags_has(Str s, const char *word)
{
    size_t len = strlen(word);
    for (size_t i = 0; i + len <= s.len; i++) {
        if (str_eq_nocase((Str){s.ptr + i, len}, word)) return true;
    }
    return false;
}

/* ---- tags and words ---- */

static void take_tag(Tags *tags, Str line)
{
    line = str_trim(str_skip(line, 1));
    Str name = str_trim(str_until(&line, '"')), value = str_until(&line, '"');
    if (str_eq_nocase(name, "Game")) tags->game = value;
    if (str_eq_nocase(name, "Site")) tags->site = value;
    if (str_eq_nocase(name, "Event") && !str_eq(value, "?")) tags->event = value;
    if (str_eq_nocase(name, "Date")) tags->date = value;
    if (str_eq_nocase(name, "Result")) tags->result = value;
    if (str_eq_nocase(name, "Black") || str_eq_nocase(name, "Player 1 Name")) tags->player[0] = value;
    if (str_eq_nocase(name, "White") || str_eq_nocase(name, "Player 2 Name")) tags->player[1] = value;
}

static Str trim_front(Str s)
{
    while (s.len && strchr(" \t\r\n", *s.ptr)) s = str_skip(s, 1);
    return s;
}

/* The tags of the game at the front of tags->rest, which is left at its moves. */
void tags_read(Tags *tags)
{
    Str all = tags->all, rest = trim_front(tags->rest);
    *tags = (Tags){.all = all, .rest = rest};
    while (tags->rest.len && *tags->rest.ptr == '[') {
        take_tag(tags, str_until(&tags->rest, '\n'));
        tags->rest = trim_front(tags->rest);
    }
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* "1-0", "38-26", "1/2-1/2", "*": the end of a game. */
static bool is_result(Str word)
{
    if (str_eq(word, "*")) return true;
    bool dash = false;
    for (size_t i = 0; i < word.len; i++) {
        if (word.ptr[i] == '-')
            dash = true;
        else if (word.ptr[i] != '/' && (word.ptr[i] < '0' || word.ptr[i] > '9'))
            return false;
    }
    return dash && word.len >= 3;
}

/* The next move, without its number; empty at the end of the game, whose result is taken. */
Str tags_word(Tags *tags)
{
    for (;;) {
        tags->rest = trim_front(tags->rest);
        if (!tags->rest.len || *tags->rest.ptr == '[') return (Str){"", 0};
        Str word = {tags->rest.ptr, 0};
        while (word.len < tags->rest.len && !strchr(" \t\r\n", word.ptr[word.len])) word.len++;
        tags->rest = str_skip(tags->rest, word.len);
        size_t digits = 0;
        while (digits < word.len && word.ptr[digits] >= '0' && word.ptr[digits] <= '9') digits++;
        if (digits && digits < word.len && word.ptr[digits] == '.') {
            while (digits < word.len && word.ptr[digits] == '.') digits++;
            word = str_skip(word, digits);
        }
        if (is_result(word)) {
            tags->result = word;
            return (Str){"", 0};
        }
        if (word.len) return word;
    }
}

/* ---- cells ---- */

bool tags_cell(Str word, int *column, int *row)
{
    int64_t number;
    if (word.len < 2 || word.len > 3 || !is_letter(word.ptr[0])) return false;
    if (!str_to_int(str_skip(word, 1), 1, TAGS_CELLS_MAX, &number)) return false;
    *column = (word.ptr[0] | 0x20) - 'a';
    *row = (int)number;
    return *column < TAGS_CELLS_MAX;
}

bool tags_is(Str text)
{
    Tags tags = {.all = text, .rest = text};
    int column, row;
    text = trim_front(text);
    if (!str_starts(text, "[") && !str_starts(text, "1.")) return false;
    tags_read(&tags);
    Str word = tags_word(&tags);
    return tags_cell(word, &column, &row);
}

/* ---- reading ---- */

static void take_head(const Tags *tags, Record *record)
{
    for (int i = 0; i < 2; i++) record_take_text(record->player[i], tags->player[i]);
    record_take_text(record->event, tags->event.len ? tags->event : tags->site);
    record_take_text(record->date, tags->date);
}

void tags_result(const Tags *tags, Record *record, bool discs)
{
    Str rest = tags->result, first = str_until(&rest, '-');
    int64_t a, b;
    if (str_eq(first, "1/2")) record->result = RECORD_DRAW;
    if (!str_to_int(first, 0, 64, &a) || !str_to_int(rest, 0, 64, &b)) return;
    record->result = a > b ? RECORD_FIRST_WINS : a < b ? RECORD_SECOND_WINS : RECORD_DRAW;
    if (discs && a + b > 2) (void)snprintf(record->score, sizeof record->score, "%+d.00", (int)(a - b));
}

Status tags_fail(const Tags *tags, Str word, const char *what, Error *error)
{
    size_t line = 1;
    for (const char *c = tags->all.ptr; c < word.ptr; c++) line += *c == '\n';
    return error_set(error, STATUS_BAD_INPUT, "line %zu: '%.*s' %s", line, word.len < 20 ? (int)word.len : 20, word.ptr,
                     what);
}

Status tags_read_all(Str text, const char *game, Status (*moves)(Tags *tags, Record *record, Error *error),
                     RecordSet *out, Error *error)
{
    Tags tags = {.all = text, .rest = text};
    Status status = STATUS_OK;
    while (trim_front(tags.rest).len && status == STATUS_OK) {
        const char *begin = tags.rest.ptr;
        Record record;
        tags_read(&tags);
        record_init(&record, game);
        take_head(&tags, &record);
        status = moves(&tags, &record, error);
        if (status == STATUS_OK && tags.rest.ptr == begin) status = tags_fail(&tags, tags.rest, "is no record", error);
        if (status == STATUS_OK) {
            status = record_set_add(out, &record, error);
        } else {
            record_free(&record);
        }
    }
    return status;
}
