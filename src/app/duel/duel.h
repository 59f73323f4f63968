/* One game between two players under a referee, with clocks and adjudication.
 *
 * The side of a game is 0 for who moves first in it and 1 for the other. A GameRecord owns its texts. */
#ifndef YOMI_APP_DUEL_DUEL_H
#define YOMI_APP_DUEL_DUEL_H

#include "app/common/opening.h"
#include "app/duel/player.h"

typedef struct DuelRules {
    int64_t margin_ms;                  /* an answer may be this much late */
    int64_t grace_ms;                   /* after which a late answer is waited for this long before it is a hang */
    int64_t timeout_ms;                 /* how long an engine without a clock may think */
    int64_t max_plies;                  /* a draw after so many; 0: YOMI_PLIES_MAX */
    int64_t resign_score, resign_moves; /* 0 moves: never */
    int64_t draw_score, draw_moves, draw_from_ply;
} DuelRules;

typedef struct SideRecord {
    int64_t moves, ms, depth_sum, over_ms; /* over_ms: the most that an answer was late, also within the margin */
    uint64_t nodes;
} SideRecord;

typedef enum GameResult { GAME_FIRST, GAME_SECOND, GAME_DRAW } GameResult;

typedef struct GameRecord {
    GameResult result;
    char reason[FAULT_TEXT_MAX]; /* how it ended */
    Fault fault;                 /* of the loser; FAULT_NONE: an honest game */
    SideRecord sides[2];
    size_t opening_plies, plies;
    char *start; /* NULL: the usual position */
    Buf moves;   /* blank-separated, opening included */
    Buf times;   /* milliseconds of each move, blank-separated; empty: not told */
} GameRecord;

void game_record_free(GameRecord *record);
int game_record_loser(const GameRecord *record); /* side, or -1 */

typedef enum DuelEnd {
    DUEL_PLAYED,
    DUEL_STOPPED, /* the match is to stop; the game does not count */
    DUEL_BROKEN   /* the referee's fault: *error tells */
} DuelEnd;

DuelEnd duel_play(GameRecord *record, const DuelRules *rules, Referee *referee, Player *const players[2],
                  const EngineSpec *const specs[2], const Opening *opening, Error *error);

#endif
