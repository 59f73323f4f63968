#include "base/clock.h"

#include <time.h>

static int64_t real_now(void *context)
{
    (void)context;
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * NS_PER_SECOND + t.tv_nsec;
}

static int64_t driven_now(void *context)
{
    DrivenClock *driven = context;
    return atomic_fetch_add(&driven->time, atomic_load(&driven->step));
}

Clock clock_real(void)
{
    return (Clock){.now = real_now, .context = 0};
}

Clock clock_driven(DrivenClock *driven)
{
    return (Clock){.now = driven_now, .context = driven};
}
