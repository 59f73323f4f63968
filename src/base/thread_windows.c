#include "base/thread.h"

#include "base/clock.h"

#include <limits.h>
#include <process.h>
#include <stdlib.h>
#include <windows.h>

/* The words of thread.h are these; their initial value is zero. */
_Static_assert(sizeof(SRWLOCK) == sizeof(void *) && sizeof(CONDITION_VARIABLE) == sizeof(void *) &&
                   sizeof(INIT_ONCE) == sizeof(void *),
               "a lock is one word");

static SRWLOCK *lock_of(Mutex *mutex)
{
    return (SRWLOCK *)&mutex->handle;
}

static CONDITION_VARIABLE *variable_of(Cond *cond)
{
    return (CONDITION_VARIABLE *)&cond->handle;
}

typedef struct Start {
    ThreadMain run;
    void *context;
} Start;

static unsigned __stdcall trampoline(void *argument)
{
    Start start = *(Start *)argument;
    free(argument);
    start.run(start.context);
    return 0;
}

Status thread_start(Thread *thread, ThreadMain run, void *context, size_t stack_bytes, Error *error)
{
    Start *start = malloc(sizeof *start);
    if (!start) return error_set(error, STATUS_NO_MEMORY, "no memory to start a thread");
    *start = (Start){run, context};
    uintptr_t handle = _beginthreadex(NULL, stack_bytes > UINT_MAX ? UINT_MAX : (unsigned)stack_bytes, trampoline,
                                      start, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    if (handle == 0) {
        free(start);
        return error_set(error, STATUS_NO_MEMORY, "cannot start a thread");
    }
    thread->handle = (void *)handle; /* NOLINT(performance-no-int-to-ptr): it is a handle */
    return STATUS_OK;
}

void thread_join(Thread *thread)
{
    (void)WaitForSingleObject(thread->handle, INFINITE);
    (void)CloseHandle(thread->handle);
}

int thread_cores(void)
{
    DWORD cores = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return cores < 1 ? 1 : (int)cores;
}

static BOOL CALLBACK run_once(INIT_ONCE *once, void *parameter, void **context)
{
    (void)once, (void)context;
    (*(void (**)(void))parameter)();
    return TRUE;
}

void thread_once(Once *once, void (*run)(void))
{
    (void)InitOnceExecuteOnce((INIT_ONCE *)&once->handle, run_once, (void *)&run, NULL);
}

void mutex_init(Mutex *mutex)
{
    InitializeSRWLock(lock_of(mutex));
}

void mutex_destroy(Mutex *mutex)
{
    (void)mutex; /* has nothing to give back */
}

void mutex_lock(Mutex *mutex)
{
    AcquireSRWLockExclusive(lock_of(mutex));
}

void mutex_unlock(Mutex *mutex)
{
    ReleaseSRWLockExclusive(lock_of(mutex));
}

void cond_init(Cond *cond)
{
    InitializeConditionVariable(variable_of(cond));
}

void cond_destroy(Cond *cond)
{
    (void)cond; /* has nothing to give back */
}

void cond_wait(Cond *cond, Mutex *mutex)
{
    (void)SleepConditionVariableSRW(variable_of(cond), lock_of(mutex), INFINITE, 0);
}

/* The system rounds to its own ticks, so a wait may end a moment early; nobody relies on more than "about". */
bool cond_wait_ns(Cond *cond, Mutex *mutex, int64_t nanoseconds)
{
    int64_t ms = nanoseconds <= 0 ? 0 : (nanoseconds + NS_PER_MS - 1) / NS_PER_MS;
    DWORD wait = ms >= INFINITE ? INFINITE - 1 : (DWORD)ms;
    return SleepConditionVariableSRW(variable_of(cond), lock_of(mutex), wait, 0) != 0;
}

void cond_signal(Cond *cond)
{
    WakeConditionVariable(variable_of(cond));
}

void cond_broadcast(Cond *cond)
{
    WakeAllConditionVariable(variable_of(cond));
}
