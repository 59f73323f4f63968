#include "shogi/eval/accumulator.h"

#include <assert.h>
#include <string.h>

enum {
    WALK_MAX = 6,                         /* further back than this, the cache is cheaper */
    CHANGED_MAX = 2 * FEATURES_ACTIVE_MAX /* features that two boards can differ by, each way */
};

typedef struct FeatureList {
    int items[CHANGED_MAX];
    int count;
} FeatureList;

/* An empty board in every view: its sums are the bias. */
static void cache_reset(Accumulator *accumulator)
{
    int views = feature_views((FeatureSet)accumulator->net->feature_set);
    for (int side = 0; side < COLOURS; side++) {
        for (int view = 0; view < views; view++) {
            AccumulatorEntry *entry = &accumulator->cache[side][view];
            memcpy(entry->values, accumulator->net->bias, (size_t)accumulator->net->width * sizeof *entry->values);
            memset(entry->board, NO_PIECE, sizeof entry->board);
            entry->hands[BLACK] = entry->hands[WHITE] = 0;
        }
    }
}

void accumulator_reset(Accumulator *accumulator, const Net *net, CpuFeatures cpu)
{
    accumulator->net = net;
    accumulator->cpu = cpu;
    if (!net) return;
    cache_reset(accumulator);
    AccumulatorFrame *root = &accumulator->frames[0];
    root->fresh[BLACK] = root->fresh[WHITE] = false;
    root->turned[BLACK] = root->turned[WHITE] = true;
    root->added_count = root->taken_count = 0;
}

void accumulator_note_null(Accumulator *accumulator, int ply)
{
    AccumulatorFrame *next = &accumulator->frames[ply + 1];
    next->fresh[BLACK] = next->fresh[WHITE] = false;
    next->turned[BLACK] = next->turned[WHITE] = false;
    next->added_count = next->taken_count = 0;
}

void accumulator_note_move(Accumulator *accumulator, int ply, const ShogiPosition *pos, Move move)
{
    AccumulatorFrame *next = &accumulator->frames[ply + 1];
    accumulator_note_null(accumulator, ply);
    int side = pos->side, to = move_to(move);
    if (move_is_drop(move)) {
        int kind = move_drop_kind(move), held = hand_count(pos->hands[side], kind);
        next->taken[next->taken_count++] = (AccumulatorChange){(int8_t)side, (int8_t)kind, (int8_t)(held - 1)};
        next->added[next->added_count++] = (AccumulatorChange){(int8_t)piece_make(side, kind), 0, (int8_t)to};
        return;
    }
    int from = move_from(move), piece = pos->board[from];
    next->taken[next->taken_count++] = (AccumulatorChange){(int8_t)piece, 0, (int8_t)from};
    next->added[next->added_count++] = (AccumulatorChange){(int8_t)pos_moved_piece(pos, move), 0, (int8_t)to};
    if (pos->board[to] != NO_PIECE) {
        int kind = kind_raw(piece_kind(pos->board[to]));
        next->taken[next->taken_count++] = (AccumulatorChange){(int8_t)pos->board[to], 0, (int8_t)to};
        next->added[next->added_count++] =
            (AccumulatorChange){(int8_t)side, (int8_t)kind, (int8_t)hand_count(pos->hands[side], kind)};
    }
    if (piece_kind(piece) == KING) {
        next->turned[side] = feature_view_turns((FeatureSet)accumulator->net->feature_set, side, from, to);
    }
}

static void list_add(FeatureList *list, int feature)
{
    if (feature != FEATURE_NONE && list->count < CHANGED_MAX) list->items[list->count++] = feature;
}

static void list_changes(FeatureList *list, const AccumulatorChange *changes, int count, FeatureView view)
{
    for (int i = 0; i < count; i++) {
        const AccumulatorChange *change = &changes[i];
        list_add(list, change->kind ? feature_of_hand(view, change->owner_or_piece, change->kind, change->place)
                                    : feature_of_piece(view, change->owner_or_piece, change->place));
    }
}

static void one_step(const Accumulator *accumulator, AccumulatorFrame *frame, const AccumulatorFrame *before,
                     FeatureView view)
{
    FeatureList added, taken;
    added.count = taken.count = 0;
    list_changes(&added, frame->added, frame->added_count, view);
    list_changes(&taken, frame->taken, frame->taken_count, view);
    net_update(accumulator->net, accumulator->cpu, frame->values[view.side], before->values[view.side], added.items,
               added.count, taken.items, taken.count);
    frame->fresh[view.side] = true;
}

/* What `pos` has and the entry has not, and the other way round. */
static void compare_hands(const AccumulatorEntry *entry, const ShogiPosition *pos, FeatureView view, FeatureList *added,
                          FeatureList *taken)
{
    for (int owner = 0; owner < COLOURS; owner++) {
        if (entry->hands[owner] == pos->hands[owner]) continue;
        for (int kind = PAWN; kind < HAND_KINDS; kind++) {
            int before = hand_count(entry->hands[owner], kind), now = hand_count(pos->hands[owner], kind);
            for (int nth = before; nth < now; nth++) list_add(added, feature_of_hand(view, owner, kind, nth));
            for (int nth = now; nth < before; nth++) list_add(taken, feature_of_hand(view, owner, kind, nth));
        }
    }
}

static void compare_boards(const AccumulatorEntry *entry, const ShogiPosition *pos, FeatureView view,
                           FeatureList *added, FeatureList *taken)
{
    for (int square = 0; square < SQUARES; square++) {
        int before = entry->board[square], now = pos->board[square];
        if (before == now) continue;
        if (now != NO_PIECE) list_add(added, feature_of_piece(view, now, square));
        if (before != NO_PIECE) list_add(taken, feature_of_piece(view, before, square));
    }
}

static void from_cache(Accumulator *accumulator, AccumulatorFrame *frame, const ShogiPosition *pos, FeatureView view)
{
    AccumulatorEntry *entry = &accumulator->cache[view.side][view.place];
    FeatureList added, taken;
    added.count = taken.count = 0;
    compare_boards(entry, pos, view, &added, &taken);
    compare_hands(entry, pos, view, &added, &taken);
    net_update(accumulator->net, accumulator->cpu, entry->values, entry->values, added.items, added.count, taken.items,
               taken.count);
    memcpy(entry->board, pos->board, sizeof entry->board);
    memcpy(entry->hands, pos->hands, sizeof entry->hands);
    memcpy(frame->values[view.side], entry->values, (size_t)accumulator->net->width * sizeof *entry->values);
    frame->fresh[view.side] = true;
}

static void refresh(Accumulator *accumulator, int ply, const ShogiPosition *pos, int side)
{
    AccumulatorFrame *frames = accumulator->frames;
    FeatureView view = feature_view(pos, (FeatureSet)accumulator->net->feature_set, side);
    int from = ply;
    while (from > 0 && ply - from < WALK_MAX && !frames[from].fresh[side] && !frames[from].turned[side]) from--;
    if (!frames[from].fresh[side]) {
        from_cache(accumulator, &frames[ply], pos, view);
        return;
    }
    /* The view is the same all the way: nothing turned in between. */
    for (int i = from + 1; i <= ply; i++) one_step(accumulator, &frames[i], &frames[i - 1], view);
}

#ifndef NDEBUG
static bool equal_to_scratch(const Accumulator *accumulator, int ply, const ShogiPosition *pos, int side)
{
    const Net *net = accumulator->net;
    int list[FEATURES_ACTIVE_MAX];
    int16_t anew[NET_WIDTH_MAX];
    int count = features_list(pos, feature_view(pos, (FeatureSet)net->feature_set, side), list);
    net_update(net, accumulator->cpu, anew, net->bias, list, count, NULL, 0);
    return memcmp(anew, accumulator->frames[ply].values[side], (size_t)net->width * sizeof *anew) == 0;
}
#endif

int accumulator_evaluate(Accumulator *accumulator, int ply, const ShogiPosition *pos)
{
    for (int side = 0; side < COLOURS; side++) {
        refresh(accumulator, ply, pos, side);
        assert(equal_to_scratch(accumulator, ply, pos, side));
    }
    const AccumulatorFrame *frame = &accumulator->frames[ply];
    int bucket = accumulator->net->buckets ? feature_bucket(pos) : 0;
    return net_output(accumulator->net, accumulator->cpu, bucket, frame->values[pos->side],
                      frame->values[pos->side ^ 1]);
}
