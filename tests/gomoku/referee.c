#include "gomoku/referee.h"

#include <string.h>

static const int across[4] = {1, 0, 1, 1};
static const int down[4] = {0, 1, 1, -1};
static const char stone[2] = {'X', 'O'};

static char look(const Referee *r, int column, int row)
{
    if (column < 0 || row < 0 || column >= r->rules.size || row >= r->rules.size) return '#';
    return r->at[row][column];
}

enum { HALF = 8, WHOLE = 2 * HALF + 1 };

/* The line through a cell as a string, the cell in the middle. */
static void spell(const Referee *r, int column, int row, int d, char line[WHOLE + 1])
{
    for (int k = -HALF; k <= HALF; k++) line[k + HALF] = look(r, column + k * across[d], row + k * down[d]);
    line[WHOLE] = '\0';
}

/* Length of the run of `c` that covers `place`; 0 when the place holds something else. */
static int run_at(const char *line, int place, char c)
{
    if (line[place] != c) return 0;
    int from = place, to = place;
    while (from > 0 && line[from - 1] == c) from--;
    while (line[to + 1] == c) to++;
    return to - from + 1;
}

/* Fewer than three stones can be neither a four nor a three. */
static bool has_three_stones(const char *line, char c)
{
    int count = 0;
    for (int i = 0; i < WHOLE; i++) count += line[i] == c;
    return count >= 3;
}

static bool five_at(const char *line, int place, char c, bool exact)
{
    int run = run_at(line, place, c);
    return exact ? run == 5 : run >= 5;
}

/* Cells of the line which, filled, make a five through the middle. */
static int five_cells(char *line, char c, bool exact, int where[WHOLE])
{
    int count = 0;
    for (int i = 0; i < WHOLE; i++) {
        if (line[i] != '.') continue;
        line[i] = c;
        if (five_at(line, HALF, c, exact)) where[count++] = i;
        line[i] = '.';
    }
    return count;
}

/* A window ".cccc." over the middle of which both ends make a five. */
static bool open_four(char *line, char c, bool exact)
{
    for (int i = 0; i + 5 < WHOLE; i++) {
        if (HALF <= i || HALF >= i + 5) continue;
        bool fits = line[i] == '.' && line[i + 5] == '.';
        for (int k = 1; k <= 4; k++) fits = fits && line[i + k] == c;
        if (!fits) continue;
        line[i] = c;
        bool left = five_at(line, HALF, c, exact);
        line[i] = '.';
        line[i + 5] = c;
        bool right = five_at(line, HALF, c, exact);
        line[i + 5] = '.';
        if (left && right) return true;
    }
    return false;
}

bool referee_makes_five(const Referee *r, int column, int row, int colour)
{
    for (int d = 0; d < 4; d++) {
        char line[WHOLE + 1];
        spell(r, column, row, d, line);
        line[HALF] = stone[colour];
        if (five_at(line, HALF, stone[colour], r->rules.exact[colour])) return true;
    }
    return false;
}

static bool captures_towards(const Referee *r, int column, int row, int dx, int dy, int colour)
{
    return look(r, column + dx, row + dy) == stone[!colour] &&
           look(r, column + 2 * dx, row + 2 * dy) == stone[!colour] &&
           look(r, column + 3 * dx, row + 3 * dy) == stone[colour];
}

int referee_captures(const Referee *r, int column, int row, int colour)
{
    int pairs = 0;
    if (!r->rules.captures) return 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if ((dx || dy) && captures_towards(r, column, row, dx, dy, colour)) pairs++;
        }
    }
    return pairs;
}

/* Puts the stone down and takes the pairs up. */
static Referee after(const Referee *r, int column, int row, int colour)
{
    Referee next = *r;
    for (int dy = -1; dy <= 1 && r->rules.captures; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if ((!dx && !dy) || !captures_towards(r, column, row, dx, dy, colour)) continue;
            next.at[row + dy][column + dx] = '.';
            next.at[row + 2 * dy][column + 2 * dx] = '.';
            next.pairs[colour]++;
        }
    }
    next.at[row][column] = stone[colour];
    return next;
}

static bool forbidden(const Referee *r, int column, int row, int colour);

/* Is the line in direction d a free three through the stone that stands at the cell? */
static bool free_three(const Referee *r, int column, int row, int d, int colour)
{
    char line[WHOLE + 1];
    spell(r, column, row, d, line);
    for (int i = 0; i < WHOLE; i++) {
        if (line[i] != '.') continue;
        line[i] = stone[colour];
        bool open = open_four(line, stone[colour], r->rules.exact[colour]);
        line[i] = '.';
        if (!open) continue;
        if (!r->rules.recursive_three) return true;
        int k = i - HALF;
        if (!forbidden(r, column + k * across[d], row + k * down[d], colour)) return true;
    }
    return false;
}

static bool forbidden(const Referee *r, int column, int row, int colour)
{
    const RefRules *rules = &r->rules;
    if (!rules->no_three[colour] && !rules->no_four[colour] && !rules->no_overline[colour]) return false;
    if (referee_makes_five(r, column, row, colour)) return false;
    if (rules->capture_exempts && referee_captures(r, column, row, colour) > 0) return false;
    Referee next = after(r, column, row, colour);
    int fours = 0, threes = 0;
    bool overline = false;
    for (int d = 0; d < 4; d++) {
        char line[WHOLE + 1];
        int where[WHOLE];
        spell(&next, column, row, d, line);
        if (!has_three_stones(line, stone[colour])) continue;
        if (run_at(line, HALF, stone[colour]) >= 6) overline = true;
        int cells = five_cells(line, stone[colour], rules->exact[colour], where);
        if (cells > 0) {
            fours += open_four(line, stone[colour], rules->exact[colour]) ? 1 : cells;
        } else if (rules->no_three[colour] && free_three(&next, column, row, d, colour)) {
            threes++;
        }
    }
    return (overline && rules->no_overline[colour]) || (fours >= 2 && rules->no_four[colour]) || threes >= 2;
}

bool referee_legal(const Referee *r, int column, int row)
{
    if (r->state != REF_GOES_ON || look(r, column, row) != '.') return false;
    int middle = r->rules.size / 2;
    if (r->rules.pro && r->moves == 0 && (column != middle || row != middle)) return false;
    if (r->rules.pro && r->moves == 2) {
        bool near_column = column >= middle - 2 && column <= middle + 2;
        bool near_row = row >= middle - 2 && row <= middle + 2;
        if (near_column && near_row) return false;
    }
    return !forbidden(r, column, row, r->turn);
}

static bool any_five(const Referee *r, int colour)
{
    for (int row = 0; row < r->rules.size; row++) {
        for (int column = 0; column < r->rules.size; column++) {
            if (r->at[row][column] == stone[colour] && referee_makes_five(r, column, row, colour)) return true;
        }
    }
    return false;
}

/* `owner` has a five; may the other side undo it or finish its pairs at once? */
static bool answerable(const Referee *r, int owner)
{
    for (int row = 0; row < r->rules.size; row++) {
        for (int column = 0; column < r->rules.size; column++) {
            if (r->at[row][column] != '.' || referee_captures(r, column, row, !owner) == 0) continue;
            if (forbidden(r, column, row, !owner)) continue;
            Referee next = after(r, column, row, !owner);
            if (next.pairs[!owner] >= 5 || !any_five(&next, owner)) return true;
        }
    }
    return false;
}

static bool nothing_legal(const Referee *r)
{
    for (int row = 0; row < r->rules.size; row++) {
        for (int column = 0; column < r->rules.size; column++) {
            if (referee_legal(r, column, row)) return false;
        }
    }
    return true;
}

void referee_start(Referee *r, RefRules rules)
{
    memset(r, 0, sizeof *r);
    memset(r->at, '.', sizeof r->at);
    r->rules = rules;
}

void referee_play(Referee *r, int column, int row)
{
    static const RefState wins[2] = {REF_BLACK_WINS, REF_WHITE_WINS};
    int mover = r->turn;
    Referee next = after(r, column, row, mover);
    next.turn = !mover;
    next.moves++;
    if (next.rules.captures && next.pairs[mover] >= 5) {
        next.state = wins[mover];
    } else if (next.rules.captures && any_five(&next, !mover)) {
        next.state = wins[!mover]; /* it was there before this move and still is */
    } else if (referee_makes_five(&next, column, row, mover)) {
        bool waits = next.rules.captures && next.rules.breakable && answerable(&next, mover);
        if (!waits) next.state = wins[mover];
    } else if (nothing_legal(&next)) {
        next.state = REF_DRAW;
    }
    *r = next;
}
