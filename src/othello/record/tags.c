/* Othello in the records of game sites (record/tags.h). Read only. */
#include "record/tags.h"
#include "othello/record/formats.h"

#include <stdio.h>

/* Black's first move of Othello is one of four, and no move leaves eight by eight squares. */
static bool is_othello(Str text)
{
    Tags tags = {.all = text, .rest = text};
    if (!tags_is(text)) return false;
    tags_read(&tags);
    if (tags.game.len) return tags_has(tags.game, "othello") || tags_has(tags.game, "reversi");
    Str word = tags_word(&tags);
    static const char *const firsts[] = {"f5", "d3", "c4", "e6"};
    bool begins = false;
    for (int i = 0; i < 4; i++) begins |= str_eq_nocase(word, firsts[i]);
    for (; word.len && begins; word = tags_word(&tags)) {
        int column, row;
        bool pass = str_eq(word, "--") || str_eq_nocase(word, "pass");
        if (!pass && (!tags_cell(word, &column, &row) || column > 7 || row > 8)) return false;
    }
    return begins;
}

static Status othello_moves(Tags *tags, Record *record, Error *error)
{
    for (Str word = tags_word(tags); word.len; word = tags_word(tags)) {
        int column, row;
        char text[RECORD_MOVE_MAX] = "pass";
        bool pass = str_eq(word, "--") || str_eq_nocase(word, "pass");
        if (!pass && (!tags_cell(word, &column, &row) || column > 7 || row > 8)) {
            return tags_fail(tags, word, "is no square of Othello", error);
        }
        if (!pass) (void)snprintf(text, sizeof text, "%c%d", 'a' + column, row);
        if (!record_add_move(record, str_from(text), error)) return STATUS_TOO_LARGE;
    }
    tags_result(tags, record, true);
    return STATUS_OK;
}

static Status read_othello(Str text, RecordSet *out, Error *error)
{
    return tags_read_all(text, "othello", othello_moves, out, error);
}

const RecordFormat record_othello_tags = {.name = "othello-pgn",
                                          .title = "PlayOK",
                                          .game = "othello",
                                          .extensions = "pgn",
                                          .is = is_othello,
                                          .read = read_othello};
