/* Endgames. Up to TWIN_MOST empty squares by a plain search over plain shifts; more by the solver on the board turned
 * over its diagonal, from an empty table. */
#include "verify.h"

#include "othello/notation.h"
#include "othello/tools/tool.h"

#include <stdio.h>
#include <string.h>

enum { TWIN_MOST = 10 };

static int twin(OthelloBoard board, int alpha, int beta, bool passed)
{
    uint64_t moves = othello_board_moves(board);
    if (!moves) return passed ? board_final_score(board) : -twin(board_pass(board), -beta, -alpha, true);
    int best = -SQUARES;
    while (moves && best < beta) {
        int square = bits_pop(&moves);
        OthelloBoard after = board_after(board, square, othello_board_flips(board, square));
        int score = -twin(after, -beta, -(best > alpha ? best : alpha), false);
        if (score > best) best = score;
    }
    return best;
}

static int value_after(Tool *tool, OthelloBoard board, int square)
{
    enum { DIAGONAL = 4 };
    Pv pv;
    OthelloBoard after = board_after(board, square, othello_board_flips(board, square));
    if (board_empty_count(board) <= TWIN_MOST) return -twin(after, -SQUARES, SQUARES, false);
    after = (OthelloBoard){othello_board_mirror(after.own, DIAGONAL), othello_board_mirror(after.other, DIAGONAL)};
    othello_solo_forget(&tool->solo);
    return -othello_solo_solve(&tool->solo, after, -SQUARES, SQUARES, &pv);
}

/* The values as the puzzle tells them, and the best move. */
static const char *compare(Tool *tool, const Puzzle *puzzle, OthelloBoard board)
{
    char values[PUZZLE_LINE_MAX] = "", name[8], first[8] = "";
    int best = -SQUARES - 1, second = best;
    Str line = str_from(puzzle->line);
    for (uint64_t moves = othello_board_moves(board); moves;) {
        char text[24];
        int square = bits_pop(&moves), value = value_after(tool, board, square);
        othello_notation_format_move(move_of_square(square), name);
        (void)snprintf(text, sizeof text, "%s=%+d", name, value);
        puzzle_add_move(values, text);
        if (value > best) {
            second = best;
            best = value;
            (void)snprintf(first, sizeof first, "%s", name);
        } else if (value > second) {
            second = value;
        }
    }
    if (strcmp(values, puzzle->values) != 0) return "the values are others";
    if (best - second < 2) return "there is another best move";
    return str_eq(str_word(&line), first) ? NULL : "the line begins with another move";
}

const char *verify_othello(const Puzzle *puzzle)
{
    OthelloPosition position;
    Error error;
    Tool tool;
    if (othello_notation_parse(str_from(puzzle->position), &position, &error) != STATUS_OK)
        return "the position is none";
    if (board_empty_count(position.board) != puzzle->length) return "the length is not that of the position";
    if (tool_open(&tool, NULL, &error) != STATUS_OK) return "no memory";
    const char *why = compare(&tool, puzzle, position.board);
    tool_close(&tool);
    return why;
}
