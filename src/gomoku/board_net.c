/* The sums of the network, brought up to date from the last position whose sums are known. */
#include "base/cpu.h"
#include "gomoku/board.h"

#include <string.h>

#if defined(__x86_64__)
#define HAS_AVX2 1
#else
#define HAS_AVX2 0
#endif

/* Every cell that has changed since position number `base` is in the journal; its first entry holds what it was. */
static inline __attribute__((always_inline)) void update(GomBoard *board, int base)
{
    BoardNet *net = &board->net;
    int16_t sums[LINE_NET_BOTH];
    memcpy(sums, net->sums[base], sizeof sums);
    uint32_t round = ++net->round, from = board->undo[base].journal;
    for (uint32_t i = from; i < board->journal_used; i++) {
        const JournalEntry *entry = &board->journal[i];
        uint32_t cell = entry->cell & ~(uint32_t)JOURNAL_TAKEN;
        if (net->seen[cell] == round) continue;
        net->seen[cell] = round;
        bool was = !(entry->cell & JOURNAL_TAKEN), is = board->cells[cell] == CELL_EMPTY;
        if (was && is) {
            line_net_replace(net->net, sums, entry->info.raw, entry->info.class, board->info[cell].raw,
                             board->info[cell].class);
        } else if (was) {
            line_net_enter(net->net, sums, entry->info.raw, entry->info.class, -1);
        } else if (is) {
            line_net_enter(net->net, sums, board->info[cell].raw, board->info[cell].class, 1);
        }
    }
    memcpy(net->sums[board->depth], sums, sizeof sums);
    net->known[board->depth] = true;
}

static void update_plain(GomBoard *board, int base)
{
    update(board, base);
}

#if HAS_AVX2
__attribute__((target("avx2"))) static void update_avx2(GomBoard *board, int base)
{
    update(board, base);
}
#endif

Score board_net_score(GomBoard *board)
{
    BoardNet *net = &board->net;
    int base = board->depth;
    while (!net->known[base]) base--;
    if (base < board->depth) {
#if HAS_AVX2
        if (net->avx2)
            update_avx2(board, base);
        else
#endif
            update_plain(board, base);
    }
    LineFacts facts = board_facts(board);
    return line_net_output(net->net, net->avx2, net->sums[board->depth], &facts) * net->scale / 100;
}

void board_set_net(GomBoard *board, const LineNet *net, int scale)
{
    BoardNet *to = &board->net;
    to->net = net;
    to->scale = scale;
    to->avx2 = cpu_features().avx2;
    to->round = 0;
    to->known[board->depth] = true;
    memset(to->seen, 0, sizeof to->seen);
    int16_t *sums = to->sums[board->depth];
    memset(sums, 0, sizeof to->sums[0]);
    for (int i = 0; net && i < board->cell_count; i++) {
        int cell = cell_at(i % board->rules.size, i / board->rules.size);
        const CellInfo *info = &board->info[cell];
        if (board->cells[cell] == CELL_EMPTY) line_net_enter(net, sums, info->raw, info->class, 1);
    }
}
