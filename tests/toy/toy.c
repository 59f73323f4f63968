#include "toy/toy.h"

#include "search/root_pass.h"

#include <string.h>

static const Option options[] = {
    {.name = "Width",
     .type = OPTION_SPIN,
     .initial = 5,
     .min = 4,
     .max = TOY_WIDTH_MAX,
     .offset = offsetof(ToySettings, width),
     .help = "Columns of the board."},
    {.name = "Height",
     .type = OPTION_SPIN,
     .initial = 5,
     .min = 4,
     .max = TOY_HEIGHT_MAX,
     .offset = offsetof(ToySettings, height),
     .help = "Rows of the board."},
    CLOCK_OPTIONS(offsetof(ToySettings, clock), 14, 25, 4, 4, 20, 100, 100, 100, 70, 40, 50, 0, 600, 500),
};

/* ---- rules ---- */

void toy_start(ToyPosition *position, int width, int height)
{
    memset(position, 0, sizeof *position);
    position->width = (uint8_t)width;
    position->height = (uint8_t)height;
}

static bool has_four(uint64_t stones, int height)
{
    const int steps[] = {1, height, height + 1, height + 2};
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = stones & (stones >> steps[i]);
        if (pairs & (pairs >> (2 * steps[i]))) return true;
    }
    return false;
}

int toy_moves(const ToyPosition *position, Move out[MAX_MOVES])
{
    int count = 0;
    if (position->won) return 0;
    for (int column = 0; column < position->width; column++) {
        if (position->fill[column] < position->height) out[count++] = (Move)(column + 1);
    }
    return count;
}

void toy_play(ToyPosition *position, Move move)
{
    int column = move - 1, side = position->ply & 1;
    int bit = column * (position->height + 1) + position->fill[column];
    position->stones[side] |= UINT64_C(1) << bit;
    position->fill[column]++;
    position->record[position->ply++] = (uint8_t)move;
    position->won = has_four(position->stones[side], position->height);
}

bool toy_random(ToyPosition *position, int width, int height, int plies, Rng *rng)
{
    toy_start(position, width, height);
    for (int i = 0; i < plies; i++) {
        Move moves[MAX_MOVES];
        int count = toy_moves(position, moves);
        if (count == 0) return false;
        toy_play(position, moves[rng_below(rng, (uint64_t)count)]);
    }
    Move moves[MAX_MOVES];
    return toy_moves(position, moves) > 0;
}

static uint64_t position_key(const ToyPosition *position)
{
    return splitmix64(position->stones[0] ^ splitmix64(position->stones[1] + position->width * 64U + position->height));
}

/* ---- search ---- */

typedef struct ToyWorker {
    ToyPosition position;
    Killers killers[MAX_PLY + 1];
    HistoryCell butterfly[2 * 1 * TOY_WIDTH_MAX];
    HistoryCell continuation[TOY_WIDTH_MAX * TOY_WIDTH_MAX];
    Move counter[TOY_WIDTH_MAX + 1];
} ToyWorker;

static Score evaluate(const ToyPosition *position)
{
    Score score = 0;
    for (int column = 0; column < position->width; column++) {
        int centre = column < position->width - 1 - column ? column : position->width - 1 - column;
        int shift = column * (position->height + 1);
        uint64_t mask = ((UINT64_C(1) << position->height) - 1) << shift;
        score += centre * 10 * (bits_count(position->stones[0] & mask) - bits_count(position->stones[1] & mask));
    }
    return position->ply & 1 ? -score : score;
}

static int order_value(const ToyWorker *toy, Move move, Move table_move, Move before, int ply)
{
    int side = toy->position.ply & 1;
    if (move == table_move) return 1 << 30;
    if (killers_has(&toy->killers[ply], move)) return 1 << 20;
    if (before && toy->counter[before] == move) return 1 << 19;
    int value = toy->butterfly[butterfly_at(1, TOY_WIDTH_MAX, side, 0, move - 1)];
    if (before) value += toy->continuation[(before - 1) * TOY_WIDTH_MAX + move - 1];
    return value;
}

static void order(const ToyWorker *toy, Move *moves, int count, Move table_move, Move before, int ply)
{
    for (int i = 1; i < count; i++) {
        Move move = moves[i];
        int value = order_value(toy, move, table_move, before, ply), to = i;
        while (to > 0 && order_value(toy, moves[to - 1], table_move, before, ply) < value) {
            moves[to] = moves[to - 1];
            to--;
        }
        moves[to] = move;
    }
}

static void learn(ToyWorker *toy, Move move, Move before, int ply, int depth)
{
    int side = toy->position.ply & 1;
    killers_add(&toy->killers[ply], move);
    history_update(&toy->butterfly[butterfly_at(1, TOY_WIDTH_MAX, side, 0, move - 1)], depth * depth);
    if (!before) return;
    history_update(&toy->continuation[(before - 1) * TOY_WIDTH_MAX + move - 1], depth * depth);
    toy->counter[before] = move;
}

static Score search(Worker *worker, Score alpha, Score beta, int depth, int ply, Move before, Pv *pv)
{
    ToyWorker *toy = worker->state;
    pv_clear(pv);
    if (!worker_node(worker)) return 0;
    worker_reach(worker, ply);
    if (toy->position.won) return score_loss_in(ply);
    Move moves[MAX_MOVES];
    int count = toy_moves(&toy->position, moves);
    if (count == 0) return SCORE_DRAW;
    if (depth <= 0) return evaluate(&toy->position);

    uint64_t key = position_key(&toy->position);
    TTData entry = {.move = MOVE_NONE};
    if (worker_tt_probe(worker, key, ply, &entry) && entry.depth >= depth &&
        bound_cuts((Bound)entry.bound, entry.score, alpha, beta)) {
        worker_count(worker, STAT_TT_CUTS);
        return entry.score;
    }
    order(toy, moves, count, entry.move, before, ply);

    Score best = -SCORE_INFINITE, floor = alpha;
    Move best_move = MOVE_NONE;
    ToyPosition saved = toy->position;
    for (int i = 0; i < count && best < beta; i++) {
        Pv child;
        toy_play(&toy->position, moves[i]);
        tt_prefetch(worker->tt, position_key(&toy->position));
        Score value;
        if (i == 0) {
            value = -search(worker, -beta, -floor, depth - 1, ply + 1, moves[i], &child);
        } else {
            value = -search(worker, -floor - 1, -floor, depth - 1, ply + 1, moves[i], &child);
            if (value > floor && value < beta && !worker_stopped(worker)) {
                value = -search(worker, -beta, -floor, depth - 1, ply + 1, moves[i], &child);
            }
        }
        toy->position = saved;
        if (worker_stopped(worker)) return 0;
        if (value <= best) continue;
        best = value;
        best_move = moves[i];
        if (value > floor) {
            floor = value;
            pv_set(pv, moves[i], &child);
        }
        if (value >= beta) {
            worker_cutoff(worker, i == 0);
            learn(toy, moves[i], before, ply, depth);
        }
    }
    worker_tt_store(worker, key, ply, best_move, best, SCORE_NONE, depth, bound_of(best, alpha, beta));
    return best;
}

static Score search_root(Worker *worker, Score alpha, Score beta, int depth)
{
    ToyWorker *toy = worker->state;
    if (!worker_node(worker)) return 0;
    ToyPosition saved = toy->position;
    RootPass pass = root_pass(worker, alpha, beta);
    for (int i; (i = root_pass_next(&pass)) >= 0;) {
        Move move = worker->root.moves[i].move;
        bool first = i == worker->root.first;
        worker_root_begin(worker, i);
        Pv child;
        toy_play(&toy->position, move);
        Score value = 0;
        if (!first) value = -search(worker, -pass.alpha - 1, -pass.alpha, depth - 1, 1, move, &child);
        if (!worker_stopped(worker) && (first || (value > pass.alpha && value < beta))) {
            value = -search(worker, -beta, -pass.alpha, depth - 1, 1, move, &child);
        }
        toy->position = saved;
        if (worker_stopped(worker)) return 0;
        root_pass_take(&pass, i, value, &child);
    }
    if (pass.whole) {
        worker_tt_store(worker, position_key(&toy->position), 0, pass.best_move, pass.best, SCORE_NONE, depth,
                        root_pass_bound(&pass));
    }
    return pass.best;
}

/* ---- the table ---- */

static void start_position(const void *settings, void *position)
{
    const ToySettings *toy = settings;
    toy_start(position, toy->width, toy->height);
}

/* The columns played, as digits: "44352". */
static Status parse_position(const void *settings, Str text, void *position, Error *error)
{
    ToyPosition result;
    start_position(settings, &result);
    for (size_t i = 0; i < text.len; i++) {
        Move moves[MAX_MOVES];
        int count = toy_moves(&result, moves), found = -1;
        for (int m = 0; m < count; m++) {
            if (moves[m] == text.ptr[i] - '0') found = m;
        }
        if (found < 0) {
            return error_set(error, STATUS_BAD_INPUT, "no stone can be dropped at move %zu ('%c')", i + 1, text.ptr[i]);
        }
        toy_play(&result, moves[found]);
    }
    memcpy(position, &result, sizeof result);
    return STATUS_OK;
}

static void draw_board(const void *bytes, Buf *out)
{
    const ToyPosition *position = bytes;
    for (int row = position->height - 1; row >= 0; row--) {
        for (int column = 0; column < position->width; column++) {
            uint64_t bit = UINT64_C(1) << (column * (position->height + 1) + row);
            (void)buf_putc(out, position->stones[0] & bit ? 'X' : position->stones[1] & bit ? 'O' : '.');
        }
        (void)buf_putc(out, '\n');
    }
}

static const PieceNames stones[] = {{{"X", "O"}, {"●", "○"}}};

static void describe_board(const void *bytes, yomi_board *out)
{
    const ToyPosition *position = bytes;
    out->width = position->width;
    out->height = position->height;
    for (int cell = 0; cell < out->width * out->height; cell++) {
        int column = cell % out->width, row = out->height - 1 - cell / out->width;
        uint64_t bit = UINT64_C(1) << (column * (position->height + 1) + row);
        out->cells[cell].owner = (signed char)(position->stones[0] & bit   ? 0
                                               : position->stones[1] & bit ? 1
                                                                           : YOMI_NOBODY);
    }
}

static bool cell_name(const void *bytes, int cell, char out[MOVE_TEXT_MAX])
{
    const ToyPosition *position = bytes;
    if (cell >= position->width * position->height) return false;
    out[0] = (char)('a' + cell % position->width);
    out[1] = (char)('0' + position->height - cell / position->width);
    out[2] = '\0';
    return true;
}

static Move parse_move(const void *position, Str text)
{
    Move moves[MAX_MOVES];
    int count = toy_moves(position, moves);
    for (int i = 0; i < count && text.len == 1; i++) {
        if (moves[i] == text.ptr[0] - '0') return moves[i];
    }
    return MOVE_NONE;
}

static void format_move(const void *position, Move move, char out[MOVE_TEXT_MAX])
{
    (void)position;
    out[0] = (char)('0' + move);
    out[1] = '\0';
}

static int legal_moves(const void *position, Move out[MAX_MOVES])
{
    return toy_moves(position, out);
}

static void play(void *position, Move move)
{
    toy_play(position, move);
}

static Outcome outcome(const void *bytes, const char **reason)
{
    const ToyPosition *position = bytes;
    Move moves[MAX_MOVES];
    if (reason) *reason = position->won ? "four in a row" : "the board is full";
    if (position->won) return position->ply & 1 ? OUTCOME_FIRST_WINS : OUTCOME_SECOND_WINS;
    return toy_moves(position, moves) == 0 ? OUTCOME_DRAW : OUTCOME_NONE;
}

static int side_to_move(const void *position)
{
    return ((const ToyPosition *)position)->ply & 1;
}

static int ply_of(const void *position)
{
    return ((const ToyPosition *)position)->ply;
}

static uint64_t key_of(const void *position)
{
    return position_key(position);
}

static int squares_left(const ToyPosition *position)
{
    int left = position->width * position->height - position->ply;
    return left > 0 ? left : 1;
}

static int max_depth(const void *position, const Limits *limits)
{
    (void)limits;
    return squares_left(position);
}

static TimeProfile time_profile(const void *settings, const void *position)
{
    return (TimeProfile){.shape = &((const ToySettings *)settings)->clock, .ply = ply_of(position)};
}

static uint64_t perft(const void *bytes, int depth, PerftWatch *watch)
{
    Move moves[MAX_MOVES];
    int count = toy_moves(bytes, moves);
    if (depth <= 1) return depth == 0 ? 1 : (uint64_t)count;
    if (perft_ended(watch)) return 0;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        ToyPosition next = *(const ToyPosition *)bytes;
        toy_play(&next, moves[i]);
        sum += perft(&next, depth - 1, watch);
    }
    return sum;
}

static void format_position(const void *bytes, Buf *out)
{
    const ToyPosition *position = bytes;
    for (int i = 0; i < position->ply; i++) (void)buf_putc(out, (char)('0' + position->record[i]));
}

static void new_game(Worker *worker)
{
    memset(worker->state, 0, sizeof(ToyWorker));
}

static void set_root(Worker *worker, const void *position)
{
    ((ToyWorker *)worker->state)->position = *(const ToyPosition *)position;
}

static uint64_t worker_key(const Worker *worker)
{
    return position_key(&((const ToyWorker *)worker->state)->position);
}

static const char *const bench_positions[] = {"", "3", "33", "3323", "12345", NULL};

const Game toy_game = {
    .name = "toy",
    .title = "Drop Four",
    .protocols = "usi",
    .options = {options, sizeof options / sizeof *options},
    .settings_size = sizeof(ToySettings),
    .position_size = sizeof(ToyPosition),
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
    .ply = ply_of,
    .key = key_of,
    .time_profile = time_profile,
    .perft = perft,
    .bench_positions = bench_positions,
    .bench_depth = 20,
    .worker_size = sizeof(ToyWorker),
    .new_game = new_game,
    .set_root = set_root,
    .worker_key = worker_key,
    .max_depth = max_depth,
    .search_root = search_root,
};
