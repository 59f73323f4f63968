#include "shogi/endings.h"

#include "shogi/movegen.h"
#include "shogi/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct Grid {
    char at[9][9][3]; /* [rank][file from the left], as in SFEN */
} Grid;

static void put_piece(Grid *grid, Rng *rng, const char *piece, int first_rank, int last_rank, int first, int last)
{
    for (int tries = 0; tries < 100; tries++) {
        int rank = first_rank + (int)rng_below(rng, (uint64_t)(last_rank - first_rank + 1));
        int file = first + (int)rng_below(rng, (uint64_t)(last - first + 1));
        if (grid->at[rank][file][0]) continue;
        (void)snprintf(grid->at[rank][file], sizeof grid->at[rank][file], "%s", piece);
        return;
    }
}

static void random_piece(Rng *rng, bool black, char out[3])
{
    static const char letters[] = "ppplnsgbr";
    char letter = letters[rng_below(rng, sizeof letters - 1)];
    bool promoted = letter != 'g' && rng_below(rng, 5) == 0;
    (void)snprintf(out, 3, "%s%c", promoted ? "+" : "", black ? toupper(letter) : letter);
}

static size_t write_board(const Grid *grid, char *out)
{
    char *to = out;
    for (int rank = 0; rank < 9; rank++) {
        int run = 0;
        for (int file = 0; file < 9; file++) {
            const char *piece = grid->at[rank][file];
            if (piece[0] && run) to += sprintf(to, "%d", run);
            if (piece[0]) to += sprintf(to, "%s", piece);
            run = piece[0] ? 0 : run + 1;
        }
        if (run) to += sprintf(to, "%d", run);
        if (rank < 8) *to++ = '/';
    }
    *to = '\0';
    return (size_t)(to - out);
}

/* Is it a position that the program takes, with a move, and with the other king not to be taken? */
static bool read(const Grid *grid, char side, const char *hands, ShogiPosition *out)
{
    char sfen[300];
    size_t length = write_board(grid, sfen);
    (void)snprintf(sfen + length, sizeof sfen - length, " %c %s 1", side, hands);
    memset(out, 0, sizeof *out);
    if (notation_parse(str_from(sfen), out, NULL) != STATUS_OK) return false;
    if (pos_attacked(out, out->side, out->king[out->side ^ 1], pos_occupied(out))) return false;
    return movegen_has_move(out);
}

void ending_random(Rng *rng, int pieces, ShogiPosition *out)
{
    for (;;) {
        Grid grid = {0};
        char piece[3];
        put_piece(&grid, rng, "k", 0, 8, 0, 8);
        put_piece(&grid, rng, "K", 0, 8, 0, 8);
        for (int i = 0; i < pieces; i++) {
            random_piece(rng, i % 2 == 0, piece);
            put_piece(&grid, rng, piece, 0, 8, 0, 8);
        }
        if (read(&grid, rng_below(rng, 2) ? 'b' : 'w', "-", out)) return;
    }
}

void ending_attack(Rng *rng, ShogiPosition *out)
{
    static const char *const hands[] = {"G", "GP", "GS", "SP", "GN", "R", "RP", "BG", "2GP", "GL", "RS", "NSP"};
    for (;;) {
        Grid grid = {0};
        char piece[3];
        put_piece(&grid, rng, "k", 0, 1, 0, 4);
        put_piece(&grid, rng, "K", 7, 8, 2, 6);
        int defenders = 2 + (int)rng_below(rng, 3), attackers = 2 + (int)rng_below(rng, 3);
        for (int i = 0; i < defenders; i++) {
            random_piece(rng, false, piece);
            put_piece(&grid, rng, piece, 0, 2, 0, 5);
        }
        for (int i = 0; i < attackers; i++) {
            random_piece(rng, true, piece);
            put_piece(&grid, rng, piece, 1, 4, 0, 6);
        }
        if (read(&grid, 'b', hands[rng_below(rng, sizeof hands / sizeof *hands)], out)) return;
    }
}
