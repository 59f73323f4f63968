/* A file that one process at a time adds to, piece by piece, and that a kill at any moment leaves whole.
 *
 * When it is opened its content is shown to the owner, who says how much of it is whole; the rest is cut off. A piece
 * goes in at once or not at all, as far as the system tells. What is no regular file (a pipe, a device) is only written
 * to. */
#ifndef YOMI_BASE_LOCKED_FILE_H
#define YOMI_BASE_LOCKED_FILE_H

#include "base/status.h"
#include "base/str.h"

typedef struct LockedFile LockedFile;

/* Looks at the content; *whole is where the last whole piece ends. */
typedef Status (*LockedFileScan)(void *context, Str content, size_t *whole, Error *error);

/* Opens the file, or makes it. STATUS_BUSY when another process has it. */
Status locked_file_open(LockedFile **out, const char *path, LockedFileScan scan, void *context, Error *error);
/* After an error the file is as it was before. With `sync` it is on disk afterwards. */
Status locked_file_append(LockedFile *file, Str bytes, bool sync, Error *error);
/* Syncs and closes; the file is closed in any case. NULL is nothing. */
Status locked_file_close(LockedFile *file, Error *error);

#endif
