#include "app/farm/watch.h"

#include "app/farm/farm.h"
#include "app/farm/status.h"
#include "app/json.h"
#include "base/clock.h"
#include "base/thread.h"

#include <stdlib.h>
#include <string.h>

enum { EVERY_S = 2, JSON_MAX = 1 << 26 };

struct FarmWatch {
    FarmLink *link; /* the thread's */
    Thread thread;
    Mutex lock; /* guards all below */
    Cond changed;
    bool ending;
    char *json; /* NULL: nothing is known yet */
};

static void look(FarmWatch *watch)
{
    Error error;
    Buf found = buf_new(JSON_MAX), out = buf_new(JSON_MAX);
    Status status = farm_status_json(watch->link, &found, &error);
    (void)buf_puts(&out, status == STATUS_OK ? "{\"campaigns\": " : "{\"error\": ");
    if (status == STATUS_OK) {
        (void)buf_str(&out, buf_view(&found));
    } else {
        json_string(&out, error.text);
    }
    (void)buf_puts(&out, "}\n");
    char *json = out.failed ? NULL : strdup(buf_text(&out));
    mutex_lock(&watch->lock);
    free(watch->json);
    watch->json = json;
    mutex_unlock(&watch->lock);
    buf_free(&found);
    buf_free(&out);
}

static bool wait_a_little(FarmWatch *watch)
{
    mutex_lock(&watch->lock);
    if (!watch->ending) (void)cond_wait_ns(&watch->changed, &watch->lock, EVERY_S * NS_PER_SECOND);
    bool ending = watch->ending;
    mutex_unlock(&watch->lock);
    return !ending;
}

static void run(void *context)
{
    FarmWatch *watch = context;
    do look(watch);
    while (wait_a_little(watch));
}

Status farm_watch_open(FarmWatch **out, const char *url, const char *password_file, Error *error)
{
    FarmAddress address;
    *out = NULL;
    Status status = farm_find(&address, url, password_file, error);
    if (status != STATUS_OK) return status;
    FarmWatch *watch = calloc(1, sizeof *watch);
    if (!watch) return error_set(error, STATUS_NO_MEMORY, "no memory to watch a farm");
    mutex_init(&watch->lock);
    cond_init(&watch->changed);
    status = farm_link_open(&watch->link, &address, error);
    if (status == STATUS_OK) status = thread_start(&watch->thread, run, watch, 0, error);
    if (status == STATUS_OK) {
        *out = watch;
        return STATUS_OK;
    }
    farm_link_close(watch->link);
    cond_destroy(&watch->changed);
    mutex_destroy(&watch->lock);
    free(watch);
    return status;
}

void farm_watch_close(FarmWatch *watch)
{
    if (!watch) return;
    mutex_lock(&watch->lock);
    watch->ending = true;
    cond_broadcast(&watch->changed);
    mutex_unlock(&watch->lock);
    thread_join(&watch->thread);
    farm_link_close(watch->link);
    cond_destroy(&watch->changed);
    mutex_destroy(&watch->lock);
    free(watch->json);
    free(watch);
}

char *farm_watch_json(void *context)
{
    FarmWatch *watch = context;
    mutex_lock(&watch->lock);
    char *json = strdup(watch->json ? watch->json : "{\"campaigns\": []}\n");
    mutex_unlock(&watch->lock);
    return json;
}
