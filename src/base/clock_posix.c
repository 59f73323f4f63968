#include "base/clock.h"

#include <time.h>

static int64_t real_now(void *context)
{
    (void)context;
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * NS_PER_SECOND + t.tv_nsec;
}

Clock clock_real(void)
{
    return (Clock){.now = real_now, .context = 0};
}

int64_t clock_date_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void clock_sleep(int64_t ns)
{
    struct timespec pause = {(time_t)(ns / NS_PER_SECOND), (long)(ns % NS_PER_SECOND)};
    if (ns > 0) (void)nanosleep(&pause, NULL);
}
