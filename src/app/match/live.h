/* The standing of a match on a terminal: a block of lines that is drawn again and again in the same place, under the
 * lines of finished games. Called under the lock of the match. */
#ifndef YOMI_APP_MATCH_LIVE_H
#define YOMI_APP_MATCH_LIVE_H

#include "app/match/match.h"

typedef struct LiveGame {
    bool running;
    uint64_t number;
    int64_t begun_ns;
} LiveGame;

typedef struct Live {
    FILE *out;       /* NULL: not a terminal, nothing is drawn */
    int lines;       /* on the screen now */
    uint64_t before; /* games of earlier runs: they say nothing about the speed */
    int64_t begun_ns, shown_ns;
    LiveGame games[MATCH_TABLES_MAX];
} Live;

Live live_begin(FILE *out, uint64_t played);
void live_game_begins(Live *live, uint64_t number);
void live_game_ends(Live *live, uint64_t number);
/* Draws the block, when the last time was long enough ago. */
void live_show(Live *live, const MatchConfig *config, const MatchReport *report);
void live_erase(Live *live);

#endif
