/* Answers questions about rules: one engine a game that never searches. It belongs to the server's thread. */
#ifndef YOMI_WEB_REFEREE_H
#define YOMI_WEB_REFEREE_H

#include "web/question.h"

typedef struct Referee Referee;

/* `at_once`: all games are opened here, so that no page waits for one; otherwise each when it is first asked for. */
Status referee_new(bool at_once, Referee **out, Error *error);
void referee_free(Referee *referee);

/* The engine that knows a game's rules. */
Status referee_engine(Referee *referee, const char *game, yomi_engine **out, Error *error);

/* The position asked for, as the answer's JSON; with "trace" in the question, every position on the way too. An
 * illegal move is an error that names it. */
Status referee_answer(Referee *referee, const Question *question, cJSON **out, Error *error);

#endif
