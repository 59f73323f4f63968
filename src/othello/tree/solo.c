#include "othello/tree/solo.h"

#include "base/mem.h"

#include <string.h>

static void *new_block(size_t bytes, Error *error)
{
    void *block = mem_alloc(bytes, 0, error);
    if (block) memset(block, 0, bytes);
    return block;
}

Status othello_shared_make(OthelloShared **out, Str weights_file, Error *error)
{
    OthelloShared *shared = new_block(sizeof *shared, error);
    FoldedWeights *folded = new_block(sizeof *folded, error);
    Status status = shared && folded ? STATUS_OK : STATUS_NO_MEMORY;
    if (status == STATUS_OK) {
        status = othello_weights_parse(weights_file.len > 0 ? weights_file : othello_weights_default(), folded, error);
    }
    if (status == STATUS_OK) {
        othello_patterns_fill(&shared->patterns);
        othello_weights_unfold(folded, &shared->patterns, &shared->weights);
        othello_stability_fill_edges(&shared->edges);
        shared->probcut = othello_probcut_default;
        *out = shared;
    } else {
        mem_free(shared);
    }
    mem_free(folded);
    return status;
}

void othello_shared_free(OthelloShared *shared)
{
    if (shared) othello_book_free(&shared->book);
    mem_free(shared);
}

Status othello_solo_open(SoloSearch *solo, const OthelloShared *shared, CpuFeatures cpu, size_t table_mb, Error *error)
{
    *solo = (SoloSearch){.tree = othello_tree_for(cpu)};
    solo->worker = new_block(sizeof *solo->worker, error);
    solo->state = new_block(sizeof *solo->state, error);
    if (!solo->worker || !solo->state || tt_resize(&solo->tt, table_mb, 1, error) != STATUS_OK) {
        othello_solo_close(solo);
        return STATUS_NO_MEMORY;
    }
    solo->worker->countdown = INT64_MAX;
    solo->worker->tt = &solo->tt;
    solo->worker->state = solo->state;
    solo->state->worker = solo->worker;
    solo->state->shared = shared;
    return STATUS_OK;
}

void othello_solo_close(SoloSearch *solo)
{
    mem_free(solo->worker);
    mem_free(solo->state);
    tt_free(&solo->tt);
    *solo = (SoloSearch){0};
}

uint64_t othello_solo_nodes(const SoloSearch *solo)
{
    return (uint64_t)(INT64_MAX - solo->worker->countdown);
}

int othello_solo_solve(SoloSearch *solo, OthelloBoard board, int alpha, int beta, Pv *pv)
{
    solo->state->selectivity = SELECT_NONE;
    return solo->tree->search(solo->state, board, board_empty_count(board), alpha * DISC, beta * DISC, pv) / DISC;
}

Score othello_solo_search(SoloSearch *solo, OthelloBoard board, int depth, Selectivity selectivity, Pv *pv)
{
    return othello_solo_search_within(solo, board, depth, -SQUARES * DISC, SQUARES * DISC, selectivity, pv);
}

Score othello_solo_search_within(SoloSearch *solo, OthelloBoard board, int depth, Score alpha, Score beta,
                                 Selectivity selectivity, Pv *pv)
{
    solo->state->selectivity = selectivity;
    return solo->tree->search(solo->state, board, depth, alpha, beta, pv);
}

void othello_solo_forget(SoloSearch *solo)
{
    tt_clear(&solo->tt, 1);
    memset(&solo->state->small, 0, sizeof solo->state->small);
    memset(solo->state->history, 0, sizeof solo->state->history);
}
