/* Threats. Wins by fours of TWIN_MOST plies by a plain search over whole positions (judge.h's rules, no tables); all
 * others by the threat search on the board turned by half, with an empty table and other budgets. */
#include "verify.h"

#include "gomoku/tools/wins.h"

#include <string.h>

enum { TWIN_MOST = 5, BUDGET = 400000, ALL_BUDGET = 20000000 };

static bool is_won(const GomPosition *position, int side)
{
    return position->end != GOM_END_NONE && position->end < GOM_END_FULL && position->winner == side;
}

static bool has_win(const GomPosition *position)
{
    Move moves[MAX_MOVES];
    int count = position_legal_moves(position, moves);
    for (int i = 0; i < count; i++) {
        GomPosition next = *position;
        position_play(&next, moves[i]);
        if (is_won(&next, position->side)) return true;
    }
    return false;
}

/* Would the side that has just moved win if the other did nothing? */
static bool is_four(const GomPosition *position)
{
    GomPosition passed = *position;
    passed.side = !passed.side;
    return has_win(&passed);
}

static bool four_wins(const GomPosition *position, Move move, int plies);

static bool attack(const GomPosition *position, int plies)
{
    Move moves[MAX_MOVES];
    if (has_win(position)) return true;
    if (plies < 3) return false;
    int count = position_legal_moves(position, moves);
    for (int i = 0; i < count; i++) {
        if (four_wins(position, moves[i], plies)) return true;
    }
    return false;
}

static bool four_wins(const GomPosition *position, Move move, int plies)
{
    Move answers[MAX_MOVES];
    GomPosition next = *position;
    position_play(&next, move);
    if (is_won(&next, position->side)) return true;
    if (next.end != GOM_END_NONE || next.pending || !is_four(&next) || has_win(&next)) return false;
    int count = position_legal_moves(&next, answers);
    for (int i = 0; i < count; i++) {
        GomPosition after = next;
        position_play(&after, answers[i]);
        if (after.end != GOM_END_NONE || after.pending || !attack(&after, plies - 2)) return false;
    }
    return true;
}

static const char *by_twin(const Puzzle *puzzle, const GomPosition *position, Move first)
{
    Move moves[MAX_MOVES];
    int count = position_legal_moves(position, moves);
    if (attack(position, puzzle->length - 2)) return "there is a shorter win";
    for (int i = 0; i < count; i++) {
        bool wins = four_wins(position, moves[i], puzzle->length);
        if (moves[i] == first && !wins) return "the solution does not win";
        if (moves[i] != first && wins) return "there is another first move";
    }
    return NULL;
}

static Move turn(const GomPosition *position, Move move)
{
    int last = position->rules.size - 1;
    return (Move)cell_at(last - cell_x(move), last - cell_y(move));
}

static void turn_board(const GomPosition *position, GomPosition *out)
{
    int size = position->rules.size;
    *out = *position;
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) out->cells[cell_at(x, y)] = position->cells[cell_at(size - 1 - x, size - 1 - y)];
    }
}

/* The first move wins against every answer; of the others that threaten none does. */
static const char *by_turning(Wins *wins, const Puzzle *puzzle, const GomPosition *position, Move first)
{
    static GomPosition turned;
    uint16_t cells[BOARD_CANDIDATES_MAX];
    bool threes = strcmp(puzzle->kind, "vct") == 0;
    turn_board(position, &turned);
    wins_set(wins, &turned);
    int count = board_candidates(wins->board, cells);
    for (int i = 0; i < count; i++) {
        if (!board_allowed(wins->board, cells[i], wins->board->side)) continue;
        bool solution = cells[i] == turn(position, first);
        bool four = board_class(wins->board, cells[i], wins->board->side) >= CELL_CLASS_FOUR;
        if (!threes && !four && !solution) continue;
        wins_make(wins, cells[i]);
        bool tried = solution || !threes || wins_threatens(wins, BUDGET);
        ThreatResult verdict = tried ? wins_defend(wins, threes, BUDGET, ALL_BUDGET).verdict : THREAT_NONE;
        wins_unmake(wins);
        if (solution && verdict != THREAT_WIN) return "the solution does not win";
        if (!solution && verdict != THREAT_NONE) return "there is another first move";
    }
    return NULL;
}

static const char *check_line(const Puzzle *puzzle, GomPosition position)
{
    int side = position.side, count = 0;
    Str rest = str_from(puzzle->line);
    for (Str word = str_word(&rest); word.len > 0; word = str_word(&rest), count++) {
        Move move = position_parse_move(&position, word);
        if (move == MOVE_NONE) return "the line has an illegal move";
        position_play(&position, move);
    }
    if (count != puzzle->length) return "the line has another length";
    return is_won(&position, side) ? NULL : "the line does not win";
}

const char *verify_gomoku(const Puzzle *puzzle)
{
    GomPosition position;
    GomRules rules = rules_preset(GOM_FREESTYLE);
    Error error;
    Str rest = str_from(puzzle->line);
    if (position_parse(&rules, str_from(puzzle->position), &position, &error) != STATUS_OK)
        return "the position is none";
    if (strcmp(puzzle->kind, "vct") == 0 && position.rules.captures) return "threes do not prove anything here";
    Move first = position_parse_move(&position, str_word(&rest));
    const char *why = check_line(puzzle, position);
    if (why || first == MOVE_NONE) return why ? why : "the first move is illegal";
    if (strcmp(puzzle->kind, "vct") != 0 && puzzle->length <= TWIN_MOST) why = by_twin(puzzle, &position, first);
    if (why) return why;
    Wins wins;
    if (wins_open(&wins, &error) == STATUS_OK) why = by_turning(&wins, puzzle, &position, first);
    wins_close(&wins);
    return why;
}
