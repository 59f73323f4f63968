#include "base/locked_file.h"

#include "base/windows_text.h"

#include <stdlib.h>
#include <string.h>
#include <windows.h>

struct LockedFile {
    HANDLE handle;
    char *path;
    bool regular;
    int64_t size; /* of what is whole */
};

static HANDLE open_path(const char *path)
{
    wchar_t *wide = windows_path(path);
    HANDLE file = wide ? CreateFileW(wide, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
                                     OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL)
                       : INVALID_HANDLE_VALUE;
    DWORD why = GetLastError();
    free(wide);
    SetLastError(why);
    return file;
}

/* Locks bind everybody on Windows, so the byte that stands for the file lies where nothing is ever written: others can
 * still read what is there. */
static bool lock(HANDLE handle)
{
    OVERLAPPED place = {.OffsetHigh = 0x40000000};
    return LockFileEx(handle, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place);
}

static bool cut(LockedFile *file)
{
    LARGE_INTEGER end = {.QuadPart = file->size};
    return SetFilePointerEx(file->handle, end, NULL, FILE_BEGIN) && SetEndOfFile(file->handle);
}

static void *map(HANDLE handle)
{
    HANDLE mapping = CreateFileMappingW(handle, NULL, PAGE_READONLY, 0, 0, NULL);
    void *view = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0) : NULL;
    if (mapping) (void)CloseHandle(mapping); /* the view keeps it */
    return view;
}

static Status scan_content(LockedFile *file, int64_t size, LockedFileScan scan, void *context, Error *error)
{
    void *content = size > 0 ? map(file->handle) : NULL;
    if (size > 0 && !content) return windows_error(error, "read", file->path);
    size_t whole = 0;
    Status status = scan(context, (Str){content ? content : "", (size_t)size}, &whole, error);
    if (content) (void)UnmapViewOfFile(content);
    if (status != STATUS_OK) return status;
    file->size = (int64_t)whole;
    if (file->size < size && !cut(file)) return windows_error(error, "cut", file->path);
    return STATUS_OK;
}

static Status take_up(LockedFile *file, LockedFileScan scan, void *context, Error *error)
{
    size_t whole = 0;
    LARGE_INTEGER size;
    if (file->handle == INVALID_HANDLE_VALUE) return windows_error(error, "write", file->path);
    file->regular = GetFileType(file->handle) == FILE_TYPE_DISK;
    if (!file->regular) return scan(context, (Str){"", 0}, &whole, error);
    if (!lock(file->handle)) return error_set(error, STATUS_BUSY, "%s is in use by another process", file->path);
    if (!GetFileSizeEx(file->handle, &size)) return windows_error(error, "read", file->path);
    return scan_content(file, size.QuadPart, scan, context, error);
}

static void free_file(LockedFile *file)
{
    if (file->handle != INVALID_HANDLE_VALUE) (void)CloseHandle(file->handle);
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
    file->handle = open_path(path);
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
    enum { AT_ONCE = 1 << 20 };
    for (size_t done = 0; done < bytes.len;) {
        uint64_t at = (uint64_t)file->size + done;
        OVERLAPPED place = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
        DWORD put = 0, len = bytes.len - done > AT_ONCE ? AT_ONCE : (DWORD)(bytes.len - done);
        if (!WriteFile(file->handle, bytes.ptr + done, len, &put, file->regular ? &place : NULL) || put == 0)
            return false;
        done += put;
    }
    return true;
}

Status locked_file_append(LockedFile *file, Str bytes, bool sync, Error *error)
{
    if (!write_at(file, bytes) || (sync && file->regular && !FlushFileBuffers(file->handle))) {
        Status status = windows_error(error, "write", file->path);
        if (file->regular) (void)cut(file);
        return status;
    }
    file->size += (int64_t)bytes.len;
    return STATUS_OK;
}

Status locked_file_close(LockedFile *file, Error *error)
{
    if (!file) return STATUS_OK;
    Status status = STATUS_OK;
    if (file->regular && !FlushFileBuffers(file->handle)) status = windows_error(error, "write", file->path);
    free_file(file);
    return status;
}
