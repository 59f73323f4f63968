#include "tool/progress.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>

enum { BAR_WIDTH = 30 };

Progress progress_begin(const char *what, size_t before)
{
    return (Progress){.what = what, .before = before, .begun_ns = clock_now(clock_real())};
}

static void draw(const Progress *progress, size_t done, size_t all, int64_t now)
{
    char bar[BAR_WIDTH + 1];
    size_t filled = all ? done * BAR_WIDTH / all : 0;
    memset(bar, '.', BAR_WIDTH);
    memset(bar, '#', filled < BAR_WIDTH ? filled : BAR_WIDTH);
    bar[BAR_WIDTH] = '\0';
    (void)fprintf(stderr, "\r[%s] %zu of %zu %s", bar, done, all, progress->what);
    size_t fresh = done - progress->before;
    if (fresh > 0 && done < all) {
        int64_t left = (now - progress->begun_ns) / NS_PER_SECOND * (int64_t)(all - done) / (int64_t)fresh;
        (void)fprintf(stderr, ", %lld:%02lld:%02lld left", (long long)(left / 3600), (long long)(left / 60 % 60),
                      (long long)(left % 60));
    }
    (void)fputs("\033[K", stderr);
    (void)fflush(stderr);
}

void progress_show(Progress *progress, size_t done, size_t all)
{
    enum { PAUSE_MS = 200 };
    int64_t now = clock_now(clock_real());
    if (now - progress->shown_ns < PAUSE_MS * NS_PER_MS) return;
    progress->shown_ns = now;
    draw(progress, done, all, now);
}

void progress_end(Progress *progress, size_t done, size_t all)
{
    draw(progress, done, all, clock_now(clock_real()));
    (void)fputc('\n', stderr);
}
