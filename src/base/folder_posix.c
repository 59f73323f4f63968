/* What file.h says about folders and about files that are not read or written whole. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_TEXT_MAX = 4096 };

const char *file_name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool file_folder_is_there(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return true;
    char *folder = strndup(path, (size_t)(slash - path) + 1);
    struct stat found;
    bool there = folder && stat(folder, &found) == 0 && S_ISDIR(found.st_mode);
    free(folder);
    return there;
}

FileKind file_kind(const char *path)
{
    struct stat found;
    if (stat(path, &found) != 0) return FILE_MISSING;
    return S_ISREG(found.st_mode) ? FILE_REGULAR : S_ISDIR(found.st_mode) ? FILE_FOLDER : FILE_OTHER;
}

FILE *file_open(const char *path, int64_t *size)
{
    FILE *in = fopen(path, "rbe");
    struct stat found;
    if (!in) return NULL;
    if (fstat(fileno(in), &found) == 0) {
        *size = (int64_t)found.st_size;
        return in;
    }
    (void)fclose(in);
    return NULL;
}

bool file_remove(const char *path)
{
    return unlink(path) == 0;
}

void file_take_room(const char *path, int64_t bytes)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) return;
    bool taken = posix_fallocate(fd, 0, (off_t)bytes) == 0;
    (void)close(fd);
    if (!taken) (void)unlink(path);
}

static Status make_one(const char *path, bool own, Error *error)
{
    if (mkdir(path, own ? 0700 : 0777) == 0 || errno == EEXIST) return STATUS_OK;
    return error_set(error, STATUS_IO, "cannot make the folder %s: %s", path,
                     strerror(errno)); /* NOLINT(concurrency-mt-unsafe): glibc's strerror is thread-safe */
}

Status file_make_folder(const char *path, bool parents, bool own, Error *error)
{
    char part[PATH_TEXT_MAX];
    size_t len = strlen(path);
    if (len == 0 || len >= sizeof part) return error_set(error, STATUS_BAD_INPUT, "the folder's name is too long");
    Status status = STATUS_OK;
    for (size_t i = 1; parents && i < len && status == STATUS_OK; i++) {
        if (path[i] != '/') continue;
        memcpy(part, path, i);
        part[i] = '\0';
        status = make_one(part, own, error);
    }
    return status == STATUS_OK ? make_one(path, own, error) : status;
}

Status file_list(const char *folder, FileNames *out, Error *error)
{
    struct dirent **entries = NULL;
    *out = (FileNames){NULL, 0};
    int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0) return error_set(error, STATUS_IO, "cannot list the folder %s", folder);
    out->names = calloc((size_t)count + 1, sizeof *out->names);
    bool whole = out->names != NULL;
    for (int i = 0; i < count; i++) {
        whole = whole && (out->names[out->count++] = strdup(entries[i]->d_name)) != NULL;
        free(entries[i]);
    }
    free(entries);
    if (whole) return STATUS_OK;
    file_names_free(out);
    return error_set(error, STATUS_NO_MEMORY, "no memory to list the folder %s", folder);
}

void file_names_free(FileNames *names)
{
    for (size_t i = 0; i < names->count; i++) free(names->names[i]);
    free(names->names);
    *names = (FileNames){NULL, 0};
}

bool file_data_folder(const char *name, char *out, size_t size)
{
    const char *data = getenv("XDG_DATA_HOME"); /* NOLINT(concurrency-mt-unsafe): nothing here changes it */
    const char *home = getenv("HOME");          /* NOLINT(concurrency-mt-unsafe): as above */
    int len = -1;
    if (data && data[0] == '/') {
        len = snprintf(out, size, "%s/%s", data, name);
    } else if (home && home[0] == '/') {
        len = snprintf(out, size, "%s/.local/share/%s", home, name);
    }
    return len > 0 && (size_t)len < size;
}
