/* A file of lines that survives a kill: what long work has finished so far.
 *
 * A head line says what the work is; every further line is one finished piece. A line is written in one piece with a
 * checksum and synced, so a kill at any moment loses at most the line being written; opening the file again cuts such a
 * torn line off. Damage anywhere else is an error that names the line. Only one process can have it open. */
#ifndef YOMI_APP_COMMON_WORK_LOG_H
#define YOMI_APP_COMMON_WORK_LOG_H

#include "base/buf.h"
#include "base/status.h"

enum { WORK_LOG_MAX = 1 << 30, WORK_LOG_LINE_MAX = 1 << 18 };

typedef struct WorkLog WorkLog;

typedef struct WorkLogKind {
    const char *title; /* first field of the head: "yomi-match 1" */
    const char *name;  /* for errors: "the journal of a match" */
    bool unsynced;     /* it need not outlive the machine: a part that is made again as a whole */
} WorkLogKind;

/* `settings` is one line, items divided by " | ". Calls `each` for every line found, without its checksum; a false
 * answer is an error. */
Status work_log_open(WorkLog **out, const WorkLogKind *kind, const char *path, const char *settings,
                     bool (*each)(void *context, Str line), void *context, Error *error);
/* The lines of a whole file in memory, from strangers: nothing may be torn or damaged. Its settings are not looked at.
 */
Status work_log_read(const WorkLogKind *kind, Str text, bool (*each)(void *context, Str line), void *context,
                     Error *error);
void work_log_seal(Buf *line); /* makes a line of such a file of it */
Status work_log_add(WorkLog *work_log, Str line, Error *error);
void work_log_close(WorkLog *work_log);

#endif
