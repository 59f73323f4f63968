/* Preloaded into the program: the n-th allocation or file operation fails, once.
 *
 *   YOMI_FAIL_KIND   alloc: malloc, calloc, realloc, posix_memalign, mmap without a file, threads
 *                    file: open, read, write, sync, rename, close and their like
 *   YOMI_FAIL_AT     which call, from 1; 0 lets all pass
 *   YOMI_FAIL_TOLD   a file that is made when the call fails, so that the caller knows that it was reached
 *
 * Unlike test_fault.c, which wraps Yomi's own calls, this sees those of the libraries too, and whole commands.
 * Built and run by scripts/campaign.py faults. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t align, size_t size);

enum { KIND_NONE, KIND_ALLOC, KIND_FILE };

static atomic_int kind;
static atomic_long left = -1;

__attribute__((constructor)) static void read_settings(void)
{
    const char *text = getenv("YOMI_FAIL_KIND"), *at = getenv("YOMI_FAIL_AT");
    if (!text || !at) return;
    atomic_store(&left, atol(at));
    atomic_store(&kind, strcmp(text, "alloc") == 0 ? KIND_ALLOC : KIND_FILE);
}

/* Only plain system calls in here: it runs inside malloc. */
static bool fails(int what, int error)
{
    if (atomic_load(&kind) != what || atomic_fetch_sub(&left, 1) != 1) return false;
    const char *told = getenv("YOMI_FAIL_TOLD");
    if (told) {
        long fd = syscall(SYS_openat, AT_FDCWD, told, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
        if (fd >= 0) syscall(SYS_close, fd);
    }
    errno = error;
    return true;
}

void *malloc(size_t size)
{
    return fails(KIND_ALLOC, ENOMEM) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(KIND_ALLOC, ENOMEM) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return fails(KIND_ALLOC, ENOMEM) ? NULL : __libc_realloc(block, size);
}

int posix_memalign(void **out, size_t align, size_t size)
{
    if (fails(KIND_ALLOC, ENOMEM)) return ENOMEM;
    *out = __libc_memalign(align, size);
    return *out ? 0 : ENOMEM;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    if (fails(flags & MAP_ANONYMOUS ? KIND_ALLOC : KIND_FILE, ENOMEM)) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}

int pthread_create(pthread_t *out, const pthread_attr_t *attributes, void *(*run)(void *), void *context)
{
    return fails(KIND_ALLOC, EAGAIN) ? EAGAIN : NEXT(pthread_create)(out, attributes, run, context);
}

static int open_at(const char *path, int flags, mode_t mode)
{
    return fails(KIND_FILE, EMFILE) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(args, mode_t) : 0;
    va_end(args);
    return open_at(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(args, mode_t) : 0;
    va_end(args);
    return open_at(path, flags, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    return fails(KIND_FILE, EMFILE) ? NULL : NEXT(fopen)(path, mode);
}

ssize_t read(int fd, void *buffer, size_t size)
{
    return fails(KIND_FILE, EIO) ? -1 : NEXT(read)(fd, buffer, size);
}

ssize_t pread64(int fd, void *buffer, size_t size, off64_t offset)
{
    return fails(KIND_FILE, EIO) ? -1 : NEXT(pread64)(fd, buffer, size, offset);
}

ssize_t write(int fd, const void *buffer, size_t size)
{
    return fails(KIND_FILE, ENOSPC) ? -1 : NEXT(write)(fd, buffer, size);
}

ssize_t pwrite(int fd, const void *buffer, size_t size, off_t offset)
{
    return fails(KIND_FILE, ENOSPC) ? -1 : NEXT(pwrite)(fd, buffer, size, offset);
}

ssize_t pwrite64(int fd, const void *buffer, size_t size, off64_t offset)
{
    return fails(KIND_FILE, ENOSPC) ? -1 : NEXT(pwrite64)(fd, buffer, size, offset);
}

/* Sets what ferror tells, as glibc does. */
static bool fails_on(FILE *file, int error)
{
    enum { ERROR_SEEN = 0x20 };
    bool failed = fails(KIND_FILE, error);
    if (failed && file) file->_flags |= ERROR_SEEN;
    return failed;
}

size_t fread(void *buffer, size_t size, size_t count, FILE *file)
{
    return fails_on(file, EIO) ? 0 : NEXT(fread)(buffer, size, count, file);
}

size_t fwrite(const void *buffer, size_t size, size_t count, FILE *file)
{
    return fails_on(file, ENOSPC) ? 0 : NEXT(fwrite)(buffer, size, count, file);
}

int fflush(FILE *file)
{
    return fails_on(file, ENOSPC) ? EOF : NEXT(fflush)(file);
}

int fsync(int fd)
{
    return fails(KIND_FILE, EIO) ? -1 : NEXT(fsync)(fd);
}

int fdatasync(int fd)
{
    return fails(KIND_FILE, EIO) ? -1 : NEXT(fdatasync)(fd);
}

int ftruncate(int fd, off_t size)
{
    return fails(KIND_FILE, EIO) ? -1 : NEXT(ftruncate)(fd, size);
}

int ftruncate64(int fd, off64_t size)
{
    return fails(KIND_FILE, EIO) ? -1 : NEXT(ftruncate64)(fd, size);
}

int rename(const char *from, const char *to)
{
    return fails(KIND_FILE, EIO) ? -1 : NEXT(rename)(from, to);
}

int unlink(const char *path)
{
    return fails(KIND_FILE, EIO) ? -1 : NEXT(unlink)(path);
}

int mkdir(const char *path, mode_t mode)
{
    return fails(KIND_FILE, ENOSPC) ? -1 : NEXT(mkdir)(path, mode);
}

/* What is closed is closed, whatever is told. */
int close(int fd)
{
    bool failed = fails(KIND_FILE, EIO);
    int status = (int)syscall(SYS_close, fd);
    if (!failed) return status;
    errno = EIO;
    return -1;
}

int fclose(FILE *file)
{
    bool failed = fails(KIND_FILE, EIO);
    int status = NEXT(fclose)(file);
    if (!failed) return status;
    errno = EIO;
    return EOF;
}
