/* The clock of a game between two people, kept by the server: main time with an increment after each move, then
 * byoyomi for each move. Arithmetic only: whoever asks says what time it is, in milliseconds that never go back. */
#ifndef YOMI_WEB_GAME_CLOCK_H
#define YOMI_WEB_GAME_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct GameClock {
    int64_t main_ms, increment_ms, byoyomi_ms; /* all 0: there is no clock */
    int64_t left_ms[2];                        /* of the main time, when the running move began */
    int64_t since;                             /* when it began */
    int running;                               /* whose clock runs; -1: nobody's */
} GameClock;

bool game_clock_timed(const GameClock *clock);
void game_clock_reset(GameClock *clock); /* both sides have all their time, nobody's runs */
/* `side` is to move from now on; what the side before has used is taken off its main time. */
void game_clock_turn(GameClock *clock, int side, int64_t now);
/* The running side has made its move and gets its increment; then as game_clock_turn. */
void game_clock_press(GameClock *clock, int side, int64_t now);
void game_clock_stop(GameClock *clock, int64_t now);
/* Until the flag of the running side falls; 0: it has fallen. INT64_MAX: no clock runs. */
int64_t game_clock_until_flag(const GameClock *clock, int64_t now);

#endif
