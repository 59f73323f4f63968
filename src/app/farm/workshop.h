/* The folder that a worker (or collector) has to itself, and the commands it runs there:
 *
 *   blobs/SHA              files of campaigns by their content, verified, renamed into place
 *   campaigns/ID/...       the tree that a campaign's commands run in: links to blobs, by the paths of the command
 *   signatures/...         what `yomi bench GAME` of this very program said on this host
 *   slots/N/               where the N-th worker of this folder writes; locked while it lives
 *
 * Whatever is killed leaves nothing behind that matters: everything here can be made again. A Workshop may be used by
 * several threads. */
#ifndef YOMI_APP_FARM_WORKSHOP_H
#define YOMI_APP_FARM_WORKSHOP_H

#include "app/farm/kinds.h"
#include "base/event.h"
#include "base/locked_file.h"
#include "base/thread.h"
#include "farm/queue.h"

enum { WORKSHOP_PATH_MAX = FARM_FOLDER_MAX + 512 };

typedef struct Workshop {
    char folder[FARM_FOLDER_MAX];
    char program[SHA256_HEX + 1]; /* checksum of the program itself */
    Mutex lock;                   /* one thread at a time makes a signature */
    Event *stop;                  /* set: commands are to end at once; may be NULL */
} Workshop;

/* NULL: $XDG_CACHE_HOME/yomi/farm or ~/.cache/yomi/farm. */
Status workshop_open(Workshop *shop, const char *folder, Event *stop, Error *error);
void workshop_close(Workshop *shop);

/* A slot of the folder: its path, and the file that keeps it. */
typedef struct WorkshopSlot {
    char path[WORKSHOP_PATH_MAX];
    LockedFile *lock;
} WorkshopSlot;
Status workshop_take_slot(const Workshop *shop, WorkshopSlot *slot, Error *error);
void workshop_leave_slot(WorkshopSlot *slot);
/* Is there room to work? An error is the folder's fault, not a job's. */
Status workshop_probe(const Workshop *shop, const WorkshopSlot *slot, Error *error);

/* Checks the campaign's words and signature, and fetches the files that all its jobs need. `path` is where its commands
 * run. STATUS_UNSUPPORTED: this program may not work on it, and the text says why. */
Status workshop_prepare(Workshop *shop, FarmQueue *queue, const FarmCampaign *campaign, char path[WORKSHOP_PATH_MAX],
                        Error *error);
/* One file more; `job_file` those of an analysis. */
Status workshop_fetch(Workshop *shop, FarmQueue *queue, const FarmFile *file, const char *tree, Error *error);

/* What `yomi bench GAME` says, measured once for a program and a host. */
Status workshop_signature(Workshop *shop, const char *game, char out[17], Error *error);

/* ---- commands ---- */

/* Called every `beat_ms` while a command runs; false ends it. */
typedef struct CommandWatch {
    bool (*beat)(void *context);
    void (*line)(void *context, Str line); /* of its standard output; may be NULL */
    void *context;
    int64_t beat_ms, timeout_ms;
} CommandWatch;

typedef enum CommandEnd { COMMAND_DONE, COMMAND_FAILED, COMMAND_STOPPED, COMMAND_CANNOT } CommandEnd;

/* Runs a command in a folder; what it says on standard error goes to the file `log`. COMMAND_FAILED: error says what it
 * said last. COMMAND_STOPPED: by the watch or the shop's event. COMMAND_CANNOT: the host's fault. */
CommandEnd workshop_run(const Workshop *shop, const KindCommand *command, const char *folder, const char *log,
                        const CommandWatch *watch, Error *error);

/* Makes all folders of a path but the last part. */
Status workshop_make_folders(const char *path, Error *error);

#endif
