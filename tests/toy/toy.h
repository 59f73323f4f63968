/* Drop Four: a small complete game that proves the core without any of the real ones.
 *
 * Players drop stones into columns; four in a row, column or diagonal wins; a full board is a draw. The default board
 * of 5 x 5 is solved by brute force in no time; 8 x 7 is large enough to keep a search busy for minutes. */
#ifndef YOMI_TESTS_TOY_H
#define YOMI_TESTS_TOY_H

#include "base/rng.h"
#include "search/game.h"

enum { TOY_WIDTH_MAX = 8, TOY_HEIGHT_MAX = 7, TOY_CELLS_MAX = TOY_WIDTH_MAX * TOY_HEIGHT_MAX };

typedef struct ToySettings {
    int width, height;
    ClockShape clock;
} ToySettings;

typedef struct ToyPosition {
    uint64_t stones[2]; /* column c, row r: bit c * (height + 1) + r; the top bit of a column stays empty */
    uint8_t fill[TOY_WIDTH_MAX];
    uint8_t width, height, ply;
    bool won;                      /* by the side that moved last */
    uint8_t record[TOY_CELLS_MAX]; /* the columns played, from 1 */
} ToyPosition;

extern const Game toy_game;

void toy_start(ToyPosition *position, int width, int height);
void toy_play(ToyPosition *position, Move move);
int toy_moves(const ToyPosition *position, Move out[MAX_MOVES]);

/* A position after `plies` random moves that is not decided yet; false when the dice ended the game before. */
bool toy_random(ToyPosition *position, int width, int height, int plies, Rng *rng);

/* Brute force: plain minimax over every continuation, remembering positions it has seen. Shares no code with the
 * search. Scores as in the core, with the distance to the end counted from the given position. */
typedef struct ToySolver ToySolver;
ToySolver *toy_solver_new(void);
void toy_solver_free(ToySolver *solver);
Score toy_solve(ToySolver *solver, const ToyPosition *position);

#endif
