#include "app/farm/worker_job.h"

#include "app/farm/shards.h"
#include "app/farm/weigh.h"
#include "base/clock.h"
#include "base/file.h"

#include <inttypes.h>
#include <stdlib.h>

enum { BEATS = 4, FAILS_BEFORE_REST = 3 };

static bool beat(void *context)
{
    Worker *w = context;
    FarmAnswer answer = FARM_OPEN;
    Error error;
    Status status = farm_beat(&w->queue, w->job, &answer, &error);
    if (status != STATUS_OK) return true; /* the result may find the server again */
    w->lost = answer != FARM_OPEN;
    return !w->lost;
}

void worker_give_back(Worker *w)
{
    Error error;
    (void)farm_give_back(&w->queue, w->job, &error); /* otherwise its silence will tell */
}

/* It is the job's fault, unless the folder cannot be written. */
static void job_failed(Worker *w, const Error *why)
{
    Error error;
    Status status;
    if (workshop_probe(&w->all->shop, &w->slot, &error) != STATUS_OK) {
        worker_give_back(w);
        worker_rest(w, &error);
        return;
    }
    farm_workers_say(w->all, "job %" PRId64 ": %s", w->job->number, why->text);
    do status = farm_fail(&w->queue, w->job, why->text, &error);
    while (worker_try_again(w, status, &error));
    if (++w->fails >= FAILS_BEFORE_REST) worker_rest(w, why);
}

static Status store(Worker *w, const FarmCampaign *c, Str shard, FarmResult *result, Error *error)
{
    const char *folder = w->all->shards ? w->all->shards : c->folder;
    if (!c->folder[0]) {
        result->blob = shard;
        if (shard.len > 0 && shard.len <= FARM_SHARD_MAX) return STATUS_OK;
        if (shard.len > 0)
            return error_set(error, STATUS_TOO_LARGE,
                             "the shard has %zu bytes; more than %d go through a shared folder", shard.len,
                             FARM_SHARD_MAX);
        return STATUS_OK;
    }
    Status status = shards_check_mark(folder, c, error);
    if (status == STATUS_OK) status = shards_keep(folder, result->sha, shard, error);
    return status == STATUS_OK ? STATUS_OK : error_set(error, STATUS_IO, "%s", error->text);
}

static void say_what_came(Worker *w, FarmAnswer answer, const FarmResult *result)
{
    if (answer == FARM_COUNTED || answer == FARM_WEIGH) {
        w->jobs++;
        w->fails = 0;
    } else if (answer == FARM_DIFFERS) {
        farm_workers_say(w->all, "ALARM: job %" PRId64 ": %.12s... is not what another worker made of it",
                         w->job->number, result->sha);
    } else if (answer == FARM_BAD) {
        farm_workers_say(w->all, "job %" PRId64 " is none of the campaign's any more", w->job->number);
    }
}

static void record(Worker *w, const FarmCampaign *c, FarmResult *result)
{
    FarmAnswer answer = FARM_OPEN;
    Error error;
    Status status;
    do status = farm_record(&w->queue, w->job, result, &answer, &error);
    while (worker_try_again(w, status, &error));
    if (status != STATUS_OK) return;
    say_what_came(w, answer, result);
    if (answer == FARM_WEIGH && farm_weigh_results(&w->queue, c, &error) != STATUS_OK)
        farm_workers_say(w->all, "%s", error.text);
}

/* The command has written its shard. */
static void bring(Worker *w, const FarmCampaign *c, int64_t ms)
{
    FarmResult result = {.ms = ms};
    Error error;
    Buf shard = buf_new(c->folder[0] ? (size_t)1 << 30 : (size_t)FARM_SHARD_MAX + 1), codes = buf_new(1 << 20);
    Status status = file_read(w->shard, &shard, &error);
    if (status == STATUS_OK) status = kind_read(c, w->job->number, buf_view(&shard), &codes, &error);
    if (status == STATUS_OK) {
        sha256_of(buf_view(&shard), result.sha);
        result.size = (int64_t)shard.len;
        result.codes = buf_view(&codes);
        status = store(w, c, buf_view(&shard), &result, &error);
    }
    if (status == STATUS_OK) {
        record(w, c, &result);
    } else if (status == STATUS_IO) {
        worker_give_back(w);
        worker_rest(w, &error);
    } else {
        job_failed(w, &error);
    }
    buf_free(&shard);
    buf_free(&codes);
}

/* What a command needs beside its words. */
static Status prepare_job(Worker *w, const Known *known, Error *error)
{
    const FarmCampaign *c = &known->campaign;
    Status status = STATUS_OK;
    if (w->job->number < 0 || w->job->number >= c->total)
        return error_set(error, STATUS_BAD_INPUT, "there is no job %" PRId64, w->job->number);
    (void)file_remove(w->shard);
    if (c->ranges)
        status =
            workshop_fetch(&w->all->shop, &w->queue, &c->files[c->ranges[w->job->number].file], known->tree, error);
    if (status != STATUS_OK || !kind_needs_codes(c)) return status;
    Buf codes = buf_new(1 << 26);
    status = farm_codes(&w->queue, 0, w->job->number / c->step * c->step * c->codes, &codes, error);
    if (status == STATUS_OK) status = file_replace(w->codes, buf_text(&codes), codes.len, error);
    buf_free(&codes);
    return status;
}

void worker_run_job(Worker *w, const Known *known)
{
    const FarmCampaign *c = &known->campaign;
    Error error;
    KindCommand *command = malloc(sizeof *command);
    CommandWatch watch = {
        .beat = beat, .context = w, .beat_ms = c->silence_ms / BEATS, .timeout_ms = c->timeout_s * 1000};
    int64_t begun = clock_now(clock_real());
    CommandEnd end = COMMAND_CANNOT;
    Status status = command ? prepare_job(w, known, &error) : error_set(&error, STATUS_IO, "no memory");
    if (status == STATUS_OK) status = kind_command(c, w->job->number, w->shard, w->codes, command, &error);
    if (status == STATUS_OK) {
        end = workshop_run(&w->all->shop, command, known->tree, w->log, &watch, &error);
    } else if (status != STATUS_IO) {
        end = COMMAND_FAILED;
    }
    free(command);
    if (end == COMMAND_DONE) {
        bring(w, c, (clock_now(clock_real()) - begun) / NS_PER_MS);
    } else if (end == COMMAND_FAILED) {
        job_failed(w, &error);
    } else if (!w->lost) {
        worker_give_back(w);
        if (end == COMMAND_CANNOT) worker_rest(w, &error);
    }
}
