/* The referee: the match's own board, which decides what is legal and who has won. It is an engine object of its own
 * that no player can reach, also when a player is an engine of this program; it never searches. A referee owns its
 * board and the texts that it hands out until the next call.
 *
 * A second opinion can be put beside it: a rules program written separately for a test. When the two ever disagree the
 * game is void and the match stops, saying on what. */
#ifndef YOMI_APP_COMMON_REFEREE_H
#define YOMI_APP_COMMON_REFEREE_H

#include "app/common/engine_spec.h"
#include "yomi.h"

typedef struct RefereeTwin {
    /* A board at the position that `start` describes (NULL: the usual one); NULL when it cannot be had. */
    void *(*open)(const char *start);
    bool (*play)(void *board, const char *move); /* false, and nothing changed, when the move is not legal */
    yomi_outcome (*outcome)(void *board);
    void (*close)(void *board);
} RefereeTwin;

typedef struct Referee Referee;

Status referee_open(Referee **out, const char *game, const EngineOption *options, int option_count,
                    const RefereeTwin *twin, Error *error);
void referee_close(Referee *referee);

/* A new game from `start` (NULL: the usual position) with the moves of an opening made. */
Status referee_begin(Referee *referee, const char *start, const char *const *moves, size_t count, Error *error);
/* Makes a move in any spelling and writes the usual one. False when it is not legal. */
bool referee_play(Referee *referee, const char *move, char usual[YOMI_MOVE_TEXT_MAX]);
yomi_outcome referee_outcome(Referee *referee, const char **reason);
int referee_side(const Referee *referee);
const char *referee_position(Referee *referee);
/* What the second opinion objected to in this game; NULL: nothing. */
const char *referee_dispute(const Referee *referee);
yomi_engine *referee_board(Referee *referee); /* for reading openings */

#endif
