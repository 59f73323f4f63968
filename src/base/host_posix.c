#include "base/host.h"
#include "base/str.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

void host_name(char out[HOST_NAME_SIZE])
{
    memset(out, 0, HOST_NAME_SIZE);
    (void)gethostname(out, HOST_NAME_SIZE - 1);
}

int64_t host_process(void)
{
    return getpid();
}

int64_t host_room(const char *folder)
{
    struct statvfs info;
    return statvfs(folder, &info) == 0 ? (int64_t)((uint64_t)info.f_bavail * info.f_frsize) : -1;
}

Status host_whole_path(const char *path, char *out, size_t size, Error *error)
{
    char *whole = realpath(path, NULL);
    Status status = STATUS_OK;
    if (!whole) {
        status = error_set(error, STATUS_NOT_FOUND, "cannot find %.150s: %s", path,
                           strerror(errno)); /* NOLINT(concurrency-mt-unsafe): glibc's strerror is thread-safe */
    } else if (!str_copy(str_from(whole), out, size)) {
        status = error_set(error, STATUS_TOO_LARGE, "the path is too long: %.100s", whole);
    }
    free(whole);
    return status;
}

Status host_link(const char *target, const char *path, Error *error)
{
    if (symlink(target, path) == 0 || errno == EEXIST) return STATUS_OK;
    return error_set(error, STATUS_IO, "cannot link %.150s: %s", path,
                     strerror(errno)); /* NOLINT(concurrency-mt-unsafe): glibc's strerror is thread-safe */
}
