#include "search/tt.h"

#include "base/mem.h"
#include "base/thread.h"

#include <string.h>

enum { CLEAR_THREADS_MAX = 64 };

typedef struct Slice {
    TTCluster *from;
    size_t count;
} Slice;

static void clear_slice(void *context)
{
    const Slice *slice = context;
    memset((void *)slice->from, 0, slice->count * sizeof(TTCluster));
}

static void clear_clusters(TTCluster *clusters, size_t count, int threads)
{
    enum { WORTH_A_THREAD = (4 << 20) / sizeof(TTCluster) };
    if (threads > CLEAR_THREADS_MAX) threads = CLEAR_THREADS_MAX;
    if ((size_t)threads > count / WORTH_A_THREAD) threads = (int)(count / WORTH_A_THREAD);
    if (threads < 1) threads = 1;
    Slice slices[CLEAR_THREADS_MAX];
    Thread handles[CLEAR_THREADS_MAX];
    bool started[CLEAR_THREADS_MAX] = {false};
    size_t each = count / (size_t)threads;
    for (int i = 0; i < threads; i++) {
        size_t from = (size_t)i * each;
        slices[i] = (Slice){clusters + from, i == threads - 1 ? count - from : each};
        started[i] = i > 0 && thread_start(&handles[i], clear_slice, &slices[i], 0, NULL) == STATUS_OK;
    }
    for (int i = 0; i < threads; i++) {
        if (started[i]) {
            thread_join(&handles[i]);
        } else {
            clear_slice(&slices[i]);
        }
    }
}

Status tt_resize(TT *tt, size_t megabytes, int threads, Error *error)
{
    if (megabytes < 1 || megabytes > TT_MB_MAX) {
        return error_set(error, STATUS_BAD_INPUT, "the table takes 1 to %d MB, not %zu", TT_MB_MAX, megabytes);
    }
    if (tt->clusters && tt->megabytes == megabytes) return STATUS_OK;
    Error why;
    /* The pages of the new block are not touched before the old block is gone, so the old one counts as free. */
    TTCluster *clusters = mem_alloc(megabytes << 20, tt->megabytes << 20, &why);
    if (!clusters) return error_set(error, why.status, "table of %zu MB: %.180s", megabytes, why.text);
    mem_free(tt->clusters);
    size_t count = (megabytes << 20) / sizeof(TTCluster);
    clear_clusters(clusters, count, threads);
    *tt = (TT){.clusters = clusters, .count = count, .megabytes = megabytes};
    return STATUS_OK;
}

void tt_free(TT *tt)
{
    mem_free(tt->clusters);
    *tt = (TT){0};
}

void tt_clear(TT *tt, int threads)
{
    clear_clusters(tt->clusters, tt->count, threads);
    tt->age = 0;
}

void tt_new_search(TT *tt)
{
    tt->age = (tt->age + 1) & (TT_AGES - 1);
}

int tt_hashfull(const TT *tt)
{
    size_t sample = tt->count < 250 ? tt->count : 250;
    size_t used = 0;
    for (size_t i = 0; i < sample; i++) {
        for (int way = 0; way < TT_WAYS; way++) {
            uint64_t word = tt_load(&tt->clusters[i].slots[way].data);
            used += tt_packed_bound(word) != BOUND_NONE && tt_packed_age(word) == tt->age;
        }
    }
    return sample ? (int)(used * 1000 / (sample * TT_WAYS)) : 0;
}
