#include "naive.h"

#include <string.h>

NaiveBoard naive_from_bits(uint64_t own, uint64_t other)
{
    NaiveBoard board;
    for (int i = 0; i < 64; i++) {
        board.cell[i / 8][i % 8] = own >> i & 1 ? 1 : other >> i & 1 ? 2 : 0;
    }
    return board;
}

void naive_to_bits(const NaiveBoard *board, uint64_t *own, uint64_t *other)
{
    *own = *other = 0;
    for (int i = 0; i < 64; i++) {
        if (board->cell[i / 8][i % 8] == 1) *own |= (uint64_t)1 << i;
        if (board->cell[i / 8][i % 8] == 2) *other |= (uint64_t)1 << i;
    }
}

static bool inside(int row, int column)
{
    return row >= 0 && row < 8 && column >= 0 && column < 8;
}

bool naive_flips(const NaiveBoard *board, int row, int column, bool turned[8][8])
{
    memset(turned, 0, 64 * sizeof turned[0][0]);
    if (board->cell[row][column] != 0) return false;
    bool any = false;
    for (int dr = -1; dr <= 1; dr++) {
        for (int dc = -1; dc <= 1; dc++) {
            if (dr == 0 && dc == 0) continue;
            int length = 0;
            int r = row + dr, c = column + dc;
            while (inside(r, c) && board->cell[r][c] == 2) {
                length++;
                r += dr;
                c += dc;
            }
            if (length == 0 || !inside(r, c) || board->cell[r][c] != 1) continue;
            any = true;
            for (int i = 1; i <= length; i++) turned[row + i * dr][column + i * dc] = true;
        }
    }
    return any;
}

bool naive_can_move(const NaiveBoard *board)
{
    bool turned[8][8];
    for (int i = 0; i < 64; i++) {
        if (naive_flips(board, i / 8, i % 8, turned)) return true;
    }
    return false;
}

NaiveBoard naive_pass(const NaiveBoard *board)
{
    NaiveBoard next = *board;
    for (int i = 0; i < 64; i++) {
        int cell = board->cell[i / 8][i % 8];
        next.cell[i / 8][i % 8] = cell == 0 ? 0 : 3 - cell;
    }
    return next;
}

NaiveBoard naive_play(const NaiveBoard *board, int row, int column)
{
    bool turned[8][8];
    NaiveBoard next = *board;
    naive_flips(board, row, column, turned);
    next.cell[row][column] = 1;
    for (int i = 0; i < 64; i++) {
        if (turned[i / 8][i % 8]) next.cell[i / 8][i % 8] = 1;
    }
    return naive_pass(&next);
}

uint64_t naive_perft(const NaiveBoard *board, int depth)
{
    if (depth == 0) return 1;
    uint64_t count = 0;
    bool turned[8][8], any = false;
    for (int i = 0; i < 64; i++) {
        if (!naive_flips(board, i / 8, i % 8, turned)) continue;
        any = true;
        NaiveBoard next = naive_play(board, i / 8, i % 8);
        count += naive_perft(&next, depth - 1);
    }
    if (any) return count;
    NaiveBoard passed = naive_pass(board);
    return naive_can_move(&passed) ? naive_perft(&passed, depth - 1) : 1;
}

static int final_score(const NaiveBoard *board)
{
    int own = 0, other = 0;
    for (int i = 0; i < 64; i++) {
        own += board->cell[i / 8][i % 8] == 1;
        other += board->cell[i / 8][i % 8] == 2;
    }
    if (own > other) return 64 - 2 * other;
    return own < other ? 2 * own - 64 : 0;
}

int naive_solve(const NaiveBoard *board)
{
    int best = -65;
    bool turned[8][8];
    for (int i = 0; i < 64; i++) {
        if (!naive_flips(board, i / 8, i % 8, turned)) continue;
        NaiveBoard next = naive_play(board, i / 8, i % 8);
        int value = -naive_solve(&next);
        if (value > best) best = value;
    }
    if (best > -65) return best;
    NaiveBoard passed = naive_pass(board);
    return naive_can_move(&passed) ? -naive_solve(&passed) : final_score(board);
}
