/* Whole files: read with a cap, replace atomically. */
#ifndef YOMI_BASE_FILE_H
#define YOMI_BASE_FILE_H

#include "base/buf.h"
#include "base/status.h"

/* Appends the file's content to `out`, whose cap limits what is read. */
Status file_read(const char *path, Buf *out, Error *error);

/* After STATUS_OK the new content is on disk under `path`; after anything else the old content still is. Readers see
 * one or the other, never a mixture: write beside it, fsync, rename, fsync the folder. */
Status file_replace(const char *path, const void *bytes, size_t len, Error *error);

#endif
