/* The search above the last empties: principal variation search on the score scale of the core.
 *
 * `depth` counts moves, not passes. A depth that reaches the last square is an endgame: scores are then final results
 * (discs times DISC) and nothing is estimated any more. One function serves the middle game and the upper endgame,
 * because all they differ in is what stands at the bottom. Static, compiled for each code path. */
#ifndef YOMI_OTHELLO_SEARCH_H
#define YOMI_OTHELLO_SEARCH_H

#include "othello/endgame.h"
#include "othello/evaluate.h"
#include "othello/share.h"

enum {
    TABLE_DEPTH = 3,       /* least depth that the table is used for */
    ENHANCED_DEPTH = 5,    /* least depth that looks into the table for all moves first */
    SORT_DEPTH = 3,        /* least depth that orders by evaluation */
    CARELESS_EMPTIES = 18, /* up to here a solver's node that is not expected to cut does without */
    PROBE_NESTING = 2,     /* Multi-ProbCut probes inside each other */
    HISTORY_SHARE = 128,   /* of a history cell goes into the order */
    HISTORY_STEP = 16,     /* a cut at depth d moves a cell by d * d steps */
    ORDER_PUT_OFF = -(1 << 18),
    ORDER_TAKEN = -(1 << 20)
};

typedef struct NodeMove {
    Node node;      /* after the move; its features only once the move is ordered or taken */
    uint64_t moves; /* what the other side can then play */
    uint64_t flips;
    int square;
    bool put_off; /* another worker was searching it */
} NodeMove;

typedef struct MoveList {
    NodeMove moves[MOVES_MAX];
    int order[MOVES_MAX];
    int count, left;
    int table;     /* the table's move, -1: none or taken */
    bool featured; /* evaluated for the order, so the features are there */
    bool careless; /* no evaluation for the order: the node is not expected to cut */
    bool bare;     /* the moves' nodes go to the endgame solver, which needs no features */
    bool shared;   /* other workers may be at the node too */
    int put_off;   /* moves that were put off because another worker was in them */
    bool ordered;  /* all but the table's move, which often makes the others needless */
} MoveList;

/* ---- the table: both bounds of an entry are kept, `score` is the lower and `eval` the upper ---- */

typedef struct TableView {
    Score lower, upper;
    int square;
} TableView;

static inline TableView view_table(State *state, uint64_t key, int depth)
{
    TableView view = {-SQUARES * DISC, SQUARES * DISC, -1};
    TTData data;
    if (!worker_tt_probe(state->worker, key, 0, &data)) return view;
    view.square = square_of_move(data.move);
    if (code_serves(data.depth, depth, state->selectivity)) {
        view.lower = data.score;
        view.upper = data.eval;
    }
    return view;
}

static inline void store_table(State *state, uint64_t key, int depth, TableView view)
{
    Bound bound = view.lower == view.upper ? BOUND_EXACT : view.lower > -SQUARES * DISC ? BOUND_LOWER : BOUND_UPPER;
    worker_tt_store(state->worker, key, 0, move_of_square(view.square), view.lower, view.upper,
                    depth_code(depth, state->selectivity), bound);
}

/* ---- going down ---- */

/* All but the features. */
static inline void node_after_lean(const State *state, const Node *node, int square, uint64_t flips, Node *next)
{
    (void)state;
    COUNT_DEBUG(state, STAT_HASH_UPDATES);
    next->board = board_after(node->board, square, flips);
    next->hash = board_hash_move(node->hash, square, flips);
    next->side = node->side ^ 1;
}

static inline void carry_features(const State *state, const Node *node, int square, uint64_t flips, Features *next)
{
    features_after(&state->shared->patterns, &node->features, next, node->side, square, flips);
#ifndef NDEBUG
    COUNT_DEBUG(state, STAT_PATTERN_UPDATES);
    for (int i = 0; i < PATTERN_INSTANCES; i++) {
        if (next->index[i] != node->features.index[i]) COUNT_DEBUG(state, STAT_PATTERNS_AFFECTED);
    }
#endif
}

static inline void node_after(const State *state, const Node *node, int square, uint64_t flips, Node *next)
{
    carry_features(state, node, square, flips, &next->features);
    node_after_lean(state, node, square, flips, next);
}

static inline void node_passed(const Node *node, Node *next)
{
    next->features = node->features;
    next->board = board_pass(node->board);
    next->hash = board_hash_pass(node->hash);
    next->side = node->side ^ 1;
}

#ifndef NDEBUG
/* What is carried equals what is computed anew. */
static bool node_is_sound(const State *state, const Node *node)
{
    uint64_t first = node->side == 0 ? node->board.own : node->board.other;
    uint64_t second = node->side == 0 ? node->board.other : node->board.own;
    Features anew;
    othello_features_set(&state->shared->patterns, &anew, first, second);
    for (int i = 0; i < PATTERN_INSTANCES; i++) {
        if (anew.index[i] != node->features.index[i]) return false;
    }
    BoardHash hash = othello_board_hash(node->board);
    return hash.key == node->hash.key && hash.passed == node->hash.passed;
}
#endif

static inline int floor_discs(Score score)
{
    return score >= 0 ? score / DISC : -((-score + DISC - 1) / DISC);
}

/* ---- the bottom of the middle game ---- */

static inline Score evaluate_side(const State *state, const Node *node, int side, Board board, uint64_t moves)
{
    COUNT_DEBUG(state, STAT_MOVE_LISTS); /* the other side's, for its mobility */
    return evaluate(&state->shared->weights, &node->features, side, board, moves);
}

/* `moves` are those of the side to move, as everywhere below. */
static Score leaf_value(State *state, const Node *node, uint64_t moves)
{
    (void)worker_node(state->worker);
    worker_count(state->worker, STAT_EVALS);
    assert(node_is_sound(state, node));
    if (moves) return evaluate_side(state, node, node->side, node->board, moves);
    Board passed = board_pass(node->board);
    moves = counted_moves(state, passed.own, passed.other);
    if (!moves) return board_final_score(node->board) * DISC;
    return -evaluate_side(state, node, node->side ^ 1, passed, moves);
}

/* `cut`: the node is expected to fail high, so that it pays to order its moves well. */
static Score node_null(State *state, const Node *node, uint64_t moves, int depth, Score alpha, bool cut);

static Score null_pass(State *state, const Node *node, int depth, Score alpha, bool cut)
{
    uint64_t moves = counted_moves(state, node->board.other, node->board.own);
    if (!moves) return board_final_score(node->board) * DISC;
    Node passed;
    node_passed(node, &passed);
    return -node_null(state, &passed, moves, depth, -alpha - 1, !cut);
}

static Score null_depth_1(State *state, const Node *node, uint64_t moves, Score alpha)
{
    Score best = -SCORE_INFINITE;
    while (moves) {
        int square = bits_pop(&moves);
        Node next;
        node_after(state, node, square, flips_of(node->board.own, node->board.other, square), &next);
        Score value = -leaf_value(state, &next, counted_moves(state, next.board.own, next.board.other));
        if (value > best) best = value;
        if (value > alpha) break;
    }
    return best;
}

/* ---- lists of moves ---- */

/* `prefetch`: the moves will be looked up in the table. */
static void list_moves(const State *state, const Node *node, uint64_t moves, int table_square, bool prefetch,
                       MoveList *list)
{
    list->count = 0;
    list->table = -1;
    list->ordered = list->careless = list->bare = list->shared = false;
    list->put_off = 0;
    while (moves) {
        int at = list->count++;
        NodeMove *move = &list->moves[at];
        move->square = bits_pop(&moves);
        move->put_off = false;
        move->flips = flips_of(node->board.own, node->board.other, move->square);
        node_after_lean(state, node, move->square, move->flips, &move->node);
        if (prefetch) tt_prefetch(state->worker->tt, move->node.hash.key);
        move->moves = counted_moves(state, move->node.board.own, move->node.board.other);
        list->order[at] = move->node.board.own ? 0 : ORDER_WIPEOUT;
        if (move->square == table_square) list->table = at;
    }
    list->left = list->count;
}

static inline void move_features(const State *state, const Node *node, NodeMove *move)
{
    carry_features(state, node, move->square, move->flips, &move->node.features);
}

/* Depth of the little search that orders the moves of a node. */
static inline int sort_depth(int depth, int empties)
{
    if (depth == empties) return depth < 16 ? 0 : depth < 21 ? 1 : 2;
    return depth < 8 ? 0 : depth < 13 ? 1 : 2;
}

/* Plain alpha-beta of a ply or two, for ordering only. */
static Score glance(State *state, const Node *node, uint64_t moves, int depth, Score alpha, Score beta)
{
    if (depth == 0 || !moves) return leaf_value(state, node, moves);
    Score best = -SCORE_INFINITE;
    while (moves && best < beta) {
        int square = bits_pop(&moves);
        Node next;
        node_after(state, node, square, flips_of(node->board.own, node->board.other, square), &next);
        uint64_t replies = counted_moves(state, next.board.own, next.board.other);
        Score value = -glance(state, &next, replies, depth - 1, -beta, best > alpha ? -best : -alpha);
        if (value > best) best = value;
    }
    return best;
}

static void order_moves(State *state, const Node *node, MoveList *list, int depth, int empties)
{
    uint64_t odd = odd_quadrants(board_empties(node->board));
    int look = sort_depth(depth, empties);
    bool end = depth == empties, evaluate = depth >= SORT_DEPTH && !state->switches.no_evaluate && !list->careless;
    list->ordered = true;
    list->featured = evaluate;
    for (int i = 0; i < list->count; i++) {
        NodeMove *move = &list->moves[i];
        if (list->order[i] != 0) continue;
        int order = -weighted_mobility(move->moves) * (end ? 160 : 20) + (end && odd & bit(move->square) ? 60 : 0);
        if (evaluate) {
            move_features(state, node, move);
            order -= glance(state, &move->node, move->moves, look, -SCORE_INFINITE, SCORE_INFINITE);
        } else {
            order += end ? square_order[move->square] : state->history[node->side][move->square] / HISTORY_SHARE;
        }
        list->order[i] = order;
    }
}

/* The best move that is left, the table's first; NULL at the end. */
static NodeMove *next_move(State *state, const Node *node, MoveList *list, int depth, int empties)
{
    if (list->left == 0) return NULL;
    list->left--;
    int best = list->table;
    bool featured = false;
    if (best >= 0) {
        list->table = -1;
    } else {
        if (!list->ordered) order_moves(state, node, list, depth, empties);
        featured = list->featured;
        best = 0;
        for (int i = 1; i < list->count; i++) {
            if (list->order[i] > list->order[best]) best = i;
        }
    }
    if (!featured && !list->bare) move_features(state, node, &list->moves[best]);
    list->order[best] = ORDER_TAKEN;
    return &list->moves[best];
}

/* The same, but never the first: moves that another worker is in come last. */
static NodeMove *next_free_move(State *state, const Node *node, MoveList *list, int depth, int empties)
{
    for (;;) {
        NodeMove *move = next_move(state, node, list, depth, empties);
        if (!list->shared || !move || move->put_off || list->left == list->count - 1) return move;
        if (!busy_marked(state->worker->busy, share_key(move->node.hash.key, depth))) return move;
        move->put_off = true;
        list->order[move - list->moves] = ORDER_PUT_OFF - list->put_off++;
        list->left++;
    }
}

/* A move that the table knows to be good enough ends the node before anything is searched. */
static bool enhanced_cutoff(State *state, const MoveList *list, int depth, Score alpha, Score *value)
{
    for (int i = 0; i < list->count; i++) {
        TTData data;
        if (!tt_probe(state->worker->tt, list->moves[i].node.hash.key, &data)) continue;
        if (!code_serves(data.depth, depth - 1, state->selectivity) || -data.eval <= alpha) continue;
        worker_count(state->worker, STAT_ENHANCED_TT_CUTS);
        *value = -data.eval;
        return true;
    }
    return false;
}

/* ---- Multi-ProbCut ---- */

/* A probe with a null window at the point that the regression line, moved by t sigma, maps to alpha: true when a
 * shallow search says that the node will fail high (or low). */
static bool probcut(State *state, const Node *node, uint64_t moves, int depth, int empties, Score alpha, Score *value)
{
    static const int16_t t_percent[PROBCUT_LEVELS] = {110, 165, 240}; /* of sigma: 73, 90, 98.4 % confidence */
    if (state->probing >= PROBE_NESTING) return false;
    const ProbCutFit *fit = probcut_fit(&state->shared->probcut, empties, depth);
    int margin = fit->sigma * t_percent[state->selectivity] / 100;
    int shallow = probcut_shallow(depth);
    int high = ((alpha + 1 - fit->offset + margin) * 1024) / fit->slope;
    int low = ((alpha - fit->offset - margin) * 1024) / fit->slope;
    Score now = leaf_value(state, node, moves);
    worker_count(state->worker, STAT_PROBCUT_TRIES);
    bool cut = false;
    state->probing++;
    if (now >= alpha && high <= SQUARES * DISC) {
        cut = node_null(state, node, moves, shallow, high - 1, true) >= high;
        *value = alpha + 1;
    } else if (now < alpha && low >= -SQUARES * DISC) {
        cut = node_null(state, node, moves, shallow, low, false) <= low;
        *value = alpha;
    }
    state->probing--;
    if (worker_stopped(state->worker)) return false;
    if (cut) worker_count(state->worker, STAT_PROBCUT_CUTS);
    return cut;
}

/* ---- null window ---- */

static bool stability_bound(const State *state, const Node *node, Score alpha, int empties, Score *bound)
{
    int discs;
    if (!stability_cuts(state, node->board.own, node->board.other, floor_discs(alpha), empties, &discs)) return false;
    worker_count(state->worker, STAT_STABILITY_CUTS);
    *bound = discs * DISC;
    return true;
}

static Score null_move(State *state, const NodeMove *move, int depth, Score alpha, bool cut, bool shared)
{
    if (!move->node.board.own) return SQUARES * DISC;
    if (!shared) return -node_null(state, &move->node, move->moves, depth - 1, -alpha - 1, cut);
    uint64_t mark = share_key(move->node.hash.key, depth);
    busy_mark(state->worker->busy, mark);
    Score value = -node_null(state, &move->node, move->moves, depth - 1, -alpha - 1, cut);
    busy_unmark(state->worker->busy, mark);
    return value;
}

/* The move that cut gains, those that were searched before it in vain lose. */
static void remember_cut(State *state, int side, int depth, const MoveList *list, const NodeMove *cut)
{
    int step = HISTORY_STEP * depth * depth;
    history_update(&state->history[side][cut->square], step);
    for (int i = 0; i < list->count; i++) {
        if (list->order[i] != ORDER_TAKEN || &list->moves[i] == cut) continue;
        history_update(&state->history[side][list->moves[i].square], -step);
    }
}

static Score search_null_moves(State *state, const Node *node, uint64_t moves, int depth, int empties, Score alpha,
                               bool cut, bool shared, TableView *view)
{
    MoveList list;
    bool tabled = depth < empties ? depth > TABLE_DEPTH : empties - 1 > MIDDLE_EMPTIES; /* the moves' nodes */
    list_moves(state, node, moves, view->square, tabled, &list);
    list.bare = depth == empties && !tabled;
    list.shared = shared;
    list.careless = !cut && depth == empties && empties <= CARELESS_EMPTIES;
    Score best = -SCORE_INFINITE;
    bool look = tabled && depth >= ENHANCED_DEPTH && !state->switches.no_enhanced;
    if (look && enhanced_cutoff(state, &list, depth, alpha, &best)) return best;
    const NodeMove *move;
    while ((move = next_free_move(state, node, &list, depth, empties)) != NULL) {
        bool first = list.left == list.count - 1;
        Score value = null_move(state, move, depth, alpha, !(cut && first), shared);
        if (worker_stopped(state->worker)) return alpha;
        if (value > best) {
            best = value;
            view->square = move->square;
        }
        if (value > alpha) {
            worker_cutoff(state->worker, first);
            if (depth < empties) remember_cut(state, node->side, depth, &list, move);
            break;
        }
    }
    return best;
}

static Score node_null(State *state, const Node *node, uint64_t moves, int depth, Score alpha, bool cut)
{
    if (depth == 0) return leaf_value(state, node, moves);
    int empties = board_empty_count(node->board);
    bool end = depth >= empties;
    if (end && empties <= MIDDLE_EMPTIES) {
        return endgame_null(state, node->board, floor_discs(alpha), empties, moves, cut) * DISC;
    }
    assert(node_is_sound(state, node)); /* above, nodes for the endgame solver have no features */
    if (end) depth = empties;
    if (!worker_node(state->worker)) return alpha;
    Score value = alpha;
    if (end && stability_bound(state, node, alpha, empties, &value)) return value;
    if (!moves) return null_pass(state, node, depth, alpha, cut);
    if (depth == 1) return null_depth_1(state, node, moves, alpha);

    TableView view = {-SQUARES * DISC, SQUARES * DISC, -1};
    if (depth >= TABLE_DEPTH) view = view_table(state, node->hash.key, depth);
    if (view.lower > alpha || view.upper <= alpha) {
        worker_count(state->worker, STAT_TT_CUTS);
        return view.lower > alpha ? view.lower : view.upper;
    }
    bool may_cut = state->selectivity != SELECT_NONE && depth >= PROBCUT_DEPTH_MIN;
    bool shared = share_node(state, depth, empties);
    if (shared && share_overtaken(state)) return alpha;
    if (shared) share_open(state, node->hash.key, depth, alpha);
    bool cut_by_probe = may_cut && probcut(state, node, moves, depth, empties, alpha, &value);
    if (!cut_by_probe && !worker_stopped(state->worker)) {
        value = search_null_moves(state, node, moves, depth, empties, alpha, cut, shared, &view);
    }
    if (shared && share_close(state, &value)) return value;
    if (worker_stopped(state->worker)) return alpha;
    if (cut_by_probe) return value;
    if (value > alpha)
        view.lower = value;
    else
        view.upper = value;
    if (depth >= TABLE_DEPTH) store_table(state, node->hash.key, depth, view);
    return value;
}

/* ---- inside a window ---- */

static Score node_pv(State *state, const Node *node, int depth, Score alpha, Score beta, int ply, Pv *pv);

static Score pv_pass(State *state, const Node *node, int depth, Score alpha, Score beta, int ply, Pv *pv)
{
    if (!counted_moves(state, node->board.other, node->board.own)) return board_final_score(node->board) * DISC;
    Node passed;
    Pv child;
    node_passed(node, &passed);
    Score value = -node_pv(state, &passed, depth, -beta, -alpha, ply + 1, &child);
    if (!worker_stopped(state->worker)) pv_set(pv, MOVE_PASS, &child);
    return value;
}

/* One move of a node or of the root: a null window first, the whole one when that does not decide. */
static Score pv_move(State *state, const NodeMove *move, int depth, Score alpha, Score beta, int ply, bool first,
                     bool shared, Pv *child)
{
    pv_clear(child);
    if (!move->node.board.own) return SQUARES * DISC;
    Score value = alpha + 1;
    if (!first) value = null_move(state, move, depth, alpha, true, shared);
    if (first || (value > alpha && value < beta)) {
        if (worker_stopped(state->worker)) return alpha;
        value = -node_pv(state, &move->node, depth - 1, -beta, -alpha, ply + 1, child);
    }
    return value;
}

static Score node_pv(State *state, const Node *node, int depth, Score alpha, Score beta, int ply, Pv *pv)
{
    Worker *worker = state->worker;
    assert(node_is_sound(state, node));
    pv_clear(pv);
    worker_reach(worker, ply);
    uint64_t moves = counted_moves(state, node->board.own, node->board.other);
    int empties = board_empty_count(node->board);
    if (depth > empties) depth = empties;
    if (!moves) return pv_pass(state, node, depth, alpha, beta, ply, pv);
    if (depth == 0) return leaf_value(state, node, moves);
    if (!worker_node(worker)) return alpha;
    TableView view = view_table(state, node->hash.key, depth);
    MoveList list;
    list_moves(state, node, moves, view.square, depth > TABLE_DEPTH, &list);
    list.shared = share_node(state, depth, empties);
    Score best = -SCORE_INFINITE;
    const NodeMove *move;
    while (best < beta && (move = next_free_move(state, node, &list, depth, empties)) != NULL) {
        Pv child;
        bool first = list.left == list.count - 1;
        Score value = pv_move(state, move, depth, best > alpha ? best : alpha, beta, ply, first, list.shared, &child);
        if (worker_stopped(worker)) return alpha;
        if (value <= best) continue;
        best = value;
        view.square = move->square;
        if (value > alpha) pv_set(pv, move_of_square(move->square), &child);
    }
    view.lower = best > alpha ? best : -SQUARES * DISC;
    view.upper = best < beta ? best : SQUARES * DISC;
    if (depth >= TABLE_DEPTH) store_table(state, node->hash.key, depth, view);
    return best;
}

static void node_set(const State *state, Node *node, Board board)
{
    COUNT_DEBUG(state, STAT_HASH_SCANS);
    othello_features_set(&state->shared->patterns, &node->features, board.own, board.other);
    node->board = board;
    node->hash = othello_board_hash(board);
    node->side = 0;
}

#endif
