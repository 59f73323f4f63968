#include "shogi/search/mates.h"

#include "shogi/rules.h"
#include "shogi/settings.h"

#include <string.h>

enum {
    CLOCK_SHARE = 50,        /* of a clock, the part that a move has at least */
    NODES_A_MS = 300,        /* of the mate solver, not more */
    ROOT_MATE_MOST = 200000, /* nodes of the mate solver before a search */
    MATE_BUDGET_LEAST = 50,  /* nodes, not worth asking it for less */
    MATE_LINE_MOST = 100,    /* positions of a mate that go into the table */
    LINE_POSITIONS = 16      /* of the best line that it is asked about */
};

static bool count_node(void *worker)
{
    return worker_node(worker);
}

/* The solver of this worker, with as much memory as is set. NULL when there is none to be had. Empty at its first use
 * in a search. */
static DfpnSolver *solver_of(Worker *worker)
{
    ShogiState *s = worker->state;
    const ShogiSettings *settings = worker->settings;
    if (s->mate && s->mate_mb == settings->mate_hash_mb) {
        if (s->mate_epoch != worker->epoch) dfpn_clear(s->mate);
        s->mate_epoch = worker->epoch;
        return s->mate;
    }
    search_free(worker);
    Error error;
    if (dfpn_create((size_t)settings->mate_hash_mb, &s->mate, &error) != STATUS_OK) {
        worker_report_text(worker, error.text);
        return NULL;
    }
    s->mate_mb = settings->mate_hash_mb;
    s->mate_epoch = worker->epoch;
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
void mates_solve(Worker *worker, SearchResult *result)
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

/* `left` more nodes of the solver. */
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
bool mates_find_at_root(Worker *worker, SearchResult *result)
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

/* A proven mate goes into the table with all positions of its line, so that the next iteration knows it. */
static void store_mate(Worker *worker, const ShogiPosition *start, const DfpnAnswer *answer)
{
    ShogiPosition pos;
    memcpy(&pos, start, sizeof pos);
    for (int i = 0; i < answer->length && i < MATE_LINE_MOST; i++) {
        bool attacks = i % 2 == 0;
        int left = answer->length - i;
        worker_tt_store(worker, pos_key(&pos), 0, answer->line[i], attacks ? score_win_in(left) : score_loss_in(left),
                        SCORE_NONE, MAX_DEPTH, attacks ? BOUND_LOWER : BOUND_UPPER);
        pos_play(&pos, answer->line[i]);
    }
}

/* What the solver may look at now: its share of the nodes so far, less what it had. */
static int64_t line_budget(Worker *worker)
{
    ShogiState *s = worker->state;
    if (s->mate_line_epoch != worker->epoch) s->mate_line_nodes = 0;
    s->mate_line_epoch = worker->epoch;
    return (int64_t)(worker_nodes(worker) / 100 * (uint64_t)s->params->line_mate) - s->mate_line_nodes;
}

void mates_find_on_line(Worker *worker, const Pv *line)
{
    ShogiState *s = worker->state;
    int64_t left = line_budget(worker);
    if (left < MATE_BUDGET_LEAST || worker_limits(worker)->mate != 0) return;
    DfpnSolver *solver = solver_of(worker);
    if (!solver) return;
    ShogiPosition pos;
    memcpy(&pos, worker_root_position(worker), sizeof pos);
    int most = line->len < LINE_POSITIONS ? line->len : LINE_POSITIONS - 1;
    for (int i = 0; i <= most && left >= MATE_BUDGET_LEAST && !worker_stopped(worker); i++) {
        MateBudget budget = {worker,
                             left / (most - i + 1) > MATE_BUDGET_LEAST ? left / (most - i + 1) : MATE_BUDGET_LEAST};
        dfpn_solve(solver, &pos, &(DfpnTask){.node = count_budget, .context = &budget}, &s->mate_answer);
        left -= (int64_t)s->mate_answer.nodes;
        s->mate_line_nodes += (int64_t)s->mate_answer.nodes;
        if (s->mate_answer.verdict == DFPN_PROVEN) store_mate(worker, &pos, &s->mate_answer);
        if (i < line->len) pos_play(&pos, line->moves[i]);
    }
}
