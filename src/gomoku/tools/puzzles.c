/* Puzzles of gomoku: wins by fours (vcf) and by fours and threes (vct) with one first move.
 *
 * A candidate is a game of quick and careless moves; the first of its positions that makes a puzzle is taken. By fours
 * under all rules; with threes only where nothing is captured. */
#include "base/mem.h"
#include "base/rng.h"
#include "gomoku/tools/tools.h"
#include "gomoku/tools/wins.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

PUZZLES_EMBED(gomoku)

enum {
    LEAST = 5,
    VCF_MOST = 15,
    VCT_MOST = 19,
    OPENING = 4, /* random stones around the centre */
    SPAN = 7,    /* width of where they fall */
    STONES_MIN = 9,
    STONES_MAX = 44,
    NOISE = 14,
    BUDGET = 20000, /* nodes for one question while making */
    ALL_BUDGET = 1 << 30,
    JUDGE_BUDGET = 200000,
    JUDGE_ALL_BUDGET = 2000000
};

typedef struct Solver {
    Wins wins;
    GomPosition position;
} Solver;

/* ---- making ---- */

static Move random_near_centre(const GomPosition *position, Rng *rng)
{
    int from = (position->rules.size - SPAN) / 2;
    for (int tries = 0; tries < 100; tries++) {
        Move move = (Move)cell_at(from + (int)rng_below(rng, SPAN), from + (int)rng_below(rng, SPAN));
        if (position_is_legal(position, move)) return move;
    }
    return MOVE_NONE;
}

/* What makes or stops something, with noise; fives are made and stopped. */
static Move careless_move(Solver *solver, Rng *rng)
{
    const GomBoard *board = solver->wins.board;
    uint16_t cells[BOARD_CANDIDATES_MAX];
    int count = board_candidates(board, cells), most = -1;
    Move best = MOVE_NONE;
    for (int i = 0; i < count; i++) {
        int mine = board_class(board, cells[i], board->side), theirs = board_class(board, cells[i], !board->side);
        int value = 3 * mine + 2 * theirs + (int)rng_below(rng, NOISE);
        if (theirs == CELL_CLASS_FIVE) value += 200;
        if (mine == CELL_CLASS_FIVE) value += 400;
        if (value <= most || !position_is_legal(&solver->position, cells[i])) continue;
        most = value;
        best = cells[i];
    }
    return best;
}

/* No other four wins by fours. */
static bool is_only_four(Solver *solver, Move best)
{
    Wins *wins = &solver->wins;
    uint16_t cells[BOARD_CANDIDATES_MAX];
    int count = board_collect(wins->board, wins->board->side, CELL_CLASS_FOUR, cells);
    for (int i = 0; i < count; i++) {
        if (cells[i] == best || !board_allowed(wins->board, cells[i], wins->board->side)) continue;
        wins_make(wins, cells[i]);
        Defence defence = wins_defend(wins, false, BUDGET, ALL_BUDGET);
        wins_unmake(wins);
        if (defence.verdict != THREAT_NONE) return false;
    }
    return true;
}

/* No other move threatens and wins by fours and threes. */
static bool is_only_threat(Solver *solver, Move best)
{
    Wins *wins = &solver->wins;
    uint16_t cells[BOARD_CANDIDATES_MAX];
    int count = board_candidates(wins->board, cells);
    for (int i = 0; i < count; i++) {
        if (cells[i] == best || !board_allowed(wins->board, cells[i], wins->board->side)) continue;
        wins_make(wins, cells[i]);
        bool refuted =
            !wins_threatens(wins, BUDGET) || wins_defend(wins, true, BUDGET, ALL_BUDGET).verdict == THREAT_NONE;
        wins_unmake(wins);
        if (!refuted) return false;
    }
    return true;
}

static int rate(int length, bool threes, int64_t nodes, int choices)
{
    enum {
        FIRST = 600,
        THREES = 350,
        PER_PLY = 95,
        PER_DOUBLING = 25,
        NODES_USUAL = 200,
        SPREAD = 250,
        PER_CHOICE = 20
    };
    int effort = (int)lround(PER_DOUBLING * log2((double)(nodes + 1) / NODES_USUAL));
    effort = effort < -SPREAD ? -SPREAD : effort > SPREAD ? SPREAD : effort;
    int more = PER_CHOICE * (choices < 10 ? choices : 10);
    return FIRST + (threes ? THREES : 0) + PER_PLY * (length - LEAST) + effort + more;
}

static void write_line(const GomPosition *position, const Pv *line, char out[PUZZLE_LINE_MAX])
{
    out[0] = '\0';
    for (int i = 0; i < line->len; i++) {
        char text[MOVE_TEXT_MAX];
        position_format_move(position, line->moves[i], text);
        puzzle_add_move(out, text);
    }
}

/* Does the line lead to the win of the side that begins it, and not before its end? */
static bool line_wins(const GomPosition *from, const Pv *line)
{
    GomPosition position = *from;
    for (int i = 0; i < line->len; i++) {
        if (position.end != GOM_END_NONE || !position_is_legal(&position, line->moves[i])) return false;
        position_play(&position, line->moves[i]);
    }
    return position.end != GOM_END_NONE && position.end < GOM_END_FULL && position.winner == from->side;
}

static bool write_puzzle(const Solver *solver, const Pv *line, bool threes, int choices, Puzzle *out)
{
    Buf text = buf_new(PUZZLE_POSITION_MAX - 1);
    position_format(&solver->position, &text);
    const char *kind = threes ? "vct" : solver->position.rules.captures ? "vcf-ninuki" : "vcf";
    (void)snprintf(out->kind, sizeof out->kind, "%s", kind);
    (void)snprintf(out->position, sizeof out->position, "%s", buf_text(&text));
    write_line(&solver->position, line, out->line);
    out->length = line->len;
    out->rating = rate(line->len, threes, solver->wins.nodes, choices);
    bool whole = !text.failed;
    buf_free(&text);
    return whole;
}

static bool find_fours(Solver *solver, Puzzle *out)
{
    Pv line;
    Wins *wins = &solver->wins;
    int choices = board_count_fours(wins->board, wins->board->side);
    if (choices == 0 || wins_any(wins, false, BUDGET, &line) != THREAT_WIN)
        return false; /* quicker than to look for the shortest */
    wins->nodes = 0;
    int length = wins_fours(wins, BUDGET, &line);
    if (length < LEAST || length > VCF_MOST || !line_wins(&solver->position, &line)) return false;
    int64_t nodes = wins->nodes;
    if (!is_only_four(solver, line.moves[0])) return false;
    wins->nodes = nodes;
    return write_puzzle(solver, &line, false, choices - 1, out);
}

/* A line of a win with threes: until fours alone do it, then the shortest by fours. */
static bool threat_line(Wins *wins, Pv *out)
{
    int made = 0;
    Pv rest;
    pv_clear(out);
    while (wins_fours(wins, BUDGET, &rest) == 0) {
        bool won = wins_any(wins, true, BUDGET, &rest) == THREAT_WIN && rest.len > 1;
        if (!won || out->len > VCT_MOST) break;
        for (int i = 0; i < 2; i++) {
            out->moves[out->len++] = rest.moves[i];
            wins_make(wins, rest.moves[i]);
            made++;
        }
        rest.len = 0;
    }
    while (made-- > 0) wins_unmake(wins);
    for (int i = 0; i < rest.len && rest.len + out->len < MAX_PLY; i++) out->moves[out->len++] = rest.moves[i];
    return rest.len > 0 && out->len <= VCT_MOST;
}

static bool find_threats(Solver *solver, Puzzle *out)
{
    Pv line;
    Wins *wins = &solver->wins;
    if (wins_any(wins, false, BUDGET, &line) != THREAT_NONE) return false;
    wins->nodes = 0;
    if (wins_any(wins, true, BUDGET, &line) != THREAT_WIN) return false;
    int64_t nodes = wins->nodes;
    if (!threat_line(wins, &line) || line.len < LEAST || !line_wins(&solver->position, &line)) return false;
    if (!is_only_threat(solver, line.moves[0])) return false;
    wins->nodes = nodes;
    return write_puzzle(solver, &line, true, board_count_fours(wins->board, wins->board->side), out);
}

static bool is_quiet(const Solver *solver)
{
    const GomBoard *board = solver->wins.board;
    return solver->wins.tree->winning_move(solver->wins.board) == MOVE_NONE &&
           board_count(board, !board->side, CELL_CLASS_FIVE) == 0 && !solver->position.pending;
}

static bool make(void *context, uint64_t seed, uint64_t number, Puzzle *out)
{
    static const GomPreset presets[] = {GOM_NINUKI, GOM_FREESTYLE, GOM_RENJU};
    Solver *solver = context;
    Rng rng = rng_new(splitmix64(seed) ^ number);
    GomRules rules = rules_preset(presets[number % 3]);
    bool threes = !rules.captures && number / 3 % 2 == 1;
    wins_forget(&solver->wins);
    position_start(&rules, &solver->position);
    while (solver->position.end == GOM_END_NONE && solver->position.stones <= STONES_MAX) {
        wins_set(&solver->wins, &solver->position);
        bool opening = solver->position.ply < OPENING;
        if (solver->position.stones >= STONES_MIN && is_quiet(solver)) {
            if (threes ? find_threats(solver, out) : find_fours(solver, out)) return true;
        }
        Move move = opening ? random_near_centre(&solver->position, &rng) : careless_move(solver, &rng);
        if (move == MOVE_NONE) return false;
        position_play(&solver->position, move);
    }
    return false;
}

/* ---- attempts ---- */

static Status replay(Solver *solver, const PuzzleTry *attempt, size_t count, Error *error)
{
    const GomRules rules = rules_preset(GOM_FREESTYLE);
    Status status = position_parse(&rules, str_from(attempt->puzzle->position), &solver->position, error);
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        Move move = position_parse_move(&solver->position, str_from(attempt->moves[i]));
        if (move == MOVE_NONE) return error_set(error, STATUS_BAD_INPUT, "illegal move %.16s", attempt->moves[i]);
        position_play(&solver->position, move);
    }
    if (status == STATUS_OK) wins_set(&solver->wins, &solver->position);
    return status;
}

static bool is_won(const GomPosition *position, int side)
{
    return position->end != GOM_END_NONE && position->end < GOM_END_FULL && position->winner == side;
}

static Status judge(void *context, const PuzzleTry *attempt, PuzzleAnswer *out, Error *error)
{
    Solver *solver = context;
    bool threes = strcmp(attempt->puzzle->kind, "vct") == 0;
    *out = (PuzzleAnswer){.verdict = PUZZLE_WRONG, .why = "four"};
    if (attempt->count == 0) return error_set(error, STATUS_BAD_INPUT, "there is no move to judge");
    Status status = replay(solver, attempt, attempt->count, error);
    if (status != STATUS_OK) return status;
    int side = !solver->position.side;
    if (is_won(&solver->position, side)) {
        out->verdict = PUZZLE_SOLVED;
        return STATUS_OK;
    }
    if (solver->position.end != GOM_END_NONE) return STATUS_OK;
    bool four = board_count(solver->wins.board, side, CELL_CLASS_FIVE) > 0;
    Defence defence = wins_defend(&solver->wins, threes, JUDGE_BUDGET, JUDGE_ALL_BUDGET);
    if (defence.verdict == THREAT_UNKNOWN) return error_set(error, STATUS_UNSUPPORTED, "the move is too hard to judge");
    bool right = defence.verdict == THREAT_WIN && (threes || four);
    if (four || threes) out->why = "loses";
    if (right) out->verdict = PUZZLE_RIGHT;
    if (defence.verdict == THREAT_WIN && !right) return STATUS_OK;
    Pv answer = {.len = 1, .moves = {defence.answer}};
    write_line(&solver->position, &answer, out->line);
    return STATUS_OK;
}

static Status solve(void *context, const PuzzleTry *attempt, char line[PUZZLE_LINE_MAX], Error *error)
{
    Solver *solver = context;
    Pv pv;
    bool threes = strcmp(attempt->puzzle->kind, "vct") == 0;
    Status status = replay(solver, attempt, attempt->count, error);
    if (status != STATUS_OK) return status;
    if (wins_fours(&solver->wins, JUDGE_BUDGET, &pv) == 0 &&
        wins_any(&solver->wins, threes, JUDGE_BUDGET, &pv) != THREAT_WIN)
        return error_set(error, STATUS_NOT_FOUND, "no win was found here");
    write_line(&solver->position, &pv, line);
    return STATUS_OK;
}

static void close_solver(void *context)
{
    Solver *solver = context;
    if (!solver) return;
    wins_close(&solver->wins);
    mem_free(solver);
}

static Status open_solver(void **out, Error *error)
{
    Solver *solver = mem_alloc(sizeof *solver, 0, error);
    if (!solver) return STATUS_NO_MEMORY;
    Status status = wins_open(&solver->wins, error);
    if (status == STATUS_OK)
        *out = solver;
    else
        close_solver(solver);
    return status;
}

static const char help[] =
    "gomoku: vcf, wins by fours (freestyle, renju), vcf-ninuki, the same where pairs are taken, and vct, wins by "
    "fours\n"
    "    and threes (freestyle, renju), of 5 plies or more. No other first move of the kind wins.\n";

const PuzzleGame gomoku_puzzles = {help, shipped, open_solver, close_solver, make, judge, solve};
