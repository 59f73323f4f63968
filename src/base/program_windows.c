#include "base/program.h"

#include "base/windows_text.h"

#include <fcntl.h>
#include <io.h>
#include <stdbool.h>
#include <stdlib.h>
#include <windows.h>

#include <shellapi.h>

/* A program of the console whose standard files were closed, and one that a window started, has none. */
static void claim_standard_files(void)
{
    static const int how[] = {_O_RDONLY, _O_RDONLY, _O_WRONLY};
    for (int fd = 0; fd <= 2; fd++) {
        if (_get_osfhandle(fd) >= 0) continue;
        int null = _wopen(L"NUL", how[fd] | _O_BINARY);
        if (null >= 0 && null != fd) {
            (void)_dup2(null, fd);
            (void)_close(null);
        }
    }
}

/* Lines end as they are written; a console shows UTF-8 and knows how to move its cursor. */
static void set_streams(void)
{
    for (int fd = 0; fd <= 2; fd++) (void)_setmode(fd, _O_BINARY);
    DWORD mode;
    HANDLE out = (HANDLE)_get_osfhandle(1); /* NOLINT(performance-no-int-to-ptr): it is a handle */
    if (!GetConsoleMode(out, &mode)) return;
    (void)SetConsoleMode(out, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    (void)SetConsoleOutputCP(CP_UTF8);
    (void)SetConsoleCP(CP_UTF8);
}

/* The C library gives the arguments in the code page of the system, which has not every letter. */
static void take_arguments(int *argc, char ***argv)
{
    int count = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **narrow = wide ? calloc((size_t)count + 1, sizeof *narrow) : NULL;
    bool whole = narrow != NULL;
    for (int i = 0; i < count && whole; i++) whole = (narrow[i] = windows_narrow(wide[i])) != NULL;
    if (wide) (void)LocalFree(wide);
    if (whole &&
        count == *argc) { /* otherwise the C library has read wildcards; then its own are better than nothing */
        *argv = narrow;
        return;
    }
    for (int i = 0; narrow && i < count; i++) free(narrow[i]);
    free(narrow);
}

void program_begin(int *argc, char ***argv)
{
    claim_standard_files();
    set_streams();
    take_arguments(argc, argv);
    /* A crash ends the process at once: a window that asks somebody would keep a match waiting. */
    (void)SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
}
