#include "gomoku/board.h"

#include <stdlib.h>
#include <string.h>

static unsigned forbid_bits(const GomRules *rules, int colour)
{
    return (rules->forbid_three[colour] ? FORBID_THREE : 0u) | (rules->forbid_four[colour] ? FORBID_FOUR : 0u) |
           (rules->forbid_overline[colour] ? FORBID_OVERLINE : 0u);
}

static void set_rules(GomBoard *board, const GomTables *tables, const GomRules *rules)
{
    board->tables = tables;
    board->rules = *rules;
    board->line_table = tables->lines[rules->exact_five[0]][rules->exact_five[1]];
    for (int c = 0; c < 2; c++) board->class_table[c] = tables->cell_class[forbid_bits(rules, c)];
}

static void set_places(GomBoard *board)
{
    int size = board->rules.size;
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            int far = abs(2 * x - size + 1) + abs(2 * y - size + 1); /* twice the steps from the centre */
            board->place_value[cell_at(x, y)] = (int16_t)((2 * (size - 1) - far) * board->weights.centre / 32);
            board->centre_value[cell_at(x, y)] = (uint8_t)((2 * (size - 1) - far) / 2);
        }
    }
}

static void clear(GomBoard *board)
{
    int size = board->rules.size;
    memset(board->cells, CELL_WALL, sizeof board->cells);
    memset(board->lines, 0xff, sizeof board->lines);
    memset(board->info, 0, sizeof board->info);
    memset(board->rows, 0, sizeof board->rows);
    memset(&board->sums, 0, sizeof board->sums);
    board->board_row = ((UINT32_C(1) << size) - 1) << GRID_MARGIN;
    board->stones = 0;
    board->cell_count = size * size;
    board->depth = 0;
    board->journal_used = 0;
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            int cell = cell_at(x, y);
            board->cells[cell] = CELL_EMPTY;
            for (int d = 0; d < GRID_DIRECTIONS; d++) {
                board->lines[d][line_number(cell, d)] &= ~(UINT64_C(3) << 2 * line_place(cell, d));
            }
        }
    }
}

static void judge_all(GomBoard *board, const BoardTraits traits)
{
    for (int y = 0; y < board->rules.size; y++) {
        for (int x = 0; x < board->rules.size; x++) {
            int cell = cell_at(x, y);
            CellInfo *info = &board->info[cell];
            if (board->cells[cell] != CELL_EMPTY) continue;
            for (int d = 0; d < GRID_DIRECTIONS; d++) {
                uint64_t word = board->lines[d][line_number(cell, d)];
                board_enter_line(info, d, board->line_table[line_key(word, line_place(cell, d), traits.radius)],
                                 traits);
            }
            for (int c = 0; c < 2; c++) info->class[c] = (uint8_t)board_judge_class(board, info, c, traits);
            board_count_cell(board, info, 1, traits);
        }
    }
}

void board_set(GomBoard *board, const GomTables *tables, const EvalWeights *weights, const GomPosition *position)
{
    const GomRules *rules = &position->rules;
    board->net.net = NULL;
    set_rules(board, tables, rules);
    board->weights = *weights;
    set_places(board);
    clear(board);
    for (int y = 0; y < rules->size; y++) {
        for (int x = 0; x < rules->size; x++) {
            int cell = cell_at(x, y);
            uint8_t state = position->cells[cell];
            if (state == CELL_EMPTY) continue;
            board->sums.place[state - 1] += board_place_value(board, cell, state - 1);
            board_flip_stone(board, cell, state - 1, 1);
        }
    }
    board->key = position->key;
    board->side = position->side;
    for (int c = 0; c < 2; c++) board->sums.pairs[c] = position->pairs[c];
    judge_all(board, (BoardTraits){tables_radius(rules->exact_five[0], rules->exact_five[1]), rules->captures});
}

bool board_flagged_is_forbidden(GomBoard *board, int cell, int colour)
{
    return judge_forbidden(&board->rules, board->cells, cell, colour) != FORBIDDEN_NO;
}

bool board_can_break(GomBoard *board, int owner)
{
    if (!board->rules.captures || !board->rules.breakable_five || board->sums.capturable[!owner] == 0) return false;
    uint16_t cells[BOARD_CANDIDATES_MAX];
    int count = board_candidates(board, cells);
    for (int i = 0; i < count; i++) {
        if (board->info[cells[i]].pairs[!owner] == 0 || board->cells[cells[i]] != CELL_EMPTY) continue;
        if (judge_answers_five(&board->rules, board->cells, cells[i], owner, board->sums.pairs[!owner])) return true;
    }
    return false;
}

/* The candidates of one row of the grid. */
static inline uint32_t candidate_row(const GomBoard *board, int y)
{
    const uint32_t *black = board->rows[0], *white = board->rows[1];
    uint32_t near = black[y - 2] | white[y - 2] | black[y - 1] | white[y - 1] | black[y + 1] | white[y + 1] |
                    black[y + 2] | white[y + 2] | black[y] | white[y];
    near |= near << 1 | near >> 1 | near << 2 | near >> 2;
    return near & board->board_row & ~(black[y] | white[y]);
}

/* Goes through the candidates row by row and ends as soon as the counters say that nothing is left. */
int board_collect(const GomBoard *board, int colour, CellClass lowest, uint16_t out[BOARD_CANDIDATES_MAX])
{
    int wanted = 0, kept = 0;
    for (int class = (int)lowest; class < CELL_CLASS_COUNT; class ++) wanted += board->sums.count[colour][class];
    if (lowest == CELL_CLASS_NONE) wanted = BOARD_CANDIDATES_MAX; /* far cells are counted there too */
    int first = GRID_MARGIN, last = GRID_MARGIN + board->rules.size;
    for (int y = first; y < last && kept < wanted; y++) {
        uint64_t bits = candidate_row(board, y);
        while (bits) {
            int cell = y * GRID_STRIDE + bits_pop(&bits);
            out[kept] = (uint16_t)cell;
            kept += board_class(board, cell, colour) >= (int)lowest;
        }
    }
    return kept;
}

int board_candidates(const GomBoard *board, uint16_t out[BOARD_CANDIDATES_MAX])
{
    int count = 0, first = GRID_MARGIN, last = GRID_MARGIN + board->rules.size;
    for (int y = first; y < last; y++) {
        uint64_t bits = candidate_row(board, y);
        while (bits) out[count++] = (uint16_t)(y * GRID_STRIDE + bits_pop(&bits));
    }
    return count;
}
