/* The alpha-beta search, compiled once for each family of rules (see tree.h). Not a header of its own: it expects
 * TRAITS and threats_body.h before it. */

enum {
    PRIORITY_TABLE = 1000000,
    PRIORITY_PAIRS_WIN = 890000,
    PRIORITY_PAIRS_BLOCK = 885000,
    PRIORITY_PAIRS_URGENT = 855000, /* the opponent is close to five pairs */
    PRIORITY_TACTICAL = 818000,     /* from here on a move makes or stops a threat */
    PRIORITY_CAPTURE = 600000,      /* from here on a move is never skipped */
    PRIORITY_RESCUE = 550000,
    PRIORITY_QUIET = 100000,
    URGENT_PAIRS = 3,
    QUIET_CLASS_VALUE = 3000, /* history counts up to 16384 beside this, per step of class */
    REFUTATION_BONUS = 6000,  /* a killer or the counter-move: less than a step of class */
    EXPOSED_PENALTY = 20000,
    PREPARED_BONUS = 12000,
    ALPHA_REDUCTION_DEPTH = 12,
    SINGULAR_TABLE_PLIES = 3 /* that the table may know less than the node asks for */
};

/* By the class that the move has for the mover, and for the opponent whom it stops. A single four or three, made or
 * stopped before it is made, goes by the quiet value: over 24 positions of 60,000 nodes that raised the depth from 7.5
 * to 9.1 and the first-move cutoffs from 82 to 89 %. */
static const int own_priority[CELL_CLASS_COUNT] = {
    [CELL_CLASS_FIVE] = 900000,
    [CELL_CLASS_OPEN_FOUR] = 880000,
    [CELL_CLASS_FOUR_THREE] = 878000,
    [CELL_CLASS_DOUBLE_THREE] = 840000,
};
static const int stop_priority[CELL_CLASS_COUNT] = {
    [CELL_CLASS_FIVE] = 895000,
    [CELL_CLASS_OPEN_FOUR] = 868000,
    [CELL_CLASS_FOUR_THREE] = 866000,
    [CELL_CLASS_DOUBLE_THREE] = 838000,
};

/* What a line adds to the quiet value, and two lines of a pattern together. Not the evaluation's weights: those are
 * fitted for another purpose and change with every fit. */
#define LINE_ORDER(class)               \
    ((class) == LINE_ONE          ? 1   \
     : (class) == LINE_OPEN_ONE   ? 3   \
     : (class) == LINE_TWO        ? 7   \
     : (class) == LINE_OPEN_TWO   ? 16  \
     : (class) == LINE_THREE      ? 24  \
     : (class) == LINE_OPEN_THREE ? 60  \
     : (class) == LINE_FOUR       ? 80  \
     : (class) == LINE_TWIN_FOUR  ? 200 \
     : (class) == LINE_OPEN_FOUR  ? 240 \
     : (class) == LINE_FIVE       ? 500 \
                                  : 0)
#define TWO_LINES(i)    LINE_ORDER((i)&15) + LINE_ORDER((i) >> 4)
#define TWO_LINES_4(i)  TWO_LINES(i), TWO_LINES((i) + 1), TWO_LINES((i) + 2), TWO_LINES((i) + 3)
#define TWO_LINES_16(i) TWO_LINES_4(i), TWO_LINES_4((i) + 4), TWO_LINES_4((i) + 8), TWO_LINES_4((i) + 12)
#define TWO_LINES_64(i) TWO_LINES_16(i), TWO_LINES_16((i) + 16), TWO_LINES_16((i) + 32), TWO_LINES_16((i) + 48)

static const int16_t two_lines_order[1 << 2 * TABLE_CLASS_BITS] = {TWO_LINES_64(0), TWO_LINES_64(64), TWO_LINES_64(128),
                                                                   TWO_LINES_64(192)};

static inline int lines_order(unsigned pattern)
{
    return two_lines_order[pattern & 0xff] + two_lines_order[pattern >> 8];
}

typedef struct Moves {
    int count;
    uint16_t cells[BOARD_CANDIDATES_MAX];
    int32_t scores[BOARD_CANDIDATES_MAX];
} Moves;

typedef struct Node {
    Score alpha, beta; /* the window that the node was entered with */
    int depth, ply;
    bool is_pv, may_pass, pending;
    bool cut;       /* a cutoff is expected: some move of the parent was better already */
    bool improving; /* the mover stands better than two plies before, as far as the evaluation tells */
    Move table_move;
    Move excluded; /* not to be tried: are the others as good? */
    bool singular; /* the table's move is far better than the others */
    TTData table;  /* what the table knew, BOUND_NONE if nothing */
    Score eval;
} Node;

static Score search(Worker *worker, Node node);

/* Own and stopped threats first, captures, then the quiet value of the cell. */
static int move_priority(GomBoard *board, Move move)
{
    int side = board->side;
    const CellInfo *info = &board->info[move];
    int mine = info->class[side] & CELL_CLASS_MASK, theirs = info->class[!side] & CELL_CLASS_MASK;
    int own = own_priority[mine], stop = stop_priority[theirs];
    int quiet = PRIORITY_QUIET + QUIET_CLASS_VALUE * (3 * mine + theirs);
    quiet += 40 * lines_order(info->pattern[side]) + 15 * lines_order(info->pattern[!side]);
    int best = own > stop ? own : stop;
    if (TRAITS.captures) {
        const uint8_t *pairs = board->sums.pairs;
        int take = info->pairs[side], save = info->pairs[!side];
        int capture = 0;
        if (take && pairs[side] + take >= GOM_PAIRS_TO_WIN)
            capture = PRIORITY_PAIRS_WIN;
        else if (save && pairs[!side] + save >= GOM_PAIRS_TO_WIN)
            capture = PRIORITY_PAIRS_BLOCK;
        else if (save && pairs[!side] >= URGENT_PAIRS)
            capture = PRIORITY_PAIRS_URGENT;
        else if (take)
            capture = PRIORITY_CAPTURE + 10000 * (take + pairs[side]);
        else if (save)
            capture = PRIORITY_RESCUE + 10000 * (save + pairs[!side]);
        if (capture > best) best = capture;
    }
    return best > 0 ? best + (quiet - PRIORITY_QUIET) / 64 : quiet;
}

static int score_move(const Worker *worker, const Node *node, Move move, Move counter)
{
    GomState *state = worker->state;
    GomBoard *board = &state->board;
    if (move == node->table_move) return PRIORITY_TABLE;
    int score = move_priority(board, move);
    if (TRAITS.captures) {
        if (board_beside(board, board->side, move) && exposes_pair(board, move)) score -= EXPOSED_PENALTY;
        if (board_attacks_pair(&board->info[move], board->side)) score += PREPARED_BONUS;
    }
    if (score >= PRIORITY_RESCUE) return score;
    if (state->knobs->use_killers && killers_has(&state->killers[node->ply], move)) score += REFUTATION_BONUS;
    if (state->knobs->use_counters && move == counter) score += REFUTATION_BONUS;
    return state->knobs->use_history ? score + state->history[board->side][move] : score;
}

static Move counter_of(const GomState *state)
{
    const GomBoard *board = &state->board;
    Move last = board->depth > 0 ? board->undo[board->depth - 1].move : MOVE_NONE;
    return last == MOVE_NONE ? MOVE_NONE : state->counter[board->side][last];
}

/* Answers to a standing five: the captures that break it. */
static void generate_breaks(GomBoard *board, Moves *moves)
{
    uint16_t cells[BOARD_CANDIDATES_MAX];
    int count = board_candidates(board, cells);
    moves->count = 0;
    for (int i = 0; i < count; i++) {
        if (board->info[cells[i]].pairs[board->side] == 0) continue;
        if (!judge_answers_five(&board->rules, board->cells, cells[i], !board->side, board->sums.pairs[board->side])) {
            continue;
        }
        moves->scores[moves->count] = PRIORITY_CAPTURE;
        moves->cells[moves->count++] = cells[i];
    }
}

/* Which cells need to be looked at: all, or only those that can do something about a threat. */
typedef struct Filter {
    int mine, theirs; /* least classes; a cell passes with either */
    bool captures, attacks;
} Filter;

/* Under capture rules a threat is also met by taking a pair, a fifth pair that is to come by saving it, and an open
 * four by a stone that will take a pair out of it. */
static bool answers_by_captures(const GomBoard *board, int cell, bool attacks)
{
    const CellInfo *info = &board->info[cell];
    int other = !board->side;
    return info->pairs[board->side] > 0 || board->sums.pairs[other] + info->pairs[other] >= GOM_PAIRS_TO_WIN ||
           (attacks && board_attacks_pair(info, board->side));
}

static Filter filter_for(const GomBoard *board)
{
    int side = board->side;
    /* A five threatens: take its cell, make an own five, or capture. */
    if (board_count(board, !side, CELL_CLASS_FIVE) > 0) {
        return (Filter){CELL_CLASS_FIVE, CELL_CLASS_FIVE, .captures = true};
    }
    /* An open four or two fours threaten. Every empty cell of a line with three stones and room for five makes a four
     * there, so what stops the threat has at least that class for the opponent; otherwise make a four, or capture. */
    if (board_count(board, !side, CELL_CLASS_OPEN_FOUR) > 0) {
        return (Filter){CELL_CLASS_FOUR, CELL_CLASS_FOUR, .captures = true, .attacks = true};
    }
    return (Filter){CELL_CLASS_FORBIDDEN, CELL_CLASS_FORBIDDEN, .captures = false};
}

static bool passes(const GomBoard *board, const Filter *filter, int cell)
{
    const CellInfo *info = &board->info[cell];
    int mine = info->class[board->side] & CELL_CLASS_MASK, theirs = info->class[!board->side] & CELL_CLASS_MASK;
    if (mine == CELL_CLASS_FORBIDDEN) return false;
    if (mine >= filter->mine || theirs >= filter->theirs) return true;
    return TRAITS.captures && filter->captures && answers_by_captures(board, cell, filter->attacks);
}

/* The moves of a node with their order. With `lowest` above CELL_CLASS_FORBIDDEN only own threats of that class. */
static void generate(const Worker *worker, const Node *node, Moves *moves, CellClass lowest)
{
    GomState *state = worker->state;
    GomBoard *board = &state->board;
    Filter filter = filter_for(board);
    Move counter = counter_of(state);
    uint16_t cells[BOARD_CANDIDATES_MAX];
    int count = board_candidates(board, cells);
    moves->count = 0;
    for (int i = 0; i < count; i++) {
        if (board_class(board, cells[i], board->side) < (int)lowest || !passes(board, &filter, cells[i])) continue;
        moves->scores[moves->count] = score_move(worker, node, (Move)cells[i], counter);
        moves->cells[moves->count++] = cells[i];
    }
}

/* Takes the best move that is left out of the list, from place i on. */
static Move pick(Moves *moves, int i, int *score)
{
    int best = i;
    for (int k = i + 1; k < moves->count; k++) {
        if (moves->scores[k] > moves->scores[best]) best = k;
    }
    uint16_t cell = moves->cells[best];
    *score = moves->scores[best];
    moves->cells[best] = moves->cells[i];
    moves->scores[best] = moves->scores[i];
    moves->cells[i] = cell;
    moves->scores[i] = *score;
    return (Move)cell;
}

/* Nodes that need no search: a win on the spot, two fives against, an open four that nothing can stop. Against a
 * standing five only the fifth pair wins on the spot. */
static bool decided(GomState *state, int ply, bool pending, Score *score)
{
    GomBoard *board = &state->board;
    int side = board->side;
    Pv *pv = &state->pv[ply];
    Move move = pending ? pairs_winner(board, side) : winning_move(board);
    if (pending && move != MOVE_NONE && !board_allowed(board, move, side)) move = MOVE_NONE;
    if (move != MOVE_NONE) {
        line_of_one(pv, move);
        *score = score_win_in(ply + 1);
        return true;
    }
    if (TRAITS.captures) return false;
    int threatened = board_count(board, !side, CELL_CLASS_FIVE);
    if (threatened >= 2) {
        *score = score_loss_in(ply + 2);
        return true;
    }
    if (threatened == 1 || board_count(board, side, CELL_CLASS_OPEN_FOUR) == 0) return false;
    uint16_t cells[BOARD_CANDIDATES_MAX];
    int count = board_collect(board, side, CELL_CLASS_OPEN_FOUR, cells);
    for (int i = 0; i < count; i++) {
        if (!board_allowed(board, cells[i], side)) continue;
        line_of_one(pv, cells[i]);
        *score = score_win_in(ply + 3);
        return true;
    }
    return false;
}

static Score evaluate(Worker *worker, const GomBoard *board)
{
    worker_count(worker, STAT_EVALS);
    return board_evaluate(board, board->side, TRAITS);
}

/* After a move of class five under capture rules: does it wait for an answer? (It would have been decided otherwise.)
 */
static bool leaves_five(int class_of_move)
{
    return TRAITS.captures && class_of_move == CELL_CLASS_FIVE;
}

/* What quiescence may do at a node. */
typedef struct Quiet {
    Score alpha, beta;
    int ply, left;
    int attacker; /* whose fours are followed; the other side only answers */
    bool pending;
} Quiet;

static Score quiesce(Worker *worker, Quiet quiet);

/* Whether a five that nothing stops could still be broken once it stands is not followed this far: then the loss is as
 * bad as an evaluation can tell, but not decided. */
static Score lost_by_five(GomBoard *board, Score loss)
{
    if (!TRAITS.captures || !board->rules.breakable_five) return loss;
    uint16_t fives[BOARD_CANDIDATES_MAX], cells[BOARD_CANDIDATES_MAX];
    int five_count = board_collect(board, !board->side, CELL_CLASS_FIVE, fives);
    int count = board_candidates(board, cells);
    for (int i = 0; i < count; i++) {
        if (prepares_break(board, cells[i], fives, five_count)) return -SCORE_EVAL_MAX;
    }
    return loss;
}

/* Searches the forcing moves; `best` is what the node is worth without them. */
static Score quiesce_moves(Worker *worker, const Quiet *quiet, bool must_answer, Score best)
{
    GomState *state = worker->state;
    GomBoard *board = &state->board;
    int ply = quiet->ply;
    Score alpha = best > quiet->alpha ? best : quiet->alpha;
    bool plain_fours = quiet->left > state->knobs->margins[TRAITS.captures].quiet_depth - state->knobs->quiet_fours;
    Moves moves;
    if (quiet->pending) {
        generate_breaks(board, &moves);
    } else {
        generate(worker, &(Node){.ply = ply}, &moves,
                 must_answer   ? CELL_CLASS_FORBIDDEN
                 : plain_fours ? CELL_CLASS_FOUR
                               : CELL_CLASS_FOUR_PLUS);
    }
    for (int i = 0; i < moves.count; i++) {
        int order;
        Move move = pick(&moves, i, &order);
        if (!board_allowed(board, move, board->side)) continue;
        int class = board_class(board, move, board->side);
        board_make(board, move, TRAITS);
        Score score = -quiesce(worker, (Quiet){.alpha = -quiet->beta,
                                               .beta = -alpha,
                                               .ply = ply + 1,
                                               .left = quiet->left - 1,
                                               .attacker = quiet->attacker,
                                               .pending = leaves_five(class)});
        board_unmake(board, TRAITS);
        if (worker_stopped(worker)) return SCORE_DRAW;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        alpha = score;
        pv_set(&state->pv[ply], move, &state->pv[ply + 1]);
        if (score >= quiet->beta) break;
    }
    return best;
}

/* Forcing moves only: the attacker's fours and what answers them. */
static Score quiesce(Worker *worker, Quiet quiet)
{
    GomState *state = worker->state;
    GomBoard *board = &state->board;
    int ply = quiet.ply;
    Score score;
    pv_clear(&state->pv[ply]);
    if (!worker_node(worker)) return SCORE_DRAW;
    worker_count(worker, STAT_QNODES);
    worker_reach(worker, ply);
    if (decided(state, ply, quiet.pending, &score)) return score;
    if (board->stones == board->cell_count) return SCORE_DRAW;
    if (quiet.alpha < score_loss_in(ply)) quiet.alpha = score_loss_in(ply);
    if (quiet.beta > score_win_in(ply + 1)) quiet.beta = score_win_in(ply + 1);
    if (quiet.alpha >= quiet.beta) return quiet.alpha;
    bool must_answer = quiet.pending || board_count(board, !board->side, CELL_CLASS_FIVE) > 0;
    if (quiet.left <= 0 || ply >= MAX_PLY || !state->knobs->use_quiescence) return evaluate(worker, board);
    if (must_answer) {
        Score worst = score_loss_in(ply + (quiet.pending ? 1 : 2));
        Score best = quiesce_moves(worker, &quiet, true, worst);
        return best == worst && !quiet.pending ? lost_by_five(board, worst) : best;
    }
    Score best = evaluate(worker, board);
    if (best >= quiet.beta || board->side != quiet.attacker || board_count_fours(board, board->side) == 0) return best;
    return quiesce_moves(worker, &quiet, false, best);
}

static Score quiesce_from(Worker *worker, const Node *node)
{
    const GomState *state = worker->state;
    return quiesce(worker, (Quiet){.alpha = node->alpha,
                                   .beta = node->beta,
                                   .ply = node->ply,
                                   .left = state->knobs->margins[TRAITS.captures].quiet_depth,
                                   .attacker = state->board.side,
                                   .pending = node->pending});
}

/* Is the opponent about to do something that passing would let happen? */
static bool is_threatened(const GomBoard *board)
{
    int other = !board->side;
    if (board_count(board, other, CELL_CLASS_OPEN_FOUR) || board_count(board, other, CELL_CLASS_FOUR_THREE))
        return true;
    return TRAITS.captures && board->sums.pairs[other] >= URGENT_PAIRS && board->sums.capturable[other] > 0;
}

static bool null_move_cuts(Worker *worker, const Node *node, Score *score)
{
    GomState *state = worker->state;
    GomBoard *board = &state->board;
    const GomKnobs *knobs = state->knobs;
    if (!knobs->use_null_move || !node->may_pass || node->depth < knobs->null_depth || node->eval < node->beta) {
        return false;
    }
    worker_count(worker, STAT_NULL_TRIES);
    int depth = node->depth - 1 - knobs->null_reduction - node->depth / 4;
    board_pass(board);
    *score = -search(
        worker,
        (Node){.alpha = -node->beta, .beta = -node->beta + 1, .depth = depth, .ply = node->ply + 1, .cut = !node->cut});
    board_unmake(board, TRAITS);
    if (worker_stopped(worker) || *score < node->beta) return false;
    if (score_is_win(*score)) *score = node->beta; /* a win against a pass proves nothing */
    if (node->depth >= knobs->null_verify_depth) {
        Node check = *node;
        check.alpha = node->beta - 1;
        check.depth = depth;
        check.may_pass = false;
        if (search(worker, check) < node->beta || worker_stopped(worker)) return false;
    }
    worker_count(worker, STAT_NULL_CUTS);
    return true;
}

/* Prunings that look at the static evaluation before any move. */
static bool prunes_early(Worker *worker, const Node *node, Score *score)
{
    GomState *state = worker->state;
    const GomKnobs *knobs = state->knobs;
    const GomMargins *margins = &knobs->margins[TRAITS.captures];
    if (node->is_pv || score_is_decided(node->beta) || is_threatened(&state->board)) return false;
    if (knobs->use_reverse_futility && node->depth <= margins->reverse_depth && node->may_pass &&
        node->eval - margins->reverse_base - margins->reverse_margin * node->depth +
                (node->improving ? margins->reverse_improving : 0) >=
            node->beta) {
        worker_count(worker, STAT_REVERSE_FUTILITY_CUTS);
        *score = node->eval;
        return true;
    }
    if (knobs->use_razoring && node->depth <= margins->razor_depth &&
        node->eval + margins->razor_base + margins->razor_margin * node->depth <= node->alpha) {
        *score = quiesce_from(worker, node);
        if (*score <= node->alpha && !worker_stopped(worker)) {
            worker_count(worker, STAT_RAZOR_CUTS);
            return true;
        }
    }
    return null_move_cuts(worker, node, score);
}

static Move deepen_for_move(Worker *worker, const Node *node)
{
    const GomState *state = worker->state;
    if (!state->knobs->use_iid || node->depth < state->knobs->iid_depth) return MOVE_NONE;
    worker_count(worker, STAT_IIR);
    Node shallow = *node;
    shallow.depth = node->depth - 4;
    shallow.may_pass = false;
    (void)search(worker, shallow);
    TTData entry;
    if (worker_stopped(worker) || !tt_probe(worker->tt, state->board.key, &entry)) return MOVE_NONE;
    return entry.move;
}

static bool skips_move(Worker *worker, const Node *node, Score alpha, int number, int order)
{
    const GomKnobs *knobs = ((const GomState *)worker->state)->knobs;
    if ((node->is_pv && !knobs->late_pv) || order >= PRIORITY_CAPTURE) return false;
    int tried = knobs->late_base + knobs->late_step * (node->depth - 1) / 100;
    if (knobs->use_improving && !node->improving) tried = tried * knobs->late_worse / 100;
    if (knobs->use_late_moves && node->depth <= knobs->late_depth && number >= tried) {
        worker_count(worker, STAT_LATE_MOVE_CUTS);
        return true;
    }
    if (knobs->use_futility && node->depth <= knobs->futility_depth && node->eval != SCORE_NONE &&
        node->eval + knobs->futility_margin * node->depth <= alpha) {
        worker_count(worker, STAT_FUTILITY_CUTS);
        return true;
    }
    return false;
}

static int reduction(const GomState *state, const Node *node, int number, int order)
{
    if (!state->knobs->use_reductions || node->depth < 3 || number < 2 || order >= PRIORITY_TACTICAL) return 0;
    int by = reduction_of(&state->reductions, node->depth, number) / REDUCTION_UNIT;
    if (order < PRIORITY_RESCUE) by++;
    if (node->is_pv) by--;
    if (node->cut) by += state->knobs->cut_reduction;
    if (state->knobs->use_improving && !node->improving) by++;
    int most = node->depth - 2;
    return by < 0 ? 0 : by > most ? most : by;
}

/* Three steps: reduced and null window, full depth and null window, full window. */
static Score search_child(Worker *worker, const Node *node, Score alpha, int number, int order, int class)
{
    const GomState *state = worker->state;
    int depth = node->depth - 1;
    if (class >= CELL_CLASS_FOUR && state->knobs->use_extension && 2 * node->ply < state->root_depth) {
        worker_count(worker, STAT_EXTENSIONS);
        depth++;
    } else if (node->cut && node->eval != SCORE_NONE && class < CELL_CLASS_FOUR && depth > 1 &&
               node->eval >= node->beta + state->knobs->high_margin * node->depth) {
        depth -= state->knobs->high_reduction;
    }
    Node child = {.alpha = -node->beta,
                  .beta = -alpha,
                  .depth = depth,
                  .ply = node->ply + 1,
                  .is_pv = node->is_pv,
                  .cut = !node->is_pv && !node->cut,
                  .may_pass = true,
                  .pending = leaves_five(class)};
    if (number == 0) return -search(worker, child);
    int by = class >= CELL_CLASS_FOUR ? 0 : reduction(state, node, number, order);
    child.alpha = -alpha - 1;
    child.depth = depth - by;
    child.is_pv = false;
    child.cut = by > 0 || !node->cut;
    if (by > 0) worker_count(worker, STAT_REDUCTIONS);
    Score score = -search(worker, child);
    if (by > 0 && score > alpha && !worker_stopped(worker)) {
        worker_count(worker, STAT_RESEARCHES);
        child.depth = depth;
        child.cut = !node->cut;
        score = -search(worker, child);
    }
    if (node->is_pv && score > alpha && score < node->beta && !worker_stopped(worker)) {
        child.alpha = -node->beta;
        child.is_pv = true;
        child.cut = false;
        score = -search(worker, child);
    }
    return score;
}

/* A quiet move refuted the node: remember it, and hold it against the quiet moves tried before it. */
static void remember(Worker *worker, const Node *node, const Moves *moves, int tried, Move best)
{
    GomState *state = worker->state;
    GomBoard *board = &state->board;
    int side = board->side, bonus = 32 * node->depth * node->depth;
    if (bonus > 2000) bonus = 2000;
    for (int i = 0; i < tried; i++) {
        history_update(&state->history[side][moves->cells[i]], moves->cells[i] == best ? bonus : -bonus);
    }
    killers_add(&state->killers[node->ply], best);
    Move last = board->depth > 0 ? board->undo[board->depth - 1].move : MOVE_NONE;
    if (last != MOVE_NONE) state->counter[side][last] = best;
}

/* What a node's moves have come to so far. */
typedef struct Tries {
    Score alpha, best; /* fail-soft */
    int number;
    Move best_move;  /* the last that raised alpha */
    bool table_done; /* the table's move was among them */
    bool over;       /* a cutoff, or stopped */
} Tries;

static void try_move(Worker *worker, Node *node, Tries *tries, Move move, int order)
{
    GomState *state = worker->state;
    GomBoard *board = &state->board;
    int class = board_class(board, move, board->side);
    board_make(board, move, TRAITS);
    tt_prefetch(worker->tt, board->key);
    int extension = node->singular && move == node->table_move;
    node->depth += extension;
    Score score = search_child(worker, node, tries->alpha, tries->number, order, class);
    node->depth -= extension;
    board_unmake(board, TRAITS);
    tries->over = worker_stopped(worker);
    tries->number++;
    if (tries->over || score <= tries->best) return;
    tries->best = score;
    if (score <= tries->alpha) return;
    tries->alpha = score;
    tries->best_move = move;
    if (node->is_pv) pv_set(&state->pv[node->ply], move, &state->pv[node->ply + 1]);
    if (score >= node->beta) {
        worker_cutoff(worker, tries->number == 1);
        tries->over = true;
    } else if (node->depth > 2 && node->depth < ALPHA_REDUCTION_DEPTH && !score_is_decided(score)) {
        node->depth -= state->knobs->alpha_reduction;
    }
}

/* The move loop. */
static void try_moves(Worker *worker, Node *node, Moves *moves, Tries *tries)
{
    GomBoard *board = &((GomState *)worker->state)->board;
    for (int i = 0; i < moves->count; i++) {
        int order;
        Move move = pick(moves, i, &order);
        if (move == node->excluded || (tries->table_done && move == node->table_move)) continue;
        if (tries->number > 0 && !score_is_loss(tries->best) &&
            skips_move(worker, node, tries->alpha, tries->number, order)) {
            return;
        }
        if (!board_allowed(board, move, board->side)) continue;
        try_move(worker, node, tries, move, order);
        if (!tries->over) continue;
        if (!worker_stopped(worker)) remember(worker, node, moves, i + 1, move);
        return;
    }
}

/* The table's move before the others are even looked for: it often makes them needless. */
static void try_table_move(Worker *worker, Node *node, Tries *tries)
{
    GomBoard *board = &((GomState *)worker->state)->board;
    Move move = node->table_move;
    if (move == MOVE_NONE || move == node->excluded) return;
    Filter filter = filter_for(board);
    if (!passes(board, &filter, move) || !board_allowed(board, move, board->side)) return;
    try_move(worker, node, tries, move, PRIORITY_TABLE);
    tries->table_done = true;
    if (!tries->over || worker_stopped(worker)) return;
    Moves alone = {.count = 1};
    alone.cells[0] = move;
    remember(worker, node, &alone, 1, move);
}

/* A five that none of the moves tried prevents may still turn out breakable: stones that prepare a capture get their
 * chance before the node is given up. */
static void generate_preparations(GomBoard *board, Moves *moves)
{
    uint16_t fives[BOARD_CANDIDATES_MAX], cells[BOARD_CANDIDATES_MAX];
    int five_count = board_collect(board, !board->side, CELL_CLASS_FIVE, fives);
    int count = board_candidates(board, cells);
    moves->count = 0;
    for (int i = 0; i < count; i++) {
        if (board->info[cells[i]].pairs[board->side] > 0) continue;
        if (!prepares_break(board, cells[i], fives, five_count)) continue;
        moves->scores[moves->count] = PRIORITY_CAPTURE;
        moves->cells[moves->count++] = cells[i];
    }
}

static Score search_moves(Worker *worker, Node *node, Move *best_move)
{
    GomBoard *board = &((GomState *)worker->state)->board;
    Score worst = score_loss_in(node->ply + (node->pending ? 1 : 2));
    Tries tries = {.alpha = node->alpha, .best = worst, .best_move = MOVE_NONE};
    Moves moves;
    if (node->pending) {
        generate_breaks(board, &moves);
        try_moves(worker, node, &moves, &tries);
        *best_move = tries.best_move;
        return tries.best;
    }
    try_table_move(worker, node, &tries);
    if (!tries.over) {
        generate(worker, node, &moves, CELL_CLASS_FORBIDDEN);
        try_moves(worker, node, &moves, &tries);
    }
    bool threatened = board_count(board, !board->side, CELL_CLASS_FIVE) > 0;
    if (TRAITS.captures && threatened && board->rules.breakable_five && score_is_loss(tries.best) && !tries.over) {
        generate_preparations(board, &moves);
        try_moves(worker, node, &moves, &tries);
    }
    *best_move = tries.best_move;
    /* Without a candidate nothing was searched: the evaluation has to do. */
    bool nothing = !tries.over && moves.count == 0 && tries.number == 0;
    return nothing && !threatened ? evaluate(worker, board) : tries.best;
}

/* The node's answer from the table, or its move and evaluation. */
static bool table_answers(Worker *worker, Node *node, Score *score)
{
    const GomState *state = worker->state;
    TTData entry;
    node->table.bound = BOUND_NONE;
    if (!worker_tt_probe(worker, state->board.key, node->ply, &entry)) return false;
    node->table = entry;
    if (entry.move != MOVE_NONE && entry.move < GRID_CELLS && state->board.cells[entry.move] == CELL_EMPTY) {
        node->table_move = entry.move;
    }
    node->eval = entry.eval;
    if (node->is_pv || node->excluded != MOVE_NONE || entry.depth < node->depth ||
        !bound_cuts(entry.bound, entry.score, node->alpha, node->beta)) {
        return false;
    }
    worker_count(worker, STAT_TT_CUTS);
    *score = entry.score;
    return true;
}

/* Is the table's move far better than the others? Then it is searched deeper. Where even the others reach beta the node
 * is cut. */
static bool judge_singular(Worker *worker, Node *node, Score *score)
{
    const GomKnobs *knobs = ((const GomState *)worker->state)->knobs;
    const TTData *table = &node->table;
    if (!knobs->use_singular || node->depth < knobs->singular_depth || node->excluded != MOVE_NONE) return false;
    if (node->ply == 0 || node->table_move == MOVE_NONE || !(table->bound & BOUND_LOWER)) return false;
    if (table->depth < node->depth - SINGULAR_TABLE_PLIES || score_is_decided(table->score)) return false;
    Score bar = table->score - knobs->singular_margin * node->depth / 100;
    Node others = *node;
    others.alpha = bar - 1;
    others.beta = bar;
    others.depth = node->depth / 2;
    others.is_pv = false;
    others.excluded = node->table_move;
    worker_count(worker, STAT_SINGULAR_TRIES);
    *score = search(worker, others);
    if (worker_stopped(worker)) return false;
    node->singular = *score < bar;
    if (node->singular || bar < node->beta || node->is_pv) return false;
    worker_count(worker, STAT_MULTICUTS);
    *score = bar;
    return true;
}

/* Sets what is known of the node's worth before a move is tried, and returns the bare evaluation for the table:
 * SCORE_NONE where the mover has to answer. A score in the table that tells more is taken for the evaluation. */
static Score weigh(Worker *worker, Node *node, bool forced)
{
    GomState *state = worker->state;
    const TTData *table = &node->table;
    if (!forced && node->eval == SCORE_NONE) node->eval = evaluate(worker, &state->board);
    Score eval = forced ? SCORE_NONE : node->eval;
    Score before = node->ply >= 2 ? state->evals[node->ply - 2] : SCORE_NONE;
    state->evals[node->ply] = eval;
    node->improving = forced || before == SCORE_NONE || eval > before;
    if (forced || !state->knobs->use_table_score) return eval;
    Bound needed = table->score > eval ? BOUND_LOWER : BOUND_UPPER;
    if (table->bound & needed && !score_is_decided(table->score)) node->eval = table->score;
    return eval;
}

/* One position. A pending five is a matter of the position alone, so table entries need no mark for it. */
static Score search(Worker *worker, Node node)
{
    GomState *state = worker->state;
    GomBoard *board = &state->board;
    Score score;
    if (node.depth <= 0) return quiesce_from(worker, &node);
    pv_clear(&state->pv[node.ply]);
    if (!worker_node(worker)) return SCORE_DRAW;
    worker_reach(worker, node.ply);
    if (decided(state, node.ply, node.pending, &score)) return score;
    if (board->stones == board->cell_count) return SCORE_DRAW;
    if (node.ply >= MAX_PLY) return evaluate(worker, board);
    if (node.alpha < score_loss_in(node.ply)) node.alpha = score_loss_in(node.ply);
    if (node.beta > score_win_in(node.ply + 1)) node.beta = score_win_in(node.ply + 1);
    if (node.alpha >= node.beta) return node.alpha;
    node.eval = SCORE_NONE;
    if (table_answers(worker, &node, &score)) return score;
    bool forced = node.pending || board_count(board, !board->side, CELL_CLASS_FIVE) > 0;
    Score eval = weigh(worker, &node, forced);
    if (!forced && node.excluded == MOVE_NONE && prunes_early(worker, &node, &score)) return score;
    if (worker_stopped(worker)) return SCORE_DRAW;
    if (!forced && node.table_move == MOVE_NONE) node.table_move = deepen_for_move(worker, &node);
    if (worker_stopped(worker)) return SCORE_DRAW;
    if (!forced && judge_singular(worker, &node, &score)) return score;
    if (worker_stopped(worker)) return SCORE_DRAW;
    pv_clear(&state->pv[node.ply]);
    Move best_move = MOVE_NONE;
    int depth = node.depth; /* it shrinks while the moves are tried */
    Score best = search_moves(worker, &node, &best_move);
    if (worker_stopped(worker)) return SCORE_DRAW;
    if (node.excluded != MOVE_NONE) return best;
    worker_tt_store(worker, board->key, node.ply, best_move, best, eval, depth, bound_of(best, node.alpha, node.beta));
    return best;
}

static Score root_move(Worker *worker, Score alpha, Score beta, int depth, int i, int number)
{
    GomState *state = worker->state;
    GomBoard *board = &state->board;
    Move move = worker->root.moves[i].move;
    Node node = {.alpha = alpha, .beta = beta, .depth = depth, .is_pv = true, .pending = state->root_pending};
    int class = board_class(board, move, board->side), order = move_priority(board, move);
    /* A five that cannot be answered ends the game; so do the pairs. The tree never sees such a position. A five that
     * stands against us is older than ours. */
    if (node.pending || winning_move(board) != MOVE_NONE) {
        bool five = !node.pending && class == CELL_CLASS_FIVE && five_wins(board, move);
        bool pairs = TRAITS.captures && board->info[move].pairs[board->side] > 0 &&
                     board->sums.pairs[board->side] + board->info[move].pairs[board->side] >= GOM_PAIRS_TO_WIN;
        if (five || pairs) {
            pv_clear(&state->pv[1]);
            return score_win_in(1);
        }
    }
    if (node.pending &&
        !judge_answers_five(&board->rules, board->cells, move, !board->side, board->sums.pairs[board->side])) {
        pv_clear(&state->pv[1]);
        return score_loss_in(1);
    }
    board_make(board, move, TRAITS);
    Score score = search_child(worker, &node, alpha, number, order, class);
    board_unmake(board, TRAITS);
    return score;
}

static Score search_root(Worker *worker, Score alpha, Score beta, int depth)
{
    GomState *state = worker->state;
    state->root_depth = depth;
    state->evals[0] = evaluate(worker, &state->board);
    if (!worker_node(worker)) return SCORE_DRAW;
    RootPass pass = root_pass(worker, alpha, beta);
    for (int i; (i = root_pass_next(&pass)) >= 0;) {
        worker_root_begin(worker, i);
        worker->seldepth = depth;
        Score score = root_move(worker, pass.alpha, beta, depth, i, i - worker->root.first);
        if (worker_stopped(worker)) return SCORE_DRAW;
        root_pass_take(&pass, i, score, &state->pv[1]);
    }
    if (pass.whole) {
        worker_tt_store(worker, state->board.key, 0, root_pass_move(&pass), pass.best, SCORE_NONE, depth,
                        root_pass_bound(&pass));
    }
    return pass.best;
}
