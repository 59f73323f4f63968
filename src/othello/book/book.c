#include "othello/book/book.h"

#include "base/bytes.h"
#include "base/file.h"

#include <stdlib.h>
#include <string.h>

static const char magic[8] = {'Y', 'O', 'M', 'I', 'O', 'T', 'H', 'B'};

static int compare_boards(OthelloBoard a, OthelloBoard b)
{
    if (a.own != b.own) return a.own < b.own ? -1 : 1;
    return a.other < b.other ? -1 : a.other > b.other;
}

static OthelloBoard mirrored(OthelloBoard board, int symmetry)
{
    return (OthelloBoard){othello_board_mirror(board.own, symmetry), othello_board_mirror(board.other, symmetry)};
}

OthelloBoard othello_book_image(OthelloBoard board)
{
    OthelloBoard least = board;
    for (int symmetry = 1; symmetry < 8; symmetry++) {
        OthelloBoard image = mirrored(board, symmetry);
        if (compare_boards(image, least) < 0) least = image;
    }
    return least;
}

bool othello_book_follow(OthelloBoard board, int square, OthelloBoard *next, int *sign)
{
    *next = board_after(board, square, othello_board_flips(board, square));
    *sign = -1;
    if (othello_board_moves(*next)) return true;
    *next = board_pass(*next);
    *sign = 1;
    return othello_board_moves(*next) != 0;
}

/* ---- files ---- */

static void read_entry(const uint8_t *at, OthelloBookEntry *out)
{
    *out = (OthelloBookEntry){.board = {bytes_get(at, 8), bytes_get(at + 8, 8)},
                              .games = (uint32_t)bytes_get(at + 16, 4),
                              .value = (int16_t)(uint16_t)bytes_get(at + 20, 2),
                              .own = (int16_t)(uint16_t)bytes_get(at + 22, 2),
                              .depth = at[24],
                              .reply = at[25]};
}

static bool entry_is_sound(const OthelloBookEntry *entry)
{
    return !(entry->board.own & entry->board.other) && entry->reply < SQUARES && abs(entry->value) <= SQUARES * DISC &&
           abs(entry->own) <= SQUARES * DISC;
}

Status othello_book_parse(Str file, OthelloBook *out, Error *error)
{
    const uint8_t *bytes = (const uint8_t *)file.ptr;
    if (file.len < BOOK_HEADER || memcmp(bytes, magic, sizeof magic) != 0) {
        return error_set(error, STATUS_BAD_INPUT, "book: not a file of Othello openings");
    }
    if (bytes_get(bytes + 8, 4) != BOOK_VERSION) {
        return error_set(error, STATUS_UNSUPPORTED, "book: version %u, this program reads version %d",
                         (unsigned)bytes_get(bytes + 8, 4), BOOK_VERSION);
    }
    size_t count = (size_t)bytes_get(bytes + 12, 4);
    if (count > BOOK_ENTRIES_MAX || file.len != BOOK_HEADER + count * BOOK_ENTRY_BYTES) {
        return error_set(error, STATUS_BAD_INPUT, "book: %zu bytes are not %zu positions", file.len, count);
    }
    if (bytes_get(bytes + 16, 8) != bytes_checksum(bytes + BOOK_HEADER, file.len - BOOK_HEADER)) {
        return error_set(error, STATUS_BAD_INPUT, "book: the checksum is wrong, the file is damaged");
    }
    OthelloBookEntry *entries = malloc((count ? count : 1) * sizeof *entries);
    if (!entries) return error_set(error, STATUS_NO_MEMORY, "book: no memory for %zu positions", count);
    for (size_t i = 0; i < count; i++) {
        read_entry(bytes + BOOK_HEADER + i * BOOK_ENTRY_BYTES, &entries[i]);
        if (!entry_is_sound(&entries[i]) || (i > 0 && compare_boards(entries[i - 1].board, entries[i].board) >= 0)) {
            free(entries);
            return error_set(error, STATUS_BAD_INPUT, "book: position %zu is none or out of order", i + 1);
        }
    }
    *out = (OthelloBook){entries, count, count};
    return STATUS_OK;
}

Status othello_book_load(const char *path, OthelloBook *out, Error *error)
{
    Buf file = buf_new(BOOK_FILE_MAX);
    Status status = file_read(path, &file, error);
    if (status == STATUS_OK) status = othello_book_parse(buf_view(&file), out, error);
    buf_free(&file);
    return status;
}

Status othello_book_save(const OthelloBook *book, const char *path, Error *error)
{
    size_t size = BOOK_HEADER + book->count * BOOK_ENTRY_BYTES;
    uint8_t *bytes = calloc(1, size);
    if (!bytes) return error_set(error, STATUS_NO_MEMORY, "book: no memory for %zu bytes", size);
    memcpy(bytes, magic, sizeof magic);
    bytes_put(bytes + 8, BOOK_VERSION, 4);
    bytes_put(bytes + 12, book->count, 4);
    for (size_t i = 0; i < book->count; i++) {
        const OthelloBookEntry *entry = &book->entries[i];
        uint8_t *at = bytes + BOOK_HEADER + i * BOOK_ENTRY_BYTES;
        bytes_put(at, entry->board.own, 8);
        bytes_put(at + 8, entry->board.other, 8);
        bytes_put(at + 16, entry->games, 4);
        bytes_put(at + 20, (uint16_t)entry->value, 2);
        bytes_put(at + 22, (uint16_t)entry->own, 2);
        at[24] = entry->depth;
        at[25] = entry->reply;
    }
    bytes_put(bytes + 16, bytes_checksum(bytes + BOOK_HEADER, size - BOOK_HEADER), 8);
    Status status = file_replace(path, bytes, size, error);
    free(bytes);
    return status;
}

void othello_book_free(OthelloBook *book)
{
    free(book->entries);
    *book = (OthelloBook){0};
}

/* ---- positions ---- */

static int compare_entries(const void *a, const void *b)
{
    return compare_boards(((const OthelloBookEntry *)a)->board, ((const OthelloBookEntry *)b)->board);
}

OthelloBookEntry *othello_book_find(const OthelloBook *book, OthelloBoard board)
{
    OthelloBookEntry wanted = {.board = othello_book_image(board)};
    if (book->count == 0) return NULL;
    return bsearch(&wanted, book->entries, book->count, sizeof wanted, compare_entries);
}

/* Entries of one board follow each other: the analysed one, or the first, takes the games of all. */
static void merge_equal(OthelloBook *book)
{
    size_t kept = 0;
    for (size_t i = 0; i < book->count; i++) {
        OthelloBookEntry *last = kept > 0 ? &book->entries[kept - 1] : NULL;
        const OthelloBookEntry *now = &book->entries[i];
        if (!last || compare_boards(last->board, now->board) != 0) {
            book->entries[kept++] = *now;
            continue;
        }
        uint32_t games = last->games + now->games < last->games ? UINT32_MAX : last->games + now->games;
        if (now->depth > last->depth) *last = *now;
        last->games = games;
    }
    book->count = kept;
}

static Status make_room(OthelloBook *book, size_t wanted, Error *error)
{
    if (wanted > BOOK_ENTRIES_MAX) {
        return error_set(error, STATUS_TOO_LARGE, "book: more than %d positions", BOOK_ENTRIES_MAX);
    }
    if (wanted <= book->capacity) return STATUS_OK;
    size_t capacity = wanted + book->capacity / 2;
    OthelloBookEntry *entries = realloc(book->entries, capacity * sizeof *entries);
    if (!entries) return error_set(error, STATUS_NO_MEMORY, "book: no memory for %zu positions", capacity);
    book->entries = entries;
    book->capacity = capacity;
    return STATUS_OK;
}

Status othello_book_add(OthelloBook *book, const OthelloBoard *boards, size_t count, Error *error)
{
    Status status = make_room(book, book->count + count, error);
    if (status != STATUS_OK) return status;
    for (size_t i = 0; i < count; i++) {
        book->entries[book->count++] = (OthelloBookEntry){.board = othello_book_image(boards[i]), .games = 1};
    }
    if (book->count > 0) qsort(book->entries, book->count, sizeof *book->entries, compare_entries);
    merge_equal(book);
    return STATUS_OK;
}

Status othello_book_insert(OthelloBook *book, const OthelloBookEntry *entry, Error *error)
{
    Status status = make_room(book, book->count + 1, error);
    if (status != STATUS_OK) return status;
    size_t at = book->count++;
    for (; at > 0 && compare_boards(entry->board, book->entries[at - 1].board) < 0; at--) {
        book->entries[at] = book->entries[at - 1];
    }
    book->entries[at] = *entry;
    return STATUS_OK;
}

/* Marks what came from analysis and follows a position that stays. */
static void keep_followers(const OthelloBook *book, size_t at, bool *kept)
{
    OthelloBoard board = book->entries[at].board;
    for (uint64_t moves = othello_board_moves(board); moves;) {
        OthelloBoard next;
        int sign;
        if (!othello_book_follow(board, bits_pop(&moves), &next, &sign)) continue;
        const OthelloBookEntry *entry = othello_book_find(book, next);
        if (entry && entry->games == 0) kept[entry - book->entries] = true;
    }
}

/* The best move to a position that goes becomes the reply, unless that stays in the book or is better. */
static void remember_lost(const OthelloBook *book, OthelloBookEntry *entry, const bool *kept)
{
    Score best = -SQUARES * DISC - 1;
    int best_square = 0;
    bool reply_stays = false;
    for (uint64_t moves = othello_board_moves(entry->board); moves;) {
        int square = bits_pop(&moves), sign = 0;
        OthelloBoard next;
        if (!othello_book_follow(entry->board, square, &next, &sign)) continue;
        const OthelloBookEntry *follower = othello_book_find(book, next);
        if (!follower || follower->depth == 0) continue;
        if (kept[follower - book->entries]) {
            reply_stays |= square == entry->reply;
        } else if (sign * follower->value > best) {
            best = sign * follower->value;
            best_square = square;
        }
    }
    if (reply_stays || best <= entry->own) return;
    entry->own = best;
    entry->reply = (uint8_t)best_square;
}

Status othello_book_prune(OthelloBook *book, uint32_t least_games, Error *error)
{
    bool *kept = calloc(book->count + 1, sizeof *kept);
    if (!kept) return error_set(error, STATUS_NO_MEMORY, "book: no memory for %zu positions", book->count);
    for (int empties = SQUARES; empties > 0; empties--) {
        for (size_t i = 0; i < book->count; i++) {
            if (board_empty_count(book->entries[i].board) != empties) continue;
            kept[i] |= book->entries[i].games >= least_games;
            if (kept[i]) keep_followers(book, i, kept);
        }
    }
    for (size_t i = 0; i < book->count; i++) {
        if (kept[i] && book->entries[i].depth > 0) remember_lost(book, &book->entries[i], kept);
    }
    size_t count = 0;
    for (size_t i = 0; i < book->count; i++) {
        if (kept[i]) book->entries[count++] = book->entries[i];
    }
    book->count = count;
    free(kept);
    return STATUS_OK;
}

/* ---- values ---- */

int othello_book_moves(const OthelloBook *book, OthelloBoard board, Score draw, OthelloBookMove out[MOVES_MAX])
{
    int count = 0;
    for (uint64_t moves = othello_board_moves(board); moves;) {
        int square = bits_pop(&moves), sign = 0;
        OthelloBoard next;
        if (!othello_book_follow(board, square, &next, &sign)) continue;
        const OthelloBookEntry *entry = othello_book_find(book, next);
        if (!entry || entry->depth == 0) continue;
        Score value = entry->value == 0 ? draw : sign * entry->value;
        OthelloBookMove move = {move_of_square(square), value, entry->games, entry->depth};
        int at = count++;
        for (; at > 0 &&
               (out[at - 1].value < move.value || (out[at - 1].value == move.value && out[at - 1].games < move.games));
             at--) {
            out[at] = out[at - 1];
        }
        out[at] = move;
    }
    return count;
}

/* The best of the moves inside the book and of the reply, should that lead out of it. */
static Score value_of(const OthelloBook *book, const OthelloBookEntry *entry)
{
    OthelloBookMove moves[MOVES_MAX];
    int count = othello_book_moves(book, entry->board, 0, moves);
    if (count == 0) return entry->own;
    bool inside = false;
    for (int i = 0; i < count; i++) inside |= moves[i].move == move_of_square(entry->reply);
    return inside || moves[0].value > entry->own ? moves[0].value : entry->own;
}

void othello_book_minimax(OthelloBook *book, int least_empties)
{
    for (int empties = least_empties; empties < SQUARES; empties++) {
        for (size_t i = 0; i < book->count; i++) {
            OthelloBookEntry *entry = &book->entries[i];
            if (entry->depth == 0 || board_empty_count(entry->board) != empties) continue;
            entry->value = value_of(book, entry);
        }
    }
}
