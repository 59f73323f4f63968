#include "record/record.h"

#include <stdlib.h>
#include <string.h>

static const RecordFormat *const formats[] = {
    &record_kif,   &record_kif_sjis, &record_ki2,        &record_csa, &record_ggf,
    &record_wthor, &record_obf,      &record_transcript, &record_sgf, &record_psq,
};
enum { FORMATS = sizeof formats / sizeof *formats };

const RecordFormat *record_format_at(size_t index)
{
    return index < FORMATS ? formats[index] : NULL;
}

const RecordFormat *record_format_named(Str name)
{
    for (int i = 0; i < FORMATS; i++) {
        if (str_eq_nocase(name, formats[i]->name)) return formats[i];
    }
    return NULL;
}

static bool is_of_game(const RecordFormat *format, const char *game)
{
    return !game || strcmp(format->game, game) == 0;
}

const RecordFormat *record_format_of_path(const char *path, const char *game)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    if (!dot || (slash && dot < slash)) return NULL;
    for (int i = 0; i < FORMATS; i++) {
        Str rest = str_from(formats[i]->extensions);
        for (Str word = str_word(&rest); word.len > 0 && is_of_game(formats[i], game); word = str_word(&rest)) {
            char ending[RECORD_TEXT_MAX];
            if (str_copy(word, ending, sizeof ending) && str_eq_nocase(str_from(dot + 1), ending)) return formats[i];
        }
    }
    return NULL;
}

const RecordFormat *record_format_guess(const char *path, Str text, const char *game)
{
    const RecordFormat *found = path ? record_format_of_path(path, game) : NULL;
    for (int i = 0; i < FORMATS && !found; i++) {
        if (is_of_game(formats[i], game) && formats[i]->is(text)) found = formats[i];
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
    for (size_t i = 0; i < record->count; i++) free(record->moves[i].comment);
    free(record->moves);
    free(record->start);
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

void record_set_free(RecordSet *set)
{
    for (size_t i = 0; i < set->count; i++) record_free(&set->items[i]);
    free(set->items);
    *set = (RecordSet){0};
}

RecordMove *record_add_move(Record *record, Str text, Error *error)
{
    RecordMove move = {.ms = -1};
    if (text.len == 0 || !str_copy(text, move.text, sizeof move.text)) {
        (void)error_set(error, STATUS_BAD_INPUT, "move %zu, '%.*s', is no move", record->count + 1,
                        text.len < 40 ? (int)text.len : 40, text.ptr);
        return NULL;
    }
    RecordMove *moves =
        record->count < RECORD_MOVES_MAX ? grow(record->moves, record->count, sizeof *record->moves) : NULL;
    if (!moves) {
        (void)error_set(error, STATUS_TOO_LARGE, "no room for more than %zu moves", record->count);
        return NULL;
    }
    record->moves = moves;
    record->moves[record->count] = move;
    return &record->moves[record->count++];
}

Status record_set_start(Record *record, Str text, Error *error)
{
    char *start = strndup(text.ptr, text.len);
    if (!start) return error_set(error, STATUS_NO_MEMORY, "no memory for a position");
    free(record->start);
    record->start = start;
    return STATUS_OK;
}

Status record_add_comment(char **comment, Str line, Error *error)
{
    size_t before = *comment ? strlen(*comment) + 1 : 0;
    if (before + line.len >= RECORD_COMMENT_MAX) {
        return error_set(error, STATUS_TOO_LARGE, "a comment is longer than %d bytes", RECORD_COMMENT_MAX);
    }
    char *text = realloc(*comment, before + line.len + 1);
    if (!text) return error_set(error, STATUS_NO_MEMORY, "no memory for a comment");
    if (before) text[before - 1] = '\n';
    for (size_t i = 0; i < line.len; i++) { /* a record must not carry what no line of text can */
        text[before + i] = (unsigned char)line.ptr[i] < ' ' ? ' ' : line.ptr[i];
    }
    text[before + line.len] = '\0';
    *comment = text;
    return STATUS_OK;
}

void record_take_text(char out[RECORD_TEXT_MAX], Str text)
{
    text = str_trim(text);
    if (text.len >= RECORD_TEXT_MAX) {
        text.len = RECORD_TEXT_MAX - 1;
        while (text.len && ((unsigned char)text.ptr[text.len] & 0xc0) == 0x80) text.len--; /* no half character */
    }
    (void)str_copy(text, out, RECORD_TEXT_MAX);
}
