#include "base/terminal.h"

#include <io.h>
#include <windows.h>

static HANDLE handle_of(int stream)
{
    return (HANDLE)_get_osfhandle(stream); /* NOLINT(performance-no-int-to-ptr): it is a handle */
}

/* The C library takes any device for a terminal, NUL among them. */
bool terminal_is(int stream)
{
    DWORD mode;
    return GetConsoleMode(handle_of(stream), &mode) != 0;
}

bool terminal_size(FILE *file, int *rows, int *columns)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo(handle_of(_fileno(file)), &info)) return false;
    *rows = info.srWindow.Bottom - info.srWindow.Top + 1;
    *columns = info.srWindow.Right - info.srWindow.Left + 1;
    return *rows > 0 && *columns > 0;
}

/* program_begin has set the console to UTF-8. */
bool terminal_shows_unicode(void)
{
    return GetConsoleOutputCP() == CP_UTF8 || !terminal_is(STREAM_OUT);
}
