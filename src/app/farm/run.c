/* Commands of a workshop: this very program, as a child under a supervisor that leaves nothing of it behind. */
#include "app/duel/proc.h"
#include "app/farm/workshop.h"
#include "base/clock.h"
#include "base/file.h"

#include <string.h>

enum { LOG_MAX = 1 << 20, END_MS = 10000 };

/* The last line that it said on standard error, without the program's own "yomi COMMAND: ". */
static void last_words(const char *log, const char *otherwise, Error *error)
{
    Buf text = buf_new(LOG_MAX);
    (void)file_read(log, &text, NULL);
    Str rest = str_trim(buf_view(&text)), line = rest;
    for (size_t i = rest.len; i > 0; i--) {
        if (rest.ptr[i - 1] != '\n') continue;
        line = str_skip(rest, i);
        break;
    }
    (void)error_set(error, STATUS_BAD_INPUT, "%s%s%.*s", otherwise, line.len > 0 ? ": " : "",
                    (int)(line.len < 180 ? line.len : 180), line.ptr ? line.ptr : "");
    buf_free(&text);
}

static CommandEnd how_it_ended(Proc *proc, const char *log, Error *error)
{
    ProcessEnd end = proc_end(proc, END_MS);
    if (end.kind == PROCESS_EXITED && end.value == 0) return COMMAND_DONE;
    if (end.kind == PROCESS_NO_START || end.kind == PROCESS_RUNNING) {
        (void)error_set(error, STATUS_IO, "the command cannot be started");
        return COMMAND_CANNOT;
    }
    last_words(log, end.kind == PROCESS_KILLED ? "it was killed" : "it failed", error);
    return COMMAND_FAILED;
}

CommandEnd workshop_run(const Workshop *shop, const KindCommand *command, const char *folder, const char *log,
                        const CommandWatch *watch, Error *error)
{
    ProcessSpec spec = {.argv = command->words, .folder = folder, .log = log};
    Proc *proc = NULL;
    (void)file_remove(log);
    if (proc_open(&proc, &spec, shop->stop, error) != STATUS_OK) return COMMAND_CANNOT;
    int64_t begun = clock_now(clock_real()), beaten = begun, end = begun + watch->timeout_ms * NS_PER_MS;
    ProcEvent event = PROC_LINE;
    bool wanted = true;
    while (wanted && event != PROC_CLOSED && event != PROC_STOPPED && event != PROC_FLOOD) {
        int64_t next = beaten + watch->beat_ms * NS_PER_MS;
        Str line;
        event = proc_read(proc, &line, next < end ? next : end);
        if (event == PROC_LINE && watch->line) watch->line(watch->context, line);
        proc_mark(proc);
        int64_t now = clock_now(clock_real());
        if (now >= end) break;
        if (now < next) continue;
        beaten = now;
        wanted = !watch->beat || watch->beat(watch->context);
    }
    CommandEnd how = COMMAND_STOPPED;
    if (event == PROC_CLOSED) {
        how = how_it_ended(proc, log, error);
    } else if (wanted && event != PROC_STOPPED) {
        (void)error_set(error, STATUS_BAD_INPUT, "it took longer than %lld s", (long long)(watch->timeout_ms / 1000));
        how = COMMAND_FAILED;
    }
    proc_close(proc, 0);
    return how;
}
