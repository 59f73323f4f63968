#include "base/program.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

/* The number of a standard file that is closed would be given to the next one opened, which would then be read and
 * written as what it is not: a session without input would wait for its own pipe. Reading now ends at once, writing to
 * an output that was closed fails. */
static void claim_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0) (void)open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY);
    }
}

void program_begin(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    claim_standard_files();
    (void)signal(SIGPIPE, SIG_IGN); /* a GUI that goes away is the end of a session, not of the process */
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error that is told */
}
