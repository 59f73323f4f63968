/* Puzzles for pages: lists, single puzzles, and verdicts on what a visitor plays.
 *
 * Lists are answered at once, from the texts inside the program. Verdicts need a proof, so they are made one after the
 * other by a thread of the trainer's own; its queue is bounded and a page has few places in it. A job owns its texts
 * and holds the outbox, as everywhere in the server. All functions are for the server's thread. */
#ifndef YOMI_WEB_TRAINER_H
#define YOMI_WEB_TRAINER_H

#include "tool/game_tools.h"
#include "web/outbox.h"

#include <cjson/cJSON.h>

enum { TRAINER_JOBS_MAX = 64, TRAINER_OWNER_MAX = 2 };

typedef struct Trainer Trainer;

/* `games` is NULL-terminated and stays the caller's; NULL: there are no puzzles. */
Status trainer_new(const GameTools *const *games, Trainer **out, Error *error);
/* Ends the work in hand, forgets what waits. NULL is nothing. */
void trainer_free(Trainer *trainer);

typedef struct TrainerRequest {
    uint64_t owner; /* the session's number */
    Outbox *box;
    int id;
    const cJSON *json;
} TrainerRequest;

/* In a build without threads (base/alone.h) a question waits until this is called. True when another one waits. */
bool trainer_turn(Trainer *trainer);

size_t trainer_count(const Trainer *trainer, const char *game); /* of puzzles */

bool trainer_knows(const char *type);
/* STATUS_OK: the answer comes, or has come. Otherwise there will be none, and *error says why. */
Status trainer_handle(Trainer *trainer, const char *type, const TrainerRequest *request, Error *error);

#endif
