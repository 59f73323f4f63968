/* Cells and how they are numbered. A board of up to 20x20 lies inside a 32x32 grid with walls all around it, so looking
 * up to five cells in any direction never leaves the grid. A cell's number is also the move that plays there. */
#ifndef YOMI_GOMOKU_GRID_H
#define YOMI_GOMOKU_GRID_H

#include "base/rng.h"
#include "gomoku/rules.h"
#include "search/types.h"

enum {
    GRID_STRIDE = 32,
    GRID_CELLS = GRID_STRIDE * GRID_STRIDE,
    GRID_MARGIN = 5,
    GRID_DIRECTIONS = 4 /* lines; a line has two ends */
};

/* What a cell holds. Colours are GOM_BLACK + 1 and GOM_WHITE + 1, so that a set of states is a set of bits. */
enum { CELL_EMPTY = 0, CELL_BLACK = 1, CELL_WHITE = 2, CELL_WALL = 3 };

static const int grid_step[GRID_DIRECTIONS] = {1, GRID_STRIDE, GRID_STRIDE + 1, 1 - GRID_STRIDE};

static inline int cell_at(int x, int y)
{
    return (y + GRID_MARGIN) * GRID_STRIDE + x + GRID_MARGIN;
}

static inline int cell_x(int cell)
{
    return cell % GRID_STRIDE - GRID_MARGIN;
}

static inline int cell_y(int cell)
{
    return cell / GRID_STRIDE - GRID_MARGIN;
}

static inline uint8_t stone_of(int colour)
{
    return (uint8_t)(colour + 1);
}

/* The hash is made from these; it is the same for a position and for the search's board. */
static inline uint64_t zobrist_stone(int cell, int colour)
{
    return splitmix64(UINT64_C(0x676f6d6f6b750000) + (uint64_t)(cell * 2 + colour));
}

static inline uint64_t zobrist_pairs(int colour, int pairs)
{
    return pairs == 0 ? 0 : splitmix64(UINT64_C(0x7061697273000000) + (uint64_t)(pairs * 2 + colour));
}

static inline uint64_t zobrist_side(void)
{
    return UINT64_C(0x9d39247e33776d41);
}

#endif
