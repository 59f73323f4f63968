/* Move-ordering memory: saturating history cells, killers, counter-moves. Plain data of one worker.
 *
 * A history is an array of int16_t cells that a game lays out as it needs. The index functions below give the usual
 * layouts; all of them are updated by history_update, which pulls a cell towards +-HISTORY_MAX in proportion to what
 * is left, so it can never overflow and old knowledge fades. */
#ifndef YOMI_SEARCH_HISTORY_H
#define YOMI_SEARCH_HISTORY_H

#include "search/types.h"

#include <stddef.h>

enum { HISTORY_MAX = 16384, KILLERS = 2 };

typedef int16_t HistoryCell;

static inline void history_update(HistoryCell *cell, int bonus)
{
    if (bonus > HISTORY_MAX) bonus = HISTORY_MAX;
    if (bonus < -HISTORY_MAX) bonus = -HISTORY_MAX;
    int weight = bonus < 0 ? -bonus : bonus;
    *cell = (HistoryCell)(*cell + bonus - *cell * weight / HISTORY_MAX);
}

/* Halves every cell: ageing between iterations for games that want it. */
static inline void history_fade(HistoryCell *cells, size_t count)
{
    for (size_t i = 0; i < count; i++) cells[i] = (HistoryCell)(cells[i] / 2);
}

/* Butterfly: [side][from][to]. Games without a from-square use one `from`. */
static inline size_t butterfly_size(int from_count, int to_count)
{
    return (size_t)2 * (size_t)from_count * (size_t)to_count;
}

static inline size_t butterfly_at(int from_count, int to_count, int side, int from, int to)
{
    return ((size_t)side * (size_t)from_count + (size_t)from) * (size_t)to_count + (size_t)to;
}

/* Capture: [piece][to][captured kind]. */
static inline size_t capture_size(int piece_count, int to_count, int kind_count)
{
    return (size_t)piece_count * (size_t)to_count * (size_t)kind_count;
}

static inline size_t capture_at(int to_count, int kind_count, int piece, int to, int kind)
{
    return ((size_t)piece * (size_t)to_count + (size_t)to) * (size_t)kind_count + (size_t)kind;
}

/* Continuation: [earlier piece][earlier to][piece][to]. A node takes the plane of the earlier move once and indexes
 * it by its own moves. */
static inline size_t continuation_plane_size(int piece_count, int to_count)
{
    return (size_t)piece_count * (size_t)to_count;
}

static inline size_t continuation_size(int piece_count, int to_count)
{
    return continuation_plane_size(piece_count, to_count) * continuation_plane_size(piece_count, to_count);
}

static inline HistoryCell *continuation_plane(HistoryCell *cells, int piece_count, int to_count, int piece, int to)
{
    size_t plane = (size_t)piece * (size_t)to_count + (size_t)to;
    return cells + plane * continuation_plane_size(piece_count, to_count);
}

static inline size_t continuation_at(int to_count, int piece, int to)
{
    return (size_t)piece * (size_t)to_count + (size_t)to;
}

typedef struct Killers {
    Move moves[KILLERS];
} Killers;

static inline void killers_add(Killers *killers, Move move)
{
    if (killers->moves[0] == move) return;
    killers->moves[1] = killers->moves[0];
    killers->moves[0] = move;
}

static inline bool killers_has(const Killers *killers, Move move)
{
    return move == killers->moves[0] || move == killers->moves[1];
}

#endif
