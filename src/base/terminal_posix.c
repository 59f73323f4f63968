#include "base/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_is(int stream)
{
    return isatty(stream) != 0;
}

bool terminal_size(FILE *file, int *rows, int *columns)
{
    struct winsize size = {0};
    if (ioctl(fileno(file), TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return false;
    *rows = size.ws_row;
    *columns = size.ws_col;
    return true;
}

bool terminal_shows_unicode(void)
{
    (void)setlocale(LC_CTYPE, "");                     /* NOLINT(concurrency-mt-unsafe): before any thread */
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; /* NOLINT(concurrency-mt-unsafe): as above */
}
