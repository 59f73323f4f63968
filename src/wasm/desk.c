#include "wasm/desk.h"

#include "base/alone.h"
#include "base/thread.h"

#include <stdlib.h>
#include <string.h>

typedef struct Job Job;
struct Job {
    Job *next;
    int number;
    size_t bytes;
    char text[];
};

struct Desk {
    void (*run)(void *context, int number, const char *text);
    void *context;
    Thread thread;
    bool started;
    Mutex mutex; /* everything below */
    Cond changed;
    Job *first, *last;
    size_t count, bytes;
    bool quit;
};

/* The mutex is held. */
static Job *pop(Desk *desk)
{
    Job *job = desk->first;
    if (!job) return NULL;
    desk->first = job->next;
    if (!desk->first) desk->last = NULL;
    desk->count--;
    desk->bytes -= job->bytes;
    return job;
}

static void desk_main(void *context)
{
    Desk *desk = context;
    mutex_lock(&desk->mutex);
    while (!desk->quit) {
        Job *job = pop(desk);
        if (!job) {
            cond_wait(&desk->changed, &desk->mutex);
            continue;
        }
        mutex_unlock(&desk->mutex);
        desk->run(desk->context, job->number, job->text);
        free(job);
        mutex_lock(&desk->mutex);
    }
    mutex_unlock(&desk->mutex);
}

Status desk_new(void (*run)(void *context, int number, const char *text), void *context, Desk **out, Error *error)
{
    Desk *desk = calloc(1, sizeof *desk);
    if (!desk) return error_set(error, STATUS_NO_MEMORY, "no memory for a session");
    desk->run = run;
    desk->context = context;
    mutex_init(&desk->mutex);
    cond_init(&desk->changed);
    Status status = alone() ? STATUS_OK : thread_start(&desk->thread, desk_main, desk, 0, error);
    desk->started = !alone() && status == STATUS_OK;
    if (status == STATUS_OK) {
        *out = desk;
    } else {
        desk_free(desk);
    }
    return status;
}

void desk_free(Desk *desk)
{
    if (!desk) return;
    mutex_lock(&desk->mutex);
    desk->quit = true;
    cond_signal(&desk->changed);
    mutex_unlock(&desk->mutex);
    if (desk->started) thread_join(&desk->thread);
    for (Job *job = pop(desk); job; job = pop(desk)) free(job);
    cond_destroy(&desk->changed);
    mutex_destroy(&desk->mutex);
    free(desk);
}

bool desk_add(Desk *desk, int number, const char *text)
{
    if (alone()) {
        desk->run(desk->context, number, text);
        return true;
    }
    size_t bytes = strlen(text) + 1;
    Job *job = malloc(sizeof *job + bytes);
    if (!job) return false;
    *job = (Job){.number = number, .bytes = bytes};
    memcpy(job->text, text, bytes);
    mutex_lock(&desk->mutex);
    bool room = desk->count < DESK_JOBS_MAX && desk->bytes + bytes <= DESK_BYTES_MAX;
    if (room) {
        if (desk->last) desk->last->next = job;
        if (!desk->first) desk->first = job;
        desk->last = job;
        desk->count++;
        desk->bytes += bytes;
        cond_signal(&desk->changed);
    }
    mutex_unlock(&desk->mutex);
    if (!room) free(job);
    return room;
}
