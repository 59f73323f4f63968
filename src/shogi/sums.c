#include "shogi/sums.h"

#include <assert.h>
#include <string.h>

enum { WALK_MAX = 6 }; /* further back than this, adding 40 rows anew is cheaper */

void sums_reset(SumsFrame *frame)
{
    frame->fresh[BLACK] = frame->fresh[WHITE] = false;
    frame->turned[BLACK] = frame->turned[WHITE] = true;
    frame->added_count = frame->taken_count = 0;
}

void sums_note_null(SumsFrame *next)
{
    next->fresh[BLACK] = next->fresh[WHITE] = false;
    next->turned[BLACK] = next->turned[WHITE] = false;
    next->added_count = next->taken_count = 0;
}

static bool half_of(int side, int square)
{
    int file = square_file(square);
    return side == BLACK ? file > 4 : file < 4;
}

void sums_note_move(SumsFrame *next, const Position *pos, Move move)
{
    sums_note_null(next);
    int side = pos->side, to = move_to(move);
    if (move_is_drop(move)) {
        int kind = move_drop_kind(move), held = hand_count(pos->hands[side], kind);
        next->taken[next->taken_count++] = (SumsChange){(int8_t)side, (int8_t)kind, (int8_t)(held - 1)};
        next->added[next->added_count++] = (SumsChange){(int8_t)piece_make(side, kind), 0, (int8_t)to};
        return;
    }
    int from = move_from(move), piece = pos->board[from];
    next->taken[next->taken_count++] = (SumsChange){(int8_t)piece, 0, (int8_t)from};
    next->added[next->added_count++] = (SumsChange){(int8_t)pos_moved_piece(pos, move), 0, (int8_t)to};
    if (pos->board[to] != NO_PIECE) {
        int kind = kind_raw(piece_kind(pos->board[to]));
        next->taken[next->taken_count++] = (SumsChange){(int8_t)pos->board[to], 0, (int8_t)to};
        next->added[next->added_count++] =
            (SumsChange){(int8_t)side, (int8_t)kind, (int8_t)hand_count(pos->hands[side], kind)};
    }
    if (piece_kind(piece) == KING) next->turned[side] = half_of(side, from) != half_of(side, to);
}

static int feature_of(const SumsChange *change, int side, bool mirrored)
{
    return change->kind ? feature_of_hand(side, change->owner_or_piece, change->kind, change->place)
                        : feature_of_piece(side, mirrored, change->owner_or_piece, change->place);
}

static void from_scratch(int16_t *sums, const Position *pos, int side, const Net *net, CpuFeatures cpu)
{
    int list[FEATURES_ACTIVE_MAX];
    int count = features_list(pos, side, list);
    net_update(net, cpu, sums, net->bias, list, count, NULL, 0);
}

static void one_step(SumsFrame *frame, const SumsFrame *before, int side, bool mirrored, const Net *net,
                     CpuFeatures cpu)
{
    int added[SUMS_CHANGES_MAX], taken[SUMS_CHANGES_MAX];
    for (int i = 0; i < frame->added_count; i++) added[i] = feature_of(&frame->added[i], side, mirrored);
    for (int i = 0; i < frame->taken_count; i++) taken[i] = feature_of(&frame->taken[i], side, mirrored);
    net_update(net, cpu, frame->sums[side], before->sums[side], added, frame->added_count, taken, frame->taken_count);
    frame->fresh[side] = true;
}

static void refresh(SumsFrame *frames, int ply, const Position *pos, int side, const Net *net, CpuFeatures cpu)
{
    int from = ply;
    while (from > 0 && ply - from < WALK_MAX && !frames[from].fresh[side] && !frames[from].turned[side]) from--;
    if (!frames[from].fresh[side]) {
        from_scratch(frames[ply].sums[side], pos, side, net, cpu);
        frames[ply].fresh[side] = true;
        return;
    }
    bool mirrored = feature_mirrors(pos, side); /* the same all the way: nothing turned in between */
    for (int i = from + 1; i <= ply; i++) one_step(&frames[i], &frames[i - 1], side, mirrored, net, cpu);
}

int sums_evaluate(SumsFrame *frames, int ply, const Position *pos, const Net *net, CpuFeatures cpu)
{
    for (int side = 0; side < COLOURS; side++) refresh(frames, ply, pos, side, net, cpu);
#ifndef NDEBUG
    for (int side = 0; side < COLOURS; side++) {
        int16_t anew[NET_WIDTH_MAX];
        from_scratch(anew, pos, side, net, cpu);
        assert(memcmp(anew, frames[ply].sums[side], (size_t)net->width * sizeof *anew) == 0);
    }
#endif
    return net_output(net, cpu, frames[ply].sums[pos->side], frames[ply].sums[pos->side ^ 1]);
}
