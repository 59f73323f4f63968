#include "dobutsu/dobutsu.h"

#include "dobutsu/search.h"

#include <string.h>

#define AT(field) offsetof(DobSettings, field)

#define SPIN(title, field, preset, least, most, text)                                                                  \
    {                                                                                                                  \
        .name = (title), .type = OPTION_SPIN, .initial = (preset), .min = (least), .max = (most), .offset = AT(field), \
        .help = (text), .advanced = true                                                                               \
    }
#define CHECK(title, field, text)                                                                           \
    {                                                                                                       \
        .name = (title), .type = OPTION_CHECK, .initial = 1, .max = 1, .offset = AT(field), .help = (text), \
        .advanced = true                                                                                    \
    }

static const Option options[] = {
    SPIN("ChickValue", value[DOB_CHICK], 100, 0, 5000, "A chick."),
    SPIN("ElephantValue", value[DOB_ELEPHANT], 250, 0, 5000, "An elephant."),
    SPIN("GiraffeValue", value[DOB_GIRAFFE], 280, 0, 5000, "A giraffe."),
    SPIN("HenValue", value[DOB_HEN], 320, 0, 5000, "A hen."),
    SPIN("HandValue", hand_value, 110, 0, 300, "A piece in hand, in percent of the same on the board."),
    SPIN("LionStep", lion_step, 15, -500, 500, "Each row that the lion has come forward."),
    CHECK("UseKillers", use_killers, "Order killer moves early."),
    CHECK("UseHistory", use_history, "Order quiet moves by history."),
    CLOCK_OPTIONS(AT(clock), 25, 25, 8, 6, 40, 80, 100, 100, 70, 40, 50, 0, 600, 500),
};

/* ---- positions ---- */

static const PieceNames pieces[DOB_KINDS] = {
    [DOB_CHICK] = {{"C", "c"}, {"ひ", "ひ"}},   [DOB_ELEPHANT] = {{"E", "e"}, {"ぞ", "ぞ"}},
    [DOB_GIRAFFE] = {{"G", "g"}, {"き", "き"}}, [DOB_LION] = {{"L", "l"}, {"ラ", "ラ"}},
    [DOB_HEN] = {{"+C", "+c"}, {"に", "に"}},
};

static void start_position(const void *settings, void *position)
{
    (void)settings;
    dob_position_start(position);
}

static Status parse_position(const void *settings, Str text, void *position, Error *error)
{
    (void)settings;
    return dob_position_parse(text, position, error);
}

static void format_position(const void *position, Buf *out)
{
    dob_position_format(position, out);
}

static void draw_board(const void *position, Buf *out)
{
    dob_position_draw(position, out);
}

static void describe_board(const void *position, yomi_board *out)
{
    dob_position_describe(position, out);
}

static bool cell_name(const void *position, int cell, char out[MOVE_TEXT_MAX])
{
    (void)position;
    if (cell >= DOB_CELLS) return false;
    out[0] = (char)('3' - cell % DOB_WIDTH);
    out[1] = (char)('a' + cell / DOB_WIDTH);
    out[2] = '\0';
    return true;
}

static Move parse_move(const void *position, Str text)
{
    return dob_position_move(position, text);
}

static void format_move(const void *position, Move move, char out[MOVE_TEXT_MAX])
{
    dob_position_format_move(position, move, out);
}

static int legal_moves(const void *position, Move out[MAX_MOVES])
{
    return dob_position_moves(position, out);
}

/* After a repetition or the greatest length of a game. */
static int moves_beyond(const void *bytes, Move out[MAX_MOVES])
{
    const DobPosition *position = bytes;
    return dob_end(&position->board) == DOB_GOES_ON ? dob_moves(&position->board, out) : 0;
}

static void play(void *position, Move move)
{
    dob_position_play(position, move);
}

static Outcome outcome(const void *position, const char **reason)
{
    return dob_position_outcome(position, reason);
}

static int side_to_move(const void *position)
{
    return ((const DobPosition *)position)->board.side;
}

static int ply_of(const void *position)
{
    return ((const DobPosition *)position)->ply;
}

static uint64_t key_of(const void *position)
{
    return ((const DobPosition *)position)->board.key;
}

static TimeProfile time_profile(const void *settings, const void *position)
{
    return (TimeProfile){.shape = &((const DobSettings *)settings)->clock, .ply = ply_of(position)};
}

/* Repetitions and the length of a game are not looked at: a count is of boards, not of games. */
static uint64_t count_leaves(const DobBoard *board, int depth, PerftWatch *watch)
{
    Move moves[DOB_MOVES_MAX];
    if (depth <= 0) return 1;
    int count = dob_end(board) == DOB_GOES_ON ? dob_moves(board, moves) : 0;
    if (depth == 1) return (uint64_t)count;
    if (perft_ended(watch)) return 0;
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        DobBoard next = *board;
        dob_play(&next, moves[i]);
        leaves += count_leaves(&next, depth - 1, watch);
    }
    return leaves;
}

static uint64_t perft(const void *bytes, int depth, PerftWatch *watch)
{
    const DobPosition *position = bytes;
    if (depth > 0 && dob_position_outcome(position, NULL) != OUTCOME_NONE) return 0;
    return count_leaves(&position->board, depth, watch);
}

/* The start, a middle game, pieces in hand, a race of the lions, an attack with hens. */
static const char *const bench_positions[] = {
    "gle/1c1/1C1/ELG b - 1",   "g1e/1Gl/1E1/1L1 b Cc 11",  "1le/gc1/1L1/E1G w C 9",
    "1l1/e1g/1L1/EG1 b Cc 15", "l1+C/1g1/1e1/EL1 b Gc 21", NULL,
};

/* ---- search ---- */

static void new_game(Worker *worker)
{
    DobState *dob = worker->state;
    memset(dob->history, 0, sizeof dob->history);
    memset(dob->killers, 0, sizeof dob->killers);
}

static uint64_t worker_key(const Worker *worker)
{
    return ((const DobState *)worker->state)->board.key;
}

static int max_depth(const void *position, const Limits *limits)
{
    (void)position, (void)limits;
    return MAX_DEPTH;
}

const Game dobutsu_game = {
    .name = "dobutsu",
    .title = "Dobutsu Shogi",
    .protocols = "usi",
    .options = {options, sizeof options / sizeof *options},
    .settings_size = sizeof(DobSettings),
    .position_size = sizeof(DobPosition),
    .start_position = start_position,
    .parse_position = parse_position,
    .format_position = format_position,
    .draw_board = draw_board,
    .describe_board = describe_board,
    .cell_name = cell_name,
    .pieces = pieces,
    .kinds = DOB_KINDS,
    .parse_move = parse_move,
    .format_move = format_move,
    .legal_moves = legal_moves,
    .moves_beyond = moves_beyond,
    .play = play,
    .outcome = outcome,
    .side_to_move = side_to_move,
    .ply = ply_of,
    .key = key_of,
    .time_profile = time_profile,
    .perft = perft,
    .bench_positions = bench_positions,
    .bench_depth = 12,
    .worker_size = sizeof(DobState),
    .new_game = new_game,
    .set_root = dob_search_set_root,
    .worker_key = worker_key,
    .max_depth = max_depth,
    .search_root = dob_search_root,
    .prelude = dob_search_prelude,
};
