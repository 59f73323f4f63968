#include "base/locked_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct LockedFile {
    int fd;
    char *path;
    bool regular;
    off_t size; /* of what is whole */
};

static Status io_error(Error *error, const char *what, const char *path)
{
    return error_set(error, STATUS_IO, "cannot %s %s: %s", what, path,
                     strerror(errno)); /* NOLINT(concurrency-mt-unsafe): glibc's strerror is thread-safe */
}

static int open_path(const char *path)
{
    struct stat info;
    bool other = stat(path, &info) == 0 && !S_ISREG(info.st_mode);
    return other ? open(path, O_WRONLY | O_CLOEXEC) : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
}

static Status scan_content(LockedFile *file, off_t size, LockedFileScan scan, void *context, Error *error)
{
    void *content = size > 0 ? mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, file->fd, 0) : NULL;
    if (content == MAP_FAILED) return io_error(error, "read", file->path);
    size_t whole = 0;
    Status status = scan(context, (Str){content ? content : "", (size_t)size}, &whole, error);
    if (content) (void)munmap(content, (size_t)size);
    if (status != STATUS_OK) return status;
    file->size = (off_t)whole;
    if (file->size < size && ftruncate(file->fd, file->size) != 0) return io_error(error, "cut", file->path);
    return STATUS_OK;
}

static Status take_up(LockedFile *file, LockedFileScan scan, void *context, Error *error)
{
    struct stat info;
    size_t whole = 0;
    if (file->fd < 0 || fstat(file->fd, &info) != 0) return io_error(error, "write", file->path);
    file->regular = S_ISREG(info.st_mode);
    if (!file->regular) return scan(context, (Str){"", 0}, &whole, error);
    if (flock(file->fd, LOCK_EX | LOCK_NB) != 0)
        return error_set(error, STATUS_BUSY, "%s is in use by another process", file->path);
    if (fstat(file->fd, &info) != 0) return io_error(error, "read", file->path); /* others may have written till now */
    return scan_content(file, info.st_size, scan, context, error);
}

static void free_file(LockedFile *file)
{
    if (file->fd >= 0) (void)close(file->fd);
    free(file->path);
    free(file);
}

Status locked_file_open(LockedFile **out, const char *path, LockedFileScan scan, void *context, Error *error)
{
    LockedFile *file = calloc(1, sizeof *file);
    *out = NULL;
    if (!file || !(file->path = strdup(path))) {
        free(file);
        return error_set(error, STATUS_NO_MEMORY, "no memory for %s", path);
    }
    file->fd = open_path(path);
    Status status = take_up(file, scan, context, error);
    if (status == STATUS_OK) {
        *out = file;
    } else {
        free_file(file);
    }
    return status;
}

static bool write_at(LockedFile *file, Str bytes)
{
    for (size_t done = 0; done < bytes.len;) {
        const char *at = bytes.ptr + done;
        ssize_t put = file->regular ? pwrite(file->fd, at, bytes.len - done, file->size + (off_t)done)
                                    : write(file->fd, at, bytes.len - done);
        if (put > 0) {
            done += (size_t)put;
        } else if (put == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

Status locked_file_append(LockedFile *file, Str bytes, bool sync, Error *error)
{
    if (!write_at(file, bytes) || (sync && file->regular && fdatasync(file->fd) != 0)) {
        Status status = io_error(error, "write", file->path);
        if (file->regular) (void)!ftruncate(file->fd, file->size);
        return status;
    }
    file->size += (off_t)bytes.len;
    return STATUS_OK;
}

Status locked_file_close(LockedFile *file, Error *error)
{
    if (!file) return STATUS_OK;
    Status status = STATUS_OK;
    if (file->regular && fdatasync(file->fd) != 0) status = io_error(error, "write", file->path);
    if (close(file->fd) != 0 && status == STATUS_OK) status = io_error(error, "write", file->path);
    file->fd = -1;
    free_file(file);
    return status;
}
