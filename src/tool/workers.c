#include "tool/workers.h"

#include "base/interrupts.h"
#include "base/thread.h"

typedef struct Workers {
    const WorkersJob *job;
    Mutex lock; /* guards `busy` */
    int busy;
    Event *done; /* set: a worker has returned */
} Workers;

static void run_worker(void *context)
{
    Workers *workers = context;
    workers->job->work(workers->job->context);
    mutex_lock(&workers->lock);
    workers->busy--;
    mutex_unlock(&workers->lock);
    event_set(workers->done);
}

static bool is_busy(Workers *workers)
{
    mutex_lock(&workers->lock);
    bool busy = workers->busy > 0;
    mutex_unlock(&workers->lock);
    return busy;
}

/* Without descriptors (too many files are open) the ticks alone tell when all is done. */
static void watch(Workers *workers, Interrupts *interrupts)
{
    const WorkersJob *job = workers->job;
    while (is_busy(workers)) {
        if (interrupts_wait(interrupts, workers->done, WORKERS_TICK_MS)) job->stop(job->context, NULL);
        if (job->tick) job->tick(job->context);
    }
}

static int start_workers(Workers *workers, Thread *threads)
{
    Error error;
    for (int i = 0; i < workers->job->workers; i++) {
        mutex_lock(&workers->lock);
        workers->busy++;
        mutex_unlock(&workers->lock);
        if (thread_start(&threads[i], run_worker, workers, 0, &error) == STATUS_OK) continue;
        mutex_lock(&workers->lock);
        workers->busy--;
        mutex_unlock(&workers->lock);
        workers->job->stop(workers->job->context, &error);
        return i;
    }
    return workers->job->workers;
}

void workers_run(const WorkersJob *job)
{
    Workers workers = {.job = job, .done = event_new()};
    Thread threads[WORKERS_MAX];
    mutex_init(&workers.lock);
    Interrupts *interrupts = interrupts_open(true); /* before the threads, which inherit it */
    int started = start_workers(&workers, threads);
    watch(&workers, interrupts);
    for (int i = 0; i < started; i++) thread_join(&threads[i]);
    interrupts_close(interrupts);
    event_free(workers.done);
    mutex_destroy(&workers.lock);
}
