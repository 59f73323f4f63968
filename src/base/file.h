/* Whole files: read with a cap, replaced at once; folders; and what paths say. Paths are UTF-8. */
#ifndef YOMI_BASE_FILE_H
#define YOMI_BASE_FILE_H

#include "base/buf.h"
#include "base/status.h"

#include <stdio.h>

/* Appends the file's content to `out`, whose cap limits what is read. */
Status file_read(const char *path, Buf *out, Error *error);
Status file_read_input(Buf *out, Error *error); /* the same with standard input, to its end */
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

typedef enum FileKind { FILE_MISSING, FILE_REGULAR, FILE_FOLDER, FILE_OTHER } FileKind;
FileKind file_kind(const char *path);

/* For reading piece by piece; NULL when that is not possible. *size is how long it is now. */
FILE *file_open(const char *path, int64_t *size);
bool file_remove(const char *path);
/* A file of so many bytes, which are the user's alone, on a disk that has them. Half of one is never left. */
void file_take_room(const char *path, int64_t bytes);

/* The folder and, with `parents`, those above it; good when it is there already. With `own` only the user gets in. */
Status file_make_folder(const char *path, bool parents, bool own, Error *error);
/* The names in a folder, in the order of their bytes; freed with file_names_free. */
typedef struct FileNames {
    char **names;
    size_t count;
} FileNames;
Status file_list(const char *folder, FileNames *out, Error *error);
void file_names_free(FileNames *names);

/* Where programs keep a user's data: a folder for `name`, which need not be there. False when the system has no such
 * place, or it does not fit. */
bool file_data_folder(const char *name, char *out, size_t size);

/* The last name of a path: what is behind the last slash (on Windows, behind a backslash, too). */
const char *file_name_of(const char *path);

#endif
