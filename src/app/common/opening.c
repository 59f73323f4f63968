#include "app/common/opening.h"

#include "base/file.h"
#include "tool/answer.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void opening_free(Opening *opening)
{
    free(opening->start);
    free(opening->text);
    *opening = (Opening){0};
}

/* ---- one line ---- */

/* Takes the moves out of a buffer of NUL-ended words. */
static bool take_words(Opening *opening, Buf *words)
{
    if (words->failed) return false;
    size_t len = words->len;
    opening->text = words->data;
    *words = buf_new(0); /* the opening owns the bytes from here on */
    char *at = opening->text;
    for (opening->count = 0; len > 0 && at < opening->text + len; at += strlen(at) + 1) {
        if (opening->count >= OPENING_PLIES_MAX) return false;
        opening->moves[opening->count++] = at;
    }
    return true;
}

static bool try_opening(Opening *opening, yomi_engine *board, Str start, Buf *words, yomi_error *error)
{
    if (start.len > 0) {
        opening->start = str_dup(start);
        if (!opening->start) return false;
        for (char *c = opening->start; *c; c++) *c = *c == '\t' ? ' ' : *c; /* a start is a field of the journal */
    }
    bool good = take_words(opening, words) &&
                yomi_set_position(board, opening->start, opening->moves, opening->count, error) == YOMI_OK;
    buf_free(words);
    if (!good) opening_free(opening);
    return good;
}

static Buf words_of(Str rest)
{
    Buf words = buf_new(OPENING_PLIES_MAX * YOMI_MOVE_TEXT_MAX);
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        (void)buf_str(&words, word);
        (void)buf_append(&words, "", 1);
    }
    return words;
}

/* "f5d6c3": two characters a move. */
static Buf pairs_of(Str rest)
{
    Buf words = buf_new(OPENING_PLIES_MAX * YOMI_MOVE_TEXT_MAX);
    rest = str_trim(rest);
    for (; rest.len >= 2; rest = str_skip(rest, 2)) {
        (void)buf_append(&words, rest.ptr, 2);
        (void)buf_append(&words, "", 1);
    }
    if (rest.len) words.failed = true;
    return words;
}

/* "0,0, 1,0": offsets from the centre to the right and down. */
static Buf offsets_of(Str rest, yomi_engine *board, const yomi_board *size)
{
    Buf words = buf_new(OPENING_PLIES_MAX * YOMI_MOVE_TEXT_MAX);
    while (str_trim(rest).len > 0 && !words.failed) {
        int64_t x = 0, y = 0;
        bool read = str_to_int(str_trim(str_until(&rest, ',')), -size->width, size->width, &x) &&
                    str_to_int(str_trim(str_until(&rest, ',')), -size->height, size->height, &y);
        x += size->width / 2;
        y += size->height / 2;
        bool inside = read && x >= 0 && x < size->width && y >= 0 && y < size->height;
        const char *cell = inside ? yomi_cell_name(board, (int)y * size->width + (int)x) : NULL;
        if (!cell)
            words.failed = true;
        else
            (void)buf_append(&words, cell, strlen(cell) + 1);
    }
    return words;
}

/* The part before " moves " is a position; *moves is what follows. */
static bool split_usi(Str line, Str *start, Str *moves)
{
    Str rest = line;
    *start = *moves = (Str){line.ptr, 0};
    bool usi = str_starts(line, "startpos") || str_starts(line, "sfen ");
    if (str_starts(line, "sfen ")) rest = str_skip(rest, strlen("sfen "));
    const char *begin = str_trim(rest).ptr;
    size_t len = str_trim(rest).len;
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest)) {
        if (!str_eq(word, "moves")) continue;
        len = (size_t)(word.ptr - begin);
        *moves = rest;
        usi = true;
    }
    *start = str_trim((Str){begin, len});
    if (str_eq(*start, "startpos")) start->len = 0;
    return usi;
}

Status opening_read(Opening *out, yomi_engine *board, const char *line, Error *error)
{
    *out = (Opening){0};
    yomi_error first = {YOMI_BAD_INPUT, "not readable"}, second = first, ignored;
    Str text = str_trim(str_from(line)), start, moves;
    if (str_starts(text, "position ")) text = str_trim(str_skip(text, strlen("position ")));
    if (split_usi(text, &start, &moves)) {
        Buf words = words_of(moves);
        if (try_opening(out, board, start, &words, &first)) return STATUS_OK;
        return error_set(error, STATUS_BAD_INPUT, "%s", first.text);
    }
    yomi_board size = YOMI_BOARD_INIT;
    bool offsets = memchr(text.ptr, ',', text.len) && yomi_set_position(board, NULL, NULL, 0, NULL) == YOMI_OK &&
                   yomi_get_board(board, &size) == YOMI_OK && size.kinds == 1;
    Buf nothing = buf_new(0);
    if (offsets) (void)snprintf(second.text, sizeof second.text, "a stone is not on the board of %d lines", size.width);
    Buf tries[] = {offsets ? offsets_of(text, board, &size) : words_of(text), pairs_of(text)};
    bool good = try_opening(out, board, text, &nothing, &first) ||
                try_opening(out, board, (Str){"", 0}, &tries[0], &second) ||
                try_opening(out, board, (Str){"", 0}, &tries[1], &ignored);
    for (int i = 0; i < 2; i++) buf_free(&tries[i]);
    return good ? STATUS_OK
                : error_set(error, STATUS_BAD_INPUT, "neither a position nor a list of moves (%s)",
                            offsets ? second.text : first.text);
}

/* ---- a file ---- */

void opening_book_free(OpeningBook *book)
{
    free(book->lines);
    free(book->text);
    *book = (OpeningBook){0};
}

static Status add_line(OpeningBook *book, char *line, size_t number, yomi_engine *board, Error *error)
{
    Opening opening;
    Error inner;
    if (opening_read(&opening, board, line, &inner) != STATUS_OK) {
        return error_set(error, inner.status, "line %zu: %.200s", number, inner.text);
    }
    bool over = yomi_get_outcome(board, NULL) != YOMI_ONGOING;
    opening_free(&opening);
    if (over) return error_set(error, STATUS_BAD_INPUT, "line %zu: the game is over there", number);
    if (book->count >= OPENING_LINES_MAX) {
        return error_set(error, STATUS_TOO_LARGE, "more than %d openings", OPENING_LINES_MAX);
    }
    if ((book->count & (book->count - 1)) == 0) {
        char **lines = realloc(book->lines, (book->count ? book->count * 2 : 1) * sizeof *lines);
        if (!lines) return error_set(error, STATUS_NO_MEMORY, "no memory for the openings");
        book->lines = lines;
    }
    book->lines[book->count++] = line;
    for (const char *c = line; *c; c++) book->hash = splitmix64(book->hash ^ (uint64_t)(unsigned char)*c);
    book->hash = splitmix64(book->hash);
    return STATUS_OK;
}

Status opening_book_load(OpeningBook *book, const char *path, yomi_engine *board, Error *error)
{
    *book = (OpeningBook){0};
    Buf file = buf_new(OPENING_FILE_MAX);
    Status status = file_read(path, &file, error);
    if (status == STATUS_OK && !file.data) status = error_set(error, STATUS_BAD_INPUT, "%s is empty", path);
    if (status != STATUS_OK) {
        buf_free(&file);
        return status;
    }
    book->text = file.data;
    Error inner;
    size_t number = 0;
    char *next = book->text;
    while (status == STATUS_OK && next) {
        char *line = next;
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        number++;
        Str text = str_trim(str_from(line));
        if (text.len == 0 || text.ptr[0] == '#') continue;
        line[(size_t)(text.ptr - line) + text.len] = '\0';
        status = add_line(book, line + (text.ptr - line), number, board, &inner);
        if (status != STATUS_OK) (void)error_set(error, status, "%.60s: %.180s", path, inner.text);
    }
    if (status == STATUS_OK && book->count == 0) {
        status = error_set(error, STATUS_BAD_INPUT, "%s holds no opening", path);
    }
    if (status != STATUS_OK) opening_book_free(book);
    return status;
}

void opening_book_shuffle(OpeningBook *book, uint64_t seed)
{
    Rng rng = rng_new(seed);
    for (size_t i = book->count; i > 1; i--) {
        size_t other = (size_t)rng_below(&rng, i);
        char *line = book->lines[i - 1];
        book->lines[i - 1] = book->lines[other];
        book->lines[other] = line;
    }
}

/* ---- dice ---- */

/* Random moves on `board`, from the start. False when the game ended on the way. */
static bool roll_moves(const OpeningDice *dice, Rng *rng, yomi_engine *board, Buf *words)
{
    buf_clear(words);
    if (yomi_set_position(board, NULL, NULL, 0, NULL) != YOMI_OK) words->failed = true;
    for (int ply = 0; ply < dice->plies; ply++) {
        Str rest = str_from(yomi_legal_moves(board)), count = rest;
        uint64_t moves = 0;
        while (str_word(&count).len > 0) moves++;
        if (moves == 0) return false;
        Str word = str_word(&rest);
        for (uint64_t skip = rng_below(rng, moves); skip > 0; skip--) word = str_word(&rest);
        char move[YOMI_MOVE_TEXT_MAX];
        if (!str_copy(word, move, sizeof move) || yomi_play(board, move, NULL) != YOMI_OK) words->failed = true;
        if (words->failed || !buf_append(words, move, strlen(move) + 1)) return false;
    }
    return yomi_get_outcome(board, NULL) == YOMI_ONGOING && !words->failed;
}

/* How far from even the judge finds the position on `board`; INT_MAX when it is decided. */
static int imbalance(const OpeningDice *dice, yomi_engine *board, yomi_engine *judge)
{
    SearchAnswer answer = {.line = NULL};
    yomi_limits limits = YOMI_LIMITS_INIT;
    limits.depth = dice->depth;
    if (yomi_new_game(judge, NULL) != YOMI_OK ||
        yomi_set_position(judge, yomi_position_text(board), NULL, 0, NULL) != YOMI_OK ||
        answer_search(judge, &limits, &answer, NULL) != YOMI_OK) {
        return INT_MAX;
    }
    int found = answer.win_in != 0 ? INT_MAX : abs(answer.score);
    answer_free(&answer);
    return found;
}

Status opening_roll(Opening *out, const OpeningDice *dice, uint64_t round, yomi_engine *board, yomi_engine *judge,
                    Error *error)
{
    enum { TRIES = 200 };
    *out = (Opening){0};
    Rng rng = rng_new(splitmix64(dice->seed) ^ round);
    Buf words = buf_new(OPENING_PLIES_MAX * YOMI_MOVE_TEXT_MAX), best = buf_new(words.max);
    int best_off = INT_MAX;
    bool found = false;
    bool failed = false;
    for (int i = 0; i < TRIES && !failed && !(found && best_off <= dice->balance); i++) {
        bool rolled = roll_moves(dice, &rng, board, &words);
        failed = words.failed;
        if (!rolled) continue;
        int off = dice->balance > 0 ? imbalance(dice, board, judge) : 0;
        if (found && off >= best_off) continue;
        best_off = off;
        buf_clear(&best);
        failed = !buf_append(&best, buf_text(&words), words.len);
        found = true;
    }
    buf_free(&words);
    bool good = found && !failed && take_words(out, &best);
    buf_free(&best);
    if (good) return STATUS_OK;
    opening_free(out);
    if (failed || found) return error_set(error, STATUS_NO_MEMORY, "no memory for a random opening");
    return error_set(error, STATUS_BAD_INPUT, "no game of %d random plies goes on after them", dice->plies);
}
