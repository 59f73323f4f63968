#include "shogi/search/prelude.h"

#include "shogi/notation.h"
#include "shogi/settings.h"
#include "shogi/shared.h"

#include <string.h>

enum {
    CLOCK_SHARE = 50,       /* of a clock, the part that a move has at least */
    NODES_A_MS = 300,       /* of the mate solver, not more */
    ROOT_MATE_MOST = 200000 /* nodes of the mate solver before a search */
};

static bool count_node(void *worker)
{
    return worker_node(worker);
}

/* The solver of this worker, with as much memory as is set. NULL when there is none to be had. */
static DfpnSolver *solver_of(Worker *worker)
{
    ShogiState *s = worker->state;
    const ShogiSettings *settings = worker->settings;
    if (s->mate && s->mate_mb == settings->mate_hash_mb) {
        dfpn_clear(s->mate);
        return s->mate;
    }
    search_free(worker);
    Error error;
    if (dfpn_create((size_t)settings->mate_hash_mb, &s->mate, &error) != STATUS_OK) {
        worker_report_text(worker, error.text);
        return NULL;
    }
    s->mate_mb = settings->mate_hash_mb;
    return s->mate;
}

/* Writes a mate that the solver has proven into the result. */
static void tell_mate(Worker *worker, const DfpnAnswer *answer, SearchResult *result)
{
    result->proof = PROOF_WIN;
    result->best = answer->line[0];
    result->ponder = answer->length > 1 ? answer->line[1] : MOVE_NONE;
    result->score =
        score_win_in(answer->length < SCORE_WIN - SCORE_WIN_BOUND ? answer->length : SCORE_WIN - SCORE_WIN_BOUND);
    result->bound = answer->shortest ? BOUND_EXACT : BOUND_LOWER;
    result->depth = result->seldepth = answer->length < MAX_PLY ? answer->length : MAX_PLY;
    result->pv.len = (uint16_t)result->depth;
    memcpy(result->pv.moves, answer->line, result->pv.len * sizeof(Move));
    result->line = answer->line;
    result->line_length = answer->length;
    worker_report_line(worker, 1, result->score, result->bound, &result->pv, result->depth);
}

/* Answers limits.mate. Without a verdict the first legal move stands in for the answer. */
static void solve_mate(Worker *worker, SearchResult *result)
{
    ShogiState *s = worker->state;
    const ShogiSettings *settings = worker->settings;
    const Limits *limits = worker_limits(worker);
    DfpnAnswer *answer = &s->mate_answer;
    *result = (SearchResult){.best = worker->root.moves[0].move,
                             .bound = BOUND_NONE,
                             .selectivity = 100,
                             .pv = {.len = 1, .moves = {worker->root.moves[0].move}},
                             .stage = "mate solver"};
    DfpnSolver *solver = solver_of(worker);
    if (!solver) return;
    DfpnTask task = {.max_plies = limits->mate > 0 ? limits->mate : 0,
                     .shortest = settings->mate_shortest,
                     .node = count_node,
                     .context = worker};
    dfpn_solve(solver, worker_root_position(worker), &task, answer);
    if (answer->verdict == DFPN_DISPROVEN) result->proof = PROOF_NO_WIN;
    if (answer->verdict == DFPN_PROVEN && answer->length > 0) tell_mate(worker, answer, result);
}

/* A node of the solver before a search: `left` more of them. */
typedef struct MateBudget {
    Worker *worker;
    int64_t left;
} MateBudget;

static bool count_budget(void *context)
{
    MateBudget *budget = context;
    return budget->left-- > 0 && worker_node(budget->worker);
}

/* How many nodes the solver may look at before a search: a share of what the search is likely to have. */
static int64_t mate_budget(const Limits *limits, int percent)
{
    int64_t ms = limits->movetime_ms;
    if (ms == LIMIT_NONE && limits->time_ms != LIMIT_NONE) {
        ms = limits->time_ms / CLOCK_SHARE + limits->increment_ms + limits->byoyomi_ms;
    }
    int64_t most = INT64_MAX / 100;
    int64_t nodes = limits->nodes && limits->nodes < (uint64_t)most ? (int64_t)limits->nodes : most;
    if (ms != LIMIT_NONE && ms < nodes / NODES_A_MS) nodes = ms * NODES_A_MS;
    return nodes / 100 * percent < ROOT_MATE_MOST ? nodes / 100 * percent : ROOT_MATE_MOST;
}

/* A mate that the solver finds at once needs no search. */
static bool find_root_mate(Worker *worker, SearchResult *result)
{
    ShogiState *s = worker->state;
    const ShogiSettings *settings = worker->settings;
    const Limits *limits = worker_limits(worker);
    if (settings->params.root_mate == 0 || limits->infinite || limits->ponder || limits->depth || limits->multipv > 1)
        return false;
    MateBudget budget = {worker, mate_budget(limits, settings->params.root_mate)};
    DfpnSolver *solver = budget.left > 0 ? solver_of(worker) : NULL;
    if (!solver) return false;
    DfpnAnswer *answer = &s->mate_answer;
    dfpn_solve(solver, worker_root_position(worker), &(DfpnTask){.node = count_budget, .context = &budget}, answer);
    if (answer->verdict != DFPN_PROVEN || answer->length == 0 || !root_find(&worker->root, answer->line[0]))
        return false;
    *result = (SearchResult){.selectivity = 100, .stage = "mate solver"};
    tell_mate(worker, answer, result);
    return true;
}

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
        solve_mate(worker, result);
        return true;
    }
    if (!root_find(&worker->root, MOVE_WIN)) return play_from_book(worker, result) || find_root_mate(worker, result);
    *result = (SearchResult){.best = MOVE_WIN,
                             .score = score_win_in(1),
                             .bound = BOUND_EXACT,
                             .selectivity = 100,
                             .pv = {.len = 1, .moves = {MOVE_WIN}},
                             .stage = "declaration"};
    return true;
}
