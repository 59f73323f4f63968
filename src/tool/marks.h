/* Games in a file of training data that say whose they are.
 *
 * Behind every game stands a mark: the run that it belongs to (a number made of all settings), its number in the run,
 * its length and a checksum. By the marks a run that was cut off knows which of its games are there, and that they are
 * whole. A mark is a record of the data's own form, which readers pass over; so files may be joined, and data without
 * marks are data as well. */
#ifndef YOMI_TOOL_MARKS_H
#define YOMI_TOOL_MARKS_H

#include "base/buf.h"
#include "base/locked_file.h"

typedef struct Mark {
    uint64_t run;
    uint32_t game;
    uint32_t length; /* of the game, in bytes, without the mark */
    uint32_t sum;    /* of the game and of the three numbers above */
} Mark;

/* How a game's data are made of records. */
typedef struct MarkForm {
    size_t game_max;            /* bytes: no game with its mark is longer */
    size_t (*record)(Str rest); /* length of the record at the front; 0: it is not whole */
    bool (*read)(Str record, Mark *out);
    void (*write)(const Mark *mark, Buf *out);
} MarkForm;

typedef struct MarkedFile MarkedFile;

/* Takes up the run's file. What is left of an unfinished game is cut off, and that is told on standard error. */
Status marks_open(MarkedFile **out, const char *path, const MarkForm *form, uint64_t run, Error *error);
bool marks_have(const MarkedFile *file, uint32_t game); /* of this run */
Status marks_add(MarkedFile *file, uint32_t game, Str records, Error *error);
/* Adds the games of other files of the same run that are not there yet, in the order of those files. */
Status marks_join(MarkedFile *file, const char *path, Error *error);
Status marks_close(MarkedFile *file, Error *error); /* NULL is nothing */

#endif
