#include "base/file.h"

#include "base/bytes.h"
#include "base/random.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_TEXT_MAX = 4096 };
static const char descriptors[] = "/proc/self/fd";

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
        bool fits = (size_t)got <= out->max - out->len;
        if (fits && !buf_append(out, chunk, (size_t)got))
            return error_set(error, STATUS_NO_MEMORY, "no memory to read %s", path);
        if (!fits) {
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

Status file_read_input(Buf *out, Error *error)
{
    return read_all(STDIN_FILENO, "standard input", out, error);
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

/* Some file systems cannot sync a folder, or a device, and say EINVAL; there is nothing more to be had there. */
static bool sync_fd(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL;
}

/* The path up to its last slash and with it; empty when there is none. */
static Str folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (Str){path, (size_t)(slash - path) + 1} : (Str){path, 0};
}

static int open_folder_of(const char *path, int flags)
{
    char folder[PATH_TEXT_MAX];
    Str name = folder_of(path);
    if (!str_copy(name.len ? name : STR_LIT("."), folder, sizeof folder)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return open(folder, flags | O_CLOEXEC, 0666);
}

static bool sync_folder_of(const char *path)
{
    int fd = open_folder_of(path, O_RDONLY | O_DIRECTORY);
    if (fd < 0) return false;
    bool ok = sync_fd(fd);
    (void)close(fd);
    return ok;
}

/* ---- what is written to as it is ---- */

/* The descriptor of standard output or error when the file is what stands behind it, else -1. A second descriptor would
 * begin at the start of a file that the first one is in the middle of. */
static int standard_fd(const struct stat *file)
{
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
        struct stat there;
        int mode = fcntl(fd, F_GETFL);
        if (mode < 0 || (mode & O_ACCMODE) == O_RDONLY || fstat(fd, &there) != 0) continue;
        if (there.st_dev == file->st_dev && there.st_ino == file->st_ino) return fd;
    }
    return -1;
}

static Status write_to(const char *path, const struct stat *file, const void *bytes, size_t len, Error *error)
{
    int standard = standard_fd(file);
    if (standard == STDOUT_FILENO) (void)fflush(stdout); /* what was printed before comes before */
    int fd = standard >= 0 ? standard : open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (fd < 0) return io_error(error, "write", path);
    Status status = write_all(fd, bytes, len) ? STATUS_OK : io_error(error, "write", path);
    if (standard < 0 && close(fd) != 0 && status == STATUS_OK) status = io_error(error, "write", path);
    return status;
}

/* ---- what is replaced ---- */

/* Follows links from the path to the name that is none, whether there is a file of that name or not. */
static bool follow_links(const char *path, char out[PATH_TEXT_MAX])
{
    enum { LINKS_MAX = 40 };
    if (!str_copy(str_from(path), out, PATH_TEXT_MAX)) return false;
    for (int i = 0; i < LINKS_MAX; i++) {
        char target[PATH_TEXT_MAX];
        ssize_t len = readlink(out, target, sizeof target);
        if (len < 0) return true;
        Str folder = target[0] == '/' ? (Str){out, 0} : folder_of(out);
        if (folder.len + (size_t)len >= PATH_TEXT_MAX) return false;
        memcpy(out + folder.len, target, (size_t)len);
        out[folder.len + (size_t)len] = '\0';
    }
    return false;
}

static bool name_beside(const char *path, uint64_t number, char out[PATH_TEXT_MAX])
{
    Str folder = folder_of(path);
    int len = snprintf(out, PATH_TEXT_MAX, "%.*s.yomi-%016" PRIx64 ".tmp", STR_ARG(folder), number);
    if (len > 0 && len < PATH_TEXT_MAX) return true;
    errno = ENAMETOOLONG;
    return false;
}

/* A new file in the path's folder. It has no name where the system can do that (`temp` is empty then), so that a kill
 * leaves nothing behind; else one that nobody has. Its mode is what the umask leaves. */
static int open_beside(const char *path, char temp[PATH_TEXT_MAX])
{
    uint64_t salt = 0;
    temp[0] = '\0';
    int fd = access(descriptors, X_OK) == 0 ? open_folder_of(path, O_WRONLY | O_TMPFILE) : -1;
    if (fd >= 0) return fd;
    if (!random_bytes(&salt, sizeof salt) || !name_beside(path, salt, temp)) return -1;
    return open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

/* Removes what a killed writer left under the name. A writer that is alive has a lock on its file. */
static void remove_left(const char *temp)
{
    struct stat mine, there;
    int fd = open(temp, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return;
    bool left = flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &mine) == 0 && lstat(temp, &there) == 0;
    if (left && mine.st_dev == there.st_dev && mine.st_ino == there.st_ino) (void)unlink(temp);
    (void)close(fd);
}

static bool link_beside(int fd, const char *path, uint64_t number, char temp[PATH_TEXT_MAX])
{
    char self[64];
    (void)snprintf(self, sizeof self, "%s/%d", descriptors, fd);
    return name_beside(path, number, temp) && linkat(AT_FDCWD, self, AT_FDCWD, temp, AT_SYMLINK_FOLLOW) == 0;
}

/* A file that has none gets a name, from which it is moved to the path at once. A kill between the two leaves it there;
 * so the name is the same for each write of a path, as long as no other writer has it, and the next write takes away
 * what was left. */
static bool name_file(int fd, const char *path, char temp[PATH_TEXT_MAX])
{
    if (temp[0]) return true;
    size_t folder = folder_of(path).len;
    uint64_t number = bytes_checksum((const uint8_t *)path + folder, strlen(path) - folder), salt = 0;
    (void)flock(fd, LOCK_EX | LOCK_NB);
    if (link_beside(fd, path, number, temp)) return true;
    if (errno == EEXIST) {
        remove_left(temp);
        if (link_beside(fd, path, number, temp)) return true;
        if (errno == EEXIST && random_bytes(&salt, sizeof salt) && link_beside(fd, path, salt, temp)) return true;
    }
    temp[0] = '\0';
    return false;
}

/* Owner and mode of the file that goes; only root can give a file away, and nobody else has to. */
static bool take_after(int fd, const struct stat *old)
{
    if (old->st_uid != geteuid() || old->st_gid != getegid()) (void)!fchown(fd, old->st_uid, old->st_gid);
    return fchmod(fd, old->st_mode & 07777) == 0;
}

static Status replace_through(int fd, char temp[PATH_TEXT_MAX], const char *path, const struct stat *old,
                              const void *bytes, size_t len, Error *error)
{
    bool written =
        write_all(fd, bytes, len) && (!old || take_after(fd, old)) && sync_fd(fd) && name_file(fd, path, temp);
    bool moved = written && rename(temp, path) == 0;
    Status status = moved ? STATUS_OK : io_error(error, written ? "replace" : "write", path);
    (void)close(fd); /* it was synced: there is nothing left that could fail */
    if (status != STATUS_OK) return status;
    return sync_folder_of(path) ? STATUS_OK : io_error(error, "sync the folder of", path);
}

static Status replace(const char *path, const struct stat *old, const void *bytes, size_t len, Error *error)
{
    char temp[PATH_TEXT_MAX];
    int fd = open_beside(path, temp);
    if (fd < 0) return io_error(error, "write beside", path);
    Status status = replace_through(fd, temp, path, old, bytes, len, error);
    if (status != STATUS_OK && temp[0]) (void)unlink(temp); /* after a rename there is nothing left to remove */
    return status;
}

Status file_replace(const char *path, const void *bytes, size_t len, Error *error)
{
    char target[PATH_TEXT_MAX];
    struct stat old, found;
    bool exists = stat(path, &old) == 0;
    if (exists && (!S_ISREG(old.st_mode) || standard_fd(&old) >= 0)) return write_to(path, &old, bytes, len, error);
    if (!follow_links(path, target))
        return error_set(error, STATUS_TOO_LARGE, "path too long, or links without an end: %.100s", path);
    /* Names under /proc lead to files that have no name of their own any more. */
    bool named = !exists || (stat(target, &found) == 0 && found.st_dev == old.st_dev && found.st_ino == old.st_ino);
    if (!named) return write_to(path, &old, bytes, len, error);
    return replace(target, exists ? &old : NULL, bytes, len, error);
}
