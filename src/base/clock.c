#include "base/clock.h"

static int64_t driven_now(void *context)
{
    DrivenClock *driven = context;
    return atomic_fetch_add(&driven->time, atomic_load(&driven->step));
}

Clock clock_driven(DrivenClock *driven)
{
    return (Clock){.now = driven_now, .context = driven};
}
