/* The scribe: writes the games of a match down, in a format of records or as plain text.
 *
 * To a file, by the ending of its name (plain text when that says nothing), or into a folder, a file a game. A scribe
 * owns its board and what it has not written yet. */
#ifndef YOMI_APP_MATCH_SCRIBE_H
#define YOMI_APP_MATCH_SCRIBE_H

#include "app/match/tally.h"
#include "record/record.h"

typedef struct ScribeSettings {
    const char *game, *path;
    const SpecOption *options; /* of the game */
    int option_count;
    const Spec *engines;
} ScribeSettings;

typedef struct Scribe Scribe;

Status scribe_open(Scribe **out, const ScribeSettings *settings, Error *error);
/* NULL is fine. What was added and belongs to a file is written by scribe_finish only. */
void scribe_close(Scribe *scribe);
Status scribe_add(Scribe *scribe, const Place *place, uint64_t game, const GameRecord *record, Error *error);
Status scribe_finish(Scribe *scribe, Error *error);

#endif
