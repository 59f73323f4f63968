/* A job holds the program and all that it starts, and ends with the last handle to it: ours. So nothing is left when
 * this process ends, however it does. The pipes have names, because others cannot be waited for together with an event.
 */
#include "base/process.h"

#include "base/clock.h"
#include "base/event_windows.h"
#include "base/file.h"
#include "base/random.h"
#include "base/windows_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { PIPE_BYTES = 1 << 16, COMMAND_MAX = 32000 };

struct Process {
    HANDLE job, process;
    HANDLE in, out;     /* our ends of its standard input and output */
    OVERLAPPED reading; /* a read that is on its way, into `bytes`, outlives the call that began it */
    bool pending;
    char bytes[1 << 14];
    size_t begin, end; /* of `bytes`: read, not handed out */
    HANDLE written;    /* event of the write that is on its way */
    ProcessEnd ended;
};

static void close_handle(HANDLE *handle)
{
    if (*handle && *handle != INVALID_HANDLE_VALUE) (void)CloseHandle(*handle);
    *handle = NULL;
}

/* ---- the command line ---- */

/* As the C library of the program will take it apart: backslashes count only before a quotation mark. */
static void quote(Buf *out, const char *argument)
{
    (void)buf_puts(out, out->len ? " \"" : "\"");
    size_t backslashes = 0;
    for (const char *c = argument; *c; c++) {
        if (*c == '"') {
            for (size_t i = 0; i <= backslashes; i++) (void)buf_putc(out, '\\');
        }
        backslashes = *c == '\\' ? backslashes + 1 : 0;
        (void)buf_putc(out, *c);
    }
    for (size_t i = 0; i < backslashes; i++) (void)buf_putc(out, '\\');
    (void)buf_putc(out, '"');
}

static bool is_relative_path(const char *path)
{
    return file_name_of(path) != path && path[0] != '/' && path[0] != '\\' && path[1] != ':';
}

/* A path that is relative begins at the program's folder, as it does where that is changed to first. */
static wchar_t *command_of(const ProcessSpec *spec)
{
    Buf command = buf_new(COMMAND_MAX), first = buf_new(COMMAND_MAX);
    if (spec->folder[0] && is_relative_path(spec->argv[0])) (void)buf_printf(&first, "%s\\", spec->folder);
    (void)buf_puts(&first, spec->argv[0]);
    for (size_t i = 0; i < first.len; i++) {
        if (first.data[i] == '/') first.data[i] = '\\';
    }
    quote(&command, buf_text(&first));
    for (int i = 1; spec->argv[i]; i++) quote(&command, spec->argv[i]);
    wchar_t *wide = command.failed || first.failed ? NULL : windows_wide(buf_text(&command));
    buf_free(&command);
    buf_free(&first);
    return wide;
}

/* ---- starting ---- */

typedef struct Ends {
    HANDLE in, out, error; /* the program's */
} Ends;

/* A pipe with our end in *ours and the program's, which it inherits, in *theirs. */
static bool make_pipe(HANDLE *ours, HANDLE *theirs, bool we_read)
{
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    unsigned long long salt = 0;
    wchar_t name[64];
    if (!random_bytes(&salt, sizeof salt)) return false;
    (void)_snwprintf(name, sizeof name / sizeof *name, L"\\\\.\\pipe\\yomi-%016llx", salt);
    DWORD access = we_read ? PIPE_ACCESS_INBOUND : PIPE_ACCESS_OUTBOUND;
    *ours = CreateNamedPipeW(name, access | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                             PIPE_TYPE_BYTE | PIPE_REJECT_REMOTE_CLIENTS, 1, PIPE_BYTES, PIPE_BYTES, 0, NULL);
    if (*ours == INVALID_HANDLE_VALUE) return false;
    *theirs = CreateFileW(name, we_read ? GENERIC_WRITE | FILE_READ_ATTRIBUTES : GENERIC_READ, 0, &inherited,
                          OPEN_EXISTING, 0, NULL);
    return *theirs != INVALID_HANDLE_VALUE;
}

static HANDLE open_log(const char *path)
{
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    wchar_t *wide = windows_path(path[0] ? path : "/dev/null");
    HANDLE log = wide ? CreateFileW(wide, path[0] ? FILE_APPEND_DATA : GENERIC_WRITE,
                                    FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_ALWAYS, 0, NULL)
                      : INVALID_HANDLE_VALUE;
    free(wide);
    return log;
}

static HANDLE make_job(void)
{
    HANDLE job = CreateJobObjectW(NULL, NULL);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
    limits.BasicLimitInformation.LimitFlags =
        JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    if (job) (void)SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

/* With exactly these three handles: another program that is started at the same moment must not get them, too. */
static bool create(const wchar_t *command, const wchar_t *folder, Ends *ends, PROCESS_INFORMATION *out)
{
    SIZE_T size = 0;
    (void)InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    LPPROC_THREAD_ATTRIBUTE_LIST list = malloc(size);
    wchar_t *line = _wcsdup(command); /* CreateProcessW writes into it */
    STARTUPINFOEXW info = {.StartupInfo = {.cb = sizeof info, .dwFlags = STARTF_USESTDHANDLES},
                           .lpAttributeList = list};
    info.StartupInfo.hStdInput = ends->in;
    info.StartupInfo.hStdOutput = ends->out;
    info.StartupInfo.hStdError = ends->error;
    bool listed = list && line && InitializeProcThreadAttributeList(list, 1, 0, &size);
    bool made =
        listed &&
        UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, ends, sizeof *ends, NULL, NULL) &&
        CreateProcessW(NULL, line, NULL, NULL, TRUE, CREATE_SUSPENDED | CREATE_NO_WINDOW | EXTENDED_STARTUPINFO_PRESENT,
                       NULL, folder, &info.StartupInfo, out);
    DWORD why = GetLastError();
    if (listed) DeleteProcThreadAttributeList(list);
    free(list);
    free(line);
    SetLastError(why);
    return made;
}

/* What cannot be started has ended before it began: the caller learns it as he learns of any end. */
static void run(Process *process, const ProcessSpec *spec, Ends *ends)
{
    wchar_t *command = command_of(spec), *folder = spec->folder[0] ? windows_wide(spec->folder) : NULL;
    PROCESS_INFORMATION made;
    SetLastError(ERROR_FILENAME_EXCED_RANGE);
    if (command && create(command, folder, ends, &made)) {
        process->process = made.hProcess;
        (void)AssignProcessToJobObject(process->job, made.hProcess);
        (void)ResumeThread(made.hThread);
        (void)CloseHandle(made.hThread);
    } else {
        process->ended = (ProcessEnd){PROCESS_NO_START, (int)GetLastError()};
    }
    free(command);
    free(folder);
}

static void free_process(Process *process)
{
    close_handle(&process->job);
    close_handle(&process->process);
    close_handle(&process->in);
    close_handle(&process->out);
    close_handle(&process->reading.hEvent);
    close_handle(&process->written);
    free(process);
}

Status process_open(Process **out, const ProcessSpec *spec, Error *error)
{
    *out = NULL;
    Process *process = calloc(1, sizeof *process);
    if (!process) return error_set(error, STATUS_NO_MEMORY, "no memory to start %s", spec->argv[0]);
    Ends ends = {NULL, NULL, open_log(spec->log)};
    process->job = make_job();
    process->reading.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
    process->written = CreateEventW(NULL, TRUE, FALSE, NULL);
    bool ready = process->job && process->reading.hEvent && process->written && ends.error != INVALID_HANDLE_VALUE &&
                 make_pipe(&process->in, &ends.in, false) && make_pipe(&process->out, &ends.out, true);
    Status status = ready ? STATUS_OK : windows_error(error, "start", spec->argv[0]);
    if (ready) run(process, spec, &ends);
    close_handle(&ends.in);
    close_handle(&ends.out);
    close_handle(&ends.error);
    if (ready) {
        *out = process;
    } else {
        free_process(process);
    }
    return status;
}

bool process_is_helper(int argc, char **argv, int *code)
{
    (void)argc, (void)argv, (void)code;
    return false; /* the job needs none */
}

/* ---- ending ---- */

static DWORD wait_time(int64_t deadline_ns)
{
    int64_t left = deadline_ns - clock_now(clock_real());
    if (left <= 0) return 0;
    int64_t ms = (left + NS_PER_MS - 1) / NS_PER_MS;
    return ms > 60000 ? 60000 : (DWORD)ms;
}

ProcessEnd process_end(Process *process, int64_t deadline_ns)
{
    DWORD code = 0;
    while (process->ended.kind == PROCESS_RUNNING) {
        if (WaitForSingleObject(process->process, wait_time(deadline_ns)) == WAIT_OBJECT_0) {
            (void)GetExitCodeProcess(process->process, &code);
            bool crashed = code >= 0xc0000000; /* an exception that nobody caught */
            process->ended = (ProcessEnd){crashed ? PROCESS_KILLED : PROCESS_EXITED, (int)code};
        } else if (clock_now(clock_real()) >= deadline_ns) {
            break;
        }
    }
    return process->ended;
}

void process_end_text(ProcessEnd end, char *out, size_t size)
{
    switch (end.kind) {
    case PROCESS_RUNNING: (void)snprintf(out, size, "running"); break;
    case PROCESS_EXITED: (void)snprintf(out, size, "ended with code %d", end.value); break;
    case PROCESS_NO_START: windows_error_text((unsigned long)end.value, out, size); break;
    case PROCESS_KILLED: (void)snprintf(out, size, "killed by exception %08x", (unsigned)end.value); break;
    }
}

/* A read or write that is on its way uses our memory: it has to be over before that goes. */
static DWORD finish(HANDLE file, OVERLAPPED *operation)
{
    DWORD moved = 0;
    (void)CancelIoEx(file, operation);
    (void)GetOverlappedResult(file, operation, &moved, TRUE);
    return moved;
}

void process_close_input(Process *process)
{
    close_handle(&process->in);
}

void process_close(Process *process)
{
    enum { PATIENCE_MS = 10000 };
    if (!process) return;
    close_handle(&process->in);
    (void)TerminateJobObject(process->job, 1);
    if (process->process) (void)WaitForSingleObject(process->process, PATIENCE_MS);
    if (process->pending) (void)finish(process->out, &process->reading);
    free_process(process);
}

/* ---- bytes ---- */

/* Waits for what is on its way, with our event, the stop or the time. */
static ProcessIo wait_for(HANDLE done, Event *stop, int64_t deadline_ns)
{
    HANDLE handles[2] = {done, event_handle(stop)};
    for (;;) {
        DWORD which = WaitForMultipleObjects(stop ? 2 : 1, handles, FALSE, wait_time(deadline_ns));
        if (stop && event_is_set(stop)) return PROCESS_STOPPED;
        if (which == WAIT_OBJECT_0) return PROCESS_DONE;
        if (clock_now(clock_real()) >= deadline_ns) return PROCESS_TIMEOUT;
    }
}

static ProcessIo fill(Process *process, Event *stop, int64_t deadline_ns)
{
    DWORD got = 0;
    if (!process->pending) {
        process->begin = process->end = 0;
        if (!ReadFile(process->out, process->bytes, sizeof process->bytes, NULL, &process->reading) &&
            GetLastError() != ERROR_IO_PENDING) {
            return PROCESS_CLOSED;
        }
        process->pending = true;
    }
    ProcessIo how = wait_for(process->reading.hEvent, stop, deadline_ns);
    if (how != PROCESS_DONE) return how;
    process->pending = false;
    if (!GetOverlappedResult(process->out, &process->reading, &got, FALSE)) return PROCESS_CLOSED;
    process->end = got;
    return PROCESS_DONE;
}

ProcessIo process_read(Process *process, char *bytes, size_t size, size_t *got, Event *stop, int64_t deadline_ns)
{
    if (stop && event_is_set(stop)) return PROCESS_STOPPED;
    while (process->begin == process->end) {
        ProcessIo how = fill(process, stop, deadline_ns);
        if (how != PROCESS_DONE) return how;
    }
    size_t len = process->end - process->begin;
    *got = len < size ? len : size;
    memcpy(bytes, process->bytes + process->begin, *got);
    process->begin += *got;
    return PROCESS_DONE;
}

ProcessIo process_write(Process *process, const char *bytes, size_t size, size_t *put, Event *stop, int64_t deadline_ns)
{
    enum { AT_ONCE = 4096 };
    OVERLAPPED writing = {.hEvent = process->written};
    if (!WriteFile(process->in, bytes, size > AT_ONCE ? AT_ONCE : (DWORD)size, NULL, &writing) &&
        GetLastError() != ERROR_IO_PENDING) {
        return PROCESS_CLOSED;
    }
    DWORD moved = 0;
    ProcessIo how = wait_for(process->written, stop, deadline_ns);
    if (how == PROCESS_DONE) {
        if (!GetOverlappedResult(process->in, &writing, &moved, FALSE)) return PROCESS_CLOSED;
    } else {
        moved = finish(process->in, &writing);
    }
    *put = moved;
    return moved > 0 ? PROCESS_DONE : how;
}
