/* The store's own thread, and the bounded queue of what it has to do.
 *
 * The server's thread hands tasks over with store_queue_add and never waits for a disk; the queue's thread is the only
 * one that touches the Store. Rules:
 * - A task is added or refused at once (STATUS_BUSY) when the queue holds its most tasks or bytes, or its owner's
 *   most. What was added is run, whatever happens to its owner; store_queue_free runs all that is left.
 * - Tasks of one owner run in the order in which they were added, and all tasks that write in the order in which they
 *   were added. A reading task may overtake others' writing ones.
 * - A task that finds the file locked by another program (`run` returns STATUS_BUSY) is tried again until
 *   STORE_QUEUE_PATIENCE_MS have passed since it was added; readers of other owners go on meanwhile.
 * - `end` is called once for each task that was added, on the queue's thread, after its data are committed or the
 *   attempt has failed. It answers and frees. */
#ifndef YOMI_WEB_STORE_QUEUE_H
#define YOMI_WEB_STORE_QUEUE_H

#include "web/store.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    STORE_QUEUE_TASKS_MAX = 512,
    STORE_QUEUE_OWNER_MAX = 32,
    STORE_QUEUE_BYTES_MAX = 64 << 20,
    STORE_QUEUE_PATIENCE_MS = 5000,
    STORE_QUEUE_RETRY_MS = 20
};

typedef struct StoreTask StoreTask;
struct StoreTask {
    uint64_t owner;
    size_t bytes; /* that it holds */
    bool writes;
    Status (*run)(StoreTask *task, Store *store, Error *error);
    void (*end)(StoreTask *task, Status status, const Error *error);
    /* the queue's: */
    StoreTask *next;
    int64_t deadline, retry; /* nanoseconds; retry 0: at once */
};

typedef struct StoreQueue StoreQueue;

/* Takes over the store, also when it fails. */
Status store_queue_new(Store *store, StoreQueue **out, Error *error);
/* Runs what waits, ends the thread, closes the store. */
void store_queue_free(StoreQueue *queue);

/* Takes over the task when it succeeds. From the server's thread. */
Status store_queue_add(StoreQueue *queue, StoreTask *task, Error *error);

#endif
