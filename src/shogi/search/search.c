#include "shogi/search/search.h"
#include "shogi/shared.h"

#include "shogi/eval/eval.h"
#include "shogi/rules.h"
#include "shogi/search/mate1.h"
#include "shogi/see.h"

#include <assert.h>
#include <string.h>

enum {
    REPETITION_SCORE = 28000, /* perpetual check by the other side */
    SUPERIOR_SCORE = 20000,   /* the same board with a better hand */
    TRIED_MAX = 64,
    QUIESCENCE_RECAPTURES = -5, /* from this depth on only captures on the last square */
    MATE3_BUDGET = 400,
    CORRECTION_LIMIT = 128,
    HISTORY_BONUS_MAX = 1800,
    QUIESCENCE_CAPTURES = 2 /* tried besides recaptures and checks */
};

/* One node of the main search, passed between its phases. */
typedef struct Node {
    ShogiState *s;
    Frame *frame;
    int ply, depth;
    Score alpha, beta, first_alpha;
    bool pv, cut, in_check, improving;
    bool table_hit;
    TTData table;
    Move table_move;
    Score raw_eval, eval;
    Score best;
    Move best_move;
    int number; /* of the move in progress, from 1 */
    CheckInfo info;
    int quiet_count, noisy_count;
    Move quiets[TRIED_MAX], noisies[TRIED_MAX]; /* tried and not best */
} Node;

static Score search_node(ShogiState *s, int ply, Score alpha, Score beta, int depth, bool cut);
static Score quiescence(ShogiState *s, int ply, Score alpha, Score beta, int depth);

static inline Frame *frame_at(ShogiState *s, int ply)
{
    return &s->frames[ply + FRAMES_BEFORE];
}

/* The static evaluation of the node at `ply`. */
static Score static_eval(ShogiState *s, int ply)
{
    if (!s->accumulator.net) return eval_static(&s->pos);
    return eval_clamp(accumulator_evaluate(&s->accumulator, ply, &s->pos));
}

/* ---- values that need no search ---- */

static bool repetition_score(ShogiState *s, int ply, Score *out)
{
    switch (rules_repetition(&s->pos, ply)) {
    case REPETITION_DRAW: *out = s->draw[s->pos.side]; return true;
    case REPETITION_WIN: *out = REPETITION_SCORE - ply; return true;
    case REPETITION_LOSS: *out = -REPETITION_SCORE + ply; return true;
    case REPETITION_SUPERIOR: *out = SUPERIOR_SCORE - ply; return true;
    case REPETITION_INFERIOR: *out = -SUPERIOR_SCORE + ply; return true;
    default: return false;
    }
}

/* Repetition, length of the game, declarations and the end of the stack. */
static bool known_score(ShogiState *s, int ply, Score *out)
{
    if (repetition_score(s, ply, out)) return true;
    if (rules_too_long(&s->pos)) {
        *out = s->draw[s->pos.side];
        return true;
    }
    if (rules_can_declare(&s->pos)) {
        *out = score_win_in(ply + 1);
        return true;
    }
    if (ply >= MAX_PLY - 2) {
        *out = pos_in_check(&s->pos) ? s->draw[s->pos.side] : static_eval(s, ply);
        return true;
    }
    return false;
}

/* ---- correction of the static evaluation ---- */

static size_t correction_slot(Bitboard a, Bitboard b)
{
    uint64_t x = (uint64_t)a * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)(a >> 64) * UINT64_C(0xc2b2ae3d27d4eb4f);
    uint64_t y = (uint64_t)b * UINT64_C(0x165667b19e3779f9) + (uint64_t)(b >> 64) * UINT64_C(0xd6e8feb86659fd93);
    return (size_t)((x ^ (y >> 13 | y << 51)) * UINT64_C(0xff51afd7ed558ccd) >> 50);
}

static void correction_cells(ShogiState *s, HistoryCell *cells[2])
{
    const ShogiPosition *pos = &s->pos;
    HistoryCell(*tables)[CORRECTION_SLOTS] = s->histories.correction[pos->side];
    cells[0] = &tables[0][correction_slot(pos_pieces(pos, BLACK, PAWN), pos_pieces(pos, WHITE, PAWN))];
    Bitboard castle = pos->kinds[KING] | pos->kinds[GOLDS] | pos->kinds[SILVER];
    cells[1] = &tables[1][correction_slot(castle & pos->colours[BLACK], castle & pos->colours[WHITE])];
}

static Score corrected(ShogiState *s, Score raw)
{
    if (!s->params->use_correction) return raw;
    HistoryCell *cells[2];
    correction_cells(s, cells);
    Score value = raw + (cells[0][0] + cells[1][0]) / 128;
    return value > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : value < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : value;
}

static void correction_learn(ShogiState *s, Score raw, Score best, int depth)
{
    HistoryCell *cells[2];
    correction_cells(s, cells);
    int miss = best - raw;
    miss = miss > CORRECTION_LIMIT ? CORRECTION_LIMIT : miss < -CORRECTION_LIMIT ? -CORRECTION_LIMIT : miss;
    int weight = depth < 16 ? depth + 1 : 16;
    /* The cell moves towards the miss, on the scale of 128 that corrected() divides by, halved for two cells. */
    for (int i = 0; i < 2; i++) {
        int target = miss * 64;
        cells[i][0] = (HistoryCell)(cells[i][0] + (target - cells[i][0]) * weight / 256);
    }
}

/* ---- moves ---- */

static void planes_at(ShogiState *s, int ply, const HistoryCell *planes[CONTINUATIONS])
{
    planes[0] = frame_at(s, ply - 1)->plane;
    planes[1] = frame_at(s, ply - 2)->plane;
    planes[2] = frame_at(s, ply - 4)->plane;
    planes[3] = frame_at(s, ply - 6)->plane;
}

static void make_move(ShogiState *s, Frame *frame, Move move, ShogiUndo *before)
{
    tt_prefetch(s->worker->tt, pos_key_after(&s->pos, move));
    frame->move = move;
    frame->plane = s->no_plane;
    if (s->params->use_continuation) {
        frame->plane = continuation_plane(s->histories.continuation, PIECES, SQUARES, pos_moved_piece(&s->pos, move),
                                          move_to(move));
    }
    if (s->accumulator.net)
        accumulator_note_move(&s->accumulator, (int)(frame - s->frames) - FRAMES_BEFORE, &s->pos, move);
    pos_do(&s->pos, move, before);
}

static int quiet_history(ShogiState *s, int ply, Move move)
{
    size_t at = continuation_index(&s->pos, move);
    return s->histories.butterfly[butterfly_index(s->pos.side, move)] + frame_at(s, ply - 1)->plane[at] +
           frame_at(s, ply - 2)->plane[at];
}

static void update_quiet(ShogiState *s, int ply, Move move, int bonus)
{
    static const int back[CONTINUATIONS] = {1, 2, 4, 6};
    history_update(&s->histories.butterfly[butterfly_index(s->pos.side, move)], bonus);
    if (!s->params->use_continuation) return;
    size_t at = continuation_index(&s->pos, move);
    for (int i = 0; i < CONTINUATIONS; i++) {
        HistoryCell *plane = frame_at(s, ply - back[i])->plane;
        if (plane != s->no_plane) history_update(&plane[at], bonus);
    }
}

static int cutoff_bonus(int depth)
{
    int bonus = 12 * depth * depth + 90 * depth;
    return bonus > HISTORY_BONUS_MAX ? HISTORY_BONUS_MAX : bonus;
}

static void learn_from_cutoff(Node *node)
{
    ShogiState *s = node->s;
    Move best = node->best_move;
    int bonus = cutoff_bonus(node->depth);
    if (pos_is_noisy(&s->pos, best)) {
        history_update(&s->histories.capture[capture_index(&s->pos, best)], bonus);
    } else {
        killers_add(&node->frame->killers, best);
        const Frame *previous = frame_at(s, node->ply - 1);
        if (previous->move != MOVE_NONE && previous->move != MOVE_NULL) {
            int to = move_to(previous->move);
            s->histories.counter[s->pos.board[to]][to] = best;
        }
        update_quiet(s, node->ply, best, bonus);
        for (int i = 0; i < node->quiet_count; i++) update_quiet(s, node->ply, node->quiets[i], -bonus);
    }
    for (int i = 0; i < node->noisy_count; i++) {
        history_update(&s->histories.capture[capture_index(&s->pos, node->noisies[i])], -bonus);
    }
}

static Move counter_move(ShogiState *s, int ply)
{
    Move previous = frame_at(s, ply - 1)->move;
    if (previous == MOVE_NONE || previous == MOVE_NULL) return MOVE_NONE;
    int to = move_to(previous);
    return s->histories.counter[s->pos.board[to]][to];
}

/* ---- before the moves ---- */

/* The table's answer, if it has one. */
static bool probe_table(Node *node, Score *out)
{
    ShogiState *s = node->s;
    Worker *worker = s->worker;
    node->table_move = MOVE_NONE;
    node->table_hit =
        node->frame->excluded == MOVE_NONE && worker_tt_probe(worker, pos_key(&s->pos), node->ply, &node->table);
    if (!node->table_hit) return false;
    if (movegen_is_legal(&s->pos, node->table.move)) node->table_move = node->table.move;
    if (node->pv || node->table.depth < node->depth) return false;
    if (!bound_cuts(node->table.bound, node->table.score, node->alpha, node->beta)) return false;
    worker_count(worker, STAT_TT_CUTS);
    bool refutes = node->table.score >= node->beta && node->table_move != MOVE_NONE;
    if (s->params->use_table_history && refutes && !pos_is_noisy(&s->pos, node->table_move)) {
        update_quiet(s, node->ply, node->table_move, cutoff_bonus(node->depth) / 2);
    }
    *out = node->table.score;
    return true;
}

/* A mate in one or three ends the node. */
static bool find_mate(Node *node, Score *out)
{
    ShogiState *s = node->s;
    const ShogiParams *params = s->params;
    if (node->in_check || node->frame->excluded != MOVE_NONE) return false;
    Move mate = MOVE_NONE;
    int length = 1;
    if (params->use_mate1 && !node->table_hit) {
        worker_count(s->worker, STAT_MATE_PROBES);
        mate = mate1_find(&s->pos, &node->info);
    }
    if (mate == MOVE_NONE && params->use_mate3 && node->depth >= params->mate3_depth) {
        worker_count(s->worker, STAT_MATE_PROBES);
        mate = mate3_find(&s->pos, &node->info, MATE3_BUDGET);
        length = 3;
    }
    if (mate == MOVE_NONE) return false;
    worker_count(s->worker, STAT_MATE_HITS);
    *out = score_win_in(node->ply + length);
    worker_tt_store(s->worker, pos_key(&s->pos), node->ply, mate, *out, SCORE_NONE, MAX_DEPTH, BOUND_LOWER);
    if (node->pv) {
        node->frame->pv.len = 1;
        node->frame->pv.moves[0] = mate;
    }
    return *out >= node->beta || !node->pv || length == 1;
}

static void evaluate(Node *node)
{
    ShogiState *s = node->s;
    Frame *frame = node->frame;
    if (node->in_check) {
        node->raw_eval = SCORE_NONE;
        node->eval = frame->eval = frame_at(s, node->ply - 2)->eval;
        node->improving = false;
        return;
    }
    if (frame->excluded != MOVE_NONE) {
        node->raw_eval = node->eval = frame->eval;
    } else {
        bool stored = node->table_hit && node->table.eval != SCORE_NONE;
        if (!stored) worker_count(s->worker, STAT_EVALS);
        node->raw_eval = stored ? node->table.eval : static_eval(s, node->ply);
        node->eval = frame->eval = corrected(s, node->raw_eval);
    }
    /* The table's score is a better guess when its bound points the right way. */
    if (node->table_hit && !score_is_decided(node->table.score)) {
        bool better =
            node->table.score > node->eval ? node->table.bound & BOUND_LOWER : node->table.bound & BOUND_UPPER;
        if (better) node->eval = node->table.score;
    }
    node->improving = frame->eval > frame_at(s, node->ply - 2)->eval;
}

static bool razor(Node *node, Score *out)
{
    const ShogiParams *params = node->s->params;
    if (!params->use_razoring || node->depth > params->razor_depth) return false;
    if (node->eval + params->razor_base + params->razor_margin * node->depth * node->depth > node->alpha) return false;
    Score score = quiescence(node->s, node->ply, node->alpha, node->alpha + 1, 0);
    if (worker_stopped(node->s->worker)) return true;
    if (score > node->alpha) return false;
    worker_count(node->s->worker, STAT_RAZOR_CUTS);
    *out = score;
    return true;
}

static bool reverse_futility(Node *node, Score *out)
{
    const ShogiParams *params = node->s->params;
    if (!params->use_reverse_futility || node->depth > params->reverse_depth) return false;
    Score margin = params->reverse_margin * (node->depth - node->improving);
    if (node->eval - margin < node->beta || score_is_decided(node->beta) || score_is_decided(node->eval)) return false;
    worker_count(node->s->worker, STAT_REVERSE_FUTILITY_CUTS);
    *out = node->beta + (node->eval - node->beta) / 3;
    return true;
}

static bool null_move(Node *node, Score *out)
{
    ShogiState *s = node->s;
    const ShogiParams *params = s->params;
    if (!params->use_null_move || node->depth < 3 || node->eval < node->beta || score_is_decided(node->beta))
        return false;
    if (frame_at(s, node->ply - 1)->move == MOVE_NULL) return false;
    if (node->ply < s->null_from_ply && s->pos.side == s->verify_side) return false;
    int over = (node->eval - node->beta) / params->null_eval_divisor;
    int less = params->null_base + node->depth / params->null_depth_divisor + (over < 3 ? over : 3);
    worker_count(s->worker, STAT_NULL_TRIES);
    ShogiUndo before;
    node->frame->move = MOVE_NULL;
    node->frame->plane = s->no_plane;
    if (s->accumulator.net) accumulator_note_null(&s->accumulator, node->ply);
    pos_do_null(&s->pos, &before);
    tt_prefetch(s->worker->tt, pos_key(&s->pos));
    Score score = -search_node(s, node->ply + 1, -node->beta, -node->beta + 1, node->depth - less, !node->cut);
    pos_undo_null(&s->pos, &before);
    if (worker_stopped(s->worker)) return true;
    if (score < node->beta) return false;
    if (score_is_win(score)) score = node->beta; /* a win without a move proves nothing */
    if (s->null_from_ply == 0 && node->depth >= params->null_verify_depth) {
        s->null_from_ply = node->ply + 3 * (node->depth - less) / 4;
        s->verify_side = s->pos.side;
        Score verified = search_node(s, node->ply, node->beta - 1, node->beta, node->depth - less, false);
        s->null_from_ply = 0;
        if (worker_stopped(s->worker)) return true;
        if (verified < node->beta) return false;
    }
    worker_count(s->worker, STAT_NULL_CUTS);
    *out = score;
    return true;
}

/* A capture that is good by a margin in a shallow search is believed. */
static bool probcut(Node *node, Score *out)
{
    ShogiState *s = node->s;
    const ShogiParams *params = s->params;
    if (!params->use_probcut || node->depth < params->probcut_depth || score_is_decided(node->beta)) return false;
    Score bar = node->beta + params->probcut_margin;
    if (bar >= SCORE_EVAL_MAX) return false;
    if (node->table_hit && node->table.depth >= node->depth - 3 && node->table.score < bar) return false;
    const HistoryCell *planes[CONTINUATIONS];
    planes_at(s, node->ply, planes);
    Picker picker;
    picker_start_probcut(&picker, &s->pos, &s->histories, planes, node->table_move, (bar - node->eval) / 2);
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        worker_count(s->worker, STAT_PROBCUT_TRIES);
        ShogiUndo before;
        make_move(s, node->frame, move, &before);
        Score score = -quiescence(s, node->ply + 1, -bar, -bar + 1, 0);
        if (score >= bar && !worker_stopped(s->worker)) {
            score = -search_node(s, node->ply + 1, -bar, -bar + 1, node->depth - 4, !node->cut);
        }
        pos_undo(&s->pos, move, &before);
        if (worker_stopped(s->worker)) return true;
        if (score < bar) continue;
        worker_count(s->worker, STAT_PROBCUT_CUTS);
        worker_tt_store(s->worker, pos_key(&s->pos), node->ply, move, score, node->raw_eval, node->depth - 3,
                        BOUND_LOWER);
        *out = score;
        return true;
    }
    return false;
}

/* Everything that may answer a node without trying its moves. */
static bool prune_node(Node *node, Score *out)
{
    if (node->in_check || node->pv || node->frame->excluded != MOVE_NONE) return false;
    return razor(node, out) || reverse_futility(node, out) || null_move(node, out) || probcut(node, out);
}

/* ---- the moves ---- */

/* Is this move not worth its subtree? Never asked of the first move, nor when the node is being mated. */
static bool skip_move(Node *node, Picker *picker, Move move, bool gives_check)
{
    ShogiState *s = node->s;
    const ShogiParams *params = s->params;
    Worker *worker = s->worker;
    int reduced = node->depth - 1;
    if (params->use_reductions) reduced -= reduction_of(&s->reductions, node->depth, node->number) / REDUCTION_UNIT;
    if (reduced < 0) reduced = 0;
    if (pos_is_noisy(&s->pos, move)) {
        if (!params->use_see_pruning || node->depth > params->see_depth) return false;
        if (see_at_least(&s->pos, move, -params->see_noisy_margin * node->depth)) return false;
        worker_count(worker, STAT_SEE_CUTS);
        return true;
    }
    if (params->use_late_move_pruning && node->depth <= params->late_move_depth &&
        node->number >= (params->late_move_base + node->depth * node->depth) / (2 - node->improving)) {
        worker_count(worker, STAT_LATE_MOVE_CUTS);
        picker->skip_quiets = true;
    }
    if (gives_check) {
        if (!params->use_see_pruning || node->depth > params->see_depth) return false;
        if (see_at_least(&s->pos, move, -params->see_noisy_margin * node->depth)) return false;
        worker_count(worker, STAT_SEE_CUTS);
        return true;
    }
    if (picker->skip_quiets) return true;
    if (params->use_futility && !node->in_check && reduced < params->futility_depth &&
        node->eval + params->futility_base + params->futility_margin * reduced <= node->alpha) {
        worker_count(worker, STAT_FUTILITY_CUTS);
        return true;
    }
    if (params->use_see_pruning && reduced <= params->see_depth &&
        !see_at_least(&s->pos, move, -params->see_quiet_margin * reduced * reduced)) {
        worker_count(worker, STAT_SEE_CUTS);
        return true;
    }
    return false;
}

/* Is the table's move so much better than all others that it deserves more depth? Sets *cutoff when so many moves beat
 * beta that the node may end. */
static int singular_extension(Node *node, Move move, bool *cutoff, Score *out)
{
    ShogiState *s = node->s;
    const ShogiParams *params = s->params;
    Frame *frame = node->frame;
    if (!params->use_singular || node->ply == 0 || move != node->table_move || frame->excluded != MOVE_NONE) return 0;
    if (node->depth < params->singular_depth || node->table.depth < node->depth - 3) return 0;
    if (!(node->table.bound & BOUND_LOWER) || score_is_decided(node->table.score)) return 0;
    Score bar = node->table.score - params->singular_margin * node->depth;
    worker_count(s->worker, STAT_SINGULAR_TRIES);
    frame->excluded = move;
    Score score = search_node(s, node->ply, bar - 1, bar, (node->depth - 1) / 2, node->cut);
    frame->excluded = MOVE_NONE;
    if (worker_stopped(s->worker)) return 0;
    if (score < bar) {
        worker_count(s->worker, STAT_EXTENSIONS);
        bool twice = !node->pv && score < bar - params->double_margin && frame->doubles < 6;
        return twice ? 2 : 1;
    }
    if (params->use_multicut && bar >= node->beta && !node->pv) {
        worker_count(s->worker, STAT_MULTICUTS);
        *cutoff = true;
        *out = bar;
        return 0;
    }
    return node->table.score >= node->beta ? -2 : 0;
}

/* Plies to take off a late move in its first look. */
static int reduction(Node *node, Move move, bool noisy, bool gives_check)
{
    ShogiState *s = node->s;
    int units = reduction_of(&s->reductions, node->depth, node->number);
    if (!node->improving) units += REDUCTION_UNIT / 2;
    if (node->cut) units += REDUCTION_UNIT;
    if (node->pv) units -= REDUCTION_UNIT;
    if (gives_check || node->in_check) units -= REDUCTION_UNIT;
    if (noisy) {
        units -= REDUCTION_UNIT;
    } else {
        if (killers_has(&node->frame->killers, move)) units -= REDUCTION_UNIT;
        units -= quiet_history(s, node->ply, move) * REDUCTION_UNIT / s->params->history_divisor;
    }
    return units < 0 ? 0 : units / REDUCTION_UNIT;
}

/* The three steps: a reduced look with a null window, the full depth with a null window, the full window. The move has
 * been made. */
static Score search_move(Node *node, int depth, int less)
{
    ShogiState *s = node->s;
    Worker *worker = s->worker;
    int child = node->ply + 1;
    Score score = -SCORE_INFINITE, alpha = node->alpha;
    bool null_window = !node->pv || node->number > 1;
    if (less > 0) {
        int reduced = depth - less < 1 ? 1 : depth - less;
        worker_count(worker, STAT_REDUCTIONS);
        score = -search_node(s, child, -alpha - 1, -alpha, reduced, true);
        if (worker_stopped(worker)) return score;
        if (score > alpha && reduced < depth && node->ply > 0 && s->params->use_research_depth) {
            depth += score > node->best + s->params->deeper_margin;
            depth -= score < node->best + s->params->shallower_margin;
        }
        null_window = score > alpha && reduced < depth;
        if (null_window) worker_count(worker, STAT_RESEARCHES);
    }
    if (null_window) {
        score = -search_node(s, child, -alpha - 1, -alpha, depth, !node->cut);
        if (worker_stopped(worker)) return score;
    }
    if (node->pv && (node->number == 1 || (score > alpha && (score < node->beta || node->ply == 0)))) {
        score = -search_node(s, child, -node->beta, -alpha, depth, false);
    }
    return score;
}

static void remember_tried(Node *node, Move move, bool noisy)
{
    if (noisy) {
        if (node->noisy_count < TRIED_MAX) node->noisies[node->noisy_count++] = move;
    } else if (node->quiet_count < TRIED_MAX) {
        node->quiets[node->quiet_count++] = move;
    }
}

/* Tries one move. True when the node is decided: a cutoff, a multi-cut or a stop. */
static bool try_move(Node *node, Picker *picker, Move move)
{
    ShogiState *s = node->s;
    Frame *frame = node->frame;
    bool noisy = pos_is_noisy(&s->pos, move), gives_check = movegen_gives_check(&s->pos, &node->info, move);
    node->number++;
    if (node->number > 1 && !score_is_loss(node->best) && skip_move(node, picker, move, gives_check)) return false;
    bool cutoff = false;
    Score multicut = 0;
    int extension = singular_extension(node, move, &cutoff, &multicut);
    if (worker_stopped(s->worker)) return true;
    if (cutoff) {
        node->best = multicut;
        return true;
    }
    if (extension == 0 && gives_check && s->params->use_check_extension && node->depth < 8 &&
        see_at_least(&s->pos, move, 0)) {
        extension = 1;
        worker_count(s->worker, STAT_EXTENSIONS);
    }
    int depth = node->depth - 1 + extension, less = 0;
    if (s->params->use_reductions && node->depth >= 2 && node->number > 1 + node->pv) {
        less = reduction(node, move, noisy, gives_check);
    }
    frame_at(s, node->ply + 1)->doubles = frame->doubles + (extension == 2);
    ShogiUndo before;
    make_move(s, frame, move, &before);
    Score score = search_move(node, depth, less);
    pos_undo(&s->pos, move, &before);
    if (worker_stopped(s->worker)) return true;
    if (score > node->best) {
        node->best = score;
        if (score > node->alpha) {
            node->best_move = move;
            if (node->pv) pv_set(&frame->pv, move, &frame_at(s, node->ply + 1)->pv);
            if (score >= node->beta) return true;
            node->alpha = score;
        }
    }
    if (move != node->best_move) remember_tried(node, move, noisy);
    return false;
}

static void try_moves(Node *node)
{
    ShogiState *s = node->s;
    const HistoryCell *planes[CONTINUATIONS];
    planes_at(s, node->ply, planes);
    Picker picker;
    picker_start(&picker, &s->pos, &s->histories, planes, node->table_move, &node->frame->killers,
                 counter_move(s, node->ply), &node->info, s->params->check_order);
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        if (move == node->frame->excluded) continue;
        if (try_move(node, &picker, move)) return;
    }
}

/* After the moves: what to remember. */
static Score finish_node(Node *node)
{
    ShogiState *s = node->s;
    Worker *worker = s->worker;
    bool excluded = node->frame->excluded != MOVE_NONE;
    if (node->number == 0) {
        if (excluded) return node->alpha;
        return score_loss_in(node->ply); /* no legal move loses, in check or not */
    }
    if (node->best >= node->beta && node->best_move != MOVE_NONE) {
        worker_cutoff(worker, node->number == 1);
        learn_from_cutoff(node);
    }
    if (excluded) return node->best;
    Bound bound = bound_of(node->best, node->first_alpha, node->beta);
    worker_tt_store(worker, pos_key(&s->pos), node->ply, node->best_move, node->best, node->raw_eval, node->depth,
                    bound);
    bool quiet_best = node->best_move == MOVE_NONE || !pos_is_noisy(&s->pos, node->best_move);
    if (s->params->use_correction && !node->in_check && quiet_best && !score_is_decided(node->best) &&
        !(bound == BOUND_LOWER && node->best <= node->raw_eval) &&
        !(bound == BOUND_UPPER && node->best >= node->raw_eval)) {
        correction_learn(s, node->raw_eval, node->best, node->depth);
    }
    return node->best;
}

static void begin_node(Node *node, ShogiState *s, int ply, Score alpha, Score beta, int depth, bool cut)
{
    node->s = s;
    node->frame = frame_at(s, ply);
    node->ply = ply;
    node->depth = depth < MAX_DEPTH ? depth : MAX_DEPTH;
    node->alpha = node->first_alpha = alpha;
    node->beta = beta;
    node->pv = beta - alpha > 1;
    node->cut = cut;
    node->in_check = pos_in_check(&s->pos);
    node->best = -SCORE_INFINITE;
    node->best_move = MOVE_NONE;
    node->number = node->quiet_count = node->noisy_count = 0;
    pv_clear(&node->frame->pv);
    pv_clear(&frame_at(s, ply + 1)->pv);
    frame_at(s, ply + 1)->excluded = MOVE_NONE;
    frame_at(s, ply + 2)->killers = (Killers){{MOVE_NONE, MOVE_NONE}};
}

static Score search_node(ShogiState *s, int ply, Score alpha, Score beta, int depth, bool cut)
{
    if (depth <= 0) return quiescence(s, ply, alpha, beta, 0);
    assert(alpha < beta && ply > 0);
    Worker *worker = s->worker;
    if (!worker_node(worker)) return 0;
    worker_reach(worker, ply);
    Node node;
    begin_node(&node, s, ply, alpha, beta, depth, cut);
    Score score = 0; /* also what a pruning search that was stopped in the middle leaves here */
    if (node.frame->excluded == MOVE_NONE && known_score(s, ply, &score)) return score;
    if (s->params->use_mate_distance) {
        Score least = score_loss_in(ply), most = score_win_in(ply + 1);
        if (node.alpha < least) node.alpha = least;
        if (node.beta > most) node.beta = most;
        if (node.alpha >= node.beta) return node.alpha;
    }
    if (probe_table(&node, &score)) return score;
    checkinfo_make(&s->pos, &node.info);
    if (find_mate(&node, &score)) return score;
    evaluate(&node);
    if (prune_node(&node, &score)) return score;
    if (s->params->use_iir && node.table_move == MOVE_NONE && node.depth >= s->params->iir_depth &&
        (node.pv || node.cut) && node.frame->excluded == MOVE_NONE) {
        node.depth--;
        worker_count(worker, STAT_IIR);
    }
    try_moves(&node);
    return worker_stopped(worker) ? 0 : finish_node(&node);
}

/* ---- quiescence ---- */

typedef struct Leaf {
    Score alpha, beta, first_alpha, best, futility;
    Move best_move, table_move;
    bool in_check;
    int number;
} Leaf;

static bool skip_leaf_move(ShogiState *s, Leaf *leaf, const CheckInfo *info, Move move, int ply, int depth)
{
    if (score_is_loss(leaf->best)) return false;
    bool capture = pos_is_capture(&s->pos, move);
    if (leaf->in_check) return !capture && leaf->number > 2; /* a few quiet answers to a check are enough */
    if (depth <= QUIESCENCE_RECAPTURES && move_to(move) != move_to(frame_at(s, ply - 1)->move)) return true;
    if (movegen_gives_check(&s->pos, info, move)) return !capture && !see_at_least(&s->pos, move, 0);
    if (s->params->use_short_quiescence && leaf->number > QUIESCENCE_CAPTURES &&
        move_to(move) != move_to(frame_at(s, ply - 1)->move)) {
        return true;
    }
    if (!s->params->use_futility) return false;
    Score hope = leaf->futility + 2 * see_value(piece_kind(s->pos.board[move_to(move)]));
    if (move_is_promotion(move)) {
        int kind = piece_kind(s->pos.board[move_from(move)]);
        hope += eval_kind_value[kind + PROMOTED] - eval_kind_value[kind];
    }
    if (hope <= leaf->alpha) {
        if (hope > leaf->best) leaf->best = hope;
        return true;
    }
    return false;
}

static bool leaf_moves(ShogiState *s, Leaf *leaf, const CheckInfo *info, int ply, int depth)
{
    const HistoryCell *planes[CONTINUATIONS];
    planes_at(s, ply, planes);
    bool checks = !leaf->in_check && depth == 0 && s->params->use_quiet_checks;
    Picker picker;
    picker_start_quiescence(&picker, &s->pos, &s->histories, planes, leaf->table_move, checks ? info : NULL);
    for (Move move; (move = picker_next(&picker)) != MOVE_NONE;) {
        leaf->number++;
        if (skip_leaf_move(s, leaf, info, move, ply, depth)) continue;
        ShogiUndo before;
        make_move(s, frame_at(s, ply), move, &before);
        Score score = -quiescence(s, ply + 1, -leaf->beta, -leaf->alpha, depth - 1);
        pos_undo(&s->pos, move, &before);
        if (worker_stopped(s->worker)) return false;
        if (score <= leaf->best) continue;
        leaf->best = score;
        if (score <= leaf->alpha) continue;
        leaf->best_move = move;
        pv_set(&frame_at(s, ply)->pv, move, &frame_at(s, ply + 1)->pv);
        if (score >= leaf->beta) return true;
        leaf->alpha = score;
    }
    return true;
}

/* The static score of a leaf that is not in check; false when the leaf is decided, with the score in leaf->best. */
static bool stand_pat(ShogiState *s, int ply, Leaf *leaf, const TTData *table, bool hit, Score *raw)
{
    bool stored = hit && table->eval != SCORE_NONE;
    if (!stored) worker_count(s->worker, STAT_EVALS);
    *raw = stored ? table->eval : static_eval(s, ply);
    leaf->best = corrected(s, *raw);
    if (hit && !score_is_decided(table->score)) {
        bool better = table->score > leaf->best ? table->bound & BOUND_LOWER : table->bound & BOUND_UPPER;
        if (better) leaf->best = table->score;
    }
    if (leaf->best >= leaf->beta) return false;
    if (leaf->best > leaf->alpha) leaf->alpha = leaf->best;
    leaf->futility = leaf->best + s->params->quiescence_futility;
    return true;
}

static Score quiescence(ShogiState *s, int ply, Score alpha, Score beta, int depth)
{
    Worker *worker = s->worker;
    if (!worker_node(worker)) return 0;
    worker_count(worker, STAT_QNODES);
    worker_reach(worker, ply);
    pv_clear(&frame_at(s, ply)->pv);
    Score score;
    if (known_score(s, ply, &score)) return score;
    Leaf leaf = {.alpha = alpha, .beta = beta, .first_alpha = alpha, .best = -SCORE_INFINITE};
    leaf.in_check = pos_in_check(&s->pos);
    uint64_t key = pos_key(&s->pos);
    int stored_depth = depth == 0 || leaf.in_check ? 0 : -1;
    TTData table = {0};
    bool hit = worker_tt_probe(worker, key, ply, &table);
    if (hit && beta - alpha == 1 && table.depth >= stored_depth && bound_cuts(table.bound, table.score, alpha, beta)) {
        worker_count(worker, STAT_TT_CUTS);
        return table.score;
    }
    CheckInfo info;
    Score raw = SCORE_NONE;
    if (!leaf.in_check) {
        if (!stand_pat(s, ply, &leaf, &table, hit, &raw)) {
            if (!hit) worker_tt_store(worker, key, ply, MOVE_NONE, leaf.best, raw, TT_DEPTH_MIN, BOUND_LOWER);
            return leaf.best;
        }
        checkinfo_make(&s->pos, &info);
        if (s->params->use_mate1 && !hit && depth == 0) {
            worker_count(worker, STAT_MATE_PROBES);
            Move mate = mate1_find(&s->pos, &info);
            if (mate != MOVE_NONE) {
                worker_count(worker, STAT_MATE_HITS);
                frame_at(s, ply)->pv.len = 1;
                frame_at(s, ply)->pv.moves[0] = mate;
                worker_tt_store(worker, key, ply, mate, score_win_in(ply + 1), raw, MAX_DEPTH, BOUND_EXACT);
                return score_win_in(ply + 1);
            }
        }
    }
    if (hit && movegen_is_legal(&s->pos, table.move)) {
        if (leaf.in_check || pos_is_noisy(&s->pos, table.move)) leaf.table_move = table.move;
    }
    if (!leaf_moves(s, &leaf, &info, ply, depth)) return 0;
    if (leaf.in_check && leaf.number == 0) return score_loss_in(ply);
    worker_tt_store(worker, key, ply, leaf.best_move, leaf.best, raw, stored_depth,
                    leaf.best >= beta ? BOUND_LOWER : BOUND_UPPER);
    return leaf.best;
}

/* ---- the root ---- */

void search_free(Worker *worker)
{
    ShogiState *s = worker->state;
    dfpn_destroy(s->mate);
    s->mate = NULL;
}

void search_new_game(Worker *worker)
{
    ShogiState *s = worker->state;
    memset(&s->histories, 0, sizeof s->histories);
}

void search_set_root(Worker *worker, const void *position)
{
    ShogiState *s = worker->state;
    const ShogiSettings *settings = worker->settings;
    memcpy(&s->pos, position, sizeof s->pos);
    s->worker = worker;
    s->params = &settings->params;
    accumulator_reset(&s->accumulator, worker->shared ? ((const ShogiShared *)worker->shared)->net : NULL, worker->cpu);
    s->pos.no_sums = s->accumulator.net != NULL;
    s->null_from_ply = 0;
    int draw = s->pos.side == BLACK ? settings->draw_value_black : settings->draw_value_white;
    s->draw[s->pos.side] = draw;
    s->draw[s->pos.side ^ 1] = -draw;
    memset(s->frames, 0, sizeof s->frames);
    for (int i = 0; i < FRAMES_BEFORE; i++) s->frames[i].plane = s->no_plane;
    if (s->reduction_base != s->params->reduction_base || s->reduction_divisor != s->params->reduction_divisor) {
        s->reduction_base = s->params->reduction_base;
        s->reduction_divisor = s->params->reduction_divisor;
        reductions_fill(&s->reductions, s->reduction_base, s->reduction_divisor);
    }
}

/* One root move, already chosen: its score in the window of the node. */
static Score search_root_move(Node *node, Move move)
{
    ShogiState *s = node->s;
    bool noisy = pos_is_noisy(&s->pos, move), gives_check = movegen_gives_check(&s->pos, &node->info, move);
    int less = 0;
    if (s->params->use_reductions && node->depth >= 3 && node->number > 2)
        less = reduction(node, move, noisy, gives_check);
    pv_clear(&frame_at(s, 1)->pv);
    frame_at(s, 1)->doubles = 0;
    ShogiUndo before;
    make_move(s, node->frame, move, &before);
    Score score = search_move(node, node->depth - 1, less);
    pos_undo(&s->pos, move, &before);
    return score;
}

Score search_root(Worker *worker, Score alpha, Score beta, int depth)
{
    ShogiState *s = worker->state;
    Node node;
    begin_node(&node, s, 0, alpha, beta, depth, false);
    node.pv = true;
    node.table_hit = false;
    node.table_move = MOVE_NONE;
    checkinfo_make(&s->pos, &node.info);
    evaluate(&node);
    node.improving = true;
    RootPass pass = root_pass(worker, alpha, beta);
    for (int i; (i = root_pass_next(&pass)) >= 0;) {
        Move move = worker->root.moves[i].move;
        node.number = i - worker->root.first + 1;
        node.alpha = pass.alpha;
        node.best = pass.best;
        node.best_move = root_pass_move(&pass);
        worker_root_begin(worker, i);
        worker->seldepth = 0;
        Score score = move == MOVE_WIN ? score_win_in(1) : search_root_move(&node, move);
        if (worker_stopped(worker)) return 0;
        root_pass_take(&pass, i, score, &frame_at(s, 1)->pv);
    }
    if (pass.whole && root_pass_move(&pass) != MOVE_WIN) {
        worker_tt_store(worker, pos_key(&s->pos), 0, root_pass_move(&pass), pass.best, node.raw_eval, depth,
                        root_pass_bound(&pass));
    }
    return pass.best;
}
