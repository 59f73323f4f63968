#include "gomoku/position.h"

#include "base/rows.h"

#include <stdio.h>
#include <string.h>

static uint64_t rules_key(const GomRules *rules)
{
    uint64_t key = UINT64_C(0x79736f6d690000);
    const uint8_t *bytes = (const uint8_t *)rules;
    for (size_t i = 0; i < sizeof *rules; i++) key = splitmix64(key ^ bytes[i]);
    return key;
}

void position_start(const GomRules *rules, GomPosition *out)
{
    *out = (GomPosition){.rules = *rules, .side = GOM_BLACK, .key = rules_key(rules)};
    memset(out->cells, CELL_WALL, sizeof out->cells);
    for (int y = 0; y < rules->size; y++) memset(&out->cells[cell_at(0, y)], CELL_EMPTY, rules->size);
}

static void put_stone(GomPosition *position, int cell, int colour)
{
    position->cells[cell] = stone_of(colour);
    position->key ^= zobrist_stone(cell, colour);
    position->stones++;
}

static void take_stone(GomPosition *position, int cell, int colour)
{
    position->cells[cell] = CELL_EMPTY;
    position->key ^= zobrist_stone(cell, colour);
    position->stones--;
}

static void set_pairs(GomPosition *position, int colour, int pairs)
{
    position->key ^= zobrist_pairs(colour, position->pairs[colour]) ^ zobrist_pairs(colour, pairs);
    position->pairs[colour] = (uint8_t)pairs;
}

static void set_side(GomPosition *position, int side)
{
    if (position->side != side) position->key ^= zobrist_side();
    position->side = (uint8_t)side;
}

/* The pro opening, also called the tournament rule of pente: the second black stone keeps away from the centre. */
static bool opening_allows(const GomPosition *position, int cell)
{
    if (position->rules.opening != GOM_OPENING_PRO || (position->ply != 0 && position->ply != 2)) return true;
    int centre = position->rules.size / 2;
    int dx = cell_x(cell) - centre, dy = cell_y(cell) - centre;
    if (position->ply == 0) return dx == 0 && dy == 0;
    return dx < -2 || dx > 2 || dy < -2 || dy > 2;
}

bool position_is_legal(const GomPosition *position, Move move)
{
    if (position->end != GOM_END_NONE || move >= GRID_CELLS || position->cells[move] != CELL_EMPTY) return false;
    if (!opening_allows(position, move)) return false;
    if (!rules_forbid(&position->rules, position->side)) return true;
    uint8_t cells[GRID_CELLS];
    memcpy(cells, position->cells, sizeof cells);
    return judge_forbidden(&position->rules, cells, move, position->side) == FORBIDDEN_NO;
}

int position_legal_moves(const GomPosition *position, Move out[MAX_MOVES])
{
    if (position->end != GOM_END_NONE) return 0;
    uint8_t cells[GRID_CELLS];
    memcpy(cells, position->cells, sizeof cells);
    int size = position->rules.size, count = 0;
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            int cell = cell_at(x, y);
            if (cells[cell] != CELL_EMPTY || !opening_allows(position, cell)) continue;
            if (judge_forbidden(&position->rules, cells, cell, position->side) != FORBIDDEN_NO) continue;
            out[count++] = (Move)cell;
        }
    }
    return count;
}

static bool has_legal_move(const GomPosition *position)
{
    int size = position->rules.size;
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            if (position_is_legal(position, (Move)cell_at(x, y))) return true;
        }
    }
    return false;
}

static void end_game(GomPosition *position, GomEnd end, int winner)
{
    position->end = (uint8_t)end;
    position->winner = (uint8_t)winner;
}

/* Decides whether the game is over now that `mover` has moved and the other side is to move. */
static void judge_end(GomPosition *position, int mover, bool mover_has_five, bool other_has_five)
{
    GomRules *rules = &position->rules;
    position->pending = 0;
    if (rules->captures && position->pairs[mover] >= GOM_PAIRS_TO_WIN) {
        end_game(position, GOM_END_PAIRS, mover);
    } else if (other_has_five) {
        end_game(position, GOM_END_STANDING_FIVE, !mover);
    } else if (mover_has_five) {
        position->pending = rules->captures && rules->breakable_five &&
                            judge_can_break(rules, position->cells, mover, position->pairs[!mover]);
        if (!position->pending) end_game(position, GOM_END_FIVE, mover);
    } else if (position->stones == rules->size * rules->size) {
        end_game(position, GOM_END_FULL, mover);
    } else if (!has_legal_move(position)) {
        end_game(position, GOM_END_NO_MOVE, mover);
    }
}

void position_play(GomPosition *position, Move move)
{
    int mover = position->side;
    const GomRules *rules = &position->rules;
    uint16_t taken[CAPTURE_STONES_MAX];
    int count = rules->captures ? judge_captures(position->cells, move, mover, taken) : 0;
    for (int i = 0; i < count; i++) take_stone(position, taken[i], !mover);
    put_stone(position, move, mover);
    if (count > 0) set_pairs(position, mover, position->pairs[mover] + count / 2);
    set_side(position, !mover);
    position->ply++;
    position->last = move;
    bool five = judge_five_at(rules, position->cells, move, mover);
    /* A capture that shortens an overline can make an exact five, so it too calls for a look at the whole board. */
    bool look = position->pending || (count > 0 && rules->exact_five[!mover]);
    judge_end(position, mover, five, look && judge_has_five(rules, position->cells, !mover));
}

Outcome position_outcome(const GomPosition *position, const char **reason)
{
    static const char *const reasons[] = {
        [GOM_END_NONE] = NULL,
        [GOM_END_FIVE] = "five in a row",
        [GOM_END_PAIRS] = "five pairs captured",
        [GOM_END_STANDING_FIVE] = "the five was not broken",
        [GOM_END_FULL] = "the board is full",
        [GOM_END_NO_MOVE] = "no move is allowed",
    };
    if (reason) *reason = reasons[position->end];
    switch (position->end) {
    case GOM_END_NONE: return OUTCOME_NONE;
    case GOM_END_FULL:
    case GOM_END_NO_MOVE: return OUTCOME_DRAW;
    default: return position->winner == GOM_BLACK ? OUTCOME_FIRST_WINS : OUTCOME_SECOND_WINS;
    }
}

/* ---- text ---- */

int position_parse_cell(const GomPosition *position, Str text)
{
    if (text.len < 2 || text.len > 3) return -1;
    int letter = text.ptr[0] | 0x20;
    int64_t row;
    int size = position->rules.size;
    if (letter < 'a' || letter >= 'a' + size || !str_to_int(str_skip(text, 1), 1, size, &row)) return -1;
    return cell_at(letter - 'a', size - (int)row);
}

Move position_parse_move(const GomPosition *position, Str text)
{
    int cell = position_parse_cell(position, text);
    return cell >= 0 && position_is_legal(position, (Move)cell) ? (Move)cell : MOVE_NONE;
}

void position_format_move(const GomPosition *position, Move move, char out[MOVE_TEXT_MAX])
{
    if (move == MOVE_NONE) {
        snprintf(out, MOVE_TEXT_MAX, "none");
        return;
    }
    snprintf(out, MOVE_TEXT_MAX, "%c%d", 'a' + cell_x(move), position->rules.size - cell_y(move));
}

/* One row of the text; `y` counts from the top. */
static Status parse_row(Str row, int y, GomPosition *position, Error *error)
{
    int size = position->rules.size, x = 0;
    for (size_t i = 0; i < row.len; i++) {
        char c = row.ptr[i];
        if (c >= '0' && c <= '9') {
            int run = c - '0';
            while (i + 1 < row.len && row.ptr[i + 1] >= '0' && row.ptr[i + 1] <= '9' && run <= GOM_SIZE_MAX) {
                run = run * 10 + (row.ptr[++i] - '0');
            }
            x += run;
        } else if (c == 'x' || c == 'X' || c == 'o' || c == 'O') {
            if (x < size) put_stone(position, cell_at(x, y), c == 'o' || c == 'O');
            x++;
        } else {
            return error_set(error, STATUS_BAD_INPUT, "position: row %d has an unknown character '%c'", y + 1, c);
        }
        if (x > size) break;
    }
    if (x == size) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "position: row %d does not fill the %d columns", y + 1, size);
}

static int count_rows(Str rows)
{
    int count = 1;
    for (size_t i = 0; i < rows.len; i++) count += rows.ptr[i] == '/';
    return count;
}

static Status parse_rows(const GomRules *rules, Str rows, GomPosition *position, Error *error)
{
    GomRules sized = *rules;
    int size = count_rows(rows);
    if (size < GOM_SIZE_MIN || size > GOM_SIZE_MAX) {
        return error_set(error, STATUS_BAD_INPUT, "position: %d rows; a board has %d to %d", size, GOM_SIZE_MIN,
                         GOM_SIZE_MAX);
    }
    sized.size = (uint8_t)size;
    position_start(&sized, position);
    for (int y = 0; y < size; y++) {
        Status status = parse_row(str_until(&rows, '/'), y, position, error);
        if (status != STATUS_OK) return status;
    }
    return STATUS_OK;
}

static Status parse_counts(Str *rest, GomPosition *position, Error *error)
{
    Str side = str_word(rest);
    if (!str_eq_nocase(side, "b") && !str_eq_nocase(side, "w")) {
        return error_set(error, STATUS_BAD_INPUT, "position: the side must be b or w, not \"%.*s\"", STR_ARG(side));
    }
    set_side(position, str_eq_nocase(side, "w"));
    int64_t pairs[2];
    for (int colour = 0; colour < 2; colour++) {
        Str word = str_word(rest);
        if (!str_to_int(word, 0, position->rules.captures ? GOM_PAIRS_TO_WIN + 3 : 0, &pairs[colour])) {
            return error_set(error, STATUS_BAD_INPUT, "position: bad number of pairs \"%.*s\"", STR_ARG(word));
        }
        set_pairs(position, colour, (int)pairs[colour]);
    }
    position->ply = (uint16_t)(position->stones + 2 * (pairs[0] + pairs[1]));
    Str ahead = *rest, word = str_word(&ahead);
    int64_t ply;
    if (str_to_int(word, 0, 10000, &ply)) {
        position->ply = (uint16_t)ply;
        *rest = ahead;
    }
    return STATUS_OK;
}

/* A position that was typed in may be over already. */
static void judge_given(GomPosition *position)
{
    int mover = !position->side;
    bool five = judge_has_five(&position->rules, position->cells, mover);
    bool other = judge_has_five(&position->rules, position->cells, !mover);
    if (position->rules.captures && position->pairs[!mover] >= GOM_PAIRS_TO_WIN) {
        end_game(position, GOM_END_PAIRS, !mover);
        return;
    }
    judge_end(position, mover, five, other);
}

static Status parse_moves(Str rest, GomPosition *position, Error *error)
{
    Str word = str_word(&rest);
    if (word.len == 0) return STATUS_OK;
    if (!str_eq_nocase(word, "moves")) {
        return error_set(error, STATUS_BAD_INPUT, "position: expected \"moves\", found \"%.*s\"", STR_ARG(word));
    }
    for (int number = 1;; number++) {
        word = str_word(&rest);
        if (word.len == 0) return STATUS_OK;
        Move move = position_parse_move(position, word);
        if (move == MOVE_NONE) {
            return error_set(error, STATUS_BAD_INPUT, "position: move %d \"%.*s\" is not legal", number, STR_ARG(word));
        }
        position_play(position, move);
    }
}

Status position_parse(const GomRules *rules, Str text, GomPosition *out, Error *error)
{
    GomPosition position;
    Str rest = text, first = str_word(&rest);
    Status status = STATUS_OK;
    if (first.len == 0) return error_set(error, STATUS_BAD_INPUT, "position: the text is empty");
    if (str_eq_nocase(first, "startpos") || str_eq_nocase(first, "start")) {
        position_start(rules, &position);
    } else {
        GomRules own;
        status = rules_parse(first, &own, error);
        if (status == STATUS_OK) status = parse_rows(&own, str_word(&rest), &position, error);
        if (status == STATUS_OK) status = parse_counts(&rest, &position, error);
        if (status == STATUS_OK) judge_given(&position);
    }
    if (status == STATUS_OK) status = parse_moves(rest, &position, error);
    if (status == STATUS_OK) *out = position;
    return status;
}

void position_format(const GomPosition *position, Buf *out)
{
    int size = position->rules.size;
    rules_format(&position->rules, out);
    buf_putc(out, ' ');
    RowWriter rows = {.out = out};
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            uint8_t state = position->cells[cell_at(x, y)];
            if (state == CELL_EMPTY) {
                rows_empty(&rows);
                continue;
            }
            rows_piece(&rows);
            buf_putc(out, state == CELL_BLACK ? 'x' : 'o');
        }
        rows_end(&rows, y + 1 == size);
    }
    buf_printf(out, " %c %d %d %d", position->side == GOM_BLACK ? 'b' : 'w', position->pairs[0], position->pairs[1],
               position->ply);
}

void position_draw(const GomPosition *position, Buf *out)
{
    int size = position->rules.size;
    for (int y = 0; y < size; y++) {
        buf_printf(out, "%2d", size - y);
        for (int x = 0; x < size; x++) {
            int cell = cell_at(x, y);
            buf_putc(out, cell == position->last ? '(' : x > 0 && cell - 1 == position->last ? ')' : ' ');
            buf_putc(out, ".XO"[position->cells[cell]]);
        }
        buf_puts(out, cell_at(size - 1, y) == position->last ? ")\n" : "\n");
    }
    buf_puts(out, "  ");
    for (int x = 0; x < size; x++) buf_printf(out, " %c", 'a' + x);
    buf_printf(out, "\n%s to move", position->side == GOM_BLACK ? "black (X)" : "white (O)");
    if (position->rules.captures) buf_printf(out, ", pairs taken: X %d, O %d", position->pairs[0], position->pairs[1]);
    buf_putc(out, '\n');
}

void position_describe(const GomPosition *position, yomi_board *out)
{
    int size = position->rules.size;
    bool over = position->end != GOM_END_NONE;
    out->width = out->height = size;
    for (int i = 0; i < size * size; i++) {
        int cell = cell_at(i % size, i / size), state = position->cells[cell];
        out->cells[i].owner = (signed char)(state == CELL_EMPTY ? YOMI_NOBODY : state - stone_of(GOM_BLACK));
        out->cells[i].forbidden = state == CELL_EMPTY && !over && !position_is_legal(position, (Move)cell);
    }
    for (int side = 0; side < 2; side++) out->held[side][0] = position->pairs[side];
}
