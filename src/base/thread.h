/* Threads, mutexes and condition variables: POSIX, with the checks in one place. */
#ifndef YOMI_BASE_THREAD_H
#define YOMI_BASE_THREAD_H

#include "base/status.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Thread {
    pthread_t handle;
} Thread;

typedef struct Mutex {
    pthread_mutex_t handle;
} Mutex;

typedef struct Cond {
    pthread_cond_t handle; /* timed waits use the monotonic clock */
} Cond;

typedef void (*ThreadMain)(void *context);

/* stack_bytes 0 means the system's default. */
Status thread_start(Thread *thread, ThreadMain run, void *context, size_t stack_bytes, Error *error);
void thread_join(Thread *thread);
int thread_cores(void); /* at least 1 */

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
