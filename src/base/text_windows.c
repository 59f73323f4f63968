#include "base/windows_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

wchar_t *windows_wide(const char *text)
{
    int len = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *wide = len > 0 ? malloc((size_t)len * sizeof *wide) : NULL;
    if (wide) (void)MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, len);
    return wide;
}

char *windows_narrow(const wchar_t *text)
{
    int len = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *narrow = len > 0 ? malloc((size_t)len) : NULL;
    if (narrow) (void)WideCharToMultiByte(CP_UTF8, 0, text, -1, narrow, len, NULL, NULL);
    return narrow;
}

wchar_t *windows_path(const char *path)
{
    if (strcmp(path, "/dev/null") == 0) return windows_wide("NUL");
    return windows_wide(path);
}

void windows_error_text(unsigned long code, char *out, size_t size)
{
    wchar_t wide[256] = L"";
    DWORD len = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, code, 0, wide,
                               sizeof wide / sizeof *wide, NULL);
    while (len > 0 && (wide[len - 1] == L'\n' || wide[len - 1] == L'\r' || wide[len - 1] == L'.')) wide[--len] = L'\0';
    char *narrow = len > 0 ? windows_narrow(wide) : NULL;
    if (narrow) {
        (void)snprintf(out, size, "%s", narrow);
    } else {
        (void)snprintf(out, size, "error %lu", code);
    }
    free(narrow);
}

Status windows_error(Error *error, const char *what, const char *path)
{
    unsigned long code = GetLastError();
    char text[160];
    windows_error_text(code, text, sizeof text);
    bool missing = code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND;
    return error_set(error, missing ? STATUS_NOT_FOUND : STATUS_IO, "cannot %s %s: %s", what, path, text);
}
