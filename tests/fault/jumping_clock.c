/* Preloaded into the program: the clock on the wall jumps by up to a year, forwards and backwards, at every look. The
 * monotonic clock stays. Built and run by scripts/campaign.py hostile. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static atomic_uint looks;

static int64_t jump(void)
{
    enum { YEAR = 31536000 };
    uint32_t mixed = atomic_fetch_add(&looks, 1) * 2654435761u;
    return (int64_t)(mixed % (2 * YEAR)) - YEAR;
}

int clock_gettime(clockid_t id, struct timespec *out)
{
    int status = (int)syscall(SYS_clock_gettime, id, out);
    if (status == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) out->tv_sec += jump();
    return status;
}

time_t time(time_t *out)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    *out = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}
