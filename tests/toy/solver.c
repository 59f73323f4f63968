#include "toy/toy.h"

#include <stdlib.h>
#include <string.h>

/* Positions are told apart by both players' stones, written out in full: no hashing, no chance of a mix-up. */
typedef struct Known {
    uint64_t stones[2];
    int16_t score;
    bool used;
} Known;

struct ToySolver {
    Known *known;
    size_t capacity, count; /* capacity is a power of two */
};

ToySolver *toy_solver_new(void)
{
    ToySolver *solver = calloc(1, sizeof *solver);
    solver->capacity = 1 << 16;
    solver->known = calloc(solver->capacity, sizeof *solver->known);
    return solver;
}

void toy_solver_free(ToySolver *solver)
{
    free(solver->known);
    free(solver);
}

static Known *place_of(const ToySolver *solver, const uint64_t stones[2])
{
    size_t at = (size_t)splitmix64(stones[0] * 3 + stones[1]) & (solver->capacity - 1);
    for (;; at = (at + 1) & (solver->capacity - 1)) {
        Known *known = &solver->known[at];
        if (!known->used || memcmp(known->stones, stones, sizeof known->stones) == 0) return known;
    }
}

static void grow(ToySolver *solver)
{
    ToySolver larger = {.capacity = solver->capacity * 2, .count = solver->count};
    larger.known = calloc(larger.capacity, sizeof *larger.known);
    for (size_t i = 0; i < solver->capacity; i++) {
        if (solver->known[i].used) *place_of(&larger, solver->known[i].stones) = solver->known[i];
    }
    free(solver->known);
    *solver = larger;
}

/* Cell by cell, from the rules as a child would say them. */
static bool wins_at(const ToyPosition *p, int column, int row)
{
    static const int dx[] = {1, 0, 1, 1}, dy[] = {0, 1, 1, -1};
    uint64_t mine = p->stones[(p->ply + 1) & 1];
    for (int d = 0; d < 4; d++) {
        int run = 1;
        for (int sign = -1; sign <= 1; sign += 2) {
            int x = column + sign * dx[d], y = row + sign * dy[d];
            while (x >= 0 && x < p->width && y >= 0 && y < p->height && (mine >> (x * (p->height + 1) + y) & 1)) {
                run++;
                x += sign * dx[d];
                y += sign * dy[d];
            }
        }
        if (run >= 4) return true;
    }
    return false;
}

static Score one_ply_further(Score score)
{
    return score_is_win(score) ? score - 1 : score_is_loss(score) ? score + 1 : score;
}

Score toy_solve(ToySolver *solver, const ToyPosition *position)
{
    Known *known = place_of(solver, position->stones);
    if (known->used) return known->score;
    Score best = -SCORE_INFINITE;
    for (int column = 0; column < position->width; column++) {
        if (position->fill[column] >= position->height) continue;
        ToyPosition next = *position;
        int row = next.fill[column]++;
        next.stones[position->ply & 1] |= UINT64_C(1) << (column * (position->height + 1) + row);
        next.ply++;
        Score value = wins_at(&next, column, row) ? score_win_in(1) : one_ply_further(-toy_solve(solver, &next));
        if (value > best) best = value;
    }
    if (best == -SCORE_INFINITE) best = SCORE_DRAW;
    if (++solver->count * 2 > solver->capacity) grow(solver);
    known = place_of(solver, position->stones);
    memcpy(known->stones, position->stones, sizeof known->stones);
    known->score = (int16_t)best;
    known->used = true;
    return best;
}
