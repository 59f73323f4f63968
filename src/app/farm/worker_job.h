/* One job in the hands of one worker: its command, its shard, its record. A Worker belongs to its thread. */
#ifndef YOMI_APP_FARM_WORKER_JOB_H
#define YOMI_APP_FARM_WORKER_JOB_H

#include "app/farm/worker.h"
#include "base/rng.h"

enum { CAMPAIGNS_MAX = 64 };

/* A campaign as this worker knows it. */
typedef struct Known {
    FarmCampaign campaign;
    char tree[WORKSHOP_PATH_MAX];
    bool refused;
} Known;

typedef struct Worker {
    FarmWorkers *all;
    FarmQueue queue;
    WorkshopSlot slot;
    char shard[WORKSHOP_PATH_MAX + 16], codes[WORKSHOP_PATH_MAX + 16], log[WORKSHOP_PATH_MAX + 16];
    Known known[CAMPAIGNS_MAX];
    int known_count;
    Rng rng;
    int64_t rest_ms; /* how long to rest after the next trouble; 0: there was none */
    int fails;       /* of commands, in a row */
    uint64_t jobs;
    const FarmJob *job; /* in hand */
    bool lost;          /* it was given to somebody else, or the campaign has ended */
    bool ended;
} Worker;

/* Does the job in hand, and records what came of it, or says why nothing did. */
void worker_run_job(Worker *w, const Known *known);
void worker_give_back(Worker *w); /* the job in hand, uncounted */

/* Waits after some trouble: longer each time, and not all workers at once. */
void worker_rest(Worker *w, const Error *why);
/* After a call: true when it has to be made again, after a rest; a call that was refused ends the worker. */
bool worker_try_again(Worker *w, Status status, const Error *error);

#endif
