#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_TEXT_MAX = 4096 };

static Status io_error(Error *error, const char *what, const char *path)
{
    return error_set(error, errno == ENOENT ? STATUS_NOT_FOUND : STATUS_IO, "cannot %s %s: %s", what, path,
                     strerror(errno)); /* NOLINT(concurrency-mt-unsafe): glibc's strerror is thread-safe */
}

static Status read_all(int fd, const char *path, Buf *out, Error *error)
{
    char chunk[65536];
    for (;;) {
        ssize_t got = read(fd, chunk, sizeof chunk);
        if (got == 0) return STATUS_OK;
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return io_error(error, "read", path);
        if (!buf_append(out, chunk, (size_t)got)) {
            return error_set(error, STATUS_TOO_LARGE, "%s is larger than the %zu bytes allowed", path, out->max);
        }
    }
}

Status file_read(const char *path, Buf *out, Error *error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return io_error(error, "open", path);
    Status status = read_all(fd, path, out, error);
    (void)close(fd);
    return status;
}

static bool write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t put = write(fd, bytes, len);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        bytes += put;
        len -= (size_t)put;
    }
    return true;
}

static bool sync_folder_of(const char *path)
{
    char folder[PATH_TEXT_MAX];
    const char *slash = strrchr(path, '/');
    Str name = slash ? (Str){path, (size_t)(slash - path) + 1} : STR_LIT(".");
    if (!str_copy(name, folder, sizeof folder)) return false;
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return false;
    /* Some file systems cannot sync a folder and say EINVAL; there is nothing more to be had there. */
    bool ok = fsync(fd) == 0 || errno == EINVAL;
    (void)close(fd);
    return ok;
}

static Status replace_through(const char *temp, int fd, const char *path, const void *bytes, size_t len, Error *error)
{
    struct stat old;
    mode_t mode = stat(path, &old) == 0 ? old.st_mode & 07777 : 0644;
    bool written = write_all(fd, bytes, len) && fchmod(fd, mode) == 0 && fsync(fd) == 0;
    if (!written) {
        Status status = io_error(error, "write", path);
        (void)close(fd);
        return status;
    }
    if (close(fd) != 0) return io_error(error, "write", path);
    if (rename(temp, path) != 0) return io_error(error, "replace", path);
    return sync_folder_of(path) ? STATUS_OK : io_error(error, "sync the folder of", path);
}

Status file_replace(const char *path, const void *bytes, size_t len, Error *error)
{
    char temp[PATH_TEXT_MAX];
    int needed = snprintf(temp, sizeof temp, "%s.XXXXXX", path);
    if (needed < 0 || (size_t)needed >= sizeof temp) {
        return error_set(error, STATUS_TOO_LARGE, "path too long (%d bytes)", needed);
    }
    int fd = mkostemp(temp, O_CLOEXEC);
    if (fd < 0) return io_error(error, "write beside", path);
    Status status = replace_through(temp, fd, path, bytes, len, error);
    if (status != STATUS_OK) (void)unlink(temp); /* after a rename there is nothing left to remove */
    return status;
}
