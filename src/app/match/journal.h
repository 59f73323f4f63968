/* The journal of a match: every finished game, on disk before the next one is counted.
 *
 * A text file: a head line with the settings that decide the games, then one line a game, fields divided by tabs, a
 * checksum last. A line is written in one piece and synced, so a kill at any moment loses at most the line being
 * written; opening the journal again cuts such a torn line off. Damage anywhere else is an error that names the line.
 * Only one match can have a journal open. */
#ifndef YOMI_APP_MATCH_JOURNAL_H
#define YOMI_APP_MATCH_JOURNAL_H

#include "app/match/duel.h"

enum { JOURNAL_MAX = 1 << 30 };

typedef struct Journal Journal;

typedef struct JournalGame {
    uint64_t number;
    GameRecord record; /* the reader's to free */
} JournalGame;

/* `settings` is one line, items divided by " | ". Calls `each` for every game found; a false answer is an error. */
Status journal_open(Journal **out, const char *path, const char *settings,
                    bool (*each)(void *context, JournalGame *game), void *context, Error *error);
Status journal_add(Journal *journal, uint64_t number, const GameRecord *record, Error *error);
void journal_close(Journal *journal);

#endif
