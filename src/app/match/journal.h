/* The journal of a match: every finished game, on disk before the next one is counted. A work log (work_log.h) whose
 * head holds the settings that decide the games and whose lines hold one game each, fields divided by tabs. */
#ifndef YOMI_APP_MATCH_JOURNAL_H
#define YOMI_APP_MATCH_JOURNAL_H

#include "app/duel/duel.h"

typedef struct Journal Journal;

typedef struct JournalGame {
    uint64_t number;
    GameRecord record; /* the reader's to free */
} JournalGame;

/* `settings` is one line, items divided by " | ". Calls `each` for every game found; a false answer is an error. */
Status journal_open(Journal **out, const char *path, const char *settings,
                    bool (*each)(void *context, JournalGame *game), void *context, Error *error);
Status journal_add(Journal *journal, uint64_t number, const GameRecord *record, bool times, Error *error);
void journal_close(Journal *journal);

#endif
