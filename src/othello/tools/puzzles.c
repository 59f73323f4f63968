/* Puzzles of Othello: endgames of 8 to 14 empty squares with one best move, all scores exact.
 *
 * A candidate is a position of a game with a random opening, moves of a shallow search and random moves among them. */
#include "base/rng.h"
#include "othello/tools/tool.h"
#include "othello/tools/tools.h"
#include "othello/train/datagen.h"

#include <stdio.h>
#include <stdlib.h>

PUZZLES_EMBED(othello)

enum {
    LEAST = 8,
    MOST = 14,
    OPENING_MIN = 8,
    OPENING_SPREAD = 9,
    GAME_DEPTH = 3,
    RANDOM_ONE_IN = 8,
    MARGIN = 2,      /* discs between the best move and the next */
    MOVES_LEAST = 3, /* to choose from */
    SCORE_MOST = 24  /* discs: beyond it nobody cares */
};

typedef struct Solver {
    Tool tool;
} Solver;

/* ---- making ---- */

/* The move of the game at `position`, which has one. */
static Move game_move(Solver *solver, const OthelloPosition *position, bool any, Rng *rng)
{
    Pv pv;
    uint64_t moves = othello_board_moves(position->board);
    if (!moves) return MOVE_PASS;
    if (any) return move_of_square(othello_random_move(rng, moves));
    (void)othello_solo_search(&solver->tool.solo, position->board, GAME_DEPTH, SELECT_MOST, &pv);
    return pv.len > 0 ? pv.moves[0] : move_of_square(bits_lowest(moves));
}

static bool play_to(Solver *solver, int empties, Rng *rng, OthelloPosition *position)
{
    int opening = OPENING_MIN + (int)rng_below(rng, OPENING_SPREAD);
    othello_position_set(position, othello_board_start(), 0);
    while (board_empty_count(position->board) > empties || !othello_board_moves(position->board)) {
        if (othello_position_is_over(position)) return false;
        bool any = position->ply < opening || rng_below(rng, RANDOM_ONE_IN) == 0;
        othello_position_play(position, game_move(solver, position, any, rng));
    }
    return board_empty_count(position->board) == empties;
}

/* Discs for the side to move after `move`, by best play of both. */
static int value_of(Solver *solver, const OthelloPosition *position, Move move)
{
    Pv pv;
    int square = square_of_move(move);
    OthelloBoard after = board_after(position->board, square, othello_board_flips(position->board, square));
    return -othello_solo_solve(&solver->tool.solo, after, -SQUARES, SQUARES, &pv);
}

typedef struct Choice {
    Move best;
    int score, second; /* discs of the best move and of the next */
    int count;
    char values[PUZZLE_LINE_MAX];
} Choice;

static void look(Solver *solver, const OthelloPosition *position, Choice *out)
{
    Move moves[MOVES_MAX];
    *out = (Choice){.score = -SQUARES - 1, .second = -SQUARES - 1};
    out->count = othello_position_moves(position, moves);
    for (int i = 0; i < out->count; i++) {
        char name[8], text[24];
        int value = value_of(solver, position, moves[i]);
        othello_notation_format_move(moves[i], name);
        (void)snprintf(text, sizeof text, "%s=%+d", name, value);
        puzzle_add_move(out->values, text);
        if (value > out->score) {
            out->second = out->score;
            out->score = value;
            out->best = moves[i];
        } else if (value > out->second) {
            out->second = value;
        }
    }
}

/* The depth of search from which on the best move is seen: what a quick look shows is easy. */
static int depth_seen(Solver *solver, const OthelloPosition *position, Move best)
{
    enum { DEEPEST = 7 };
    int seen = DEEPEST + 1;
    for (int depth = DEEPEST; depth >= 1; depth--) {
        Pv pv;
        othello_solo_forget(&solver->tool.solo);
        (void)othello_solo_search(&solver->tool.solo, position->board, depth, SELECT_MOST, &pv);
        if (pv.len == 0 || pv.moves[0] != best) break;
        seen = depth;
    }
    return seen;
}

static int rate(const Choice *choice, int empties, int depth)
{
    enum { FIRST = 700, PER_SQUARE = 90, PER_DEPTH = 90, PER_MOVE = 15, PER_DISC = 8, GAP_MOST = 16 };
    int gap = choice->score - choice->second < GAP_MOST ? choice->score - choice->second : GAP_MOST;
    return FIRST + PER_SQUARE * (empties - LEAST) + PER_DEPTH * (depth - 1) + PER_MOVE * (choice->count - MOVES_LEAST) -
           PER_DISC * (gap - MARGIN);
}

static void write_line(const Pv *pv, char line[PUZZLE_LINE_MAX])
{
    line[0] = '\0';
    for (int i = 0; i < pv->len; i++) {
        char name[8];
        othello_notation_format_move(pv->moves[i], name);
        puzzle_add_move(line, name);
    }
}

static bool is_mirror_free(const OthelloPosition *position)
{
    for (int symmetry = 1; symmetry < 8; symmetry++) {
        if (othello_board_mirror(position->board.own, symmetry) == position->board.own &&
            othello_board_mirror(position->board.other, symmetry) == position->board.other)
            return false;
    }
    return true;
}

/* The best line to the end: the solver's, move by move, since a table may cut lines short. */
static void best_line(Solver *solver, const OthelloPosition *start, char line[PUZZLE_LINE_MAX])
{
    OthelloPosition position = *start;
    Pv all = {0};
    while (!othello_position_is_over(&position) && all.len < PUZZLE_MOVES_MAX) {
        Pv pv = {0};
        Move move = MOVE_PASS;
        if (othello_board_moves(position.board)) {
            (void)othello_solo_solve(&solver->tool.solo, position.board, -SQUARES, SQUARES, &pv);
            Choice choice;
            if (pv.len == 0) look(solver, &position, &choice);
            move = pv.len > 0 ? pv.moves[0] : choice.best;
        }
        all.moves[all.len++] = move;
        othello_position_play(&position, move);
    }
    write_line(&all, line);
}

static bool make(void *context, uint64_t seed, uint64_t number, Puzzle *out)
{
    Solver *solver = context;
    Rng rng = rng_new(splitmix64(seed) ^ number);
    int empties = LEAST + (int)(number % (MOST - LEAST + 1));
    OthelloPosition position;
    Choice choice;
    othello_solo_forget(&solver->tool.solo);
    if (!play_to(solver, empties, &rng, &position) || !is_mirror_free(&position)) return false;
    look(solver, &position, &choice);
    if (choice.count < MOVES_LEAST || choice.score - choice.second < MARGIN || abs(choice.score) > SCORE_MOST)
        return false;
    Buf text = buf_new(PUZZLE_POSITION_MAX - 1);
    othello_notation_format(&position, &text);
    (void)snprintf(out->kind, sizeof out->kind, "endgame");
    (void)snprintf(out->position, sizeof out->position, "%s", buf_text(&text));
    (void)snprintf(out->values, sizeof out->values, "%s", choice.values);
    out->length = empties;
    best_line(solver, &position, out->line);
    out->rating = rate(&choice, empties, depth_seen(solver, &position, choice.best));
    bool whole = !text.failed;
    buf_free(&text);
    return whole;
}

/* ---- attempts ---- */

static Status replay(const PuzzleTry *attempt, size_t count, OthelloPosition *position, Error *error)
{
    Status status = othello_notation_parse(str_from(attempt->puzzle->position), position, error);
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        Move move = othello_notation_move(str_from(attempt->moves[i]));
        if (move == MOVE_NONE || !othello_position_is_legal(position, move))
            return error_set(error, STATUS_BAD_INPUT, "illegal move %.16s", attempt->moves[i]);
        othello_position_play(position, move);
    }
    if (status == STATUS_OK && board_empty_count(position->board) > MOST)
        return error_set(error, STATUS_TOO_LARGE, "more than %d empty squares", MOST);
    return status;
}

/* Plays the best moves on until `side` can choose again. */
static void answer_moves(Solver *solver, OthelloPosition *position, int side, Pv *played)
{
    *played = (Pv){0};
    while (!othello_position_is_over(position)) {
        bool can = othello_board_moves(position->board) != 0;
        if (can && position->side == side) return;
        Move move = MOVE_PASS;
        if (can) {
            Choice choice;
            look(solver, position, &choice);
            move = choice.best;
        }
        played->moves[played->len++] = move;
        othello_position_play(position, move);
    }
}

static Status judge(void *context, const PuzzleTry *attempt, PuzzleAnswer *out, Error *error)
{
    Solver *solver = context;
    OthelloPosition position;
    Choice choice;
    Pv played;
    *out = (PuzzleAnswer){.verdict = PUZZLE_WRONG, .why = "discs"};
    if (attempt->count == 0) return error_set(error, STATUS_BAD_INPUT, "there is no move to judge");
    Status status = replay(attempt, attempt->count - 1, &position, error);
    if (status != STATUS_OK) return status;
    Move move = othello_notation_move(str_from(attempt->moves[attempt->count - 1]));
    if (move == MOVE_NONE || move == MOVE_PASS || !othello_position_is_legal(&position, move))
        return error_set(error, STATUS_BAD_INPUT, "illegal move %.16s", attempt->moves[attempt->count - 1]);
    look(solver, &position, &choice);
    int side = position.side;
    out->loss = choice.score - value_of(solver, &position, move);
    othello_position_play(&position, move);
    answer_moves(solver, &position, side, &played);
    if (out->loss > 0 && played.len > 1) played.len = 1; /* the refutation itself */
    write_line(&played, out->line);
    if (out->loss == 0) out->verdict = othello_position_is_over(&position) ? PUZZLE_SOLVED : PUZZLE_RIGHT;
    return STATUS_OK;
}

static Status solve(void *context, const PuzzleTry *attempt, char line[PUZZLE_LINE_MAX], Error *error)
{
    OthelloPosition position;
    Status status = replay(attempt, attempt->count, &position, error);
    if (status == STATUS_OK) best_line(context, &position, line);
    return status;
}

static void close_solver(void *context)
{
    Solver *solver = context;
    if (!solver) return;
    tool_close(&solver->tool);
    free(solver);
}

static Status open_solver(void **out, Error *error)
{
    Solver *solver = calloc(1, sizeof *solver);
    if (!solver) return error_set(error, STATUS_NO_MEMORY, "no memory for puzzles");
    Status status = tool_open(&solver->tool, NULL, error);
    if (status == STATUS_OK)
        *out = solver;
    else
        close_solver(solver);
    return status;
}

static const char help[] =
    "othello: endgame, 8 to 14 empty squares. One move is better than all others, by two discs or more; the values of\n"
    "    all moves are exact.\n";

const PuzzleGame othello_puzzles = {help, shipped, open_solver, close_solver, make, judge, solve};
