#include "base/thread.h"

#include "base/clock.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The mutex and condition calls below fail only on misuse, which no caller could mend. */
#define MUST(call)                \
    do {                          \
        int must_result = (call); \
        assert(must_result == 0); \
        (void)must_result;        \
    } while (0)

typedef struct Start {
    ThreadMain run;
    void *context;
} Start;

static void *trampoline(void *argument)
{
    Start start = *(Start *)argument;
    free(argument);
    start.run(start.context);
    return NULL;
}

static size_t usable_stack(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t least = (size_t)sysconf(_SC_THREAD_STACK_MIN);
    if (bytes < least) bytes = least;
    return (bytes + page - 1) / page * page;
}

Status thread_start(Thread *thread, ThreadMain run, void *context, size_t stack_bytes, Error *error)
{
    Start *start = malloc(sizeof *start);
    if (!start) return error_set(error, STATUS_NO_MEMORY, "no memory to start a thread");
    *start = (Start){run, context};
    pthread_attr_t attributes;
    MUST(pthread_attr_init(&attributes));
    int failure = stack_bytes ? pthread_attr_setstacksize(&attributes, usable_stack(stack_bytes)) : 0;
    if (failure == 0) failure = pthread_create(&thread->handle, &attributes, trampoline, start);
    MUST(pthread_attr_destroy(&attributes));
    if (failure != 0) {
        free(start);
        return error_set(error, STATUS_NO_MEMORY, "cannot start a thread: %s",
                         strerror(failure)); /* NOLINT(concurrency-mt-unsafe): glibc's strerror is thread-safe */
    }
    return STATUS_OK;
}

void thread_join(Thread *thread)
{
    MUST(pthread_join(thread->handle, NULL));
}

int thread_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > INT_MAX ? INT_MAX : (int)cores;
}

void thread_once(Once *once, void (*run)(void))
{
    MUST(pthread_once(&once->handle, run));
}

void mutex_init(Mutex *mutex)
{
    MUST(pthread_mutex_init(&mutex->handle, NULL));
}

void mutex_destroy(Mutex *mutex)
{
    MUST(pthread_mutex_destroy(&mutex->handle));
}

void mutex_lock(Mutex *mutex)
{
    MUST(pthread_mutex_lock(&mutex->handle));
}

void mutex_unlock(Mutex *mutex)
{
    MUST(pthread_mutex_unlock(&mutex->handle));
}

void cond_init(Cond *cond)
{
    pthread_condattr_t attributes;
    MUST(pthread_condattr_init(&attributes));
    MUST(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC));
    MUST(pthread_cond_init(&cond->handle, &attributes));
    MUST(pthread_condattr_destroy(&attributes));
}

void cond_destroy(Cond *cond)
{
    MUST(pthread_cond_destroy(&cond->handle));
}

void cond_wait(Cond *cond, Mutex *mutex)
{
    MUST(pthread_cond_wait(&cond->handle, &mutex->handle));
}

bool cond_wait_ns(Cond *cond, Mutex *mutex, int64_t nanoseconds)
{
    if (nanoseconds < 0) nanoseconds = 0;
    int64_t until = clock_now(clock_real()) + nanoseconds;
    struct timespec deadline = {(time_t)(until / NS_PER_SECOND), (long)(until % NS_PER_SECOND)};
    int result = pthread_cond_timedwait(&cond->handle, &mutex->handle, &deadline);
    assert(result == 0 || result == ETIMEDOUT);
    return result == 0;
}

void cond_signal(Cond *cond)
{
    MUST(pthread_cond_signal(&cond->handle));
}

void cond_broadcast(Cond *cond)
{
    MUST(pthread_cond_broadcast(&cond->handle));
}
