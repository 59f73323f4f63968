/* A position that a page asks about: game, rules, start and moves, read from its JSON and checked for size.
 *
 * A question has its own copy of the texts, some 20 kB at most, and nothing else of the JSON: it may wait in a queue
 * for long, and what a page put beside them must not wait with it. question_free ends the texts. */
#ifndef YOMI_WEB_QUESTION_H
#define YOMI_WEB_QUESTION_H

#include "base/status.h"
#include "yomi.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

enum { QUESTION_OPTIONS_MAX = 8, QUESTION_MOVES_MAX = 1024, QUESTION_START_MAX = 4096, QUESTION_GAME_MAX = 32 };

typedef struct QuestionOption {
    char name[48];
    char value[32];
} QuestionOption;

typedef struct Question {
    char *texts; /* owned; the pointers below point into it */
    int id;
    bool trace; /* every position on the way, too */
    const char *game;
    const char *start; /* NULL: the game's start */
    QuestionOption options[QUESTION_OPTIONS_MAX];
    int option_count;
    const char *moves[QUESTION_MOVES_MAX];
    int move_count;
} Question;

Status question_read(const cJSON *json, Question *out, Error *error);
void question_free(Question *question);

/* Puts the engine into the position. The options that a page may set are put back to their defaults first, so that
 * one page's rules never reach another's game. */
Status question_set(const Question *question, yomi_engine *engine, Error *error);

/* An engine error in the words of this part. */
Status question_engine_error(const yomi_error *inner, Error *error);

#endif
