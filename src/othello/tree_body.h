/* The body of a code path: included by tree_avx512.c, tree_avx2.c and tree_plain.c only, with TREE_NAME defined. */
#include "othello/search.h"
#include "othello/tree.h"

static uint64_t tree_moves(uint64_t own, uint64_t other)
{
    return moves_of(own, other);
}

static uint64_t tree_flips(uint64_t own, uint64_t other, int square)
{
    return flips_of(own, other, square);
}

static unsigned tree_last_flips(uint64_t own, int square)
{
    return last_flip_counts(own, square);
}

static int tree_stable(const EdgeTable *edges, uint64_t own, uint64_t other)
{
    return stability_count(edges, own, other, 0);
}

static int tree_ordered(Board board, uint64_t moves, uint8_t *squares, uint64_t *replies)
{
    EndList list;
    int key = end_list_make(&list, board.own, board.other, moves, odd_quadrants(board_empties(board)), NULL);
    for (int i = 0; i < list.count; i++, key = end_list_next(&list, key)) {
        squares[i] = list.squares[end_place(key)];
        replies[i] = list.moves[end_place(key)];
    }
    return list.count;
}

/* A finished game counts as one leaf at any depth, as in the published counts. */
static uint64_t tree_perft(Board board, int depth, PerftWatch *watch)
{
    enum { WATCHED_DEPTH = 4 }; /* some thousand leaves */
    if (depth == 0) return 1;
    if (depth >= WATCHED_DEPTH && perft_ended(watch)) return 0;
    uint64_t moves = moves_of(board.own, board.other);
    if (!moves) {
        if (!moves_of(board.other, board.own)) return 1;
        return tree_perft(board_pass(board), depth - 1, watch);
    }
    if (depth == 1) return (uint64_t)bits_count(moves);
    uint64_t count = 0;
    while (moves) {
        int square = bits_pop(&moves);
        count += tree_perft(board_after(board, square, flips_of(board.own, board.other, square)), depth - 1, watch);
    }
    return count;
}

static Score tree_search(State *state, Board board, int depth, Score alpha, Score beta, Pv *pv)
{
    node_set(state, &state->root, board);
    Score value = node_pv(state, &state->root, depth, alpha, beta, 0, pv);
    count_all_leaves(state);
    return value;
}

static void root_move(State *state, Move move, NodeMove *out)
{
    const Node *root = &state->root;
    if (move == MOVE_PASS) {
        out->square = -1;
        node_passed(root, &out->node);
    } else {
        out->square = square_of_move(move);
        node_after(state, root, out->square, flips_of(root->board.own, root->board.other, out->square), &out->node);
    }
    out->moves = counted_moves(state, out->node.board.own, out->node.board.other);
}

static Score search_root_moves(State *state, int depth, Score alpha, Score beta)
{
    Worker *worker = state->worker;
    node_set(state, &state->root, state->board);
    if (!worker_node(worker)) return alpha;
    bool exact = depth == board_empty_count(state->board) && state->selectivity == SELECT_NONE;
    bool shared = share_node(state, depth, board_empty_count(state->board));
    RootPass pass = root_pass(worker, alpha, beta);
    for (int i; (i = root_pass_next(&pass)) >= 0;) {
        NodeMove move;
        Pv child;
        Move now = worker->root.moves[i].move;
        root_move(state, now, &move);
        int cost = now == MOVE_PASS ? 0 : 1; /* a pass costs no depth */
        bool first = i == worker->root.first && !pass.again;
        if (shared && !first && !pass.again &&
            busy_marked(worker->busy, share_key(move.node.hash.key, depth + 1 - cost))) {
            root_pass_put_off(&pass, i);
            continue;
        }
        worker_root_begin(worker, i);
        Score floor = pass.alpha,
              value = pv_move(state, &move, depth + 1 - cost, floor, beta, 0, first, shared, &child);
        bool done = !worker_stopped(worker);
        count_all_leaves(state);
        if (!done) return alpha;
        root_pass_take(&pass, i, value, &child);
        worker->root.moves[i].proven = exact && value > floor && value < beta;
    }
    if (pass.whole && pass.best_move != MOVE_PASS && depth >= TABLE_DEPTH) {
        TableView view = {pass.best > alpha ? pass.best : -SQUARES * DISC,
                          pass.best < beta ? pass.best : SQUARES * DISC, square_of_move(pass.best_move)};
        store_table(state, state->root.hash.key, depth, view);
    }
    return pass.best;
}

/* Who wins, in the window of a draw alone: results are even numbers of discs, so whatever is outside is a win or a
 * loss. That is the whole answer for any window that was asked for, and the value is told inside of it. */
static Score search_root_outcome(State *state, int depth, Score alpha, Score beta)
{
    RootList *root = &state->worker->root;
    (void)search_root_moves(state, depth, -DISC, DISC);
    for (int i = root->first; i < root->count; i++) {
        RootMove *entry = &root->moves[i];
        if (entry->score == -SCORE_INFINITE) continue;
        entry->score = entry->score >= DISC ? DISC : entry->score <= -DISC ? -DISC : SCORE_DRAW;
        entry->bound = BOUND_EXACT;
    }
    return SCORE_DRAW <= alpha ? alpha + 1 : SCORE_DRAW >= beta ? beta - 1 : SCORE_DRAW;
}

static Score tree_search_root(State *state, int depth, Score alpha, Score beta)
{
    bool outcome = state->outcomes && depth == board_empty_count(state->board);
    return outcome ? search_root_outcome(state, depth, alpha, beta) : search_root_moves(state, depth, alpha, beta);
}

const Tree TREE_NAME = {.moves = tree_moves,
                        .flips = tree_flips,
                        .last_flips = tree_last_flips,
                        .stable = tree_stable,
                        .ordered = tree_ordered,
                        .perft = tree_perft,
                        .search = tree_search,
                        .search_root = tree_search_root};
