/* Gomoku and pente in the records of game sites (record/tags.h). What could be Othello is asked for as Othello first.
 * pente.org's columns leave out the letter I. Read only. */
#include "record/tags.h"
#include "gomoku/record/formats.h"
#include "gomoku/record/stones.h"

/* Where the game has a name, it is one of these. */
static bool is_gomoku(Str text)
{
    static const char *const names[] = {"gomoku", "pente", "renju", "keryo", "poof", "connect6", "five"};
    Tags tags = {.all = text, .rest = text};
    if (!tags_is(text)) return false;
    tags_read(&tags);
    bool named = tags.game.len == 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) named |= tags_has(tags.game, names[i]);
    return named;
}

/* pente.org plays everything on 19 lines; others play gomoku on 15. */
static Status gomoku_board(const Tags *tags, Stones *stones, bool *no_i, Error *error)
{
    *no_i = tags_has(tags->site, "pente.org") || tags_has(tags->game, "pente");
    *stones = (Stones){.size = *no_i ? 19 : 15};
    bool other = tags_has(tags->game, "keryo") || tags_has(tags->game, "poof") || tags_has(tags->game, "connect6");
    if (other) {
        return error_set(error, STATUS_UNSUPPORTED, "the rules of '%.*s' are not known", STR_ARG(tags->game));
    }
    const char *rules = tags_has(tags->game, "pente") ? "pente" : tags_has(tags->game, "renju") ? "renju" : "freestyle";
    record_take_text(stones->rules, str_from(rules));
    return STATUS_OK;
}

static Status gomoku_moves(Tags *tags, Record *record, Error *error)
{
    Stones stones;
    bool no_i;
    Status status = gomoku_board(tags, &stones, &no_i, error);
    if (status == STATUS_OK) status = stones_to_record(&stones, record, error);
    for (Str word = tags_word(tags); word.len && status == STATUS_OK; word = tags_word(tags)) {
        int column, row;
        if (!tags_cell(word, &column, &row)) return tags_fail(tags, word, "is no point of the board", error);
        if (no_i && column > 'i' - 'a') column--;
        if (column >= stones.size || row > stones.size) return tags_fail(tags, word, "is not on the board", error);
        status = stones_add_move(&stones, column, stones.size - row, record, error);
    }
    tags_result(tags, record, false);
    return status;
}

static Status read_gomoku(Str text, RecordSet *out, Error *error)
{
    return tags_read_all(text, "gomoku", gomoku_moves, out, error);
}

const RecordFormat record_gomoku_tags = {.name = "gomoku-pgn",
                                         .title = "PlayOK, pente.org",
                                         .game = "gomoku",
                                         .extensions = "pgn",
                                         .is = is_gomoku,
                                         .read = read_gomoku,
                                         .needs_start = true,
                                         .vague = 1};
