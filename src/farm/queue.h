/* The life of a job, as calls: each is one run of the script (farm.lua), so it happens whole or not at all.
 *
 * A call that fails with STATUS_IO may have happened or not; making it again is right in both cases. */
#ifndef YOMI_FARM_QUEUE_H
#define YOMI_FARM_QUEUE_H

#include "farm/campaign.h"
#include "farm/link.h"

enum { FARM_WORKER_MAX = 96, FARM_ABOUT_MAX = 160, FARM_ERROR_MAX = 300, FARM_PREFIX_MAX = FARM_NAME_MAX + 16 };

typedef struct FarmQueue {
    FarmLink *link;
    char prefix[FARM_PREFIX_MAX]; /* of the campaign's keys */
    char worker[FARM_WORKER_MAX]; /* who asks: a name that nobody else has */
    char about[FARM_ABOUT_MAX];   /* what people read about it */
} FarmQueue;

void farm_queue_aim(FarmQueue *queue, const char *campaign); /* which campaign is meant from now on */

/* How a campaign stands, or how a call ended. */
typedef enum FarmAnswer {
    FARM_UNKNOWN, /* there is no such campaign */
    FARM_OPEN,    /* take: nothing to do just now; beat: go on */
    FARM_STUCK,   /* take: nothing is left but jobs that were given up */
    FARM_DONE,
    FARM_STOPPED,
    FARM_JOB,     /* take: here is one */
    FARM_LOST,    /* beat: somebody else has the job now */
    FARM_COUNTED, /* record: it counts */
    FARM_WEIGH,   /* record: it counts, and the sequential test can go on */
    FARM_DOUBLE,  /* record: it was there already */
    FARM_DIFFERS, /* record: it was there already, with other bytes */
    FARM_BAD      /* record: it is none of the campaign's */
} FarmAnswer;

typedef struct FarmJob {
    int64_t number, tried;
    char entry[48];                /* the queue's name for it */
    char campaign[SHA256_HEX + 1]; /* id of the campaign */
} FarmJob;

typedef struct FarmResult {
    char sha[SHA256_HEX + 1];
    int64_t size, ms;
    Str codes; /* as many as the campaign says */
    Str blob;  /* empty: it lies in the shared folder */
} FarmResult;

Status farm_put(FarmQueue *queue, const FarmCampaign *campaign, bool *again, Error *error);
Status farm_load(FarmQueue *queue, FarmCampaign *out, Error *error); /* out is freed by the caller, also after errors */
Status farm_take(FarmQueue *queue, FarmJob *job, FarmAnswer *answer, Error *error);
/* Until something is queued, at most so long. */
Status farm_wait(FarmQueue *queue, int64_t ms, Error *error);
Status farm_beat(FarmQueue *queue, const FarmJob *job, FarmAnswer *answer, Error *error);
Status farm_record(FarmQueue *queue, const FarmJob *job, const FarmResult *result, FarmAnswer *answer, Error *error);
Status farm_fail(FarmQueue *queue, const FarmJob *job, const char *why, Error *error);
Status farm_give_back(FarmQueue *queue, const FarmJob *job, Error *error);
Status farm_leave(FarmQueue *queue, Error *error);
Status farm_stop(FarmQueue *queue, const char *why, Error *error);
Status farm_retry(FarmQueue *queue, int64_t *count, Error *error);
Status farm_forget(FarmQueue *queue, Error *error); /* removes the campaign and its shards */

/* The names of all campaigns in the order in which they were put, a line each. */
Status farm_names(FarmQueue *queue, Buf *out, Error *error);
/* The codes [from, from + count) that are there; what is missing is NUL or not there at all. */
Status farm_codes(FarmQueue *queue, int64_t from, int64_t count, Buf *out, Error *error);
/* The digests of the results [from, from + count), 32 bytes each; zeros or nothing: there is none yet. */
Status farm_results(FarmQueue *queue, int64_t from, int64_t count, Buf *out, Error *error);

typedef struct FarmWeighing {
    int64_t seen; /* codes that the counts are made of */
    int64_t counts[5];
    Buf next; /* codes that follow */
} FarmWeighing;

Status farm_weighing(FarmQueue *queue, FarmWeighing *out, FarmAnswer *state, Error *error);
/* verdict "": none yet. Nothing happens when somebody else was faster. */
Status farm_weighed(FarmQueue *queue, int64_t from, const FarmWeighing *now, const char *verdict, Error *error);

/* Contents by their checksum. */
enum { FARM_BLOB_MAX = 64 << 20, FARM_SHARD_MAX = 8 << 20 };
Status farm_blob_put(FarmQueue *queue, const char *sha, Str content, Error *error);
Status farm_blob_get(FarmQueue *queue, const char *sha, Buf *out, Error *error);
Status farm_shard_get(FarmQueue *queue, const char *sha, Buf *out, Error *error);
Status farm_shard_free(FarmQueue *queue, const char *sha, Error *error);

#endif
