/* Threads, mutexes, condition variables and what runs once, with the checks in one place. */
#ifndef YOMI_BASE_THREAD_H
#define YOMI_BASE_THREAD_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
typedef struct Thread {
    void *handle;
} Thread;

typedef struct Mutex {
    void *handle; /* a slim lock, which is one word */
} Mutex;

typedef struct Cond {
    void *handle; /* one word, too */
} Cond;

typedef struct Once {
    void *handle;
} Once;
#define ONCE_INIT \
    {             \
        NULL      \
    }
#else
#include <pthread.h>

typedef struct Thread {
    pthread_t handle;
} Thread;

typedef struct Mutex {
    pthread_mutex_t handle;
} Mutex;

typedef struct Cond {
    pthread_cond_t handle; /* timed waits use the monotonic clock */
} Cond;

typedef struct Once {
    pthread_once_t handle;
} Once;
#define ONCE_INIT         \
    {                     \
        PTHREAD_ONCE_INIT \
    }
#endif

typedef void (*ThreadMain)(void *context);

/* stack_bytes 0 means the system's default. */
Status thread_start(Thread *thread, ThreadMain run, void *context, size_t stack_bytes, Error *error);
void thread_join(Thread *thread);
int thread_cores(void); /* at least 1 */

/* Whoever comes first runs it, whoever comes meanwhile waits. `once` begins as ONCE_INIT. */
void thread_once(Once *once, void (*run)(void));

void mutex_init(Mutex *mutex);
void mutex_destroy(Mutex *mutex);
void mutex_lock(Mutex *mutex);
void mutex_unlock(Mutex *mutex);

void cond_init(Cond *cond);
void cond_destroy(Cond *cond);
void cond_wait(Cond *cond, Mutex *mutex);
bool cond_wait_ns(Cond *cond, Mutex *mutex, int64_t nanoseconds); /* false after a time-out */
void cond_signal(Cond *cond);
void cond_broadcast(Cond *cond);

#endif
