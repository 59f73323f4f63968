#include "shogi/perft.h"

#include "shogi/movegen.h"

uint64_t perft_count(ShogiPosition *pos, int depth, PerftWatch *watch)
{
    if (depth <= 0) return 1;
    if (depth == 1) return (uint64_t)movegen_count(pos);
    if (perft_ended(watch)) return 0;
    Move list[LIST_ROOM];
    const Move *end = movegen_all(pos, list);
    uint64_t nodes = 0;
    for (const Move *move = list; move < end; move++) {
        ShogiUndo before;
        pos_do_bare(pos, *move, &before);
        nodes += perft_count(pos, depth - 1, watch);
        pos_undo_bare(pos, *move, &before);
    }
    return nodes;
}
