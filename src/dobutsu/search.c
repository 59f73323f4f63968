#include "dobutsu/search.h"

#include <string.h>

/* ---- evaluation ---- */

static Score side_value(const DobSettings *settings, const DobBoard *board, int side)
{
    Score score = 0;
    for (int cell = 0; cell < DOB_CELLS; cell++) {
        uint8_t piece = board->cells[cell];
        if (piece == DOB_EMPTY || dob_owner(piece) != side) continue;
        int row = cell / DOB_WIDTH, steps = side == 0 ? DOB_HEIGHT - 1 - row : row;
        score += dob_kind(piece) == DOB_LION ? steps * settings->lion_step : settings->value[dob_kind(piece)];
    }
    for (int kind = 0; kind < DOB_HAND_KINDS; kind++) {
        score += board->hands[side][kind] * settings->value[kind] * settings->hand_value / 100;
    }
    return score;
}

Score dob_evaluate(const DobSettings *settings, const DobBoard *board)
{
    return side_value(settings, board, board->side) - side_value(settings, board, !board->side);
}

/* ---- the path ---- */

static void make(DobState *dob, Move move)
{
    dob_play(&dob->board, move);
    dob->keys[dob->key_count++] = dob->board.key;
}

static void unmake(DobState *dob, const DobBoard *before)
{
    dob->board = *before;
    dob->key_count--;
}

/* Once on the path is enough; of the game before it, as often as the rule says. */
static bool repeats(const DobState *dob)
{
    int times = 1;
    for (int i = dob->key_count - 3; i >= 0; i -= 2) {
        if (dob->keys[i] != dob->board.key) continue;
        if (i >= dob->game_count - 1 || ++times == DOB_REPEATS) return true;
    }
    return false;
}

/* ---- the order of moves ---- */

static HistoryCell *history_of(DobState *dob, Move move)
{
    enum { FROM = DOB_CELLS + DOB_HAND_KINDS };
    return &dob->history[butterfly_at(FROM, DOB_CELLS, dob->board.side, dob_from(move), dob_to(move))];
}

static int order_value(const Worker *worker, Move move, Move table_move, int ply)
{
    DobState *dob = worker->state;
    const DobSettings *settings = worker->settings;
    uint8_t taken = dob->board.cells[dob_to(move)];
    if (move == table_move) return 1 << 30;
    if (taken != DOB_EMPTY) return (1 << 24) + settings->value[dob_kind(taken)];
    if (settings->use_killers && killers_has(&dob->killers[ply], move)) return 1 << 20;
    return settings->use_history ? *history_of(dob, move) : 0;
}

static void order(const Worker *worker, Move *moves, int count, Move table_move, int ply)
{
    int values[DOB_MOVES_MAX];
    for (int i = 0; i < count; i++) {
        Move move = moves[i];
        int value = order_value(worker, move, table_move, ply), to = i;
        for (; to > 0 && values[to - 1] < value; to--) {
            values[to] = values[to - 1];
            moves[to] = moves[to - 1];
        }
        values[to] = value;
        moves[to] = move;
    }
}

static void learn(Worker *worker, Move move, int ply, int depth)
{
    DobState *dob = worker->state;
    if (dob->board.cells[dob_to(move)] != DOB_EMPTY) return;
    killers_add(&dob->killers[ply], move);
    history_update(history_of(dob, move), depth * depth);
}

/* ---- the tree ---- */

/* What the rules say without a look at the moves; SCORE_NONE: nothing. */
static Score settled(const DobState *dob, int ply)
{
    DobEnd end = dob_end(&dob->board);
    if (end == DOB_STOOD) return score_win_in(ply);
    if (end != DOB_GOES_ON) return score_loss_in(ply);
    return repeats(dob) ? SCORE_DRAW : SCORE_NONE;
}

/* The move that catches the lion; MOVE_NONE: there is none. */
static Move catching_move(const DobBoard *board)
{
    Move moves[DOB_MOVES_MAX];
    int lion = dob_lion(board, !board->side), count = dob_moves(board, moves);
    for (int i = 0; i < count; i++) {
        if (dob_to(moves[i]) == lion && !dob_is_drop(moves[i])) return moves[i];
    }
    return MOVE_NONE;
}

static Score search(Worker *worker, Score alpha, Score beta, int depth, int ply, Pv *pv);

/* The value of a move for the side to move: in a null window first, unless it is the first one. */
static Score move_value(Worker *worker, Move move, bool first, Score alpha, Score beta, int depth, int ply, Pv *child)
{
    DobState *dob = worker->state;
    DobBoard before = dob->board;
    Score value = 0;
    make(dob, move);
    tt_prefetch(worker->tt, dob->board.key);
    if (!first) value = -search(worker, -alpha - 1, -alpha, depth - 1, ply + 1, child);
    if (!worker_stopped(worker) && (first || (value > alpha && value < beta))) {
        value = -search(worker, -beta, -alpha, depth - 1, ply + 1, child);
    }
    unmake(dob, &before);
    return value;
}

static Score search_moves(Worker *worker, Score alpha, Score beta, int depth, int ply, Move table_move, Pv *pv)
{
    DobState *dob = worker->state;
    Move moves[DOB_MOVES_MAX], best_move = MOVE_NONE;
    int count = dob_moves(&dob->board, moves);
    Score best = -SCORE_INFINITE, floor = alpha;
    order(worker, moves, count, table_move, ply);
    for (int i = 0; i < count && best < beta; i++) {
        Pv child;
        Score value = move_value(worker, moves[i], i == 0, floor, beta, depth, ply, &child);
        if (worker_stopped(worker)) return 0;
        if (value <= best) continue;
        best = value;
        best_move = moves[i];
        if (value <= floor) continue;
        floor = value;
        pv_set(pv, moves[i], &child);
        if (value < beta) continue;
        worker_cutoff(worker, i == 0);
        learn(worker, moves[i], ply, depth);
    }
    worker_tt_store(worker, dob->board.key, ply, best_move, best, SCORE_NONE, depth, bound_of(best, alpha, beta));
    return best;
}

static Score search(Worker *worker, Score alpha, Score beta, int depth, int ply, Pv *pv)
{
    DobState *dob = worker->state;
    pv_clear(pv);
    if (!worker_node(worker)) return 0;
    worker_reach(worker, ply);
    Score known = settled(dob, ply);
    if (known != SCORE_NONE) return known;
    Move catching = catching_move(&dob->board);
    if (catching != MOVE_NONE) {
        Pv nothing = {.len = 0};
        pv_set(pv, catching, &nothing);
        return score_win_in(ply + 1);
    }
    if (depth <= 0 || ply >= MAX_PLY - 1) {
        worker_count(worker, STAT_EVALS);
        return dob_evaluate(worker->settings, &dob->board);
    }
    TTData entry = {.move = MOVE_NONE};
    if (worker_tt_probe(worker, dob->board.key, ply, &entry) && entry.depth >= depth &&
        bound_cuts((Bound)entry.bound, entry.score, alpha, beta)) {
        worker_count(worker, STAT_TT_CUTS);
        return entry.score;
    }
    return search_moves(worker, alpha, beta, depth, ply, entry.move, pv);
}

/* ---- the root ---- */

void dob_search_set_root(Worker *worker, const void *bytes)
{
    DobState *dob = worker->state;
    const DobPosition *position = bytes;
    dob->board = position->board;
    memcpy(dob->keys, position->past, position->past_count * sizeof *dob->keys);
    dob->keys[position->past_count] = position->board.key;
    dob->key_count = dob->game_count = position->past_count + 1;
    memset(dob->killers, 0, sizeof dob->killers);
}

Score dob_search_root(Worker *worker, Score alpha, Score beta, int depth)
{
    const DobState *dob = worker->state;
    if (!worker_node(worker)) return 0;
    RootPass pass = root_pass(worker, alpha, beta);
    for (int i; (i = root_pass_next(&pass)) >= 0;) {
        Pv child;
        worker_root_begin(worker, i);
        Score value =
            move_value(worker, worker->root.moves[i].move, i == worker->root.first, pass.alpha, beta, depth, 0, &child);
        if (worker_stopped(worker)) return 0;
        root_pass_take(&pass, i, value, &child);
        worker->root.moves[i].proven = score_is_decided(value) && value > pass.first_alpha && value < beta;
    }
    if (pass.whole) {
        worker_tt_store(worker, dob->board.key, 0, pass.best_move, pass.best, SCORE_NONE, depth,
                        root_pass_bound(&pass));
    }
    return pass.best;
}

/* Depth after depth with a window of wins only: the first that is found is the shortest. */
bool dob_search_prelude(Worker *worker, SearchResult *result)
{
    const Limits *limits = worker_limits(worker);
    if (limits->mate == 0) return false;
    Move first = worker->root.moves[0].move;
    *result =
        (SearchResult){.best = first, .selectivity = 100, .pv = {.len = 1, .moves = {first}}, .stage = "proof search"};
    int most = limits->mate > 0 && limits->mate < MAX_DEPTH ? limits->mate : MAX_DEPTH;
    for (int depth = 1; depth <= most; depth += 2) {
        Pv pv;
        Score score = search(worker, SCORE_WIN_BOUND - 1, SCORE_INFINITE, depth - 1, 0, &pv);
        if (worker_stopped(worker)) return true;
        if (!score_is_win(score)) continue;
        result->best = pv.moves[0];
        result->ponder = pv.len > 1 ? pv.moves[1] : MOVE_NONE;
        result->score = score;
        result->bound = BOUND_EXACT;
        result->depth = result->seldepth = SCORE_WIN - score;
        result->proof = PROOF_WIN;
        result->pv = pv;
        worker_report_line(worker, 1, score, BOUND_EXACT, &pv, result->depth);
        return true;
    }
    result->proof = PROOF_NO_WIN; /* within as many plies */
    return true;
}
