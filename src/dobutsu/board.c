#include "dobutsu/board.h"

#include <string.h>

enum { STEPS = 8 };

/* Steps as (column, row), forward being up. Bits of `reach` name those of a kind. */
static const struct {
    int8_t x, y;
} steps[STEPS] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

static const uint8_t reach[DOB_KINDS] = {
    [DOB_CHICK] = 0x01, [DOB_ELEPHANT] = 0xf0, [DOB_GIRAFFE] = 0x0f, [DOB_LION] = 0xff, [DOB_HEN] = 0x3f};

/* Where a step of `side` leads from the cell; -1: off the board. */
static int step_from(int cell, int step, int side)
{
    int sign = side == 0 ? 1 : -1;
    int x = cell % DOB_WIDTH + sign * steps[step].x, y = cell / DOB_WIDTH + sign * steps[step].y;
    bool inside = x >= 0 && x < DOB_WIDTH && y >= 0 && y < DOB_HEIGHT;
    return inside ? y * DOB_WIDTH + x : -1;
}

/* ---- keys ---- */

static uint64_t piece_key(int cell, uint8_t piece)
{
    return splitmix64(UINT64_C(0x646f627574737500) + (uint64_t)(cell * 16 + piece));
}

/* Of each piece in hand one number, so that a hand of two is not a hand of none. */
static uint64_t hand_key(int side, int kind, int number)
{
    return splitmix64(UINT64_C(0x68616e6473000000) + (uint64_t)((side * DOB_HAND_KINDS + kind) * 4 + number));
}

static uint64_t side_key(void)
{
    return UINT64_C(0x9d39247e33776d41);
}

void dob_set_key(DobBoard *board)
{
    uint64_t key = board->side ? side_key() : 0;
    for (int cell = 0; cell < DOB_CELLS; cell++) {
        if (board->cells[cell] != DOB_EMPTY) key ^= piece_key(cell, board->cells[cell]);
    }
    for (int side = 0; side < 2; side++) {
        for (int kind = 0; kind < DOB_HAND_KINDS; kind++) {
            for (int i = 0; i < board->hands[side][kind]; i++) key ^= hand_key(side, kind, i);
        }
    }
    board->key = key;
}

/* ---- moves ---- */

void dob_start(DobBoard *board)
{
    static const DobKind home[DOB_WIDTH] = {DOB_ELEPHANT, DOB_LION, DOB_GIRAFFE};
    memset(board, 0, sizeof *board);
    for (int x = 0; x < DOB_WIDTH; x++) {
        board->cells[DOB_CELLS - DOB_WIDTH + x] = dob_piece(home[x], 0);
        board->cells[DOB_WIDTH - 1 - x] = dob_piece(home[x], 1);
    }
    board->cells[7] = dob_piece(DOB_CHICK, 0);
    board->cells[4] = dob_piece(DOB_CHICK, 1);
    dob_set_key(board);
}

int dob_moves(const DobBoard *board, Move out[DOB_MOVES_MAX])
{
    int count = 0, side = board->side;
    for (int from = 0; from < DOB_CELLS; from++) {
        uint8_t piece = board->cells[from];
        if (piece == DOB_EMPTY || dob_owner(piece) != side) continue;
        for (int step = 0; step < STEPS; step++) {
            int to = reach[dob_kind(piece)] >> step & 1 ? step_from(from, step, side) : -1;
            if (to < 0 || (board->cells[to] != DOB_EMPTY && dob_owner(board->cells[to]) == side)) continue;
            out[count++] = dob_move(from, to);
        }
    }
    for (int kind = 0; kind < DOB_HAND_KINDS; kind++) {
        for (int to = 0; to < DOB_CELLS && board->hands[side][kind] > 0; to++) {
            if (board->cells[to] == DOB_EMPTY) out[count++] = dob_move(DOB_CELLS + kind, to);
        }
    }
    return count;
}

bool dob_promotes(const DobBoard *board, Move move)
{
    return !dob_is_drop(move) && board->cells[dob_from(move)] == dob_piece(DOB_CHICK, board->side) &&
           dob_to(move) / DOB_WIDTH == dob_last_row(board->side);
}

static void take(DobBoard *board, int cell)
{
    uint8_t piece = board->cells[cell];
    if (piece == DOB_EMPTY) return;
    board->key ^= piece_key(cell, piece);
    DobKind kind = dob_kind(piece) == DOB_HEN ? DOB_CHICK : dob_kind(piece);
    if (kind == DOB_LION) return; /* the game is over: nobody drops it */
    uint8_t *held = &board->hands[board->side][kind];
    board->key ^= hand_key(board->side, (int)kind, (*held)++);
}

void dob_play(DobBoard *board, Move move)
{
    int to = dob_to(move), from = dob_from(move), side = board->side;
    uint8_t piece;
    if (dob_is_drop(move)) {
        DobKind kind = (DobKind)(from - DOB_CELLS);
        piece = dob_piece(kind, side);
        board->key ^= hand_key(side, (int)kind, --board->hands[side][kind]);
    } else {
        piece = dob_promotes(board, move) ? dob_piece(DOB_HEN, side) : board->cells[from];
        board->key ^= piece_key(from, board->cells[from]);
        board->cells[from] = DOB_EMPTY;
        take(board, to);
    }
    board->cells[to] = piece;
    board->key ^= piece_key(to, piece) ^ side_key();
    board->side = (uint8_t)!side;
}

/* ---- the end ---- */

int dob_lion(const DobBoard *board, int side)
{
    for (int cell = 0; cell < DOB_CELLS; cell++) {
        if (board->cells[cell] == dob_piece(DOB_LION, side)) return cell;
    }
    return -1;
}

bool dob_attacks(const DobBoard *board, int side, int cell)
{
    for (int step = 0; step < STEPS; step++) {
        int from = step_from(cell, step, !side); /* the step backwards */
        if (from < 0 || board->cells[from] == DOB_EMPTY || dob_owner(board->cells[from]) != side) continue;
        if (reach[dob_kind(board->cells[from])] >> step & 1) return true;
    }
    return false;
}

DobEnd dob_end(const DobBoard *board)
{
    int side = board->side, own = dob_lion(board, side), other = dob_lion(board, !side);
    if (own < 0) return DOB_CAUGHT;
    if (other >= 0 && other / DOB_WIDTH == dob_last_row(!side) && !dob_attacks(board, side, other)) return DOB_REACHED;
    return own / DOB_WIDTH == dob_last_row(side) ? DOB_STOOD : DOB_GOES_ON;
}
