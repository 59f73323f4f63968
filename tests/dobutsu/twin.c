#include "dobutsu/twin.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void twin_start(Twin *twin)
{
    memset(twin, 0, sizeof *twin);
    memcpy(twin->at, "gle.c..C.ELG", 12);
}

static int owner(char c)
{
    return c == '.' ? -1 : isupper((unsigned char)c) ? 0 : 1;
}

/* May a piece of this letter go by (dx, dy), where dy > 0 is forward for its owner? */
static bool goes(char letter, int dx, int dy)
{
    if (abs(dx) > 1 || abs(dy) > 1 || (dx == 0 && dy == 0)) return false;
    switch (toupper((unsigned char)letter)) {
    case 'L': return true;
    case 'G': return dx == 0 || dy == 0;
    case 'E': return dx != 0 && dy != 0;
    case 'C': return dx == 0 && dy == 1;
    case 'H': return !(dx != 0 && dy == -1);
    default: return false;
    }
}

static bool reaches(const Twin *twin, int row, int column, int to_row, int to_column)
{
    char piece = twin->at[row][column];
    int forward = owner(piece) == 0 ? row - to_row : to_row - row;
    return goes(piece, to_column - column, forward);
}

static bool find_lion(const Twin *twin, int side, int *row, int *column)
{
    for (*row = 0; *row < 4; ++*row) {
        for (*column = 0; *column < 3; ++*column) {
            if (twin->at[*row][*column] == (side == 0 ? 'L' : 'l')) return true;
        }
    }
    return false;
}

int twin_winner(const Twin *twin)
{
    int row, column, side = twin->side;
    if (!find_lion(twin, side, &row, &column)) return !side;
    bool own_is_home = row == (side == 0 ? 0 : 3);
    if (find_lion(twin, !side, &row, &column) && row == (side == 0 ? 3 : 0)) {
        bool can_be_caught = false;
        for (int r = 0; r < 4; r++) {
            for (int c = 0; c < 3; c++) {
                if (owner(twin->at[r][c]) == side && reaches(twin, r, c, row, column)) can_be_caught = true;
            }
        }
        if (!can_be_caught) return !side;
    }
    return own_is_home ? side : -1;
}

int twin_moves(const Twin *twin, char out[TWIN_MOVES][TWIN_TEXT])
{
    int count = 0, side = twin->side;
    if (twin_winner(twin) >= 0) return 0;
    for (int from = 0; from < 12; from++) {
        for (int to = 0; to < 12; to++) {
            int r = from / 3, c = from % 3, tr = to / 3, tc = to % 3;
            if (owner(twin->at[r][c]) != side || owner(twin->at[tr][tc]) == side || !reaches(twin, r, c, tr, tc))
                continue;
            bool grows = toupper((unsigned char)twin->at[r][c]) == 'C' && tr == (side == 0 ? 0 : 3);
            (void)snprintf(out[count++], TWIN_TEXT, "%d%c%d%c%s", 3 - c, 'a' + r, 3 - tc, 'a' + tr, grows ? "+" : "");
        }
    }
    for (const char *kind = "CEG"; *kind; kind++) {
        if (!strchr(twin->hand[side], *kind)) continue;
        for (int to = 0; to < 12; to++) {
            if (twin->at[to / 3][to % 3] != '.') continue;
            (void)snprintf(out[count++], TWIN_TEXT, "%c*%d%c", *kind, 3 - to % 3, 'a' + to / 3);
        }
    }
    return count;
}

void twin_play(Twin *twin, const char *move)
{
    int side = twin->side, tr = move[3] - 'a', tc = '3' - move[2];
    char piece;
    if (move[1] == '*') {
        char *held = strchr(twin->hand[side], move[0]);
        memmove(held, held + 1, strlen(held));
        piece = move[0];
    } else {
        char *from = &twin->at[move[1] - 'a']['3' - move[0]];
        piece = (char)toupper((unsigned char)*from);
        *from = '.';
        if (move[4] == '+') piece = 'H';
        char taken = (char)toupper((unsigned char)twin->at[tr][tc]);
        if (taken == 'H') taken = 'C';
        size_t held = strlen(twin->hand[side]);
        if (taken != '.' && taken != 'L') twin->hand[side][held] = taken, twin->hand[side][held + 1] = '\0';
    }
    twin->at[tr][tc] = side == 0 ? piece : (char)tolower((unsigned char)piece);
    twin->side = !side;
}

unsigned long long twin_perft(const Twin *twin, int depth)
{
    char moves[TWIN_MOVES][TWIN_TEXT];
    if (depth == 0) return 1;
    int count = twin_moves(twin, moves);
    unsigned long long sum = 0;
    for (int i = 0; i < count; i++) {
        Twin next = *twin;
        twin_play(&next, moves[i]);
        sum += twin_perft(&next, depth - 1);
    }
    return sum;
}

/* Ends are counted from the position: won now is 0 plies, so plies are shifted by one to leave 0 for neither. */
static int solve(const Twin *twin, int depth)
{
    int winner = twin_winner(twin);
    if (winner >= 0) return winner == twin->side ? 1 : -1;
    if (depth == 0) return 0;
    char moves[TWIN_MOVES][TWIN_TEXT];
    int count = twin_moves(twin, moves), best = -1000;
    for (int i = 0; i < count; i++) {
        Twin next = *twin;
        twin_play(&next, moves[i]);
        int value = -solve(&next, depth - 1);
        if (value > 0) value++;
        if (value < 0) value--;
        bool better = (value > 0 && (best <= 0 || value < best)) || (value == 0 && best < 0) ||
                      (value < 0 && best < 0 && value < best && best != -1000) || best == -1000;
        if (better) best = value;
    }
    return best;
}

int twin_solve(const Twin *twin, int depth)
{
    int value = solve(twin, depth);
    return value > 0 ? value - 1 : value < 0 ? value + 1 : 0;
}
