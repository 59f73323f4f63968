/* A file of training data that long work adds to, game by game.
 *
 * One process at a time has it. A game goes in whole or not at all: what a kill or a full disk left of one is cut off
 * when the file is opened again, so the same command goes on where it was. What is no regular file (a pipe, a device)
 * is only written to. */
#ifndef YOMI_TOOL_DATAFILE_H
#define YOMI_TOOL_DATAFILE_H

#include "base/status.h"
#include "base/str.h"

typedef struct DataFile DataFile;

/* Reads what is there and says where the last whole game ends. */
typedef size_t (*DataScan)(void *context, Str content);

/* Opens the file, or makes it, and cuts off what `scan` does not want. */
Status datafile_open(DataFile **out, const char *path, DataScan scan, void *context, Error *error);
/* After an error the file is as it was before. */
Status datafile_append(DataFile *file, Str bytes, Error *error);
/* Syncs and closes; the file is closed in any case. NULL is nothing. */
Status datafile_close(DataFile *file, Error *error);

#endif
