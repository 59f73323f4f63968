#include "tool/workers.h"

#include "base/thread.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

typedef struct Workers {
    const WorkersJob *job;
    Mutex lock; /* guards `busy` */
    int busy;
    int done_fd; /* readable: a worker has returned */
} Workers;

static void run_worker(void *context)
{
    Workers *workers = context;
    workers->job->work(workers->job->context);
    mutex_lock(&workers->lock);
    workers->busy--;
    mutex_unlock(&workers->lock);
    uint64_t one = 1;
    (void)!write(workers->done_fd, &one, sizeof one);
}

static bool is_busy(Workers *workers)
{
    mutex_lock(&workers->lock);
    bool busy = workers->busy > 0;
    mutex_unlock(&workers->lock);
    return busy;
}

/* Without descriptors (too many files are open) the ticks alone tell when all is done. */
static void watch(Workers *workers, int signal_fd)
{
    const WorkersJob *job = workers->job;
    struct pollfd fds[] = {{.fd = signal_fd, .events = POLLIN}, {.fd = workers->done_fd, .events = POLLIN}};
    while (is_busy(workers)) {
        if (poll(fds, 2, WORKERS_TICK_MS) < 0 && errno != EINTR) fds[0].revents = fds[1].revents = 0;
        uint64_t news = 0;
        if (fds[1].revents & POLLIN) (void)!read(workers->done_fd, &news, sizeof news);
        struct signalfd_siginfo info;
        if (fds[0].revents & POLLIN && read(signal_fd, &info, sizeof info) > 0) job->stop(job->context, NULL);
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
    Workers workers = {.job = job, .done_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    Thread threads[WORKERS_MAX];
    sigset_t set, before;
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGINT);
    (void)sigaddset(&set, SIGTERM);
    (void)sigaddset(&set, SIGHUP);
    mutex_init(&workers.lock);
    (void)pthread_sigmask(SIG_BLOCK, &set, &before);
    int signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    int started = start_workers(&workers, threads);
    watch(&workers, signal_fd);
    for (int i = 0; i < started; i++) thread_join(&threads[i]);
    if (signal_fd >= 0) (void)close(signal_fd);
    if (workers.done_fd >= 0) (void)close(workers.done_fd);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    mutex_destroy(&workers.lock);
}
