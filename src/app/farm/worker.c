#include "app/farm/worker_job.h"

#include "base/clock.h"
#include "base/host.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAIT_MS = 1000, REST_LEAST_MS = 500, REST_MOST_MS = 30000 };

void farm_workers_say(FarmWorkers *all, const char *format, ...)
{
    va_list arguments;
    if (all->quiet) return;
    mutex_lock(&all->lock);
    (void)fputs("yomi farm work: ", stderr);
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    (void)fputc('\n', stderr);
    mutex_unlock(&all->lock);
}

static bool is_draining(const Worker *w)
{
    return atomic_load(&w->all->signals) > 0;
}

static bool is_stopped(const Worker *w)
{
    return atomic_load(&w->all->signals) > 1;
}

/* Ends this worker with an error that another try would not mend. */
static void give_up(Worker *w, const Error *error)
{
    mutex_lock(&w->all->lock);
    if (!w->all->failed) w->all->why = *error;
    w->all->failed = true;
    mutex_unlock(&w->all->lock);
    w->ended = true;
}

/* Longer each time, up to REST_MOST_MS, and not all workers at once. */
void worker_rest(Worker *w, const Error *why)
{
    if (w->rest_ms == 0) farm_workers_say(w->all, "%s; trying again", why->text);
    w->rest_ms = w->rest_ms == 0 ? REST_LEAST_MS : 2 * w->rest_ms < REST_MOST_MS ? 2 * w->rest_ms : REST_MOST_MS;
    int64_t end =
        clock_now(clock_real()) + (w->rest_ms / 2 + (int64_t)rng_below(&w->rng, (uint64_t)w->rest_ms)) * NS_PER_MS;
    while (clock_now(clock_real()) < end && !is_stopped(w) && !(is_draining(w) && !w->job))
        clock_sleep(100 * NS_PER_MS);
}

static void all_is_well(Worker *w)
{
    if (w->rest_ms > 0) farm_workers_say(w->all, "going on");
    w->rest_ms = 0;
}

/* After a call: true when it has to be made again. */
bool worker_try_again(Worker *w, Status status, const Error *error)
{
    if (status == STATUS_OK) all_is_well(w);
    if (status == STATUS_OK) return false;
    if (status == STATUS_IO) {
        worker_rest(w, error);
        return !is_stopped(w) && !(is_draining(w) && !w->job);
    }
    give_up(w, error);
    return false;
}

static void tell_about(Worker *w)
{
    if (w->job) {
        (void)snprintf(w->queue.about, sizeof w->queue.about, "%" PRIu64 " jobs, now %" PRId64, w->jobs,
                       w->job->number);
    } else {
        (void)snprintf(w->queue.about, sizeof w->queue.about, "%" PRIu64 " jobs, idle", w->jobs);
    }
}

/* ---- campaigns ---- */

static Known *known_named(Worker *w, const char *name)
{
    for (int i = 0; i < w->known_count; i++) {
        if (strcmp(w->known[i].campaign.name, name) == 0) return &w->known[i];
    }
    return NULL;
}

static void forget(Worker *w, Known *known)
{
    farm_campaign_free(&known->campaign);
    *known = w->known[--w->known_count];
}

/* Gets to know a campaign; NULL when this worker is not for it, or cannot reach it just now. */
static Known *meet(Worker *w, const char *name)
{
    Known *known = known_named(w, name);
    Error error;
    if (known) return known->refused ? NULL : known;
    if (w->known_count == CAMPAIGNS_MAX) forget(w, &w->known[0]);
    known = &w->known[w->known_count];
    *known = (Known){.refused = false};
    Status status = farm_load(&w->queue, &known->campaign, &error);
    if (status == STATUS_OK) status = workshop_prepare(&w->all->shop, &w->queue, &known->campaign, known->tree, &error);
    if (status == STATUS_OK) {
        w->known_count++;
        return known;
    }
    if (status == STATUS_UNSUPPORTED || (status == STATUS_BAD_INPUT && known->campaign.name[0])) {
        known->refused = true;
        w->known_count++;
        farm_workers_say(w->all, "%s", error.text);
        if (w->all->names.count > 0 || w->all->until_done) give_up(w, &error);
        return NULL;
    }
    bool there = known->campaign.name[0];
    farm_campaign_free(&known->campaign);
    if (status == STATUS_BAD_INPUT && !there) {
        give_up(w, &error); /* the server says no to the user */
    } else if (status != STATUS_NOT_FOUND || there) {
        worker_rest(w, &error);
    }
    return NULL;
}

/* Takes a job of this campaign and does it. False when there is none. */
static bool serve(Worker *w, Known *known, FarmAnswer *answer)
{
    FarmJob job;
    Error error;
    tell_about(w);
    Status status = farm_take(&w->queue, &job, answer, &error);
    if (worker_try_again(w, status, &error) || status != STATUS_OK) return false;
    if (*answer != FARM_JOB) return false;
    w->job = &job;
    w->lost = false;
    tell_about(w);
    if (strcmp(job.campaign, known->campaign.id) != 0) { /* the name means another campaign now */
        worker_give_back(w);
        forget(w, known);
    } else {
        worker_run_job(w, known);
    }
    w->job = NULL;
    return true;
}

typedef struct Round {
    bool worked, open; /* something was done; some campaign is not over */
    const char *waiting;
    bool stuck; /* some campaign has only jobs left that were given up */
} Round;

static void look_at(Worker *w, const char *name, Round *round)
{
    char campaign[FARM_NAME_MAX + 1];
    FarmAnswer answer = FARM_UNKNOWN;
    if (!str_copy(str_from(name), campaign, sizeof campaign)) return;
    farm_queue_aim(&w->queue, campaign);
    Known *known = meet(w, campaign);
    if (!known || w->ended || is_draining(w)) return;
    round->worked = serve(w, known, &answer);
    if (round->worked || answer == FARM_OPEN) round->open = true;
    if (answer == FARM_OPEN) round->waiting = name;
    if (answer == FARM_STUCK) round->stuck = true;
    known = known_named(w, campaign);
    if (known && !round->worked && answer == FARM_UNKNOWN && w->rest_ms == 0) forget(w, known);
}

/* The campaigns in their order; the first that has a job is worked on. */
static void go_round(Worker *w, Round *round)
{
    Buf names = buf_new(1 << 16);
    Error error;
    for (int i = 0; i < w->all->names.count; i++) (void)buf_printf(&names, "%s\n", w->all->names.items[i]);
    Status status = w->all->names.count > 0 ? STATUS_OK : farm_names(&w->queue, &names, &error);
    if (worker_try_again(w, status, &error) || status != STATUS_OK) {
        buf_free(&names);
        round->open = true;
        return;
    }
    Str rest_of_names = buf_view(&names);
    while (rest_of_names.len > 0 && !round->worked && !w->ended && !is_draining(w)) {
        char name[FARM_NAME_MAX + 1];
        if (str_copy(str_until(&rest_of_names, '\n'), name, sizeof name)) look_at(w, name, round);
    }
    buf_free(&names);
}

static void work_on(Worker *w)
{
    Error error;
    while (!w->ended && !is_draining(w)) {
        Round round = {.worked = false};
        if (workshop_probe(&w->all->shop, &w->slot, &error) != STATUS_OK) {
            worker_rest(w, &error);
            continue;
        }
        go_round(w, &round);
        if (round.worked) continue;
        if (w->all->until_done && !round.open && w->rest_ms == 0) {
            if (round.stuck) farm_workers_say(w->all, "what is left was given up; yomi farm status says why");
            return;
        }
        if (round.waiting && w->rest_ms == 0 && w->known_count == 1) {
            (void)farm_wait(&w->queue, WAIT_MS, &error);
        } else {
            clock_sleep((WAIT_MS / 4 + (int64_t)rng_below(&w->rng, WAIT_MS)) * NS_PER_MS);
        }
    }
}

static Status open_worker(Worker *w, Error *error)
{
    char host[HOST_NAME_SIZE];
    host_name(host);
    mutex_lock(&w->all->lock);
    int number = ++w->all->numbers;
    mutex_unlock(&w->all->lock);
    uint64_t seed = (uint64_t)clock_now(clock_real()) ^ ((uint64_t)host_process() << 32) ^ (uint64_t)number;
    w->rng = rng_new(seed);
    (void)snprintf(w->queue.worker, sizeof w->queue.worker, "%.40s-%d-%d-%04x", host, (int)host_process(), number,
                   (unsigned)rng_below(&w->rng, 1 << 16));
    Status status = workshop_take_slot(&w->all->shop, &w->slot, error);
    (void)snprintf(w->shard, sizeof w->shard, "%sshard", w->slot.path);
    (void)snprintf(w->codes, sizeof w->codes, "%scodes", w->slot.path);
    (void)snprintf(w->log, sizeof w->log, "%slog", w->slot.path);
    return status == STATUS_OK ? farm_link_open(&w->queue.link, &w->all->address, error) : status;
}

void farm_worker_run(FarmWorkers *all)
{
    Error error = {STATUS_NO_MEMORY, "no memory for a worker"};
    Worker *w = calloc(1, sizeof *w);
    if (!w) {
        farm_workers_say(all, "%s", error.text);
        return;
    }
    w->all = all;
    if (open_worker(w, &error) == STATUS_OK) {
        work_on(w);
        if (w->queue.prefix[0]) (void)farm_leave(&w->queue, &error);
    } else {
        give_up(w, &error);
    }
    while (w->known_count > 0) forget(w, &w->known[0]);
    farm_link_close(w->queue.link);
    workshop_leave_slot(&w->slot);
    mutex_lock(&all->lock);
    all->jobs += w->jobs;
    mutex_unlock(&all->lock);
    free(w);
}
