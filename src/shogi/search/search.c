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
    PROOF_LINE = 100, /* moves of a proven mate that are told */
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
    bool table_pv;    /* this node or an earlier visit is of a principal variation */
    bool table_noisy; /* the table's move is a capture or promotion */
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

#include "shogi/search/learning.inc"

#include "shogi/search/pruning.inc"

#include "shogi/search/moves.inc"

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
        node->frame->cutoffs++;
        learn_from_cutoff(node);
    } else if (node->best <= node->first_alpha) {
        learn_from_fail_low(node);
    }
    if (excluded) return node->best;
    Bound bound = bound_of(node->best, node->first_alpha, node->beta);
    worker_tt_store_pv(worker, pos_key(&s->pos), node->ply, node->best_move, node->best, node->raw_eval, node->depth,
                       bound, node->table_pv);
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
    frame_at(s, ply + 2)->cutoffs = 0;
    node->table_pv = node->pv;
    node->table_noisy = false;
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
    hindsight(&node);
    if (node.depth <= 0) return quiescence(s, ply, node.alpha, node.beta, 0);
    if (prune_node(&node, &score)) return score;
    if (s->params->use_iir && node.table_move == MOVE_NONE && node.depth >= s->params->iir_depth &&
        (node.pv || node.cut) && node.frame->excluded == MOVE_NONE) {
        node.depth--;
        worker_count(worker, STAT_IIR);
    }
    try_moves(&node);
    return worker_stopped(worker) ? 0 : finish_node(&node);
}

#include "shogi/search/quiescence.inc"

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
    node->frame->number = node->number;
    node->frame->quiet = !noisy;
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
    node.table_pv = true;
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
