/* Puzzles of shogi: mates in 3 to 11 plies with one solution.
 *
 * A candidate is the end of a game that the engine plays against itself, quickly and with random moves among its own.
 * Of its last positions one with a mate is taken; seen from the winner's side, without the winner's king, pieces are
 * taken off one by one, into the loser's hand, as long as the mate stays as long and, once it is the only one, stays
 * the only one. */
#include "base/rng.h"
#include "shogi/notation.h"
#include "shogi/tools/tools.h"
#include "shogi/tools/tsume.h"
#include "yomi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

PUZZLES_EMBED(shogi)

enum {
    LEAST = 3,
    MOST = 11,
    GAME_NODES = 200,
    GAME_PLIES = 220,
    RANDOM_PLIES = 8,    /* at the beginning */
    RANDOM_ONE_IN = 10,  /* moves after that */
    WINNING_SCORE = 800, /* positions worth asking the solver for */
    ENDINGS = 24,        /* of a game */
    BUDGET = 10000,      /* nodes for a question while making */
    JUDGE_BUDGET = 2000000,
    BOARD_MOST = 18, /* pieces of a problem, the king among them */
    PASSES = 2
};

typedef struct Solver {
    Tsume *tsume;
    yomi_engine *engine; /* plays; opened with the first candidate */
    ShogiPosition work, best;
    char best_move[YOMI_MOVE_TEXT_MAX];
    int score;
    char endings[ENDINGS][PUZZLE_POSITION_MAX];
    int ending_count;
} Solver;

/* ---- a game ---- */

static void on_result(void *context, const yomi_result *result)
{
    Solver *solver = context;
    (void)snprintf(solver->best_move, sizeof solver->best_move, "%s", result->best);
    solver->score = result->score;
}

static bool think(Solver *solver)
{
    yomi_limits limits = YOMI_LIMITS_INIT;
    yomi_callbacks callbacks = {.result = on_result, .context = solver};
    limits.nodes = GAME_NODES;
    return yomi_run(solver->engine, &limits, &callbacks, NULL) == YOMI_OK && solver->best_move[0];
}

static void choose_random(Solver *solver, Rng *rng)
{
    Str rest = str_from(yomi_legal_moves(solver->engine)), moves[MAX_MOVES];
    size_t count = 0;
    for (Str word = str_word(&rest); word.len > 0 && count < MAX_MOVES; word = str_word(&rest)) moves[count++] = word;
    solver->best_move[0] = '\0';
    if (count > 0) (void)str_copy(moves[rng_below(rng, count)], solver->best_move, sizeof solver->best_move);
}

/* Keeps the last positions in which the side to move is winning. */
static void note_ending(Solver *solver)
{
    int at = solver->ending_count++ % ENDINGS;
    (void)snprintf(solver->endings[at], sizeof *solver->endings, "%s", yomi_position_text(solver->engine));
}

static bool open_engine(Solver *solver)
{
    if (solver->engine) return true;
    return yomi_open("shogi", &solver->engine, NULL) == YOMI_OK &&
           yomi_set_option(solver->engine, "Hash", "1", NULL) == YOMI_OK && yomi_ready(solver->engine, NULL) == YOMI_OK;
}

static bool play_game(Solver *solver, Rng *rng)
{
    solver->ending_count = 0;
    if (!open_engine(solver) || yomi_new_game(solver->engine, NULL) != YOMI_OK) return false;
    if (yomi_set_position(solver->engine, NULL, NULL, 0, NULL) != YOMI_OK) return false;
    for (int ply = 0; ply < GAME_PLIES; ply++) {
        if (yomi_get_outcome(solver->engine, NULL) != YOMI_ONGOING) break;
        bool any = ply < RANDOM_PLIES || rng_below(rng, RANDOM_ONE_IN) == 0;
        if (ply >= RANDOM_PLIES) {
            if (!think(solver)) return false;
            if (solver->score > WINNING_SCORE) note_ending(solver);
        }
        if (any) choose_random(solver, rng);
        if (!solver->best_move[0] || yomi_play(solver->engine, solver->best_move, NULL) != YOMI_OK) return false;
    }
    return solver->ending_count > 0;
}

/* ---- a problem ---- */

/* Counts of all pieces of the game but the kings. */
static const int set_counts[HAND_KINDS] = {
    [PAWN] = 18, [LANCE] = 4, [KNIGHT] = 4, [SILVER] = 4, [BISHOP] = 2, [ROOK] = 2, [GOLD] = 4};

/* `board` and the attacker's `hand` as a problem: Black attacks, the rest is in White's hand. */
static bool set_up(ShogiPosition *pos, const uint8_t board[SQUARES], const int hand[HAND_KINDS])
{
    int left[HAND_KINDS];
    memcpy(left, set_counts, sizeof left);
    pos_clear(pos);
    for (int i = 0; i < 81; i++) {
        int square = square_of(i / 9, i % 9), piece = board[square];
        if (piece == NO_PIECE) continue;
        pos_put(pos, square, piece);
        if (piece_kind(piece) != KING) left[kind_raw(piece_kind(piece))]--;
    }
    for (int kind = PAWN; kind < HAND_KINDS; kind++) {
        pos_set_hand(pos, BLACK, kind, hand[kind]);
        pos_set_hand(pos, WHITE, kind, left[kind] - hand[kind]);
    }
    pos_finish(pos, BLACK, 0);
    return !pos_attacked(pos, BLACK, pos->king[WHITE], pos_occupied(pos));
}

typedef struct Problem {
    uint8_t board[SQUARES];
    int hand[HAND_KINDS];
    TsumeMate mate;
    bool unique;
} Problem;

/* The position from the attacker's side, without the attacker's king. */
static void draw_problem(const ShogiPosition *pos, Problem *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < 81; i++) {
        int square = square_of(i / 9, i % 9), piece = pos->board[square];
        if (piece == NO_PIECE || piece == piece_make(pos->side, KING)) continue;
        int to = pos->side == BLACK ? square : square_turn(square);
        out->board[to] = (uint8_t)piece_make(piece_colour(piece) ^ pos->side, piece_kind(piece));
    }
    for (int kind = PAWN; kind < HAND_KINDS; kind++) out->hand[kind] = hand_count(pos->hands[pos->side], kind);
}

static bool judge_problem(Solver *solver, Problem *problem, int least)
{
    if (!set_up(&solver->work, problem->board, problem->hand)) return false;
    if (!tsume_mate(solver->tsume, &solver->work, MOST, BUDGET, &problem->mate)) return false;
    if (problem->mate.length < least) return false;
    problem->unique = tsume_is_unique(solver->tsume, &solver->work, &problem->mate, BUDGET);
    return true;
}

static void shuffle(int *items, int count, Rng *rng)
{
    for (int i = count - 1; i > 0; i--) {
        int k = (int)rng_below(rng, (uint64_t)i + 1), kept = items[i];
        items[i] = items[k];
        items[k] = kept;
    }
}

/* Tries the problem with one piece less: of the board, or (from SQUARES on) of the hand. */
static bool without(Solver *solver, const Problem *problem, int what, Problem *out)
{
    *out = *problem;
    if (what < SQUARES) {
        if (out->board[what] == NO_PIECE || piece_kind(out->board[what]) == KING) return false;
        out->board[what] = NO_PIECE;
    } else {
        if (out->hand[what - SQUARES] == 0) return false;
        out->hand[what - SQUARES]--;
    }
    return judge_problem(solver, out, problem->mate.length) && out->unique >= problem->unique;
}

static void simplify(Solver *solver, Problem *problem, Rng *rng)
{
    int items[SQUARES + HAND_KINDS];
    for (int i = 0; i < SQUARES + HAND_KINDS; i++) items[i] = i;
    for (int pass = 0; pass < PASSES; pass++) {
        shuffle(items, SQUARES + HAND_KINDS, rng);
        for (int i = 0; i < SQUARES + HAND_KINDS; i++) {
            Problem less;
            if (without(solver, problem, items[i], &less)) *problem = less;
        }
    }
}

/* Usual for problems: few pieces, nothing left in hand at the end, and the defender does not make the line longer by
 * dropping pieces that are taken at once. */
static bool is_proper(Solver *solver, const Problem *problem)
{
    int pieces = 0;
    for (int i = 0; i < SQUARES; i++) pieces += problem->board[i] != NO_PIECE;
    if (!problem->unique || pieces > BOARD_MOST) return false;
    if (!set_up(&solver->work, problem->board, problem->hand)) return false;
    ShogiPosition *pos = &solver->work;
    const TsumeMate *mate = &problem->mate;
    for (int i = 0; i < mate->length; i++) {
        ShogiUndo before;
        bool dropped = i % 2 == 1 && move_is_drop(mate->line[i]);
        if (dropped && move_to(mate->line[i]) == move_to(mate->line[i + 1])) return false;
        pos_do_bare(pos, mate->line[i], &before);
    }
    return pos->hands[BLACK] == 0;
}

/* By length, and by how much more than usual for it the solver had to look at: half of the mates of a length are
 * within a factor of four of `usual`. */
static int rate(const TsumeMate *mate, int checks)
{
    enum { FIRST = 700, PER_PLY = 140, PER_DOUBLING = 45, PER_CHECK = 12, CHECKS_USUAL = 6, SPREAD = 280 };
    double usual = 12 * pow(2.1, mate->length - LEAST);
    int effort =
        (int)lround(PER_DOUBLING * log2(((double)mate->nodes + 1) / usual)) + PER_CHECK * (checks - CHECKS_USUAL);
    effort = effort < -SPREAD ? -SPREAD : effort > SPREAD ? SPREAD : effort;
    return FIRST + PER_PLY * (mate->length - LEAST) + effort;
}

static void write_line(const Move *moves, int count, char line[PUZZLE_LINE_MAX])
{
    line[0] = '\0';
    for (int i = 0; i < count; i++) {
        char text[NOTATION_MOVE_MAX];
        notation_format_move(moves[i], text);
        puzzle_add_move(line, text);
    }
}

static bool write_problem(Solver *solver, const Problem *problem, Puzzle *out)
{
    TsumeMate mate;
    CheckInfo info;
    Move checks[LIST_ROOM];
    Buf text = buf_new(PUZZLE_POSITION_MAX - 1);
    (void)set_up(&solver->work, problem->board, problem->hand);
    tsume_forget(solver->tsume); /* so that the effort does not depend on what was solved before */
    if (!tsume_mate(solver->tsume, &solver->work, MOST, BUDGET, &mate)) return false;
    if (!tsume_is_unique(solver->tsume, &solver->work, &mate, BUDGET)) return false;
    checkinfo_make(&solver->work, &info);
    out->length = mate.length;
    out->rating = rate(&mate, (int)(movegen_all_checks(&solver->work, &info, checks) - checks));
    (void)snprintf(out->kind, sizeof out->kind, "tsume");
    notation_format(&solver->work, &text);
    (void)snprintf(out->position, sizeof out->position, "%s", buf_text(&text));
    write_line(mate.line, mate.length, out->line);
    bool whole = !text.failed;
    buf_free(&text);
    return whole;
}

static bool make(void *context, uint64_t seed, uint64_t number, Puzzle *out)
{
    Solver *solver = context;
    Rng rng = rng_new(splitmix64(seed) ^ number);
    tsume_forget(solver->tsume);
    if (!play_game(solver, &rng)) return false;
    int order[ENDINGS], count = solver->ending_count < ENDINGS ? solver->ending_count : ENDINGS;
    for (int i = 0; i < count; i++) order[i] = i;
    shuffle(order, count, &rng);
    for (int i = 0; i < count; i++) {
        Problem problem;
        if (notation_parse(str_from(solver->endings[order[i]]), &solver->best, NULL) != STATUS_OK) continue;
        draw_problem(&solver->best, &problem);
        if (!judge_problem(solver, &problem, LEAST)) continue;
        simplify(solver, &problem, &rng);
        return is_proper(solver, &problem) && write_problem(solver, &problem, out);
    }
    return false;
}

/* ---- attempts ---- */

/* The position before the last `leave` moves of the try. */
static Status replay(const PuzzleTry *attempt, size_t leave, ShogiPosition *pos, Error *error)
{
    Status status = notation_parse(str_from(attempt->puzzle->position), pos, error);
    for (size_t i = 0; i + leave < attempt->count && status == STATUS_OK; i++) {
        Move move = notation_parse_move(str_from(attempt->moves[i]));
        if (!movegen_is_legal(pos, move))
            return error_set(error, STATUS_BAD_INPUT, "illegal move %.16s", attempt->moves[i]);
        pos_play(pos, move);
    }
    return status;
}

/* The answer that holds out longest; of equal ones rather no drop. 0: some answer escapes, or makes it longer than
 * `left` plies; *best is that answer. */
static int longest_defence(Solver *solver, ShogiPosition *pos, int left, Move *best)
{
    Move answers[LIST_ROOM];
    const Move *end = movegen_all_evasions(pos, answers);
    int longest = 0;
    for (const Move *answer = answers; answer < end; answer++) {
        TsumeMate mate;
        ShogiUndo before;
        pos_do_bare(pos, *answer, &before);
        bool mates = left > 0 && tsume_mate(solver->tsume, pos, left, JUDGE_BUDGET, &mate);
        pos_undo_bare(pos, *answer, &before);
        if (!mates) {
            *best = *answer;
            return 0;
        }
        bool better = mate.length == longest && move_is_drop(*best) && !move_is_drop(*answer);
        if (mate.length > longest || better) {
            longest = mate.length;
            *best = *answer;
        }
    }
    return longest;
}

static void refute(Solver *solver, ShogiPosition *pos, Move answer, PuzzleAnswer *out)
{
    ShogiUndo before;
    pos_do_bare(pos, answer, &before);
    bool slower = !tsume_none(solver->tsume, pos, 0, JUDGE_BUDGET) && solver->tsume->answer.verdict == DFPN_PROVEN;
    pos_undo_bare(pos, answer, &before);
    out->why = slower ? "slower" : "escapes";
    write_line(&answer, 1, out->line);
}

static Status judge(void *context, const PuzzleTry *attempt, PuzzleAnswer *out, Error *error)
{
    Solver *solver = context;
    ShogiPosition *pos = &solver->work;
    *out = (PuzzleAnswer){.verdict = PUZZLE_WRONG, .why = "check"};
    if (attempt->count == 0) return error_set(error, STATUS_BAD_INPUT, "there is no move to judge");
    Status status = replay(attempt, 0, pos, error);
    if (status != STATUS_OK || !pos_in_check(pos)) return status;
    int left = attempt->puzzle->length - (int)attempt->count - 1;
    if (!movegen_has_move(pos)) {
        out->verdict = PUZZLE_SOLVED;
        return STATUS_OK;
    }
    Move answer = MOVE_NONE;
    if (longest_defence(solver, pos, left, &answer) == 0) {
        refute(solver, pos, answer, out);
        return STATUS_OK;
    }
    out->verdict = PUZZLE_RIGHT;
    write_line(&answer, 1, out->line);
    return STATUS_OK;
}

static Status solve(void *context, const PuzzleTry *attempt, char line[PUZZLE_LINE_MAX], Error *error)
{
    Solver *solver = context;
    TsumeMate mate;
    Status status = replay(attempt, 0, &solver->work, error);
    if (status != STATUS_OK) return status;
    if (!tsume_mate(solver->tsume, &solver->work, 0, JUDGE_BUDGET, &mate))
        return error_set(error, STATUS_NOT_FOUND, "no mate was found here");
    write_line(mate.line, mate.length, line);
    return STATUS_OK;
}

static void close_solver(void *context)
{
    Solver *solver = context;
    if (!solver) return;
    tsume_close(solver->tsume);
    yomi_close(solver->engine);
    free(solver);
}

static Status open_solver(void **out, Error *error)
{
    Solver *solver = calloc(1, sizeof *solver);
    if (!solver) return error_set(error, STATUS_NO_MEMORY, "no memory for puzzles");
    Status status = tsume_open(&solver->tsume, error);
    if (status == STATUS_OK)
        *out = solver;
    else
        close_solver(solver);
    return status;
}

static const char help[] =
    "shogi: tsume, mates in 3 to 11 plies. The length is the shortest against the longest defence, and no other check\n"
    "    mates in as many plies at any move of the attacker but the last.\n";

const PuzzleGame shogi_puzzles = {help, shipped, open_solver, close_solver, make, judge, solve};
