#include "shogi/search/prelude.h"

#include "shogi/search/mates.h"
#include "shogi/settings.h"
#include "shogi/shared.h"

#include <string.h>

/* The book's move with the best value, the more often played one among equals. Analysis asks for no book. */
static bool play_from_book(Worker *worker, SearchResult *result)
{
    const ShogiSettings *settings = worker->settings;
    const ShogiPosition *pos = worker_root_position(worker);
    const Limits *limits = worker_limits(worker);
    const ShogiBookMove *moves, *best = NULL;
    const ShogiShared *shared = worker->shared;
    if (!shared->book || !settings->own_book || pos->ply >= settings->book_plies) return false;
    if (limits->infinite || limits->ponder || limits->depth || limits->nodes || limits->multipv > 1) return false;
    int count = book_find(shared->book, pos, &moves);
    for (int i = 0; i < count; i++) {
        if (!movegen_is_legal(pos, moves[i].move) || !root_find(&worker->root, moves[i].move)) continue;
        bool better =
            !best || moves[i].value > best->value || (moves[i].value == best->value && moves[i].count > best->count);
        if (better) best = &moves[i];
    }
    if (!best) return false;
    ShogiPosition after;
    memcpy(&after, pos, sizeof after);
    pos_play(&after, best->move);
    bool reply = best->reply != MOVE_NONE && movegen_is_legal(&after, best->reply);
    *result = (SearchResult){.best = best->move,
                             .ponder = reply ? best->reply : MOVE_NONE,
                             .score = best->value,
                             .bound = BOUND_EXACT,
                             .depth = best->depth,
                             .selectivity = 100,
                             .pv = {.len = (uint16_t)(reply ? 2 : 1), .moves = {best->move, best->reply}},
                             .stage = "book"};
    worker_report_line(worker, 1, result->score, BOUND_EXACT, &result->pv, result->depth);
    return true;
}

/* Mate searches go to the solver; a declaration and a move of the book need no search. */
bool shogi_prelude(Worker *worker, SearchResult *result)
{
    if (worker_limits(worker)->mate != 0) {
        mates_solve(worker, result);
        return true;
    }
    if (!root_find(&worker->root, MOVE_WIN))
        return play_from_book(worker, result) || mates_find_at_root(worker, result);
    *result = (SearchResult){.best = MOVE_WIN,
                             .score = score_win_in(1),
                             .bound = BOUND_EXACT,
                             .selectivity = 100,
                             .pv = {.len = 1, .moves = {MOVE_WIN}},
                             .stage = "declaration"};
    return true;
}
