/* How a campaign stands: what the server knows about it at one moment, and the same as text for people, as JSON and in
 * the text format of Prometheus. A snapshot owns its texts. */
#ifndef YOMI_FARM_SNAPSHOT_H
#define YOMI_FARM_SNAPSHOT_H

#include "farm/queue.h"

enum { FARM_MINUTES = 60, FARM_SEEN_WORKERS_MAX = 200, FARM_SEEN_DEAD_MAX = 50, FARM_CURVE_MAX = 400 };

typedef struct FarmSeenWorker {
    char name[FARM_WORKER_MAX], about[FARM_ABOUT_MAX];
    int64_t silent_ms;
} FarmSeenWorker;

typedef struct FarmSeenDead {
    int64_t job;
    char why[FARM_ERROR_MAX];
} FarmSeenDead;

typedef struct FarmSnapshot {
    char name[FARM_NAME_MAX + 1], kind[16], game[16], id[SHA256_HEX + 1], state[16], verdict[64];
    int64_t total, units, next, queued, running, workers;
    int64_t done, bytes, ms, doubles, differs, failed, dead, lost;
    int64_t begun_ms, ended_ms, now_ms; /* of the server's clock; ended 0: it has not */
    int64_t minutes[FARM_MINUTES];      /* jobs done in each of the last minutes, the present one last */
    bool has_test;
    int64_t seen, counts[5]; /* pairs that the test has seen, by their points */
    double llr, lower, upper;
    double curve[FARM_CURVE_MAX]; /* the course of the test */
    int curve_count;
    FarmSeenWorker *seen_workers; /* the latest ones */
    size_t worker_count;
    FarmSeenDead *seen_dead;
    size_t dead_count;
    Buf quarantine; /* "JOB SHA WORKER", a line each */
} FarmSnapshot;

Status farm_snapshot(FarmQueue *queue, FarmSnapshot *out, Error *error);
void farm_snapshot_free(FarmSnapshot *snapshot);

double farm_jobs_per_minute(const FarmSnapshot *snapshot); /* of the last ten minutes */
int64_t farm_seconds_left(const FarmSnapshot *snapshot);   /* -1: nobody knows */

void farm_snapshot_text(const FarmSnapshot *snapshot, Buf *out);
void farm_snapshot_json(const FarmSnapshot *snapshot, Buf *out);
void farm_snapshots_prometheus(const FarmSnapshot *list, size_t count, Buf *out);

#endif
