/* What file.h says about folders and about files that are not read or written whole. */
#include "base/file.h"

#include "base/windows_text.h"

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static bool is_separator(char c)
{
    return c == '/' || c == '\\';
}

const char *file_name_of(const char *path)
{
    const char *name = path;
    for (const char *c = path; *c; c++) {
        if (is_separator(*c) || (*c == ':' && c == path + 1)) name = c + 1;
    }
    return name;
}

FileKind file_kind(const char *path)
{
    if (strncmp(path, "/dev/", 5) == 0) return FILE_OTHER;
    wchar_t *wide = windows_path(path);
    DWORD attributes = wide ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
    free(wide);
    if (attributes == INVALID_FILE_ATTRIBUTES) return FILE_MISSING;
    if (attributes & FILE_ATTRIBUTE_DIRECTORY) return FILE_FOLDER;
    return attributes & FILE_ATTRIBUTE_DEVICE ? FILE_OTHER : FILE_REGULAR;
}

bool file_folder_is_there(const char *path)
{
    size_t len = (size_t)(file_name_of(path) - path);
    if (len == 0) return true;
    char *folder = str_dup((Str){path, len});
    bool there = folder && file_kind(folder) == FILE_FOLDER;
    free(folder);
    return there;
}

FILE *file_open(const char *path, int64_t *size)
{
    wchar_t *wide = windows_path(path);
    FILE *in = wide ? _wfopen(wide, L"rbN") : NULL; /* N: programs that are started do not inherit it */
    free(wide);
    if (in) *size = _filelengthi64(_fileno(in));
    return in;
}

bool file_remove(const char *path)
{
    wchar_t *wide = windows_path(path);
    bool gone = wide && DeleteFileW(wide);
    free(wide);
    return gone;
}

void file_take_room(const char *path, int64_t bytes)
{
    wchar_t *wide = windows_path(path);
    LARGE_INTEGER size = {.QuadPart = bytes};
    HANDLE file = wide ? CreateFileW(wide, GENERIC_WRITE, 0, NULL, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL)
                       : INVALID_HANDLE_VALUE;
    if (file != INVALID_HANDLE_VALUE) {
        bool taken = SetFilePointerEx(file, size, NULL, FILE_BEGIN) && SetEndOfFile(file);
        (void)CloseHandle(file);
        if (!taken) (void)DeleteFileW(wide);
    }
    free(wide);
}

/* Folders of a user belong to him already, so there is nothing to do for `own`. */
static Status make_one(const char *path, Error *error)
{
    wchar_t *wide = windows_path(path);
    bool made = wide && (CreateDirectoryW(wide, NULL) || GetLastError() == ERROR_ALREADY_EXISTS);
    free(wide);
    return made ? STATUS_OK : windows_error(error, "make the folder", path);
}

Status file_make_folder(const char *path, bool parents, bool own, Error *error)
{
    char part[4096];
    size_t len = strlen(path);
    (void)own;
    if (len == 0 || len >= sizeof part) return error_set(error, STATUS_BAD_INPUT, "the folder's name is too long");
    for (size_t i = 1; parents && i < len; i++) {
        if (!is_separator(path[i]) || path[i - 1] == ':') continue;
        memcpy(part, path, i);
        part[i] = '\0';
        Status status = file_kind(part) == FILE_FOLDER ? STATUS_OK : make_one(part, error);
        if (status != STATUS_OK) return status;
    }
    return file_kind(path) == FILE_FOLDER ? STATUS_OK : make_one(path, error);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool add_name(FileNames *out, const wchar_t *wide)
{
    if ((out->count & (out->count - 1)) == 0) {
        char **names = realloc(out->names, (out->count ? 2 * out->count : 1) * sizeof *names);
        if (!names) return false;
        out->names = names;
    }
    char *name = windows_narrow(wide);
    if (name) out->names[out->count++] = name;
    return name != NULL;
}

Status file_list(const char *folder, FileNames *out, Error *error)
{
    *out = (FileNames){NULL, 0};
    char pattern[4096];
    int len = snprintf(pattern, sizeof pattern, "%s/*", folder);
    wchar_t *wide = len > 0 && len < (int)sizeof pattern ? windows_path(pattern) : NULL;
    WIN32_FIND_DATAW entry;
    HANDLE search = wide ? FindFirstFileW(wide, &entry) : INVALID_HANDLE_VALUE;
    free(wide);
    if (search == INVALID_HANDLE_VALUE) return error_set(error, STATUS_IO, "cannot list the folder %s", folder);
    bool whole = true;
    do whole = add_name(out, entry.cFileName);
    while (whole && FindNextFileW(search, &entry));
    (void)FindClose(search);
    if (!whole) {
        file_names_free(out);
        return error_set(error, STATUS_NO_MEMORY, "no memory to list the folder %s", folder);
    }
    qsort(out->names, out->count, sizeof *out->names, by_bytes);
    return STATUS_OK;
}

void file_names_free(FileNames *names)
{
    for (size_t i = 0; i < names->count; i++) free(names->names[i]);
    free(names->names);
    *names = (FileNames){NULL, 0};
}

bool file_data_folder(const char *name, char *out, size_t size)
{
    const wchar_t *local = _wgetenv(L"LOCALAPPDATA");
    char *folder = local && local[0] ? windows_narrow(local) : NULL;
    int len = folder ? snprintf(out, size, "%s\\%s", folder, name) : -1;
    free(folder);
    return len > 0 && (size_t)len < size;
}
