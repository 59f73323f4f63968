/* A monotonic clock that tests can drive. Nanoseconds; the origin means nothing. */
#ifndef YOMI_BASE_CLOCK_H
#define YOMI_BASE_CLOCK_H

#include <stdatomic.h>
#include <stdint.h>

#define NS_PER_MS     INT64_C(1000000)
#define NS_PER_SECOND INT64_C(1000000000)

typedef struct Clock {
    int64_t (*now)(void *context);
    void *context;
} Clock;

Clock clock_real(void);

static inline int64_t clock_now(Clock clock)
{
    return clock.now(clock.context);
}

/* Time that moves only when it is told to, or by `step` each time somebody looks. Shared between threads safely. */
typedef struct DrivenClock {
    _Atomic int64_t time;
    _Atomic int64_t step;
} DrivenClock;

Clock clock_driven(DrivenClock *driven);

int64_t clock_date_ms(void);  /* milliseconds since 1970, as the user has set his clock */
void clock_sleep(int64_t ns); /* at least so long, unless a signal comes */

#endif
