#include "othello/lone.h"

#include "base/mem.h"

#include <string.h>

static void *new_block(size_t bytes, Error *error)
{
    void *block = mem_alloc(bytes, 0, error);
    if (block) memset(block, 0, bytes);
    return block;
}

Status othello_shared_make(Shared **out, Str weights_file, Error *error)
{
    Shared *shared = new_block(sizeof *shared, error);
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

void othello_shared_free(Shared *shared)
{
    if (shared) othello_book_free(&shared->book);
    mem_free(shared);
}

Status othello_lone_open(Lone *lone, const Shared *shared, CpuFeatures cpu, size_t table_mb, Error *error)
{
    *lone = (Lone){.tree = othello_tree_for(cpu)};
    lone->worker = new_block(sizeof *lone->worker, error);
    lone->state = new_block(sizeof *lone->state, error);
    if (!lone->worker || !lone->state || tt_resize(&lone->tt, table_mb, 1, error) != STATUS_OK) {
        othello_lone_close(lone);
        return STATUS_NO_MEMORY;
    }
    lone->worker->countdown = INT64_MAX;
    lone->worker->tt = &lone->tt;
    lone->worker->state = lone->state;
    lone->state->worker = lone->worker;
    lone->state->shared = shared;
    return STATUS_OK;
}

void othello_lone_close(Lone *lone)
{
    mem_free(lone->worker);
    mem_free(lone->state);
    tt_free(&lone->tt);
    *lone = (Lone){0};
}

uint64_t othello_lone_nodes(const Lone *lone)
{
    return (uint64_t)(INT64_MAX - lone->worker->countdown);
}

int othello_lone_solve(Lone *lone, Board board, int alpha, int beta, Pv *pv)
{
    lone->state->selectivity = SELECT_NONE;
    return lone->tree->search(lone->state, board, board_empty_count(board), alpha * DISC, beta * DISC, pv) / DISC;
}

Score othello_lone_search(Lone *lone, Board board, int depth, Selectivity selectivity, Pv *pv)
{
    return othello_lone_search_within(lone, board, depth, -SQUARES * DISC, SQUARES * DISC, selectivity, pv);
}

Score othello_lone_search_within(Lone *lone, Board board, int depth, Score alpha, Score beta, Selectivity selectivity,
                                 Pv *pv)
{
    lone->state->selectivity = selectivity;
    return lone->tree->search(lone->state, board, depth, alpha, beta, pv);
}

void othello_lone_forget(Lone *lone)
{
    tt_clear(&lone->tt, 1);
    memset(&lone->state->small, 0, sizeof lone->state->small);
    memset(lone->state->history, 0, sizeof lone->state->history);
}
