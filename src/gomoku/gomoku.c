#include "gomoku/gomoku.h"

#include "base/mem.h"
#include "gomoku/shared.h"
#include "gomoku/tree/pipeline.h"

#include <string.h>

static void start_position(const void *settings, void *position)
{
    GomRules rules;
    (void)settings_rules(settings, &rules, NULL);
    position_start(&rules, position);
}

static Status parse_position(const void *settings, Str text, void *position, Error *error)
{
    GomRules rules;
    Status status = settings_rules(settings, &rules, error);
    return status == STATUS_OK ? position_parse(&rules, text, position, error) : status;
}

static void format_position(const void *position, Buf *out)
{
    position_format(position, out);
}

static void draw_board(const void *position, Buf *out)
{
    position_draw(position, out);
}

static const PieceNames stones[] = {{{"x", "o"}, {"●", "○"}}};

static void describe_board(const void *position, yomi_board *out)
{
    position_describe(position, out);
}

static bool cell_name(const void *bytes, int cell, char out[MOVE_TEXT_MAX])
{
    const GomPosition *position = bytes;
    int size = position->rules.size;
    if (cell >= size * size) return false;
    position_format_move(position, (Move)cell_at(cell % size, cell / size), out);
    return true;
}

static Move parse_move(const void *position, Str text)
{
    return position_parse_move(position, text);
}

static void format_move(const void *position, Move move, char out[MOVE_TEXT_MAX])
{
    position_format_move(position, move, out);
}

static int legal_moves(const void *position, Move out[MAX_MOVES])
{
    return position_legal_moves(position, out);
}

static void play(void *position, Move move)
{
    position_play(position, move);
}

static Outcome outcome(const void *position, const char **reason)
{
    return position_outcome(position, reason);
}

static int side_to_move(const void *position)
{
    return ((const GomPosition *)position)->side;
}

static int ply(const void *position)
{
    return ((const GomPosition *)position)->ply;
}

static uint64_t key(const void *position)
{
    return ((const GomPosition *)position)->key;
}

static TimeProfile time_profile(const void *settings, const void *position)
{
    return (TimeProfile){.shape = &((const GomSettings *)settings)->clock,
                         .ply = ((const GomPosition *)position)->stones};
}

static uint64_t perft(const void *position, int depth, PerftWatch *watch)
{
    const GomPosition *from = position;
    Move moves[MAX_MOVES];
    if (depth <= 0) return 1;
    int count = position_legal_moves(from, moves);
    if (depth == 1) return (uint64_t)count;
    if (perft_ended(watch)) return 0;
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        GomPosition next = *from;
        position_play(&next, moves[i]);
        leaves += perft(&next, depth - 1, watch);
    }
    return leaves;
}

static const char *const bench_positions[] = {
    "ninuki 19/19/19/19/19/19/19/8x1o8/8ox9/7o1xx8/9ox8/8xo9/19/19/19/19/19/19/19 b 0 0",
    "ninuki 19/19/19/19/19/19/7x11/7oxo9/8oxx8/7xo1xo7/7o1x1o7/6x3o8/19/19/19/19/19/19/19 w 1 1",
    "ninuki 19/19/19/19/19/5o13/6x1o10/6xoxo9/5oxxxo9/6o1xox8/7x2o8/8o2x7/19/19/19/19/19/19/19 b 2 1",
    "pente 19/19/19/19/19/19/19/8x10/8oxo8/9x9/8o10/7x11/19/19/19/19/19/19/19 w 0 0",
    "freestyle 15/15/15/15/15/6x8/6ox7/5xoo7/6xxo6/7o7/15/15/15/15/15 b 0 0",
    "standard 15/15/15/15/7o7/6x1x6/5oxo7/6xo7/5xo8/15/15/15/15/15/15 w 0 0",
    "renju 15/15/15/15/15/7x7/6oxo6/6xo7/5ox8/7x7/15/15/15/15/15 w 0 0",
    NULL,
};

static Status worker_init(Worker *worker, Error *error)
{
    GomState *state = worker->state;
    state->threats = mem_alloc(sizeof *state->threats, 0, error);
    if (!state->threats) return STATUS_NO_MEMORY;
    memset(state->threats, 0, sizeof *state->threats);
    return STATUS_OK;
}

static void worker_free(Worker *worker)
{
    GomState *state = worker->state;
    mem_free(state->threats);
}

static void new_game(Worker *worker)
{
    GomState *state = worker->state;
    memset(state->history, 0, sizeof state->history);
    memset(state->counter, 0, sizeof state->counter);
    memset(state->killers, 0, sizeof state->killers);
    memset(state->threats, 0, sizeof *state->threats);
}

/* Orders the root's moves; cells far from every stone are left out when all moves were to be searched. */
static void order_root(Worker *worker, const GomPosition *position)
{
    GomState *state = worker->state;
    RootList *root = &worker->root;
    bool near[GRID_CELLS] = {false};
    uint16_t cells[BOARD_CANDIDATES_MAX];
    int count = board_candidates(&state->board, cells);
    for (int i = 0; i < count; i++) near[cells[i]] = true;
    Move legal[MAX_MOVES], moves[MAX_MOVES];
    int priorities[MAX_MOVES];
    bool trim = count > 0 && position_legal_moves(position, legal) == root->count;
    int kept = 0;
    for (int i = 0; i < root->count; i++) {
        Move move = root->moves[i].move;
        if (trim && !near[move]) continue;
        int priority = state->tree->move_priority(&state->board, move), to = kept++;
        for (; to > 0 && priorities[to - 1] < priority; to--) {
            priorities[to] = priorities[to - 1];
            moves[to] = moves[to - 1];
        }
        priorities[to] = priority;
        moves[to] = move;
    }
    if (kept == 0) return; /* every near cell is forbidden */
    Limits none = limits_none();
    root_fill(root, moves, kept, &none);
}

static void set_root(Worker *worker, const void *position)
{
    GomState *state = worker->state;
    const GomPosition *root = position;
    const GomSettings *settings = worker->settings;
    state->params = &settings->params;
    state->tree = tree_for(&root->rules);
    state->root_pending = root->pending;
    const GomShared *shared = worker->shared;
    int captures = root->rules.captures != 0;
    board_set(&state->board, shared->tables, &settings->weights[captures], root);
    board_set_net(&state->board, shared->nets.net[captures], settings->params.margins[captures].net_scale);
    reductions_fill(&state->reductions, settings->params.reduction_base, settings->params.reduction_divisor);
    memset(state->killers, 0, sizeof state->killers);
    history_fade(&state->history[0][0], sizeof state->history / sizeof(HistoryCell));
    int amplitude = worker->index > 0 && worker->params->jitter ? worker->params->jitter_amplitude : 0;
    order_root(worker, root);
    root_set_jitter(&worker->root, splitmix64(root->key ^ (uint64_t)worker->index), amplitude);
}

static int max_depth(const void *position, const Limits *limits)
{
    (void)limits;
    const GomPosition *at = position;
    int empty = at->rules.size * at->rules.size - at->stones;
    return empty < 1 ? 1 : empty < MAX_DEPTH ? empty : MAX_DEPTH;
}

static Score search_root(Worker *worker, Score alpha, Score beta, int depth)
{
    const GomState *state = worker->state;
    return state->tree->search_root(worker, alpha, beta, depth);
}

static uint64_t worker_key(const Worker *worker)
{
    return ((const GomState *)worker->state)->board.key;
}

/* Measured: docs/measurements/levels.md. */
static const GameLevel levels[YOMI_LEVELS] = {{60, 1200}, {595, 8},   {595, 0},   {969, 0},   {1698, 0},  {3300, 0},
                                              {7000, 0},  {15500, 0}, {36000, 0}, {85000, 0}, {200000, 0}};

const Game gomoku_game = {
    .name = "gomoku",
    .title = "Gomoku",
    .protocols = "gomocup",
    .options = {gom_option_list, GOM_OPTION_COUNT},
    .settings_size = sizeof(GomSettings),
    .prepare = gomoku_shared_prepare,
    .release = gomoku_shared_free,
    .position_size = sizeof(GomPosition),
    .start_position = start_position,
    .parse_position = parse_position,
    .format_position = format_position,
    .draw_board = draw_board,
    .describe_board = describe_board,
    .cell_name = cell_name,
    .pieces = stones,
    .kinds = 1,
    .parse_move = parse_move,
    .format_move = format_move,
    .legal_moves = legal_moves,
    .play = play,
    .outcome = outcome,
    .side_to_move = side_to_move,
    .ply = ply,
    .key = key,
    .time_profile = time_profile,
    .perft = perft,
    .bench_positions = bench_positions,
    .bench_depth = 8,
    .levels = levels,
    .worker_size = sizeof(GomState),
    .worker_init = worker_init,
    .worker_free = worker_free,
    .new_game = new_game,
    .set_root = set_root,
    .worker_key = worker_key,
    .max_depth = max_depth,
    .search_root = search_root,
    .prelude = pipeline_run,
};
