#include "web/game_clock.h"

bool game_clock_timed(const GameClock *clock)
{
    return clock->main_ms > 0 || clock->increment_ms > 0 || clock->byoyomi_ms > 0;
}

void game_clock_reset(GameClock *clock)
{
    clock->left_ms[0] = clock->left_ms[1] = clock->main_ms;
    clock->running = -1;
}

void game_clock_stop(GameClock *clock, int64_t now)
{
    if (clock->running < 0) return;
    int64_t *left = &clock->left_ms[clock->running];
    *left -= now - clock->since;
    if (*left < 0) *left = 0; /* the rest was byoyomi */
    clock->running = -1;
}

void game_clock_turn(GameClock *clock, int side, int64_t now)
{
    game_clock_stop(clock, now);
    clock->running = side;
    clock->since = now;
}

void game_clock_press(GameClock *clock, int side, int64_t now)
{
    int mover = clock->running;
    game_clock_turn(clock, side, now);
    if (mover >= 0) clock->left_ms[mover] += clock->increment_ms;
}

int64_t game_clock_until_flag(const GameClock *clock, int64_t now)
{
    if (clock->running < 0 || !game_clock_timed(clock)) return INT64_MAX;
    int64_t left = clock->left_ms[clock->running] + clock->byoyomi_ms - (now - clock->since);
    return left > 0 ? left : 0;
}
