#include "othello/book/growth.h"

#include <stdlib.h>

static bool may_go_on(const BookAnalyser *analyser, size_t done, size_t all)
{
    return !analyser->go_on || analyser->go_on(analyser->context, done, all);
}

static void search_position(const BookAnalyser *analyser, OthelloBookEntry *entry)
{
    Pv pv;
    othello_solo_forget(analyser->solo);
    entry->own = othello_solo_search(analyser->solo, entry->board, analyser->depth, SELECT_MOST, &pv);
    entry->depth = (uint8_t)analyser->depth;
    entry->reply = (uint8_t)(pv.len > 0 && pv.moves[0] != MOVE_PASS ? square_of_move(pv.moves[0]) : 0);
}

bool othello_book_analyse(const BookAnalyser *analyser)
{
    OthelloBook *book = analyser->book;
    size_t done = 0, all = 0;
    bool whole = true;
    for (size_t i = 0; i < book->count; i++) all += book->entries[i].depth < analyser->depth;
    for (size_t i = 0; i < book->count && whole; i++) {
        if (book->entries[i].depth >= analyser->depth) continue;
        whole = may_go_on(analyser, done, all);
        if (!whole) break;
        search_position(analyser, &book->entries[i]);
        done++;
    }
    othello_book_minimax(book, 0);
    return whole;
}

/* ---- moves that lead out of the book ---- */

typedef struct Reply {
    OthelloBoard next;
    int square;
    Score order;
} Reply;

static int by_order(const void *a, const void *b)
{
    const Reply *left = a, *right = b;
    if (left->order != right->order) return left->order > right->order ? -1 : 1;
    return left->square - right->square;
}

/* Ordered by a shallow search. */
static int list_outside(const BookAnalyser *analyser, OthelloBoard board, Reply out[MOVES_MAX])
{
    int count = 0;
    for (uint64_t moves = othello_board_moves(board); moves;) {
        Reply reply = {.square = bits_pop(&moves)};
        OthelloBoard follower;
        int sign;
        bool goes_on = othello_book_follow(board, reply.square, &follower, &sign);
        if (goes_on && othello_book_find(analyser->book, follower)) continue;
        Pv pv;
        reply.next = board_after(board, reply.square, othello_board_flips(board, reply.square));
        reply.order = -othello_solo_search(analyser->solo, reply.next, analyser->depth / 3, SELECT_MOST, &pv);
        out[count++] = reply;
    }
    qsort(out, (size_t)count, sizeof *out, by_order);
    return count;
}

static Score value_within(const BookAnalyser *analyser, OthelloBoard next, Score alpha, Score beta)
{
    Pv pv;
    return -othello_solo_search_within(analyser->solo, next, analyser->depth - 1, -beta, -alpha, SELECT_MOST, &pv);
}

/* The best of the moves that lead out of the book becomes the reply. There is at least one. */
static void search_outside(const BookAnalyser *analyser, OthelloBookEntry *entry)
{
    Reply replies[MOVES_MAX];
    othello_solo_forget(analyser->solo);
    int count = list_outside(analyser, entry->board, replies);
    Score best = -SQUARES * DISC;
    for (int i = 0; i < count; i++) {
        bool hopeful = i == 0 || value_within(analyser, replies[i].next, best, best + 1) > best;
        Score value = hopeful ? value_within(analyser, replies[i].next, best, SQUARES * DISC) : best;
        if (i > 0 && value <= best) continue;
        best = value;
        entry->reply = (uint8_t)replies[i].square;
    }
    entry->own = best;
    entry->depth = (uint8_t)analyser->depth;
}

/* ---- growing ---- */

typedef struct Growing {
    const BookAnalyser *analyser;
    const BookGrowth *growth;
    int *losses; /* of the lines to each position, the least; NO_LINE: none was found yet */
    size_t room;
} Growing;

enum { NO_LINE = -1 };

/* The next thing to do: the reply of a position is to be added, or first to be found. */
typedef struct Task {
    size_t at;
    int loss;
    bool found;
} Task;

typedef struct Survey {
    bool outside;       /* some move leads out of the book */
    bool reply_outside; /* the reply does */
    bool reply_open;    /* and the game goes on after it */
} Survey;

/* Looks at all moves of a position; those inside the book hand the losses on. */
static Survey survey(const OthelloBook *book, size_t at, int *losses)
{
    const OthelloBookEntry *entry = &book->entries[at];
    Survey seen = {0};
    for (uint64_t moves = othello_board_moves(entry->board); moves;) {
        int square = bits_pop(&moves), sign = 0;
        OthelloBoard next;
        bool goes_on = othello_book_follow(entry->board, square, &next, &sign);
        const OthelloBookEntry *child = goes_on ? othello_book_find(book, next) : NULL;
        if (child) {
            int *known = &losses[child - book->entries], loss = losses[at] + entry->value - sign * child->value;
            if (*known == NO_LINE || loss < *known) *known = loss;
            continue;
        }
        seen.outside = true;
        if (square != entry->reply) continue;
        seen.reply_outside = true;
        seen.reply_open = goes_on;
    }
    return seen;
}

/* The task at a position of known loss, if there is one. */
static bool task_at(const Growing *growing, size_t at, Task *out)
{
    const OthelloBook *book = growing->analyser->book;
    const OthelloBookEntry *entry = &book->entries[at];
    Survey seen = survey(book, at, growing->losses);
    if (!seen.outside || (seen.reply_outside && !seen.reply_open)) return false;
    *out = (Task){at, growing->losses[at], seen.reply_outside};
    if (seen.reply_outside) out->loss += entry->value - entry->own;
    return out->loss <= growing->growth->tolerance;
}

/* Goes from the start towards the end, as far as the first number of discs with something to do. */
static bool next_task(const Growing *growing, Task *best)
{
    const OthelloBook *book = growing->analyser->book;
    bool any = false;
    for (size_t i = 0; i < book->count; i++) growing->losses[i] = NO_LINE;
    for (int empties = SQUARES; empties > SQUARES - 4 - growing->growth->plies && !any; empties--) {
        for (size_t i = 0; i < book->count; i++) {
            Task task;
            if (board_empty_count(book->entries[i].board) != empties) continue;
            if (growing->losses[i] == NO_LINE) growing->losses[i] = 0; /* a line begins here */
            if (!task_at(growing, i, &task) || (any && task.loss >= best->loss)) continue;
            *best = task;
            any = true;
        }
    }
    return any;
}

static Status add_reply(const BookAnalyser *analyser, const OthelloBookEntry *before, Error *error)
{
    OthelloBookEntry entry = {0};
    int sign;
    (void)othello_book_follow(before->board, before->reply, &entry.board, &sign);
    entry.board = othello_book_image(entry.board);
    search_position(analyser, &entry);
    Status status = othello_book_insert(analyser->book, &entry, error);
    if (status == STATUS_OK) othello_book_minimax(analyser->book, board_empty_count(entry.board));
    return status;
}

static Status make_room(Growing *growing, Error *error)
{
    size_t wanted = growing->analyser->book->count;
    if (wanted <= growing->room) return STATUS_OK;
    int *losses = realloc(growing->losses, 2 * wanted * sizeof *losses);
    if (!losses) return error_set(error, STATUS_NO_MEMORY, "book: no memory to grow");
    growing->losses = losses;
    growing->room = 2 * wanted;
    return STATUS_OK;
}

Status othello_book_grow(const BookAnalyser *analyser, const BookGrowth *growth, size_t *added, Error *error)
{
    Growing growing = {.analyser = analyser, .growth = growth};
    Status status = STATUS_OK;
    *added = 0;
    while (status == STATUS_OK && *added < growth->positions && may_go_on(analyser, *added, growth->positions)) {
        Task task;
        status = make_room(&growing, error);
        if (status != STATUS_OK || !next_task(&growing, &task)) break;
        OthelloBookEntry *entry = &analyser->book->entries[task.at];
        if (task.found) {
            status = add_reply(analyser, entry, error);
            *added += status == STATUS_OK;
        } else {
            search_outside(analyser, entry);
            othello_book_minimax(analyser->book, board_empty_count(entry->board));
        }
    }
    free(growing.losses);
    return status;
}
