/* UTF-8 of Yomi to the UTF-16 of Windows and back, and its errors in words, for the other files of this system. */
#ifndef YOMI_BASE_WINDOWS_TEXT_H
#define YOMI_BASE_WINDOWS_TEXT_H

#include "base/status.h"

#include <wchar.h>

/* For the caller to free; NULL without memory, and for what is no UTF-8. */
wchar_t *windows_wide(const char *text);
char *windows_narrow(const wchar_t *text);

/* The path as the system's functions want it: of any length, /dev/null as NUL. */
wchar_t *windows_path(const char *path);

void windows_error_text(unsigned long code, char *out, size_t size);
/* "cannot WHAT PATH: ..." with the last error of this thread, and the status for it. */
Status windows_error(Error *error, const char *what, const char *path);

#endif
