#include "fuzz.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int fuzz_file(Str bytes, char path[64])
{
    int fd = memfd_create("fuzz", MFD_CLOEXEC);
    require(fd >= 0 && (bytes.len == 0 || write(fd, bytes.ptr, bytes.len) == (ssize_t)bytes.len));
    (void)snprintf(path, 64, "/proc/self/fd/%d", fd);
    return fd;
}
