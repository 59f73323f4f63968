/* Simulated workers that speak the protocol and compute nothing: farm_load URL CAMPAIGN WORKERS JOB_MS SECONDS.
 *
 * Every worker has a connection of its own; it takes a job, waits JOB_MS (beating every 15 s would be seldom enough not
 * to matter), records random bytes and takes the next. One thread serves all by epoll, so what is measured is the
 * server. Prints a line of JSON: jobs a second, and how long calls took. docs/measurements/farm.md has the figures. */
#include "base/clock.h"
#include "base/rng.h"
#include "base/sha256.h"
#include "farm/queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>

enum { EVENTS = 512, LATENCIES_MAX = 1 << 22, CALLS = 2 };
typedef enum State { RESTING, TAKING, WORKING, RECORDING } State;

typedef struct Sim {
    FarmLink *link;
    char name[32], entry[48], number[24];
    State state;
    int64_t due, sent;
} Sim;

typedef struct Load {
    FarmAddress address;
    char prefix[FARM_PREFIX_MAX], id[SHA256_HEX + 1];
    Sim *sims;
    int count, epoll_fd;
    int64_t job_ns;
    Rng rng;
    float *latencies[CALLS]; /* ms: of takes, of records */
    size_t latency_count[CALLS];
    uint64_t jobs, errors, empty;
    bool measuring;
} Load;

static void watch(Load *load, Sim *sim)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.ptr = sim};
    int fd = farm_link_fd(sim->link);
    if (epoll_ctl(load->epoll_fd, EPOLL_CTL_MOD, fd, &event) != 0)
        (void)epoll_ctl(load->epoll_fd, EPOLL_CTL_ADD, fd, &event);
}

static void rest(Load *load, Sim *sim, int64_t now)
{
    sim->state = RESTING;
    sim->due = now + (int64_t)rng_below(&load->rng, 200) * NS_PER_MS;
}

static void send_take(Load *load, Sim *sim, int64_t now)
{
    Str words[] = {STR_LIT("take"), str_from(sim->name), STR_LIT("simulated")};
    sim->state = TAKING;
    sim->sent = now;
    if (farm_send_script(sim->link, load->prefix, words, 3, NULL) == STATUS_OK) {
        watch(load, sim);
    } else {
        load->errors++;
        rest(load, sim, now);
    }
}

static void send_record(Load *load, Sim *sim, int64_t now)
{
    uint8_t digest[SHA256_BYTES];
    char hex[SHA256_HEX + 1];
    for (int i = 0; i < SHA256_BYTES; i++) digest[i] = (uint8_t)(1 + rng_below(&load->rng, 255));
    sha256_hex(digest, hex);
    Str words[] = {STR_LIT("record"),    str_from(sim->name),   STR_LIT("simulated"),
                   str_from(sim->entry), str_from(sim->number), {(char *)digest, sizeof digest},
                   str_from(hex),        STR_LIT("1000"),       STR_LIT(""),
                   STR_LIT("5000"),      STR_LIT(""),           str_from(load->id)};
    sim->state = RECORDING;
    sim->sent = now;
    if (farm_send_script(sim->link, load->prefix, words, sizeof words / sizeof *words, NULL) == STATUS_OK) {
        watch(load, sim);
    } else {
        load->errors++;
        rest(load, sim, now);
    }
}

static void note(Load *load, int call, int64_t ns)
{
    if (load->measuring && load->latency_count[call] < LATENCIES_MAX)
        load->latencies[call][load->latency_count[call]++] = (float)ns / 1e6F;
}

static void on_answer(Load *load, Sim *sim)
{
    FarmReply *reply = NULL;
    Error error;
    int64_t now = clock_now(clock_real());
    Status status = farm_receive(sim->link, &reply, &error);
    now = clock_now(clock_real());
    Str word = farm_reply_text(farm_reply_at(reply, 0));
    if (status != STATUS_OK) {
        if (load->errors++ == 0) (void)fprintf(stderr, "%s\n", error.text);
        rest(load, sim, now);
    } else if (sim->state == RECORDING) {
        note(load, 1, now - sim->sent);
        load->jobs += load->measuring && str_eq(word, "counted");
        send_take(load, sim, now);
    } else if (str_eq(word, "job")) {
        note(load, 0, now - sim->sent);
        (void)str_copy(farm_reply_text(farm_reply_at(reply, 1)), sim->entry, sizeof sim->entry);
        (void)snprintf(sim->number, sizeof sim->number, "%lld", (long long)farm_reply_number(farm_reply_at(reply, 2)));
        sim->state = WORKING;
        sim->due = now + load->job_ns;
        if (load->job_ns == 0) send_record(load, sim, now);
    } else {
        load->empty++;
        rest(load, sim, now);
    }
    farm_reply_free(reply);
}

static void start_due(Load *load, int64_t now)
{
    for (int i = 0; i < load->count; i++) {
        Sim *sim = &load->sims[i];
        if (sim->due > now) continue;
        if (sim->state == RESTING) send_take(load, sim, now);
        if (sim->state == WORKING && sim->due <= now) send_record(load, sim, now);
    }
}

static void run(Load *load, int64_t until)
{
    struct epoll_event events[EVENTS];
    int64_t looked = 0;
    for (int64_t now = clock_now(clock_real()); now < until; now = clock_now(clock_real())) {
        if (now - looked >= 2 * NS_PER_MS) {
            start_due(load, now);
            looked = now;
        }
        int count = epoll_wait(load->epoll_fd, events, EVENTS, 2);
        for (int i = 0; i < count; i++) on_answer(load, events[i].data.ptr);
    }
}

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void print_latencies(Load *load, int call, const char *name)
{
    size_t count = load->latency_count[call];
    float *all = load->latencies[call];
    if (count == 0) return;
    qsort(all, count, sizeof *all, by_size);
    (void)printf(", \"%s_ms\": [%.3f, %.3f, %.3f, %.3f]", name, (double)all[count / 2], (double)all[count * 99 / 100],
                 (double)all[count * 999 / 1000], (double)all[count - 1]);
}

static Status find_id(Load *load, const char *campaign, Error *error)
{
    FarmQueue queue = {.link = NULL};
    FarmCampaign found;
    Status status = farm_link_open(&queue.link, &load->address, error);
    farm_queue_aim(&queue, campaign);
    if (status != STATUS_OK) return status;
    status = farm_load(&queue, &found, error);
    memcpy(load->id, found.id, sizeof load->id);
    memcpy(load->prefix, queue.prefix, sizeof load->prefix);
    farm_campaign_free(&found);
    farm_link_close(queue.link);
    return status;
}

static bool make_sims(Load *load)
{
    struct rlimit limit = {(rlim_t)load->count + 1000, (rlim_t)load->count + 1000};
    (void)setrlimit(RLIMIT_NOFILE, &limit);
    load->sims = calloc((size_t)load->count, sizeof *load->sims);
    load->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    int64_t now = clock_now(clock_real()), spread = load->job_ns > 0 ? load->job_ns : 1;
    for (int c = 0; c < CALLS; c++) load->latencies[c] = malloc(LATENCIES_MAX * sizeof(float));
    for (int i = 0; i < load->count && load->sims; i++) {
        Sim *sim = &load->sims[i];
        (void)snprintf(sim->name, sizeof sim->name, "sim-%d", i);
        sim->due = now + (int64_t)rng_below(&load->rng, (uint64_t)spread);
        if (farm_link_open(&sim->link, &load->address, NULL) != STATUS_OK) return false;
    }
    return load->sims && load->latencies[0] && load->latencies[1] && load->epoll_fd >= 0;
}

int main(int argc, char **argv)
{
    Error error = {STATUS_OK, ""};
    Load *load = calloc(1, sizeof *load);
    if (argc != 6 || !load) {
        (void)fprintf(stderr, "farm_load URL CAMPAIGN WORKERS JOB_MS SECONDS\n");
        return 2;
    }
    load->count = atoi(argv[3]);
    load->job_ns = atoll(argv[4]) * NS_PER_MS;
    load->rng = rng_new(1);
    int64_t seconds = atoll(argv[5]);
    if (farm_address_parse(&load->address, argv[1], &error) != STATUS_OK ||
        find_id(load, argv[2], &error) != STATUS_OK || !make_sims(load)) {
        (void)fprintf(stderr, "farm_load: %s\n", error.text);
        return 1;
    }
    int64_t begun = clock_now(clock_real()), warm = load->job_ns > 0 ? 2 * load->job_ns : NS_PER_SECOND;
    run(load, begun + warm);
    load->measuring = true;
    int64_t from = clock_now(clock_real());
    run(load, from + seconds * NS_PER_SECOND);
    double took = (double)(clock_now(clock_real()) - from) / 1e9;
    (void)printf("{\"workers\": %d, \"job_ms\": %lld, \"jobs_per_s\": %.1f, \"errors\": %llu, \"empty\": %llu",
                 load->count, (long long)(load->job_ns / NS_PER_MS), (double)load->jobs / took,
                 (unsigned long long)load->errors, (unsigned long long)load->empty);
    print_latencies(load, 0, "take");
    print_latencies(load, 1, "record");
    (void)printf("}\n");
    return 0;
}
