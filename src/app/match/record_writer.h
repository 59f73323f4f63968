/* The record writer: writes the games of a match down, in a format of records or as plain text.
 *
 * To a file, by the ending of its name (plain text when that says nothing), or into a folder, a file a game. A record
 * writer owns its board and what it has not written yet. */
#ifndef YOMI_APP_MATCH_RECORD_WRITER_H
#define YOMI_APP_MATCH_RECORD_WRITER_H

#include "app/match/tally.h"
#include "record/record.h"

typedef struct RecordWriterSettings {
    const char *game, *path;
    const EngineOption *options; /* of the game */
    int option_count;
    const EngineSpec *engines;
} RecordWriterSettings;

typedef struct RecordWriter RecordWriter;

Status record_writer_open(RecordWriter **out, const RecordWriterSettings *settings, Error *error);
/* NULL is fine. What was added and belongs to a file is written by record_writer_finish only. */
void record_writer_close(RecordWriter *writer);
Status record_writer_add(RecordWriter *writer, const Place *place, uint64_t game, const GameRecord *record,
                         Error *error);
Status record_writer_finish(RecordWriter *writer, Error *error);

#endif
