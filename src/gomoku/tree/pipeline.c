#include "gomoku/tree/pipeline.h"

#include <stdio.h>
#include <stdlib.h>

enum { NODES_PER_MS_SURE = 60, SHARE_OF_TIME = 4, SHARE_OF_NODES = 8, FORCED_DEPTH = 6, FORCED_NODES = 1000 };

typedef struct Pipeline {
    Worker *worker;
    GomState *state;
    const GomPosition *position;
    SearchResult *result;
    bool mate; /* asked for a forced win and nothing else */
} Pipeline;

typedef struct Stage {
    const char *name;
    bool (*run)(Pipeline *pipeline); /* true: the answer is in the result */
    const char *why;                 /* told with the answer; NULL: the stage says it itself */
} Stage;

static bool keep_going(void *context)
{
    return worker_node(context);
}

/* A threat search of at most `nodes` nodes and a part of the time and of the nodes that are left. */
static ThreatSearch threat_search(const Pipeline *pipeline, int64_t nodes)
{
    int64_t left = worker_time_left_ms(pipeline->worker);
    int64_t most = left < 0 ? nodes : left * NODES_PER_MS_SURE / SHARE_OF_TIME;
    uint64_t limit = worker_limits(pipeline->worker)->nodes;
    if (limit > 0 && limit / SHARE_OF_NODES < (uint64_t)most) most = (int64_t)(limit / SHARE_OF_NODES);
    if (pipeline->mate) most = nodes = INT64_MAX / 2; /* without end, and room to add to it */
    return (ThreatSearch){.board = &pipeline->state->board,
                          .tables = pipeline->state->threats,
                          .budget = nodes < most ? nodes : most,
                          .go_on = keep_going,
                          .context = pipeline->worker};
}

static bool answer(Pipeline *pipeline, const Pv *pv, Score score, int depth, bool proven)
{
    if (pv->len == 0 || !root_find(&pipeline->worker->root, pv->moves[0])) return false;
    SearchResult *result = pipeline->result;
    *result = (SearchResult){.best = pv->moves[0],
                             .ponder = pv->len > 1 ? pv->moves[1] : MOVE_NONE,
                             .score = score,
                             .bound = BOUND_EXACT,
                             .depth = depth,
                             .seldepth = depth > pv->len ? depth : pv->len,
                             .selectivity = 100,
                             .pv = *pv,
                             .proof = proven ? PROOF_WIN : PROOF_NONE};
    worker_report_line(pipeline->worker, 1, score, BOUND_EXACT, pv, depth);
    return true;
}

static bool answer_move(Pipeline *pipeline, Move move, Score score, bool proven)
{
    Pv pv;
    line_of_one(&pv, move);
    return answer(pipeline, &pv, score, 1, proven);
}

static Score static_score(const Pipeline *pipeline)
{
    GomBoard *board = &pipeline->state->board;
    return board_evaluate(board, board->side, pipeline->state->tree->traits);
}

/* The only move: what it is worth is told by a short search of it alone. */
static bool answer_forced(Pipeline *pipeline, Move move)
{
    Worker *worker = pipeline->worker;
    if (!root_find(&worker->root, move)) return false;
    int limit = worker_limits(worker)->depth, most = limit > 0 && limit < FORCED_DEPTH ? limit : FORCED_DEPTH;
    Limits none = limits_none();
    root_fill(&worker->root, &move, 1, &none);
    Pv pv;
    line_of_one(&pv, move);
    Score score = static_score(pipeline);
    int reached = 1;
    uint64_t enough = worker_nodes(worker) + FORCED_NODES;
    for (int depth = 1; depth <= most && worker_nodes(worker) < enough; depth++) {
        Score found = pipeline->state->tree->search_root(worker, -SCORE_INFINITE, SCORE_INFINITE, depth);
        if (worker_stopped(worker)) break;
        score = found;
        pv = worker->root.moves[0].pv;
        reached = depth;
    }
    return answer(pipeline, &pv, score, reached, false);
}

/* The cell beside the only stone, on the side of the centre. */
static Move beside_first_stone(const GomPosition *position)
{
    int size = position->rules.size, centre = size / 2;
    for (int i = 0; i < size * size; i++) {
        int x = i % size, y = i / size;
        if (position->cells[cell_at(x, y)] == CELL_EMPTY) continue;
        if (abs(x - centre) > size / 4 || abs(y - centre) > size / 4) return MOVE_NONE;
        return (Move)cell_at(x + (x < centre ? 1 : -1), y + (y < centre ? 1 : -1));
    }
    return MOVE_NONE;
}

/* The cell where the diagonals of two stones of the opponent cross that have one cell between them in a row or column;
 * of two such cells that are empty the one nearer to the centre. */
static Move diagonal_crossing(const GomPosition *position)
{
    enum { STRAIGHT = 2 }; /* the first directions of the grid */
    int size = position->rules.size, centre = size / 2, nearest = 2 * size;
    uint8_t other = stone_of(!position->side);
    Move found = MOVE_NONE;
    for (int i = 0; i < size * size; i++) {
        int cell = cell_at(i % size, i / size);
        for (int d = 0; d < STRAIGHT && position->cells[cell] == other; d++) {
            if (position->cells[cell + 2 * grid_step[d]] != other) continue;
            for (int sign = -1; sign <= 1; sign += 2) {
                int crossing = cell + grid_step[d] + sign * grid_step[!d];
                int distance = abs(cell_x(crossing) - centre) + abs(cell_y(crossing) - centre);
                if (position->cells[crossing] != CELL_EMPTY || distance >= nearest) continue;
                nearest = distance;
                found = (Move)crossing;
            }
        }
    }
    return found;
}

/* The fourth stone: against a shape that grows along two diagonals the cell where they cross is put first. It is not
 * played unseen, because it is often far from best (docs/decisions/0040-gomoku.md). */
static void put_crossing_first(Pipeline *pipeline)
{
    Worker *worker = pipeline->worker;
    Move crossing = diagonal_crossing(pipeline->position);
    if (crossing == MOVE_NONE || !root_find(&worker->root, crossing)) return;
    root_order(&worker->root, (RootHints){.table = crossing});
    char move[MOVE_TEXT_MAX], text[96];
    position_format_move(pipeline->position, crossing, move);
    (void)snprintf(text, sizeof text, "diagonals of the opponent's stones cross at %s; the search weighs it", move);
    worker_report_text(worker, text);
}

/* An empty board: the centre. One stone: beside it, on the side of the centre. One far from the centre is a matter for
 * the search: beside it the corner is worth less than what it leaves. */
static bool stage_opening(Pipeline *pipeline)
{
    enum { MOVE_FOUR = 3 };
    const GomPosition *position = pipeline->position;
    int centre = position->rules.size / 2;
    if (!pipeline->state->params->use_opening || pipeline->mate) return false;
    if (position->stones == MOVE_FOUR) put_crossing_first(pipeline);
    if (position->stones > 1) return false;
    Move move = position->stones == 0 ? (Move)cell_at(centre, centre) : beside_first_stone(position);
    if (move == MOVE_NONE) return false;
    return answer_move(pipeline, move, SCORE_DRAW, false);
}

/* The opponent's five stands: with one way to break it there is nothing to think about. */
static bool stage_break_five(Pipeline *pipeline)
{
    const GomPosition *position = pipeline->position;
    if (!position->pending || pipeline->mate) return false;
    const RootList *root = &pipeline->worker->root;
    GomBoard *board = &pipeline->state->board;
    Move only = MOVE_NONE;
    int count = 0;
    for (int i = 0; i < root->count; i++) {
        Move move = root->moves[i].move;
        if (judge_answers_five(&board->rules, board->cells, move, !board->side, board->sums.pairs[board->side])) {
            only = move;
            count++;
        }
    }
    return count == 1 && answer_forced(pipeline, only);
}

static bool stage_win(Pipeline *pipeline)
{
    if (pipeline->position->pending) return false;
    Move move = pipeline->state->tree->winning_move(&pipeline->state->board);
    return move != MOVE_NONE && answer_move(pipeline, move, score_win_in(1), true);
}

/* The opponent threatens a five and one move alone can stop it. Under capture rules more moves may do, so the search
 * decides. */
static bool stage_block(Pipeline *pipeline)
{
    GomBoard *board = &pipeline->state->board;
    if (pipeline->mate || board->rules.captures || board_count(board, !board->side, CELL_CLASS_FIVE) != 1) return false;
    uint16_t cells[BOARD_CANDIDATES_MAX];
    board_collect(board, !board->side, CELL_CLASS_FIVE, cells);
    return board_allowed(board, cells[0], board->side) && answer_forced(pipeline, (Move)cells[0]);
}

static bool stage_own_vcf(Pipeline *pipeline)
{
    GomState *state = pipeline->state;
    if ((!state->params->use_vcf && !pipeline->mate) || pipeline->position->pending) return false;
    ThreatSearch search = threat_search(pipeline, state->params->vcf_nodes);
    Pv pv;
    return state->tree->vcf(&search, &pv) && answer(pipeline, &pv, score_win_in(pv.len), pv.len, true);
}

static bool stage_own_vct(Pipeline *pipeline)
{
    GomState *state = pipeline->state;
    bool wanted = pipeline->mate || (state->params->use_vct && !state->board.rules.captures);
    if (!wanted || pipeline->position->pending) return false;
    ThreatSearch search = threat_search(pipeline, state->params->vct_nodes);
    Pv pv;
    ThreatResult verdict = state->tree->vct(&search, &pv);
    if (verdict == THREAT_WIN) return answer(pipeline, &pv, score_win_in(pv.len), pv.len, true);
    if (!pipeline->mate) return false;
    /* Nothing else was asked for: the answer is that there is no forced win, or that it is not known. */
    Pv first;
    line_of_one(&first, pipeline->worker->root.moves[0].move);
    if (!answer(pipeline, &first, static_score(pipeline), 1, false)) return false;
    pipeline->result->proof = verdict == THREAT_NONE ? PROOF_NO_WIN : PROOF_NONE;
    return true;
}

/* Does the opponent, to move on the board as it is, win by fours? */
static bool opponent_wins(const Pipeline *pipeline, int64_t nodes, Pv *pv)
{
    ThreatSearch search = threat_search(pipeline, nodes);
    return pipeline->state->tree->vcf(&search, pv);
}

static bool takes_fifth_pair(const GomBoard *board, Move move)
{
    int more = board->rules.captures ? board->info[move].pairs[board->side] : 0;
    return more > 0 && board->sums.pairs[board->side] + more >= GOM_PAIRS_TO_WIN;
}

/* Keeps the root moves after which the opponent has no VCF; all of them when there is none. How many there are, or -1
 * when the search was stopped before that was known. */
static int keep_defences(Pipeline *pipeline)
{
    GomState *state = pipeline->state;
    RootList *root = &pipeline->worker->root;
    bool keep[MAX_MOVES];
    int kept = 0;
    int64_t nodes = state->params->vcf_nodes / 8;
    for (int i = 0; i < root->count; i++) {
        Pv pv;
        board_make(&state->board, root->moves[i].move, state->tree->traits);
        keep[i] = !opponent_wins(pipeline, nodes, &pv);
        board_unmake(&state->board, state->tree->traits);
        kept += keep[i];
    }
    if (worker_stopped(pipeline->worker)) return -1;
    if (kept == 0) return 0;
    int to = 0;
    for (int i = 0; i < root->count; i++) {
        if (keep[i]) root->moves[to++] = root->moves[i];
    }
    root->count = to;
    return kept;
}

/* The opponent would win with `pv` if nothing were done; `pair`: its first move takes the fifth pair. */
static void report_threat(const Pipeline *pipeline, const Pv *pv, bool pair, int kept)
{
    char move[MOVE_TEXT_MAX], count[16] = "no", text[128];
    position_format_move(pipeline->position, pv->moves[0], move);
    if (kept > 0) (void)snprintf(count, sizeof count, "%d", kept);
    (void)snprintf(text, sizeof text, "the opponent threatens to %s %s; %s %s it",
                   pair ? "take the fifth pair at" : "win by fours from", move, count,
                   kept > 1 ? "moves prevent" : "move prevents");
    worker_report_text(pipeline->worker, text);
}

static bool stage_opponent_vcf(Pipeline *pipeline)
{
    GomState *state = pipeline->state;
    GomBoard *board = &state->board;
    if (!state->params->use_vcf || pipeline->mate || pipeline->position->pending) return false;
    if (board_count(board, !board->side, CELL_CLASS_FIVE) > 0) return false;
    Pv pv;
    board_pass(board);
    bool threat = opponent_wins(pipeline, state->params->vcf_nodes, &pv);
    bool pair = threat && takes_fifth_pair(board, pv.moves[0]);
    board_unmake(board, state->tree->traits);
    if (!threat || worker_stopped(pipeline->worker)) return false;
    int kept = keep_defences(pipeline);
    if (kept < 0) return false;
    report_threat(pipeline, &pv, pair, kept);
    return kept == 1 && answer_forced(pipeline, pipeline->worker->root.moves[0].move);
}

static const Stage stages[] = {
    {"opening", stage_opening, "the first stones go to the centre"},
    {"break five", stage_break_five, "only this move breaks the five that stands"},
    {"win", stage_win, "this move wins at once"},
    {"block", stage_block, "only this move stops a five"},
    {"own VCF", stage_own_vcf, "fours alone win by force"},
    {"own VCT", stage_own_vct, "fours and threes win by force"},
    {"stop VCF", stage_opponent_vcf, NULL},
};

/* Analysis wants lines of play, not a quick decision: only what is proven may answer there. */
static bool stage_applies(const Pipeline *pipeline, const Stage *stage)
{
    const Limits *limits = worker_limits(pipeline->worker);
    bool analysis = limits->infinite || limits->ponder || limits->multipv > 1;
    return !analysis || stage->run == stage_win || (limits->multipv <= 1 && stage->run == stage_own_vcf);
}

/* A search for a forced win that ended without one. */
static bool unproven_mate(const Pipeline *pipeline)
{
    return pipeline->mate && pipeline->result->proof != PROOF_WIN;
}

bool pipeline_run(Worker *worker, SearchResult *result)
{
    Pipeline pipeline = {.worker = worker,
                         .state = worker->state,
                         .position = worker_root_position(worker),
                         .result = result,
                         .mate = worker_limits(worker)->mate != 0};
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        if (!stage_applies(&pipeline, &stages[i]) || !stages[i].run(&pipeline)) continue;
        result->stage = stages[i].name;
        if (stages[i].why && !unproven_mate(&pipeline)) worker_report_text(worker, stages[i].why);
        return true;
    }
    return false;
}
