#include "base/clock.h"

#include <windows.h>

static int64_t real_now(void *context)
{
    (void)context;
    LARGE_INTEGER ticks, per_second;
    (void)QueryPerformanceCounter(&ticks);
    (void)QueryPerformanceFrequency(&per_second);
    int64_t seconds = ticks.QuadPart / per_second.QuadPart, rest = ticks.QuadPart % per_second.QuadPart;
    return seconds * NS_PER_SECOND + rest * NS_PER_SECOND / per_second.QuadPart;
}

Clock clock_real(void)
{
    return (Clock){.now = real_now, .context = 0};
}

int64_t clock_date_ms(void)
{
    const int64_t from_1601_to_1970_ms = INT64_C(11644473600000);
    FILETIME now; /* steps of 100 ns since 1601 */
    GetSystemTimePreciseAsFileTime(&now);
    int64_t steps = (int64_t)(((uint64_t)now.dwHighDateTime << 32) | now.dwLowDateTime);
    return steps / 10000 - from_1601_to_1970_ms;
}

void clock_sleep(int64_t ns)
{
    if (ns > 0) Sleep((DWORD)((ns + NS_PER_MS - 1) / NS_PER_MS));
}
