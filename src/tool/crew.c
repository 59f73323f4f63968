#include "tool/crew.h"

#include "base/thread.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

typedef struct Crew {
    const CrewJob *job;
    Mutex lock; /* guards `busy` */
    int busy;
    int done_fd; /* readable: a worker has returned */
} Crew;

static void run_worker(void *context)
{
    Crew *crew = context;
    crew->job->work(crew->job->context);
    mutex_lock(&crew->lock);
    crew->busy--;
    mutex_unlock(&crew->lock);
    uint64_t one = 1;
    (void)!write(crew->done_fd, &one, sizeof one);
}

static bool is_busy(Crew *crew)
{
    mutex_lock(&crew->lock);
    bool busy = crew->busy > 0;
    mutex_unlock(&crew->lock);
    return busy;
}

/* Without descriptors (too many files are open) the ticks alone tell when all is done. */
static void watch(Crew *crew, int signal_fd)
{
    const CrewJob *job = crew->job;
    struct pollfd fds[] = {{.fd = signal_fd, .events = POLLIN}, {.fd = crew->done_fd, .events = POLLIN}};
    while (is_busy(crew)) {
        if (poll(fds, 2, CREW_TICK_MS) < 0 && errno != EINTR) fds[0].revents = fds[1].revents = 0;
        uint64_t news = 0;
        if (fds[1].revents & POLLIN) (void)!read(crew->done_fd, &news, sizeof news);
        struct signalfd_siginfo info;
        if (fds[0].revents & POLLIN && read(signal_fd, &info, sizeof info) > 0) job->stop(job->context, NULL);
        if (job->tick) job->tick(job->context);
    }
}

static int start_workers(Crew *crew, Thread *threads)
{
    Error error;
    for (int i = 0; i < crew->job->workers; i++) {
        mutex_lock(&crew->lock);
        crew->busy++;
        mutex_unlock(&crew->lock);
        if (thread_start(&threads[i], run_worker, crew, 0, &error) == STATUS_OK) continue;
        mutex_lock(&crew->lock);
        crew->busy--;
        mutex_unlock(&crew->lock);
        crew->job->stop(crew->job->context, &error);
        return i;
    }
    return crew->job->workers;
}

void crew_run(const CrewJob *job)
{
    Crew crew = {.job = job, .done_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    Thread threads[CREW_WORKERS_MAX];
    sigset_t set, before;
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGINT);
    (void)sigaddset(&set, SIGTERM);
    (void)sigaddset(&set, SIGHUP);
    mutex_init(&crew.lock);
    (void)pthread_sigmask(SIG_BLOCK, &set, &before);
    int signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    int started = start_workers(&crew, threads);
    watch(&crew, signal_fd);
    for (int i = 0; i < started; i++) thread_join(&threads[i]);
    if (signal_fd >= 0) (void)close(signal_fd);
    if (crew.done_fd >= 0) (void)close(crew.done_fd);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    mutex_destroy(&crew.lock);
}
