#include "base/host.h"
#include "base/str.h"
#include "base/windows_text.h"

#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { WIDE_MAX = 4096 };

void host_name(char out[HOST_NAME_SIZE])
{
    DWORD size = HOST_NAME_SIZE;
    if (!GetComputerNameA(out, &size)) out[0] = '\0';
}

int64_t host_process(void)
{
    return GetCurrentProcessId();
}

int64_t host_room(const char *folder)
{
    ULARGE_INTEGER room = {.QuadPart = 0};
    wchar_t *wide = windows_path(folder);
    BOOL told = wide && GetDiskFreeSpaceExW(wide, &room, NULL, NULL);
    free(wide);
    return told ? (int64_t)room.QuadPart : -1;
}

Status host_whole_path(const char *path, char *out, size_t size, Error *error)
{
    wchar_t *wide = windows_wide(path), whole[WIDE_MAX];
    DWORD len = wide ? GetFullPathNameW(wide, WIDE_MAX, whole, NULL) : 0;
    char *text = len > 0 && len < WIDE_MAX ? windows_narrow(whole) : NULL;
    Status status = STATUS_OK;
    if (!text) {
        status = windows_error(error, "find", path);
    } else if (!str_copy(str_from(text), out, size)) {
        status = error_set(error, STATUS_TOO_LARGE, "the path is too long: %.100s", text);
    }
    free(wide);
    free(text);
    return status;
}

/* A link of its own needs a right that users have not got: the content is copied. */
Status host_link(const char *target, const char *path, Error *error)
{
    wchar_t *from = windows_path(target), *to = windows_path(path);
    bool copied = from && to && (CopyFileW(from, to, TRUE) || GetLastError() == ERROR_FILE_EXISTS);
    Status status = copied ? STATUS_OK : windows_error(error, "copy to", path);
    free(from);
    free(to);
    return status;
}
