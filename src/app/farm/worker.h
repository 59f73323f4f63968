/* One worker of a farm: a thread that takes a job, runs its command, keeps the shard and records it.
 *
 * Whose fault was it? A command that fails is its job's (three times, and it is a dead letter); a folder that cannot be
 * written, a program that cannot be started, a shared folder that is not there are the host's: the job goes back
 * uncounted, and the worker rests. A server that cannot be reached is waited for, with the job in hand. */
#ifndef YOMI_APP_FARM_WORKER_H
#define YOMI_APP_FARM_WORKER_H

#include "app/farm/workshop.h"
#include "tool/args.h"

#include <stdatomic.h>

typedef struct FarmWorkers {
    FarmAddress address;
    ArgTexts names;     /* campaigns to work on; none: all that are open */
    const char *shards; /* where the shared folder is on this host; NULL: where the campaign says */
    bool until_done, quiet;
    Workshop shop;
    atomic_int signals; /* 1: drain, 2: give back */

    Mutex lock; /* guards all below, and standard error */
    uint64_t jobs;
    int numbers; /* workers named so far */
    bool failed;
    Error why;
} FarmWorkers;

void farm_worker_run(FarmWorkers *all); /* until it is told to end */
void farm_workers_say(FarmWorkers *all, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
