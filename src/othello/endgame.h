/* The endgame solver below MIDDLE_EMPTIES: exact scores in discs, null window, fail-soft, to the last square.
 *
 * Every node is counted through the worker, so the clock is inside. What is above is search.h. From the top down:
 *   middle    the worker's small table, moves ordered by what they leave the other side to play (fastest first)
 *   shallow   no table, quadrants with an odd number of empties first; nodes of the most empties in the order of the
 *             middle where a cut is expected
 *   last.h    the last four squares
 * Static, compiled for each code path. */
#ifndef YOMI_OTHELLO_ENDGAME_H
#define YOMI_OTHELLO_ENDGAME_H

#include "othello/end_list.h"
#include "othello/last.h"

enum {
    SHALLOW_EMPTIES = 6,  /* up to here without table */
    ENHANCED_EMPTIES = 8, /* least that looks into the table for all moves first */
    MIDDLE_EMPTIES = 13,  /* up to here with the small table */
};

_Static_assert((int)MIDDLE_EMPTIES <= (int)END_MOVES_MAX, "a list has room for all moves");

static inline uint64_t counted_moves(const State *state, uint64_t own, uint64_t other)
{
    (void)state;
    COUNT_DEBUG(state, STAT_MOVE_LISTS);
    return moves_of(own, other);
}

/* All squares of quadrants that have an odd number of empties: the bits of each are folded into its first one. */
static inline uint64_t odd_quadrants(uint64_t empties)
{
    empties ^= empties >> 2;
    empties ^= empties >> 1;
    empties ^= empties >> 16;
    empties ^= empties >> 8;
    return (empties & UINT64_C(0x0000001100000011)) * QUADRANT0;
}

/* end_list_make for a board; `tabled`: the moves' nodes are looked up in the small table. */
static inline int list_end_moves(State *state, EndList *list, uint64_t own, uint64_t other, uint64_t moves, bool tabled)
{
    uint64_t odd = odd_quadrants(~(own | other));
    int key = end_list_make(list, own, other, moves, odd, tabled ? &state->small : NULL);
    for (int i = 0; i < list->count; i++) COUNT_DEBUG(state, STAT_MOVE_LISTS);
    return key;
}

/* What the present grant does not cover is kept for the next time, so that nothing is lost between two polls. */
static inline void count_leaves(State *state)
{
    Worker *worker = state->worker;
    int64_t leaves = (int64_t)state->leaves;
    int64_t counted = leaves < worker->countdown ? leaves : worker->countdown;
    worker->countdown -= counted;
    state->leaves -= (uint64_t)counted;
}

/* At the end of a search: all of them, one by one where a poll comes between. */
static inline void count_all_leaves(State *state)
{
    while (state->leaves > 0 && worker_node(state->worker)) state->leaves--;
    state->leaves = 0;
}

/* ---- shallow ---- */

/* `cut`: the node is expected to fail high, so that it pays to order its moves well. */
static int shallow_node(State *state, uint64_t own, uint64_t other, int alpha, int empties, uint64_t moves, bool cut);

static inline int shallow_child(State *state, uint64_t own, uint64_t other, int alpha, int empties, uint64_t odd)
{
    if (empties == 4) return last_4(state, own, other, alpha, odd);
    return shallow_node(state, own, other, alpha, empties, counted_moves(state, own, other), false);
}

/* The moves are given because every caller has them or needs them anyway. */
static int shallow_moves(State *state, uint64_t own, uint64_t other, int alpha, int empties, uint64_t odd,
                         uint64_t moves)
{
    int best = SCORE_UNSET;
    for (uint64_t part = moves & odd ? moves & odd : moves; part;) {
        int square = bits_pop(&part);
        uint64_t flips = flips_of(own, other, square);
        int value = -shallow_child(state, other ^ flips, own ^ flips ^ bit(square), -alpha - 1, empties - 1,
                                   odd ^ quadrant_mask(quadrant_of(square)));
        if (value > best) best = value;
        if (value > alpha) return value;
        moves ^= bit(square);
        if (!part) part = moves;
    }
    return best;
}

/* The same in the order of the middle. */
static int shallow_ordered(State *state, uint64_t own, uint64_t other, int alpha, int empties, uint64_t moves)
{
    EndList list;
    int best = SCORE_UNSET;
    int key = list_end_moves(state, &list, own, other, moves, false);
    for (int left = list.count; left > 0; left--, key = end_list_next(&list, key)) {
        int i = end_place(key), value = SQUARES;
        if (list.own[i]) {
            value = -shallow_node(state, list.own[i], list.other[i], -alpha - 1, empties - 1, list.moves[i], false);
        }
        if (value > best) best = value;
        if (value > alpha) break;
    }
    return best;
}

static int shallow_node(State *state, uint64_t own, uint64_t other, int alpha, int empties, uint64_t moves, bool cut)
{
    if (!worker_node(state->worker)) return alpha;
    int bound;
    if (stability_cuts(state, own, other, alpha, empties, &bound)) {
        worker_count(state->worker, STAT_STABILITY_CUTS);
        return bound;
    }
    if (cut && empties == SHALLOW_EMPTIES && moves & (moves - 1)) {
        return shallow_ordered(state, own, other, alpha, empties, moves);
    }
    uint64_t odd = odd_quadrants(~(own | other));
    if (moves) {
        int value = shallow_moves(state, own, other, alpha, empties, odd, moves);
        if (empties == SHALLOW_EMPTIES - 1) count_leaves(state);
        return value;
    }
    moves = counted_moves(state, other, own);
    if (!moves) return board_final_score((Board){own, other});
    return -shallow_moves(state, other, own, -alpha - 1, empties, odd, moves);
}

/* ---- middle ---- */

typedef struct EndMove {
    uint64_t own, other; /* the board after the move, for the other side */
    uint64_t moves;      /* what the other side can then play */
    uint64_t key;        /* in the small table, when the node is looked up there */
    int square;
} EndMove;

static inline void make_end_move(State *state, EndMove *move, uint64_t own, uint64_t other, int square, bool tabled)
{
    uint64_t flips = flips_of(own, other, square);
    move->square = square;
    move->own = other ^ flips;
    move->other = own ^ flips ^ bit(square);
    if (tabled) {
        move->key = small_hash_key(move->own, move->other);
        small_prefetch(&state->small, move->key);
    }
    move->moves = counted_moves(state, move->own, move->other);
}

static int middle_null(State *state, const EndMove *board, int alpha, int empties, bool cut);

static inline int middle_child(State *state, const EndMove *move, int alpha, int empties, bool cut)
{
    if (empties > SHALLOW_EMPTIES) return middle_null(state, move, alpha, empties, cut);
    return shallow_node(state, move->own, move->other, alpha, empties, move->moves, cut);
}

static int middle_pass(State *state, const EndMove *board, int alpha, int empties, bool cut)
{
    EndMove passed = {board->other, board->own, counted_moves(state, board->other, board->own),
                      small_hash_key(board->other, board->own), -1};
    if (!passed.moves) return board_final_score((Board){board->own, board->other});
    return -middle_null(state, &passed, -alpha - 1, empties, !cut);
}

typedef struct EndNode {
    int alpha, empties;
    int best, square;
    bool cut; /* expected to fail high */
} EndNode;

/* True when the node is decided. */
static inline bool try_end_move(State *state, EndNode *node, const EndMove *move)
{
    bool first = node->best == SCORE_UNSET;
    int value = SQUARES;
    if (move->own) value = -middle_child(state, move, -node->alpha - 1, node->empties - 1, !(node->cut && first));
    if (value > node->best) {
        node->best = value;
        node->square = move->square;
    }
    return value > node->alpha;
}

/* A move after which the table says enough ends the node before anything is searched. */
static bool known_to_decide(State *state, EndNode *node, const EndList *list)
{
    if (state->switches.no_enhanced) return false;
    for (int i = 0; i < list->count; i++) {
        int value = -small_probe(&state->small, list->hash[i]).upper;
        if (value <= node->alpha) continue;
        worker_count(state->worker, STAT_ENHANCED_TT_CUTS);
        node->best = value;
        node->square = list->squares[i];
        return true;
    }
    return false;
}

/* All moves, the best by order first. */
static bool try_end_moves(State *state, EndNode *node, const EndMove *board, uint64_t moves)
{
    EndList list;
    bool tabled = node->empties - 1 > SHALLOW_EMPTIES;
    int key = list_end_moves(state, &list, board->own, board->other, moves, tabled);
    if (node->empties >= ENHANCED_EMPTIES && known_to_decide(state, node, &list)) return true;
    for (int left = list.count; left > 0; left--, key = end_list_next(&list, key)) {
        int i = end_place(key);
        EndMove move = {list.own[i], list.other[i], list.moves[i], tabled ? list.hash[i] : 0, list.squares[i]};
        if (try_end_move(state, node, &move)) {
            worker_cutoff(state->worker, left == list.count);
            return true;
        }
        if (worker_stopped(state->worker)) return false;
    }
    return false;
}

/* The table's move before any other is even made. */
static bool try_table_move(State *state, EndNode *node, const EndMove *board, int square)
{
    EndMove move;
    make_end_move(state, &move, board->own, board->other, square, node->empties - 1 > SHALLOW_EMPTIES);
    bool decided = try_end_move(state, node, &move);
    if (decided) worker_cutoff(state->worker, true);
    return decided;
}

static int middle_null(State *state, const EndMove *board, int alpha, int empties, bool cut)
{
    Worker *worker = state->worker;
    if (!worker_node(worker)) return alpha;
    int bound;
    if (stability_cuts(state, board->own, board->other, alpha, empties, &bound)) {
        worker_count(worker, STAT_STABILITY_CUTS);
        return bound;
    }
    uint64_t moves = board->moves;
    if (!moves) return middle_pass(state, board, alpha, empties, cut);
    SmallEntry entry = small_probe(&state->small, board->key);
    if (entry.lower > alpha) return entry.lower;
    if (entry.upper <= alpha) return entry.upper;

    EndNode node = {alpha, empties, SCORE_UNSET, -1, cut};
    bool decided = false;
    if (entry.square >= 0 && moves & bit(entry.square)) {
        decided = try_table_move(state, &node, board, entry.square);
        moves &= ~bit(entry.square);
    }
    if (!decided && !worker_stopped(worker)) (void)try_end_moves(state, &node, board, moves);
    if (worker_stopped(worker)) return alpha;
    if (node.best > alpha)
        entry.lower = node.best;
    else
        entry.upper = node.best;
    entry.square = node.square;
    small_store(&state->small, board->key, entry);
    return node.best;
}

/* ---- the door ---- */

/* For up to MIDDLE_EMPTIES; `moves` are those of the side to move. */
static int endgame_null(State *state, Board board, int alpha, int empties, uint64_t moves, bool cut)
{
    if (empties > SHALLOW_EMPTIES) {
        EndMove root = {board.own, board.other, moves, small_hash_key(board.own, board.other), -1};
        return middle_null(state, &root, alpha, empties, cut);
    }
    if (empties >= 4) {
        int value = empties == 4 ? last_4(state, board.own, board.other, alpha, odd_quadrants(board_empties(board)))
                                 : shallow_node(state, board.own, board.other, alpha, empties, moves, cut);
        count_leaves(state);
        return value;
    }
    int squares[3] = {0};
    int count = 0;
    for (uint64_t rest = board_empties(board); rest;) squares[count++] = bits_pop(&rest);
    if (count == 3) return last_3(state, board.own, board.other, alpha, squares[0], squares[1], squares[2]);
    if (count == 2) return last_2(state, board.own, board.other, alpha, squares[0], squares[1]);
    return count == 1 ? last_1(board.own, squares[0]) : board_final_score(board);
}

#endif
