/* yomi farm work: takes jobs and brings results, until it is told to end.
 *
 * Each worker is a thread with a connection, a slot of the workshop and one job at a time. A signal drains: the jobs in
 * hand are finished and no more are taken. A second one gives them back at once. */
#include "app/app.h"
#include "app/farm/farm.h"
#include "app/farm/worker.h"
#include "base/clock.h"
#include "tool/args.h"
#include "tool/workers.h"

#include <stdlib.h>
#include <string.h>

typedef struct Work {
    FarmWorkers all;
    const char *url, *password_file, *work;
    int64_t workers;
} Work;

static void on_signal(void *context, const Error *error)
{
    FarmWorkers *all = &((Work *)context)->all;
    if (error) farm_workers_say(all, "%s", error->text);
    int signals = atomic_fetch_add(&all->signals, 1);
    if (signals == 0 && !error)
        farm_workers_say(all, "no more jobs are taken; a second signal gives back those in hand");
    if (signals > 0 || error) event_set(all->shop.stop);
}

static void run_one(void *context)
{
    farm_worker_run(&((Work *)context)->all);
}

static int work(Work *w)
{
    FarmWorkers *all = &w->all;
    Error error;
    Event *stop = event_new();
    Status status = !stop ? error_set(&error, STATUS_IO, "no more file descriptors")
                          : farm_find(&all->address, w->url, w->password_file, &error);
    mutex_init(&all->lock);
    if (status == STATUS_OK) status = workshop_open(&all->shop, w->work, stop, &error);
    if (status == STATUS_OK) {
        WorkersJob job = {(int)w->workers, run_one, on_signal, NULL, w};
        workers_run(&job);
        workshop_close(&all->shop);
    }
    event_free(stop);
    mutex_destroy(&all->lock);
    if (status != STATUS_OK) return app_error("farm work", APP_FAILED, "%s", error.text);
    if (all->failed) return app_error("farm work", APP_FAILED, "%s", all->why.text);
    if (!all->quiet) (void)printf("jobs done: %llu\n", (unsigned long long)all->jobs);
    return APP_OK;
}

int farm_run_work(int argc, char **argv)
{
    Work *w = calloc(1, sizeof *w);
    if (!w) return app_error("farm work", APP_FAILED, "no memory");
    FarmWorkers *all = &w->all;
    w->workers = thread_cores() < WORKERS_MAX ? thread_cores() : WORKERS_MAX;
    const Arg table[] = {{"URL", ARG_WORD, 0, 0, &w->url, true},
                         {"--name", ARG_MANY, 0, 0, &all->names, false},
                         {"--workers", ARG_NUMBER, 1, WORKERS_MAX, &w->workers, false},
                         {"--work", ARG_TEXT, 0, 0, &w->work, false},
                         {"--shards", ARG_TEXT, 0, 0, &all->shards, false},
                         {"--until-done", ARG_FLAG, 0, 0, &all->until_done, false},
                         {"--quiet", ARG_FLAG, 0, 0, &all->quiet, false},
                         {"--password-file", ARG_TEXT, 0, 0, &w->password_file, false}};
    Error error;
    int code = args_parse(table, sizeof table / sizeof *table, argc, argv, &error) == STATUS_OK
                   ? work(w)
                   : app_error("farm work", APP_USAGE, "%s", error.text);
    free(w);
    return code;
}
