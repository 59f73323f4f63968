/* Whole files: read with a cap, replaced at once. */
#ifndef YOMI_BASE_FILE_H
#define YOMI_BASE_FILE_H

#include "base/buf.h"
#include "base/status.h"

/* Appends the file's content to `out`, whose cap limits what is read. */
Status file_read(const char *path, Buf *out, Error *error);
/* Is the folder there that a file of this path is in? */
bool file_folder_is_there(const char *path);

/* Makes `bytes` the content of the path.
 *
 * A regular file, or none yet: after STATUS_OK the new content is on disk; after anything else the old content still
 * is. Readers see one or the other, never a mixture: write beside it, fsync, rename, fsync the folder. Links are
 * followed and stay. Mode and owner are kept; a new file has what the umask leaves of 0666.
 *
 * Anything else (a device, a pipe, what /dev/stdout stands for) is written to. */
Status file_replace(const char *path, const void *bytes, size_t len, Error *error);

#endif
