#include "base/stream.h"

#include <io.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <windows.h>
#include <winternl.h>

struct Input {
    HANDLE file;
    _Atomic(HANDLE) reader; /* a handle of the thread that reads, from its first input_read on */
    _Atomic bool reading, cancelled;
};

static HANDLE handle_of(int fd)
{
    return (HANDLE)_get_osfhandle(fd); /* NOLINT(performance-no-int-to-ptr): it is a handle */
}

Status input_open(Input **out, int fd, Error *error)
{
    Input *input = calloc(1, sizeof *input);
    if (!input) return error_set(error, STATUS_NO_MEMORY, "no memory to read input");
    input->file = handle_of(fd);
    *out = input;
    return STATUS_OK;
}

/* The thread can be called out of a read only by a handle of its own. */
static HANDLE this_thread(void)
{
    HANDLE thread = NULL;
    (void)DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &thread, 0, FALSE,
                          DUPLICATE_SAME_ACCESS);
    return thread;
}

bool input_read(Input *input, char *bytes, size_t size, size_t *got)
{
    DWORD count = 0, most = size > 65536 ? 65536 : (DWORD)size;
    if (!atomic_load(&input->reader)) atomic_store(&input->reader, this_thread());
    atomic_store(&input->reading, true);
    BOOL good = !atomic_load(&input->cancelled) && ReadFile(input->file, bytes, most, &count, NULL);
    atomic_store(&input->reading, false);
    *got = count;
    return good && count > 0 && !atomic_load(&input->cancelled);
}

/* A reader that is about to read is not in the call yet, so this is said until it has come out. A system that cannot
 * call anybody out of a read of a pipe (wine, of one that comes from Linux) would keep the program for ever: there the
 * thread is ended where it stands, which is inside that call, with nothing in its hands. */
void input_cancel(Input *input)
{
    enum { TRIES = 300 };
    HANDLE reader = atomic_load(&input->reader);
    atomic_store(&input->cancelled, true);
    for (int i = 0; i < TRIES && atomic_load(&input->reading); i++) {
        reader = atomic_load(&input->reader);
        (void)CancelSynchronousIo(reader);
        Sleep(1);
    }
    if (atomic_load(&input->reading)) (void)TerminateThread(reader, 0);
}

void input_close(Input *input)
{
    if (!input) return;
    HANDLE reader = atomic_load(&input->reader);
    if (reader) (void)CloseHandle(reader);
    free(input);
}

bool output_write(int fd, const char *bytes, size_t len)
{
    HANDLE file = handle_of(fd);
    while (len > 0) {
        DWORD put = 0, most = len > 65536 ? 65536 : (DWORD)len;
        if (!WriteFile(file, bytes, most, &put, NULL) || put == 0) return false;
        bytes += put;
        len -= put;
    }
    return true;
}

/* FILE_PIPE_LOCAL_INFORMATION of the driver kit: ten words, of which the state of the pipe is the ninth. */
typedef struct PipeInformation {
    ULONG type, configuration, instances_max, instances, in_quota, in_there, out_quota, out_room, state, end;
} PipeInformation;

bool output_is_gone(int fd)
{
    enum { LOCAL_INFORMATION = 24, CLOSING = 4 };
    HANDLE file = handle_of(fd);
    PipeInformation pipe;
    IO_STATUS_BLOCK block;
    if (GetFileType(file) != FILE_TYPE_PIPE) return file == INVALID_HANDLE_VALUE;
    NTSTATUS status =
        NtQueryInformationFile(file, &block, &pipe, sizeof pipe, (FILE_INFORMATION_CLASS)LOCAL_INFORMATION);
    return status == 0 && pipe.state == CLOSING;
}
