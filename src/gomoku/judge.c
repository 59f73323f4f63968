#include "gomoku/judge.h"

#include <stddef.h>

int judge_captures(const uint8_t *cells, int cell, int colour, uint16_t taken[CAPTURE_STONES_MAX])
{
    uint8_t own = stone_of(colour), other = stone_of(!colour);
    int count = 0;
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            int step = sign * grid_step[d];
            if (cells[cell + step] != other || cells[cell + 2 * step] != other || cells[cell + 3 * step] != own) {
                continue;
            }
            if (taken) {
                taken[count] = (uint16_t)(cell + step);
                taken[count + 1] = (uint16_t)(cell + 2 * step);
            }
            count += 2;
        }
    }
    return count;
}

int judge_run(const uint8_t *cells, int cell, int step, int colour)
{
    uint8_t own = stone_of(colour);
    int run = 1;
    for (int at = cell + step; cells[at] == own; at += step) run++;
    for (int at = cell - step; cells[at] == own; at -= step) run++;
    return run;
}

static bool counts_as_five(const GomRules *rules, int run, int colour)
{
    return rules->exact_five[colour] ? run == 5 : run >= 5;
}

bool judge_five_at(const GomRules *rules, const uint8_t *cells, int cell, int colour)
{
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        if (counts_as_five(rules, judge_run(cells, cell, grid_step[d], colour), colour)) return true;
    }
    return false;
}

/* Does a five begin at `cell`, so that it lies above it on some line? A run is counted from its lower end only. */
static bool five_begins(const GomRules *rules, const uint8_t *cells, int cell, int colour)
{
    uint8_t own = stone_of(colour);
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        int step = grid_step[d];
        if (cells[cell - step] == own || cells[cell + 4 * step] != own) continue;
        if (counts_as_five(rules, judge_run(cells, cell, step, colour), colour)) return true;
    }
    return false;
}

bool judge_has_five(const GomRules *rules, const uint8_t *cells, int colour)
{
    uint8_t own = stone_of(colour);
    for (int y = 0; y < rules->size; y++) {
        for (int x = 0; x < rules->size; x++) {
            int cell = cell_at(x, y);
            if (cells[cell] == own && five_begins(rules, cells, cell, colour)) return true;
        }
    }
    return false;
}

/* A line of `colour` through the stone at `cell`, seen while judging one move. */
typedef struct Line {
    const GomRules *rules;
    uint8_t *cells;
    int cell, step, colour;
} Line;

/* Would a stone at `at` make a five that holds the line's stone? */
static bool completes(const Line *line, int at)
{
    if (line->cells[at] != CELL_EMPTY) return false;
    line->cells[at] = stone_of(line->colour);
    bool five = counts_as_five(line->rules, judge_run(line->cells, line->cell, line->step, line->colour), line->colour);
    line->cells[at] = CELL_EMPTY;
    return five;
}

/* Four stones in a row through the line's stone, both neighbours empty and both completing a five. */
static bool is_open_four(const Line *line)
{
    if (judge_run(line->cells, line->cell, line->step, line->colour) != 4) return false;
    uint8_t own = stone_of(line->colour);
    int up = line->cell, down = line->cell;
    while (line->cells[up] == own) up += line->step;
    while (line->cells[down] == own) down -= line->step;
    return completes(line, up) && completes(line, down);
}

/* Fours in this line: 0, 1, or 2 when two different cells complete a five and no open four joins them. */
static int count_fours(const Line *line)
{
    int cells = 0;
    for (int k = -4; k <= 4; k++) {
        if (k != 0 && completes(line, line->cell + k * line->step)) cells++;
    }
    return cells >= 2 && is_open_four(line) ? 1 : cells;
}

/* Is the line a free three: one more stone, if it may be played, makes an open four? */
static bool is_free_three(const Line *line)
{
    uint8_t own = stone_of(line->colour);
    for (int k = -3; k <= 3; k++) {
        int at = line->cell + k * line->step;
        if (k == 0 || line->cells[at] != CELL_EMPTY) continue;
        line->cells[at] = own;
        bool open = is_open_four(line);
        line->cells[at] = CELL_EMPTY;
        if (!open) continue;
        if (!line->rules->recursive_three) return true;
        if (judge_forbidden(line->rules, line->cells, at, line->colour) == FORBIDDEN_NO) return true;
    }
    return false;
}

/* Fewer than three stones within reach are no overline, no four and no three. */
static bool is_too_thin(const Line *line)
{
    uint8_t own = stone_of(line->colour);
    int stones = 0;
    for (int k = -4; k <= 4; k++) stones += line->cells[line->cell + k * line->step] == own;
    return stones < 3;
}

static Forbidden judge_placed(const GomRules *rules, uint8_t *cells, int cell, int colour)
{
    int fours = 0, threes = 0;
    bool overline = false;
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        Line line = {rules, cells, cell, grid_step[d], colour};
        if (is_too_thin(&line)) continue;
        if (judge_run(cells, cell, line.step, colour) > 5) overline = true;
        int made = count_fours(&line);
        fours += made;
        if (made == 0 && rules->forbid_three[colour] && is_free_three(&line)) threes++;
    }
    if (overline && rules->forbid_overline[colour]) return FORBIDDEN_OVERLINE;
    if (fours >= 2 && rules->forbid_four[colour]) return FORBIDDEN_FOUR;
    return threes >= 2 ? FORBIDDEN_THREE : FORBIDDEN_NO;
}

Forbidden judge_forbidden(const GomRules *rules, uint8_t *cells, int cell, int colour)
{
    if (!rules_forbid(rules, colour) || judge_five_at(rules, cells, cell, colour)) return FORBIDDEN_NO;
    if (rules->captures) {
        uint16_t taken[CAPTURE_STONES_MAX];
        int count = judge_captures(cells, cell, colour, taken);
        if (count > 0 && rules->capture_exempts) return FORBIDDEN_NO;
        for (int i = 0; i < count; i++) cells[taken[i]] = CELL_EMPTY;
        cells[cell] = stone_of(colour);
        Forbidden verdict = judge_placed(rules, cells, cell, colour);
        cells[cell] = CELL_EMPTY;
        for (int i = 0; i < count; i++) cells[taken[i]] = stone_of(!colour);
        return verdict;
    }
    cells[cell] = stone_of(colour);
    Forbidden verdict = judge_placed(rules, cells, cell, colour);
    cells[cell] = CELL_EMPTY;
    return verdict;
}

/* Does the capture at `cell` leave `owner` without a five? Most captures take no stone of one, which is seen first. */
static bool capture_breaks(const GomRules *rules, uint8_t *cells, int cell, int owner, const uint16_t *taken, int count)
{
    bool touches = false;
    for (int i = 0; i < count && !touches; i++) touches = judge_five_at(rules, cells, taken[i], owner);
    if (!touches) return false;
    for (int i = 0; i < count; i++) cells[taken[i]] = CELL_EMPTY;
    cells[cell] = stone_of(!owner);
    bool broken = !judge_has_five(rules, cells, owner);
    cells[cell] = CELL_EMPTY;
    for (int i = 0; i < count; i++) cells[taken[i]] = stone_of(owner);
    return broken;
}

bool judge_answers_five(const GomRules *rules, uint8_t *cells, int cell, int owner, int other_pairs)
{
    uint16_t taken[CAPTURE_STONES_MAX];
    int count = judge_captures(cells, cell, !owner, taken);
    if (count == 0) return false;
    bool answers =
        other_pairs + count / 2 >= GOM_PAIRS_TO_WIN || capture_breaks(rules, cells, cell, owner, taken, count);
    return answers && judge_forbidden(rules, cells, cell, !owner) == FORBIDDEN_NO;
}

bool judge_can_break(const GomRules *rules, uint8_t *cells, int owner, int other_pairs)
{
    for (int y = 0; y < rules->size; y++) {
        for (int x = 0; x < rules->size; x++) {
            int cell = cell_at(x, y);
            if (cells[cell] == CELL_EMPTY && judge_answers_five(rules, cells, cell, owner, other_pairs)) return true;
        }
    }
    return false;
}
