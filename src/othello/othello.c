#include "othello/othello.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/rng.h"
#include "othello/book/learn.h"
#include "othello/notation.h"
#include "othello/tree/iterations.h"
#include "othello/tree/solo.h"

#include <string.h>

/* ---- settings and shared data ---- */

static Status load_weights(const char *path, OthelloShared **made, Error *error)
{
    Error why = {STATUS_OK, ""};
    Buf file = buf_new(WEIGHTS_FILE_SIZE);
    Status status = path[0] ? file_read(path, &file, &why) : STATUS_OK;
    if (status == STATUS_OK) status = othello_shared_make(made, buf_view(&file), &why);
    buf_free(&file);
    return status == STATUS_OK ? status : error_set(error, status, "WeightsFile %.80s: %.150s", path, why.text);
}

/* A file that is not there yet, in a folder that is, is an empty book to learn into. */
static Status load_book(const char *path, OthelloShared *made, Error *error)
{
    Error why;
    Status status = path[0] ? othello_book_load(path, &made->book, &why) : STATUS_OK;
    if (status == STATUS_NOT_FOUND && file_folder_is_there(path)) return STATUS_OK;
    return status == STATUS_OK ? status : error_set(error, status, "BookFile %.80s: %.150s", path, why.text);
}

static Status prepare(const void *bytes, void **shared, Error *error)
{
    const OthelloSettings *settings = bytes;
    OthelloShared *made = NULL;
    Status status = load_weights(settings->weights_file, &made, error);
    if (status == STATUS_OK) status = load_book(settings->book_file, made, error);
    if (status != STATUS_OK) {
        othello_shared_free(made);
        return status;
    }
    othello_shared_free(*shared);
    *shared = made;
    return STATUS_OK;
}

static Status learn(const void *bytes, const void *shared, const void *positions, size_t count, Error *error)
{
    const OthelloSettings *settings = bytes;
    if (settings->book_file[0] == '\0') {
        return error_set(error, STATUS_NOT_FOUND, "BookFile is not set, so there is no book to learn into");
    }
    size_t most = (size_t)settings->book_moves + 1;
    BookGrowth growth = {(size_t)settings->book_grow, settings->book_moves, settings->book_tolerance};
    return othello_learn_game(settings->book_file, shared, positions, count < most ? count : most, settings->book_depth,
                              &growth, error);
}

static void release(void *shared)
{
    othello_shared_free(shared);
}

/* ---- positions ---- */

static void start_position(const void *settings, void *position)
{
    (void)settings;
    othello_position_set(position, othello_board_start(), 0);
}

static Status parse_position(const void *settings, Str text, void *position, Error *error)
{
    (void)settings;
    return othello_notation_parse(text, position, error);
}

static void format_position(const void *position, Buf *out)
{
    othello_notation_format(position, out);
}

static void draw_board(const void *position, Buf *out)
{
    othello_notation_draw(position, out);
}

static const PieceNames discs[] = {{{"X", "O"}, {"●", "○"}}};

static void describe_board(const void *bytes, yomi_board *out)
{
    enum { WIDTH = 8 };
    const OthelloPosition *position = bytes;
    out->width = out->height = WIDTH;
    for (int cell = 0; cell < SQUARES; cell++) {
        bool own = position->board.own & bit(cell), other = position->board.other & bit(cell);
        out->cells[cell].owner = (signed char)(own ? position->side : other ? !position->side : YOMI_NOBODY);
    }
}

static bool cell_name(const void *position, int cell, char out[MOVE_TEXT_MAX])
{
    (void)position;
    if (cell >= SQUARES) return false;
    othello_notation_format_move(move_of_square(cell), out);
    return true;
}

static Move parse_move(const void *position, Str text)
{
    Move move = othello_notation_move(text);
    return move != MOVE_NONE && othello_position_is_legal(position, move) ? move : MOVE_NONE;
}

static void format_move(const void *position, Move move, char out[MOVE_TEXT_MAX])
{
    (void)position;
    othello_notation_format_move(move, out);
}

static int legal_moves(const void *position, Move out[MAX_MOVES])
{
    return othello_position_moves(position, out);
}

static void play(void *position, Move move)
{
    othello_position_play(position, move);
}

static Outcome outcome(const void *bytes, const char **reason)
{
    const OthelloPosition *position = bytes;
    if (!othello_position_is_over(position)) return OUTCOME_NONE;
    if (reason) *reason = board_empties(position->board) ? "nobody can move" : "the board is full";
    int score = board_final_score(position->board);
    if (score == 0) return OUTCOME_DRAW;
    return (score > 0) == (position->side == 0) ? OUTCOME_FIRST_WINS : OUTCOME_SECOND_WINS;
}

static Score final_score(const void *position)
{
    return board_final_score(((const OthelloPosition *)position)->board) * DISC;
}

static int side_to_move(const void *position)
{
    return ((const OthelloPosition *)position)->side;
}

static int ply_of(const void *position)
{
    return ((const OthelloPosition *)position)->ply;
}

static uint64_t key_of(const void *position)
{
    return ((const OthelloPosition *)position)->hash.key;
}

static uint64_t perft(const void *position, int depth, PerftWatch *watch)
{
    return othello_tree_for(cpu_features())->perft(((const OthelloPosition *)position)->board, depth, watch);
}

static TimeProfile time_profile(const void *settings, const void *position)
{
    int empties = board_empty_count(((const OthelloPosition *)position)->board);
    return (TimeProfile){.shape = &((const OthelloSettings *)settings)->clock, .ply = SQUARES - 4 - empties};
}

/* ---- search ---- */

static Status worker_init(Worker *worker, Error *error)
{
    (void)error;
    OthelloState *state = worker->state;
    state->worker = worker;
    return STATUS_OK;
}

static void new_game(Worker *worker)
{
    OthelloState *state = worker->state;
    memset(&state->small, 0, sizeof state->small);
    memset(state->history, 0, sizeof state->history);
}

static void set_root(Worker *worker, const void *position)
{
    OthelloState *state = worker->state;
    const OthelloSettings *settings = worker->settings;
    state->shared = worker->shared;
    state->board = ((const OthelloPosition *)position)->board;
    state->probing = 0;
    state->open_count = 0;
    state->open_left = OPEN_NONE;
    state->leaves = 0;
    state->outcomes = settings->win_loss_draw;
    state->switches = (Switches){.no_enhanced = !settings->enhanced_cutoffs,
                                 .no_stability = !settings->stability,
                                 .no_evaluate = !settings->evaluate_order};
}

static uint64_t worker_key(const Worker *worker)
{
    return othello_board_hash(((const OthelloState *)worker->state)->board).key;
}

static int max_depth(const void *position, const Limits *limits)
{
    return othello_iteration_count(board_empty_count(((const OthelloPosition *)position)->board),
                                   limits_bounded(limits));
}

static Iteration step_of(const Worker *worker, int iteration)
{
    const OthelloState *state = worker->state;
    bool bounded = limits_bounded(worker_limits(worker));
    return othello_iteration(board_empty_count(state->board), iteration, bounded, worker->settings);
}

static Score search_root(Worker *worker, Score alpha, Score beta, int iteration)
{
    OthelloState *state = worker->state;
    Iteration step = step_of(worker, iteration);
    state->selectivity = step.selectivity;
    return othello_tree_for(worker->cpu)->search_root(state, step.depth, alpha, beta);
}

/* Among the book's moves as good as the best, or nearly so when some tolerance is asked for: then by chance. */
static const OthelloBookMove *choose(const OthelloBookMove *moves, int count, int tolerance, uint64_t key)
{
    int good = 1;
    while (good < count && moves[good].value >= moves[0].value - tolerance) good++;
    if (tolerance == 0) return &moves[0]; /* the one played most among equals */
    Rng rng = rng_new((uint64_t)clock_now(clock_real()) ^ key);
    return &moves[rng_below(&rng, (uint64_t)good)];
}

/* The book's moves that may be played here, best first. */
static int book_moves(Worker *worker, OthelloBookMove out[MOVES_MAX])
{
    const OthelloSettings *settings = worker->settings;
    const OthelloShared *shared = worker->shared;
    const OthelloPosition *position = worker_root_position(worker);
    if (shared->book.count == 0 || !settings->own_book || position->ply >= settings->book_moves) return 0;
    Score draw = position->side == 0 ? settings->contempt : -settings->contempt;
    int count = 0, found = othello_book_moves(&shared->book, position->board, draw, out);
    for (int i = 0; i < found; i++) {
        if (root_find(&worker->root, out[i].move)) out[count++] = out[i];
    }
    return count;
}

static void report_book(Worker *worker, const OthelloBookMove *moves, int count)
{
    for (int i = 0; i < count; i++) {
        Pv pv = {.len = 1, .moves = {moves[i].move}};
        worker_report_book(worker, moves[i].value, &pv, moves[i].depth, moves[i].games);
    }
}

/* A search that is not for a move to play goes on beside the book. */
static bool prelude(Worker *worker, SearchResult *result)
{
    const OthelloSettings *settings = worker->settings;
    const OthelloPosition *position = worker_root_position(worker);
    const Limits *limits = worker_limits(worker);
    OthelloBookMove moves[MOVES_MAX];
    int count = book_moves(worker, moves);
    if (limits->analysis) report_book(worker, moves, count < limits->multipv ? count : limits->multipv);
    if (limits->analysis || limits->infinite || limits->ponder || limits->nodes || limits->multipv > 1) return false;
    if (count == 0) return false;
    const OthelloBookMove *move = choose(moves, count, settings->book_tolerance, position->hash.key);
    *result = (SearchResult){.best = move->move,
                             .score = move->value,
                             .bound = BOUND_EXACT,
                             .depth = move->depth,
                             .selectivity = othello_confidence(SELECT_MOST),
                             .pv = {.len = 1, .moves = {move->move}},
                             .stage = "book"};
    worker_report_line(worker, 1, result->score, BOUND_EXACT, &result->pv, result->depth);
    return true;
}

/* An evaluation errs less near the end, and final scores come in steps of two discs. */
static int aspiration_delta(const void *position)
{
    enum { NARROW = 150, WIDE = 250, LATE_EMPTIES = 24 };
    return board_empty_count(((const OthelloPosition *)position)->board) <= LATE_EMPTIES ? NARROW : WIDE;
}

static void describe_depth(const Worker *worker, int iteration, int *depth, int *selectivity)
{
    Iteration step = step_of(worker, iteration);
    *depth = step.depth;
    *selectivity = othello_confidence(step.selectivity);
}

/* The start, three of the middle game, and an endgame of 14 empties. */
static const char *const bench_positions[] = {
    "---------------------------OX------XO--------------------------- X",
    "------------------O--X----OOXX---XXXXO----OXXX-----X------------ O",
    "--X-O-----OOOO--XXOOXXX-XXOXXX--XXOXOO---OXOOO-----O-O---------- X",
    "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
    NULL,
};

/* The start, a middle game after 20 moves with 12 to choose from, and an endgame of 14 empties. */
static const BenchRow bench_table[] = {
    {"opening", "---------------------------OX------XO--------------------------- X"},
    {"midgame", "----X-------X-----XXXOOO--XXXXOX--OOOOX---XX-O-X---X------------ X"},
    {"endgame", "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"},
    {NULL, NULL},
};

static const char *const own_stats[] = {"stability_cuts", "enhanced_tt_cuts", "move_lists",        "hash_updates",
                                        "hash_scans",     "pattern_updates",  "patterns_affected", NULL};

/* Measured: docs/measurements/levels.md. */
static const GameLevel levels[YOMI_LEVELS] = {{300, 1200}, {340, 770}, {395, 540}, {425, 420}, {470, 315}, {515, 230},
                                              {580, 165},  {700, 95},  {950, 35},  {1400, 0},  {2700, 0}};

const Game othello_game = {
    .name = "othello",
    .title = "Othello",
    .protocols = "nboard gtp",
    .options = {othello_option_list, OTHELLO_OPTIONS},
    .settings_size = sizeof(OthelloSettings),
    .prepare = prepare,
    .release = release,
    .learn = learn,
    .position_size = sizeof(OthelloPosition),
    .start_position = start_position,
    .parse_position = parse_position,
    .format_position = format_position,
    .draw_board = draw_board,
    .describe_board = describe_board,
    .cell_name = cell_name,
    .pieces = discs,
    .kinds = 1,
    .parse_move = parse_move,
    .format_move = format_move,
    .legal_moves = legal_moves,
    .play = play,
    .outcome = outcome,
    .final_score = final_score,
    .side_to_move = side_to_move,
    .ply = ply_of,
    .key = key_of,
    .time_profile = time_profile,
    .perft = perft,
    .bench_positions = bench_positions,
    .bench_table = bench_table,
    .bench_depth = 12,
    .levels = levels,
    .worker_size = sizeof(OthelloState),
    .worker_init = worker_init,
    .new_game = new_game,
    .set_root = set_root,
    .worker_key = worker_key,
    .max_depth = max_depth,
    .search_root = search_root,
    .aspiration_delta = aspiration_delta,
    .describe_depth = describe_depth,
    .prelude = prelude,
    .own_stats = own_stats,
    .shared_tree = true,
};
