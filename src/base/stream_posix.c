#include "base/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

struct Input {
    int fd;
    int wake[2]; /* a pipe: closing its writing end calls the reader back */
};

Status input_open(Input **out, int fd, Error *error)
{
    Input *input = calloc(1, sizeof *input);
    if (!input) return error_set(error, STATUS_NO_MEMORY, "no memory to read input");
    input->fd = fd;
    if (pipe2(input->wake, O_CLOEXEC) != 0) {
        free(input);
        return error_set(error, STATUS_IO, "cannot make a pipe");
    }
    *out = input;
    return STATUS_OK;
}

bool input_read(Input *input, char *bytes, size_t size, size_t *got)
{
    struct pollfd ready[2] = {{.fd = input->fd, .events = POLLIN}, {.fd = input->wake[0], .events = POLLIN}};
    for (;;) {
        if (poll(ready, 2, -1) < 0) {
            if (errno == EINTR) continue;
            return false;
        }
        if (ready[1].revents) return false;
        ssize_t n = read(input->fd, bytes, size);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        *got = n > 0 ? (size_t)n : 0;
        return n > 0;
    }
}

void input_cancel(Input *input)
{
    (void)close(input->wake[1]);
    input->wake[1] = -1;
}

void input_close(Input *input)
{
    if (!input) return;
    if (input->wake[1] >= 0) (void)close(input->wake[1]);
    (void)close(input->wake[0]);
    free(input);
}

bool output_write(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t put = write(fd, bytes, len);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        bytes += put;
        len -= (size_t)put;
    }
    return true;
}

bool output_is_gone(int fd)
{
    struct pollfd out = {.fd = fd};
    return poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP | POLLNVAL));
}
