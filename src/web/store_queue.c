#include "web/store_queue.h"

#include "base/clock.h"
#include "base/thread.h"

#include <stdlib.h>

struct StoreQueue {
    Thread thread;
    Store *store; /* the thread's own */
    Mutex mutex;  /* everything below, and the tasks in the list */
    Cond changed;
    bool quit;
    StoreTask *first, *last;
    int count;
    size_t bytes;
};

/* Has the owner of `task` an earlier one in the list? */
static bool owner_waits(const StoreQueue *queue, const StoreTask *task)
{
    for (const StoreTask *earlier = queue->first; earlier != task; earlier = earlier->next) {
        if (earlier->owner == task->owner) return true;
    }
    return false;
}

/* The first task that may run now; NULL when there is none, and then *wait is how long to sleep (0: until something
 * changes). */
static StoreTask *choose(const StoreQueue *queue, int64_t now, int64_t *wait)
{
    bool writer_waits = false;
    *wait = 0;
    for (StoreTask *task = queue->first; task; task = task->next) {
        if (task->retry > now) {
            if (*wait == 0 || task->retry - now < *wait) *wait = task->retry - now;
        } else if (!(task->writes && writer_waits) && !owner_waits(queue, task)) {
            return task;
        }
        if (task->writes) writer_waits = true;
    }
    return NULL;
}

static void take_out(StoreQueue *queue, StoreTask *task)
{
    StoreTask *before = NULL;
    for (StoreTask *at = queue->first; at != task; at = at->next) before = at;
    if (before) {
        before->next = task->next;
    } else {
        queue->first = task->next;
    }
    if (queue->last == task) queue->last = before;
    queue->count--;
    queue->bytes -= task->bytes;
}

/* The mutex is held before and after, not while the task runs: it stays in the list, so that its owner's later ones
 * wait. */
static void run(StoreQueue *queue, StoreTask *task)
{
    Error error;
    mutex_unlock(&queue->mutex);
    Status status = task->run(task, queue->store, &error);
    int64_t now = clock_now(clock_real());
    mutex_lock(&queue->mutex);
    if (status == STATUS_BUSY && now < task->deadline) {
        task->retry = now + STORE_QUEUE_RETRY_MS * NS_PER_MS;
        return;
    }
    take_out(queue, task);
    mutex_unlock(&queue->mutex);
    task->end(task, status, &error);
    mutex_lock(&queue->mutex);
}

static void queue_main(void *context)
{
    StoreQueue *queue = context;
    mutex_lock(&queue->mutex);
    while (!queue->quit || queue->first) {
        int64_t wait;
        StoreTask *task = choose(queue, clock_now(clock_real()), &wait);
        if (task) {
            run(queue, task);
        } else if (wait > 0) {
            (void)cond_wait_ns(&queue->changed, &queue->mutex, wait);
        } else {
            cond_wait(&queue->changed, &queue->mutex);
        }
    }
    mutex_unlock(&queue->mutex);
}

Status store_queue_new(Store *store, StoreQueue **out, Error *error)
{
    StoreQueue *queue = calloc(1, sizeof *queue);
    if (!queue) {
        store_close(store);
        return error_set(error, STATUS_NO_MEMORY, "no memory for the store's queue");
    }
    queue->store = store;
    mutex_init(&queue->mutex);
    cond_init(&queue->changed);
    Status status = thread_start(&queue->thread, queue_main, queue, 0, error);
    if (status == STATUS_OK) {
        *out = queue;
        return STATUS_OK;
    }
    cond_destroy(&queue->changed);
    mutex_destroy(&queue->mutex);
    store_close(store);
    free(queue);
    return status;
}

void store_queue_free(StoreQueue *queue)
{
    if (!queue) return;
    mutex_lock(&queue->mutex);
    queue->quit = true;
    cond_signal(&queue->changed);
    mutex_unlock(&queue->mutex);
    thread_join(&queue->thread);
    store_close(queue->store);
    cond_destroy(&queue->changed);
    mutex_destroy(&queue->mutex);
    free(queue);
}

/* With the mutex. */
static Status check_room(const StoreQueue *queue, const StoreTask *task, Error *error)
{
    int own = 0;
    for (const StoreTask *at = queue->first; at; at = at->next) own += at->owner == task->owner;
    if (own >= STORE_QUEUE_OWNER_MAX) {
        return error_set(error, STATUS_BUSY, "%d requests of this page wait for the store; try again later", own);
    }
    if (queue->count >= STORE_QUEUE_TASKS_MAX || task->bytes > STORE_QUEUE_BYTES_MAX - queue->bytes) {
        return error_set(error, STATUS_BUSY, "the store is busy (%d requests wait); try again later", queue->count);
    }
    return STATUS_OK;
}

Status store_queue_add(StoreQueue *queue, StoreTask *task, Error *error)
{
    mutex_lock(&queue->mutex);
    Status status = check_room(queue, task, error);
    if (status == STATUS_OK) {
        task->next = NULL;
        task->retry = 0;
        task->deadline = clock_now(clock_real()) + STORE_QUEUE_PATIENCE_MS * NS_PER_MS;
        if (queue->last) {
            queue->last->next = task;
        } else {
            queue->first = task;
        }
        queue->last = task;
        queue->count++;
        queue->bytes += task->bytes;
        cond_signal(&queue->changed);
    }
    mutex_unlock(&queue->mutex);
    return status;
}
