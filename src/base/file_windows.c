#include "base/file.h"

#include "base/bytes.h"
#include "base/random.h"
#include "base/windows_text.h"

#include <inttypes.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static Status read_all(HANDLE file, const char *path, Buf *out, Error *error)
{
    char chunk[65536];
    for (;;) {
        DWORD got = 0;
        BOOL good = ReadFile(file, chunk, sizeof chunk, &got, NULL);
        if (!good && GetLastError() != ERROR_BROKEN_PIPE) return windows_error(error, "read", path);
        if (got == 0) return STATUS_OK;
        bool fits = got <= out->max - out->len;
        if (fits && !buf_append(out, chunk, got))
            return error_set(error, STATUS_NO_MEMORY, "no memory to read %s", path);
        if (!fits) {
            return error_set(error, STATUS_TOO_LARGE, "%s is larger than the %zu bytes allowed", path, out->max);
        }
    }
}

static HANDLE open_path(const char *path, DWORD access, DWORD how)
{
    wchar_t *wide = windows_path(path);
    if (!wide) {
        SetLastError(ERROR_INVALID_NAME);
        return INVALID_HANDLE_VALUE;
    }
    HANDLE file = CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, how,
                              FILE_ATTRIBUTE_NORMAL, NULL);
    DWORD why = GetLastError();
    free(wide);
    SetLastError(why);
    return file;
}

Status file_read(const char *path, Buf *out, Error *error)
{
    if (strcmp(path, "/dev/stdin") == 0) return file_read_input(out, error);
    HANDLE file = open_path(path, GENERIC_READ, OPEN_EXISTING);
    if (file == INVALID_HANDLE_VALUE) return windows_error(error, "open", path);
    Status status = read_all(file, path, out, error);
    (void)CloseHandle(file);
    return status;
}

Status file_read_input(Buf *out, Error *error)
{
    return read_all((HANDLE)_get_osfhandle(0), "standard input", out, error);
}

static bool write_all(HANDLE file, const char *bytes, size_t len)
{
    enum { AT_ONCE = 1 << 20 };
    while (len > 0) {
        DWORD put = 0;
        if (!WriteFile(file, bytes, len > AT_ONCE ? AT_ONCE : (DWORD)len, &put, NULL)) return false;
        bytes += put;
        len -= put;
    }
    return true;
}

/* ---- what is written to as it is ---- */

/* The names that scripts know from other systems. */
static int standard_stream(const char *path)
{
    return strcmp(path, "/dev/stdout") == 0 ? 1 : strcmp(path, "/dev/stderr") == 0 ? 2 : -1;
}

static Status write_stream(int stream, const char *path, const void *bytes, size_t len, Error *error)
{
    (void)fflush(stream == 1 ? stdout : stderr); /* what was printed before comes before */
    bool written = write_all((HANDLE)_get_osfhandle(stream), bytes, len);
    return written ? STATUS_OK : windows_error(error, "write", path);
}

static Status write_device(const char *path, const void *bytes, size_t len, Error *error)
{
    HANDLE file = open_path(path, GENERIC_WRITE, OPEN_EXISTING);
    if (file == INVALID_HANDLE_VALUE) return windows_error(error, "write", path);
    Status status = write_all(file, bytes, len) ? STATUS_OK : windows_error(error, "write", path);
    (void)CloseHandle(file);
    return status;
}

/* ---- what is replaced ---- */

static char *name_beside(const char *path, uint64_t number)
{
    size_t folder = (size_t)(file_name_of(path) - path), size = folder + 40;
    char *name = malloc(size);
    if (name) (void)snprintf(name, size, "%.*s.yomi-%016" PRIx64 ".tmp", (int)folder, path, number);
    return name;
}

/* A file beside the path. Its name is the same for each write, as long as no other writer has it, so that the next
 * write uses up what a kill has left. */
static HANDLE open_beside(const char *path, char **temp)
{
    uint64_t salt = 0;
    const char *name = file_name_of(path);
    *temp = name_beside(path, bytes_checksum((const uint8_t *)name, strlen(name)));
    wchar_t *wide = *temp ? windows_path(*temp) : NULL;
    HANDLE file = wide ? CreateFileW(wide, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL)
                       : INVALID_HANDLE_VALUE;
    bool taken = file == INVALID_HANDLE_VALUE && GetLastError() == ERROR_SHARING_VIOLATION;
    free(wide);
    if (!taken || !random_bytes(&salt, sizeof salt)) return file;
    free(*temp);
    *temp = name_beside(path, salt);
    return *temp ? open_path(*temp, GENERIC_WRITE, CREATE_NEW) : INVALID_HANDLE_VALUE;
}

static bool write_new(HANDLE file, const void *bytes, size_t len)
{
    bool written = write_all(file, bytes, len) && FlushFileBuffers(file);
    DWORD why = GetLastError();
    bool closed = CloseHandle(file) != 0;
    if (!written) SetLastError(why);
    return written && closed;
}

/* Somebody who looks at the file just now (a virus scanner, an indexer) is in the way for a moment. */
static bool move_over(const char *from, const char *to)
{
    enum { TRIES = 20, PAUSE_MS = 25 };
    wchar_t *source = windows_path(from), *target = windows_path(to);
    bool moved = false;
    for (int i = 0; i < TRIES && source && target && !moved; i++) {
        moved = MoveFileExW(source, target, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0;
        DWORD why = GetLastError();
        if (!moved && why != ERROR_ACCESS_DENIED && why != ERROR_SHARING_VIOLATION) break;
        if (!moved) Sleep(PAUSE_MS);
        SetLastError(why);
    }
    DWORD why = GetLastError();
    free(source);
    free(target);
    SetLastError(why);
    return moved;
}

Status file_replace(const char *path, const void *bytes, size_t len, Error *error)
{
    int stream = standard_stream(path);
    if (stream >= 0) return write_stream(stream, path, bytes, len, error);
    FileKind kind = file_kind(path);
    if (kind == FILE_OTHER) return write_device(path, bytes, len, error);
    if (kind == FILE_FOLDER) return error_set(error, STATUS_IO, "cannot write %s: it is a folder", path);
    char *temp = NULL;
    HANDLE file = open_beside(path, &temp);
    Status status = STATUS_OK;
    if (file == INVALID_HANDLE_VALUE) {
        status = windows_error(error, "write beside", path);
    } else if (!write_new(file, bytes, len)) {
        status = windows_error(error, "write", path);
        (void)file_remove(temp);
    } else if (!move_over(temp, path)) {
        status = windows_error(error, "replace", path);
        (void)file_remove(temp);
    }
    free(temp);
    return status;
}
