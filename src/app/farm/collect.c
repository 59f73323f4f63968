/* yomi farm collect: shards become one file, with the bytes that a single machine would have made.
 *
 * OUT.parts/ is the collector's workshop: shards that were fetched lie there by their content. Whenever it is killed,
 * the same command goes on; OUT appears whole or not at all. */
#include "app/app.h"
#include "app/farm/farm.h"
#include "app/farm/merge.h"
#include "app/farm/shards.h"
#include "base/clock.h"
#include "base/terminal.h"
#include "farm/snapshot.h"
#include "tool/args.h"
#include "tool/progress.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 4096, POLL_MS = 1000, REST_MOST_MS = 10000 };

typedef struct Collect {
    const char *url, *name, *out, *password_file, *shards;
    bool now, free_server, quiet;
    FarmQueue queue;
    FarmCampaign campaign;
    Workshop shop;
    WorkshopSlot slot;
    Merge merge;
    Progress progress;
} Collect;

/* ---- fetching ---- */

/* A shard lies in the folder of the campaign, or is fetched into the collector's. */
static Status fetch(Collect *c, int64_t job, const char *sha, Error *error)
{
    Buf shard = buf_new(FARM_SHARD_MAX), codes = buf_new(1 << 20);
    bool shared = c->campaign.folder[0];
    Status status = shards_read(c->merge.folder, sha, &shard, NULL);
    bool kept = status == STATUS_OK;
    if (!kept && shared) status = shards_read(c->merge.folder, sha, &shard, error);
    if (!kept && !shared) {
        buf_clear(&shard);
        shard.max = FARM_SHARD_MAX;
        status = farm_shard_get(&c->queue, sha, &shard, error);
    }
    if (status == STATUS_OK) status = kind_read(&c->campaign, job, buf_view(&shard), &codes, error);
    if (status == STATUS_OK && !kept) status = shards_keep(c->merge.folder, sha, buf_view(&shard), error);
    if (status == STATUS_OK && !shared && c->free_server) status = farm_shard_free(&c->queue, sha, error);
    buf_free(&shard);
    buf_free(&codes);
    if (status == STATUS_OK || status == STATUS_IO) return status;
    Error inner = *error;
    return error_set(error, status, "job %" PRId64 ": %.200s", job, inner.text);
}

static Status fetch_chunk(Collect *c, int64_t from, Str digests, Error *error)
{
    Status status = STATUS_OK;
    for (size_t i = 0; i < digests.len / SHA256_BYTES && status == STATUS_OK; i++) {
        const uint8_t *digest = (const uint8_t *)digests.ptr + i * SHA256_BYTES;
        int64_t job = from + (int64_t)i;
        char sha[SHA256_HEX + 1];
        if (!merge_is_result(digest) || merge_has(&c->merge, job, digest)) continue;
        sha256_hex(digest, sha);
        status = fetch(c, job, sha, error);
        if (status == STATUS_OK) merge_note(&c->merge, job, digest);
    }
    return status;
}

/* All results that are there and have not been fetched. */
static Status fetch_new(Collect *c, Error *error)
{
    Status status = STATUS_OK;
    Buf digests = buf_new(CHUNK * SHA256_BYTES);
    for (int64_t at = 0; at < c->campaign.total && status == STATUS_OK; at += CHUNK) {
        buf_clear(&digests);
        status = farm_results(&c->queue, at, CHUNK, &digests, error);
        if (digests.len == 0) break;
        if (status == STATUS_OK) status = fetch_chunk(c, at, buf_view(&digests), error);
    }
    buf_free(&digests);
    return status;
}

/* Is the campaign over? An error when it cannot be. `last`: units that its test has looked at; -1: all. */
static Status look(Collect *c, bool *over, int64_t *last, Error *error)
{
    FarmSnapshot s;
    Status status = farm_snapshot(&c->queue, &s, error);
    bool stopped = strcmp(s.state, "stopped") == 0;
    *over = status == STATUS_OK && (stopped || s.done >= c->campaign.total);
    *last = stopped ? (s.verdict[0] == 'H' ? s.seen : -1) : -1;
    if (status == STATUS_OK && strcmp(s.id, c->campaign.id) != 0) {
        status = error_set(error, STATUS_BAD_INPUT, "the campaign %s is another one now", c->name);
    } else if (status == STATUS_OK && !*over && !c->now && s.dead > 0 && s.done + s.dead >= c->campaign.total) {
        status =
            error_set(error, STATUS_BAD_INPUT,
                      "%" PRId64 " jobs were given up, job %" PRId64 ": %.120s; `yomi farm retry` queues them again, "
                      "--now takes what is there in front of them",
                      s.dead, s.dead_count ? s.seen_dead[0].job : 0, s.dead_count ? s.seen_dead[0].why : "");
    }
    if (terminal_is(STREAM_ERROR) && !c->quiet) progress_show(&c->progress, (size_t)s.done, (size_t)c->campaign.total);
    if (status == STATUS_OK && s.differs > 0 && !c->quiet && *over)
        (void)fprintf(
            stderr, "yomi farm collect: ALARM: %" PRId64 " results differed between workers; see `yomi farm status`\n",
            s.differs);
    farm_snapshot_free(&s);
    return status;
}

/* Until it is over, with patience for a server that is away. */
static Status wait_for_all(Collect *c, int64_t *last, Error *error)
{
    bool over = false;
    int64_t rest_ms = POLL_MS;
    for (;;) {
        Status status = look(c, &over, last, error);
        if (status == STATUS_OK) status = fetch_new(c, error);
        if (status != STATUS_OK && status != STATUS_IO) return status;
        if (status == STATUS_OK && (over || c->now)) return STATUS_OK;
        if (status == STATUS_IO && c->now) return status;
        if (status == STATUS_IO && rest_ms == POLL_MS && !c->quiet)
            (void)fprintf(stderr, "yomi farm collect: %s; trying again\n", error->text);
        rest_ms = status == STATUS_OK ? POLL_MS : 2 * rest_ms < REST_MOST_MS ? 2 * rest_ms : REST_MOST_MS;
        clock_sleep(rest_ms * NS_PER_MS);
    }
}

/* ---- the whole ---- */

static Status open_collect(Collect *c, Error *error)
{
    FarmAddress address;
    char parts[FARM_FOLDER_MAX];
    Status status = farm_find(&address, c->url, c->password_file, error);
    if (status == STATUS_OK) status = farm_link_open(&c->queue.link, &address, error);
    int len = snprintf(parts, sizeof parts, "%s.parts", c->out);
    if (status == STATUS_OK && len >= (int)sizeof parts)
        status = error_set(error, STATUS_TOO_LARGE, "the path is too long: %.100s", c->out);
    if (status == STATUS_OK) status = workshop_open(&c->shop, parts, NULL, error);
    if (status == STATUS_OK) status = workshop_take_slot(&c->shop, &c->slot, error);
    if (status == STATUS_OK && !strstr(c->slot.path, "/slots/0/"))
        status = error_set(error, STATUS_BUSY, "%s is being collected by another process", c->out);
    farm_queue_aim(&c->queue, c->name);
    while (status == STATUS_OK && (status = farm_load(&c->queue, &c->campaign, error)) == STATUS_IO && !c->now) {
        if (!c->quiet) (void)fprintf(stderr, "yomi farm collect: %s; trying again\n", error->text);
        farm_campaign_free(&c->campaign);
        clock_sleep(REST_MOST_MS / 2 * NS_PER_MS);
        status = STATUS_OK;
    }
    return status;
}

static Status collect(Collect *c, Error *error)
{
    char tree[WORKSHOP_PATH_MAX], folder[FARM_FOLDER_MAX + 16];
    int64_t last = -1;
    Status status = workshop_prepare(&c->shop, &c->queue, &c->campaign, tree, error);
    for (size_t i = 0; i < c->campaign.file_count && status == STATUS_OK; i++)
        status = workshop_fetch(&c->shop, &c->queue, &c->campaign.files[i], tree, error);
    (void)snprintf(folder, sizeof folder, "%s/shards", c->shop.folder);
    const char *shared = c->shards ? c->shards : c->campaign.folder;
    if (status == STATUS_OK && c->campaign.folder[0]) status = shards_check_mark(shared, &c->campaign, error);
    if (status == STATUS_OK)
        status =
            merge_open(&c->merge, &c->shop, &c->campaign, c->campaign.folder[0] ? shared : folder, tree, c->out, error);
    c->progress = progress_begin("jobs", 0);
    if (status == STATUS_OK) status = wait_for_all(c, &last, error);
    if (terminal_is(STREAM_ERROR) && !c->quiet) (void)fputc('\n', stderr);
    if (status == STATUS_OK) status = merge_all(&c->merge, last, error);
    if (status == STATUS_OK && !c->quiet) merge_report(&c->merge);
    merge_close(&c->merge);
    return status;
}

int farm_run_collect(int argc, char **argv)
{
    Collect *c = calloc(1, sizeof *c);
    if (!c) return app_error("farm collect", APP_FAILED, "no memory");
    const Arg table[] = {
        {"URL", ARG_WORD, 0, 0, &c->url, true},        {"OUT", ARG_WORD, 0, 0, &c->out, true},
        {"--name", ARG_TEXT, 0, 0, &c->name, true},    {"--shards", ARG_TEXT, 0, 0, &c->shards, false},
        {"--now", ARG_FLAG, 0, 0, &c->now, false},     {"--free", ARG_FLAG, 0, 0, &c->free_server, false},
        {"--quiet", ARG_FLAG, 0, 0, &c->quiet, false}, {"--password-file", ARG_TEXT, 0, 0, &c->password_file, false}};
    Error error;
    int code = APP_OK;
    if (args_parse(table, sizeof table / sizeof *table, argc, argv, &error) != STATUS_OK) {
        code = app_error("farm collect", APP_USAGE, "%s", error.text);
    } else if (!farm_name_ok(str_from(c->name))) {
        code = app_error("farm collect", APP_USAGE, "'%s' is no name of a campaign", c->name);
    } else if (open_collect(c, &error) != STATUS_OK || collect(c, &error) != STATUS_OK) {
        code = app_error("farm collect", APP_FAILED, "%s", error.text);
    }
    farm_campaign_free(&c->campaign);
    farm_link_close(c->queue.link);
    workshop_leave_slot(&c->slot);
    free(c);
    return code;
}
