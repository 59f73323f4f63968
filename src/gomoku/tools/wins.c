#include "gomoku/tools/wins.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

Status wins_open(Wins *wins, Error *error)
{
    *wins = (Wins){0};
    Status status = tables_create(&wins->tables, error);
    if (status != STATUS_OK) return status;
    wins->board = mem_alloc(sizeof *wins->board, 0, error);
    wins->threats = mem_alloc(sizeof *wins->threats, 0, error);
    if (!wins->board || !wins->threats) return STATUS_NO_MEMORY;
    wins_forget(wins);
    return STATUS_OK;
}

void wins_close(Wins *wins)
{
    tables_destroy(wins->tables);
    mem_free(wins->board);
    mem_free(wins->threats);
}

void wins_forget(Wins *wins)
{
    memset(wins->threats, 0, sizeof *wins->threats);
}

void wins_set(Wins *wins, const GomPosition *position)
{
    static const EvalWeights no_weights; /* nothing is evaluated here */
    board_set(wins->board, wins->tables, &no_weights, position);
    wins->tree = tree_for(&position->rules);
    wins->nodes = 0;
}

void wins_make(Wins *wins, Move move)
{
    board_make(wins->board, move, wins->tree->traits);
}

void wins_unmake(Wins *wins)
{
    board_unmake(wins->board, wins->tree->traits);
}

/* ---- the shortest by fours ---- */

static bool attack_within(Wins *wins, int plies);

static int both_classes(const GomBoard *board, int cell)
{
    return board_class(board, cell, 0) + board_class(board, cell, 1);
}

/* Every answer that the side to move may play; those that touch the most first, since they are likelier to matter. */
static int answers_of(Wins *wins, uint16_t *out)
{
    GomBoard *board = wins->board;
    uint16_t cells[BOARD_CANDIDATES_MAX];
    int starts[2 * CELL_CLASS_COUNT] = {0}, count = 0, before = 0;
    for (int y = 0; y < board->rules.size; y++) {
        for (int x = 0; x < board->rules.size; x++) {
            int cell = cell_at(x, y);
            if (board->cells[cell] != CELL_EMPTY || !board_allowed(board, cell, board->side)) continue;
            cells[count++] = (uint16_t)cell;
            starts[both_classes(board, cell)]++;
        }
    }
    for (int sum = 2 * CELL_CLASS_COUNT - 1; sum >= 0; sum--) {
        int here = starts[sum];
        starts[sum] = before;
        before += here;
    }
    for (int i = 0; i < count; i++) out[starts[both_classes(board, cells[i])]++] = cells[i];
    return count;
}

/* After a four: every answer loses within `plies`. A defender who can make a five, or one that could be broken, is left
 * alone. Without captures only the cell of the five is an answer. */
static bool defend_within(Wins *wins, int plies)
{
    GomBoard *board = wins->board;
    uint16_t cells[BOARD_CANDIDATES_MAX];
    if (wins->tree->winning_move(board) != MOVE_NONE || board_count(board, board->side, CELL_CLASS_FIVE) > 0)
        return false;
    int count = board_collect(board, !board->side, CELL_CLASS_FIVE, cells);
    if (count == 0) return false;
    if (!wins->tree->traits.captures) {
        if (count >= 2 || !board_allowed(board, cells[0], board->side)) return plies >= 2;
    } else {
        count = answers_of(wins, cells);
    }
    for (int i = 0; i < count; i++) {
        wins_make(wins, cells[i]);
        bool won = attack_within(wins, plies - 1);
        wins_unmake(wins);
        if (!won) return false;
    }
    return true;
}

/* The fours of the side to move; one that answers the other side's five when there is one. */
static int fours_of(Wins *wins, uint16_t *out)
{
    GomBoard *board = wins->board;
    uint16_t forced[BOARD_CANDIDATES_MAX], cells[BOARD_CANDIDATES_MAX];
    int threats = board_collect(board, !board->side, CELL_CLASS_FIVE, forced), kept = 0;
    if (threats >= 2) return 0;
    int count = board_collect(board, board->side, CELL_CLASS_FOUR, cells);
    for (int i = 0; i < count; i++) {
        if (board_class(board, cells[i], board->side) == CELL_CLASS_FIVE || (threats && cells[i] != forced[0]))
            continue;
        if (board_allowed(board, cells[i], board->side)) out[kept++] = cells[i];
    }
    return kept;
}

static bool attack_within(Wins *wins, int plies)
{
    uint16_t fours[BOARD_CANDIDATES_MAX];
    if (wins->aborted || plies < 1) return false;
    if (wins->tree->winning_move(wins->board) != MOVE_NONE) return true;
    if (plies < 3) return false;
    wins->nodes++;
    if (wins->left-- <= 0) wins->aborted = true;
    int count = fours_of(wins, fours);
    for (int i = 0; i < count; i++) {
        wins_make(wins, fours[i]);
        bool won = defend_within(wins, plies - 1);
        wins_unmake(wins);
        if (won) return true;
    }
    return false;
}

static int shortest(Wins *wins)
{
    for (int plies = 1; plies <= WINS_PLIES_MAX; plies += 2) {
        if (attack_within(wins, plies)) return plies;
        if (wins->aborted) return 0;
        uint16_t fours[BOARD_CANDIDATES_MAX];
        if (plies == 1 && fours_of(wins, fours) == 0) return 0;
    }
    return 0;
}

/* The first move of a win within `plies`. */
static Move attacking_move(Wins *wins, int plies)
{
    uint16_t fours[BOARD_CANDIDATES_MAX];
    Move win = wins->tree->winning_move(wins->board);
    if (win != MOVE_NONE) return win;
    int count = fours_of(wins, fours);
    for (int i = 0; i < count; i++) {
        wins_make(wins, fours[i]);
        bool won = defend_within(wins, plies - 1);
        wins_unmake(wins);
        if (won) return fours[i];
    }
    return MOVE_NONE;
}

/* The cells that stop a five, or every cell where pairs are taken. */
static int four_answers(Wins *wins, uint16_t *out)
{
    GomBoard *board = wins->board;
    if (wins->tree->traits.captures) return answers_of(wins, out);
    int count = board_collect(board, !board->side, CELL_CLASS_FIVE, out), kept = 0;
    for (int i = 0; i < count; i++) {
        if (board_allowed(board, out[i], board->side)) out[kept++] = out[i];
    }
    return kept > 0 ? kept : answers_of(wins, out);
}

static Move longest_answer(Wins *wins, int *length)
{
    uint16_t cells[BOARD_CANDIDATES_MAX];
    Move best = MOVE_NONE;
    int count = four_answers(wins, cells);
    *length = 0;
    for (int i = 0; i < count && !wins->aborted; i++) {
        wins_make(wins, cells[i]);
        int plies = shortest(wins);
        wins_unmake(wins);
        if (plies <= *length) continue;
        *length = plies;
        best = cells[i];
    }
    return best;
}

int wins_fours(Wins *wins, int64_t budget, Pv *line)
{
    wins->left = budget;
    wins->aborted = false;
    pv_clear(line);
    int length = shortest(wins), made = 0;
    for (int left = length; left > 0 && !wins->aborted;) {
        Move move = attacking_move(wins, left);
        if (move == MOVE_NONE) break;
        line->moves[line->len++] = move;
        if (wins->tree->winning_move(wins->board) == move) break;
        wins_make(wins, move);
        made++;
        Move answer = longest_answer(wins, &left);
        if (answer == MOVE_NONE) break;
        line->moves[line->len++] = answer;
        wins_make(wins, answer);
        made++;
    }
    while (made-- > 0) wins_unmake(wins);
    return !wins->aborted && line->len == length ? length : 0;
}

/* ---- any win ---- */

ThreatResult wins_any(Wins *wins, bool threes, int64_t budget, Pv *line)
{
    ThreatSearch search = {.board = wins->board, .tables = wins->threats, .budget = budget};
    ThreatResult result = THREAT_NONE;
    if (wins->tree->vcf(&search, line)) {
        result = THREAT_WIN;
    } else if (search.aborted) {
        result = THREAT_UNKNOWN;
    } else if (threes) {
        result = wins->tree->vct(&search, line);
    }
    wins->nodes += search.nodes;
    return result;
}

bool wins_threatens(Wins *wins, int64_t budget)
{
    Pv line;
    if (board_count(wins->board, !wins->board->side, CELL_CLASS_FIVE) > 0) return true;
    board_pass(wins->board);
    bool threat = wins_any(wins, false, budget, &line) == THREAT_WIN;
    wins_unmake(wins);
    return threat;
}

/* How the attacker stands after an answer. */
static ThreatResult after_answer(Wins *wins, Move answer, bool threes, int64_t budget, int *length)
{
    Pv line;
    GomBoard *board = wins->board;
    if (board_class(board, answer, board->side) == CELL_CLASS_FIVE) return THREAT_NONE;
    wins_make(wins, answer);
    ThreatResult result = THREAT_WIN;
    *length = 1;
    if (wins->tree->winning_move(board) == MOVE_NONE) {
        result = wins_any(wins, threes, budget, &line);
        *length = line.len;
        if (result == THREAT_WIN && !threes) {
            int least = wins_fours(wins, budget, &line);
            if (least > 0) *length = least;
        }
    }
    wins_unmake(wins);
    return result;
}

Defence wins_defend(Wins *wins, bool threes, int64_t each, int64_t all)
{
    uint16_t cells[BOARD_CANDIDATES_MAX];
    Defence defence = {.verdict = THREAT_WIN};
    Move win = wins->tree->winning_move(wins->board);
    if (win != MOVE_NONE) return (Defence){THREAT_NONE, win, 0};
    int count = answers_of(wins, cells);
    int64_t last = wins->nodes + all;
    for (int i = 0; i < count; i++) {
        int length = 0;
        int64_t left = last - wins->nodes;
        ThreatResult result = after_answer(wins, cells[i], threes, left < each ? left : each, &length);
        if (result == THREAT_NONE) return (Defence){THREAT_NONE, cells[i], 0};
        if (result == THREAT_UNKNOWN) {
            defence.verdict = THREAT_UNKNOWN;
            if (left <= 0) break;
        } else if (length > defence.length) {
            defence.length = length;
            defence.answer = cells[i];
        }
    }
    return defence;
}
