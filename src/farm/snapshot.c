#include "farm/snapshot.h"

#include <stdlib.h>
#include <string.h>

enum { MS_PER_MINUTE = 60000, RATE_MINUTES = 10 };

void farm_snapshot_free(FarmSnapshot *snapshot)
{
    free(snapshot->seen_workers);
    free(snapshot->seen_dead);
    buf_free(&snapshot->quarantine);
    *snapshot = (FarmSnapshot){0};
}

typedef struct NumberPlace {
    const char *name;
    size_t offset;
} NumberPlace;

#define PLACE(name, field)                  \
    {                                       \
        name, offsetof(FarmSnapshot, field) \
    }

static void take_number(FarmSnapshot *s, const NumberPlace *places, size_t count, Str name, const FarmReply *value)
{
    for (size_t i = 0; i < count; i++) {
        int64_t number = farm_reply_number(value);
        if (str_eq(name, places[i].name)) memcpy((char *)s + places[i].offset, &number, sizeof number);
    }
}

/* A text for people's eyes, cut to fit. */
static void take_text(char *out, size_t size, Str text)
{
    if (text.len >= size) text.len = size - 1;
    (void)str_copy(text, out, size);
    for (char *c = out; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 127) *c = ' ';
    }
}

static void take_meta(FarmSnapshot *s, const FarmReply *list)
{
    static const NumberPlace places[] = {PLACE("total", total),    PLACE("units", units),    PLACE("next", next),
                                         PLACE("begun", begun_ms), PLACE("ended", ended_ms), PLACE("tested", seen),
                                         PLACE("c0", counts[0]),   PLACE("c1", counts[1]),   PLACE("c2", counts[2]),
                                         PLACE("c3", counts[3]),   PLACE("c4", counts[4])};
    for (size_t i = 0; i + 1 < farm_reply_count(list); i += 2) {
        Str name = farm_reply_text(farm_reply_at(list, i)), text = farm_reply_text(farm_reply_at(list, i + 1));
        take_number(s, places, sizeof places / sizeof *places, name, farm_reply_at(list, i + 1));
        if (str_eq(name, "name") && farm_name_ok(text)) take_text(s->name, sizeof s->name, text);
        if (str_eq(name, "kind") && farm_name_ok(text)) take_text(s->kind, sizeof s->kind, text);
        if (str_eq(name, "game")) take_text(s->game, sizeof s->game, text);
        if (str_eq(name, "id")) take_text(s->id, sizeof s->id, text);
        if (str_eq(name, "state")) take_text(s->state, sizeof s->state, text);
        if (str_eq(name, "verdict")) take_text(s->verdict, sizeof s->verdict, text);
        if (str_eq(name, "test")) s->has_test = str_eq(text, "1");
    }
}

static void take_sums(FarmSnapshot *s, const FarmReply *list)
{
    static const NumberPlace places[] = {PLACE("done", done),       PLACE("bytes", bytes),     PLACE("ms", ms),
                                         PLACE("doubles", doubles), PLACE("differs", differs), PLACE("failed", failed),
                                         PLACE("dead", dead),       PLACE("lost", lost)};
    for (size_t i = 0; i + 1 < farm_reply_count(list); i += 2) {
        take_number(s, places, sizeof places / sizeof *places, farm_reply_text(farm_reply_at(list, i)),
                    farm_reply_at(list, i + 1));
    }
}

static void take_minutes(FarmSnapshot *s, const FarmReply *list)
{
    for (size_t i = 0; i + 1 < farm_reply_count(list); i += 2) {
        int64_t ago = s->now_ms / MS_PER_MINUTE - farm_reply_number(farm_reply_at(list, i));
        if (ago >= 0 && ago < FARM_MINUTES)
            s->minutes[FARM_MINUTES - 1 - ago] = farm_reply_number(farm_reply_at(list, i + 1));
    }
}

static bool take_workers(FarmSnapshot *s, const FarmReply *list)
{
    size_t count = farm_reply_count(list) / 3;
    if (count > FARM_SEEN_WORKERS_MAX) count = FARM_SEEN_WORKERS_MAX;
    if (count == 0) return true;
    s->seen_workers = calloc(count, sizeof *s->seen_workers);
    if (!s->seen_workers) return false;
    for (size_t i = 0; i < count; i++) {
        FarmSeenWorker *worker = &s->seen_workers[s->worker_count++];
        take_text(worker->name, sizeof worker->name, farm_reply_text(farm_reply_at(list, 3 * i)));
        worker->silent_ms = farm_reply_number(farm_reply_at(list, 3 * i + 1));
        take_text(worker->about, sizeof worker->about, farm_reply_text(farm_reply_at(list, 3 * i + 2)));
    }
    return true;
}

static bool take_dead(FarmSnapshot *s, const FarmReply *list)
{
    size_t count = farm_reply_count(list) / 2;
    if (count > FARM_SEEN_DEAD_MAX) count = FARM_SEEN_DEAD_MAX;
    if (count == 0) return true;
    s->seen_dead = calloc(count, sizeof *s->seen_dead);
    if (!s->seen_dead) return false;
    for (size_t i = 0; i < count; i++) {
        FarmSeenDead *dead = &s->seen_dead[s->dead_count++];
        dead->job = farm_reply_number(farm_reply_at(list, 2 * i));
        take_text(dead->why, sizeof dead->why, farm_reply_text(farm_reply_at(list, 2 * i + 1)));
    }
    return true;
}

static void take_quarantine(FarmSnapshot *s, const FarmReply *list)
{
    s->quarantine = buf_new(1 << 16);
    for (size_t i = 0; i < farm_reply_count(list); i++) {
        char line[256];
        take_text(line, sizeof line, farm_reply_text(farm_reply_at(list, i)));
        (void)buf_printf(&s->quarantine, "%s\n", line);
    }
}

Status farm_snapshot(FarmQueue *queue, FarmSnapshot *out, Error *error)
{
    Str words[] = {STR_LIT("info")};
    FarmReply *reply = NULL;
    *out = (FarmSnapshot){0};
    Status status = farm_call_script(queue->link, queue->prefix, words, 1, &reply, error);
    const FarmReply *queue_state = farm_reply_at(reply, 2);
    take_meta(out, farm_reply_at(reply, 0));
    take_sums(out, farm_reply_at(reply, 1));
    out->queued = farm_reply_number(farm_reply_at(queue_state, 0));
    out->running = farm_reply_number(farm_reply_at(queue_state, 1));
    out->workers = farm_reply_number(farm_reply_at(queue_state, 2));
    out->now_ms = farm_reply_number(farm_reply_at(queue_state, 3));
    take_quarantine(out, farm_reply_at(reply, 5));
    take_minutes(out, farm_reply_at(reply, 6));
    if (status == STATUS_OK && !out->state[0]) status = error_set(error, STATUS_NOT_FOUND, "there is no such campaign");
    if (status == STATUS_OK &&
        (!take_workers(out, farm_reply_at(reply, 3)) || !take_dead(out, farm_reply_at(reply, 4))))
        status = error_set(error, STATUS_NO_MEMORY, "no memory for the list of workers");
    farm_reply_free(reply);
    return status;
}

/* Without the present minute, which is not over, unless there is no other. */
double farm_jobs_per_minute(const FarmSnapshot *s)
{
    int64_t age_ms = (s->ended_ms > 0 ? s->ended_ms : s->now_ms) - s->begun_ms, sum = 0;
    if (age_ms <= 0) return 0;
    if (s->ended_ms > 0 || age_ms < 2 * MS_PER_MINUTE) return (double)s->done * MS_PER_MINUTE / (double)age_ms;
    int64_t minutes = age_ms / MS_PER_MINUTE < RATE_MINUTES ? age_ms / MS_PER_MINUTE : RATE_MINUTES;
    for (int64_t i = 1; i <= minutes; i++) sum += s->minutes[FARM_MINUTES - 1 - i];
    return (double)sum / (double)minutes;
}

int64_t farm_seconds_left(const FarmSnapshot *s)
{
    double rate = farm_jobs_per_minute(s);
    return rate > 0 && strcmp(s->state, "open") == 0 ? (int64_t)((double)(s->total - s->done) * 60 / rate) : -1;
}
