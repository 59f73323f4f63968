#include "app/farm/merge.h"

#include "app/farm/shards.h"
#include "base/file.h"
#include "base/host.h"
#include "tool/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHARD_TEXT_MAX = 1 << 30, TIMEOUT_MS = 1 << 30, PATH_ROOM = FARM_FOLDER_MAX + 16 };

/* Of what is to be made: its folder is there. */
static Status whole_path(const char *path, char out[FARM_FOLDER_MAX], Error *error)
{
    char folder[FARM_FOLDER_MAX];
    const char *name = file_name_of(path);
    (void)snprintf(folder, sizeof folder, "%.*s", name > path ? (int)(name - path) : 1, name > path ? path : ".");
    Status status = host_whole_path(folder, out, FARM_FOLDER_MAX, error);
    size_t len = status == STATUS_OK ? strlen(out) : 0;
    if (status == STATUS_OK && snprintf(out + len, FARM_FOLDER_MAX - len, "/%s", name) >= (int)(FARM_FOLDER_MAX - len))
        return error_set(error, STATUS_TOO_LARGE, "the path is too long: %.100s", path);
    return status;
}

Status merge_open(Merge *merge, const Workshop *shop, const FarmCampaign *campaign, const char *folder,
                  const char *tree, const char *out, Error *error)
{
    *merge = (Merge){.shop = shop, .campaign = campaign};
    (void)str_copy(str_from(folder), merge->folder_text, sizeof merge->folder_text);
    (void)str_copy(str_from(tree), merge->tree_text, sizeof merge->tree_text);
    merge->folder = merge->folder_text;
    merge->tree = merge->tree_text;
    merge->digests = calloc((size_t)campaign->total, SHA256_BYTES);
    if (!merge->digests) return error_set(error, STATUS_NO_MEMORY, "no memory for the list of shards");
    return whole_path(out, merge->out, error);
}

void merge_close(Merge *merge)
{
    free(merge->digests);
    merge->digests = NULL;
}

static uint8_t *digest_of(const Merge *merge, int64_t job)
{
    return merge->digests + (size_t)job * SHA256_BYTES;
}

bool merge_is_result(const uint8_t digest[SHA256_BYTES])
{
    static const uint8_t none[SHA256_BYTES];
    return memcmp(digest, none, sizeof none) != 0;
}

bool merge_has(const Merge *merge, int64_t job, const uint8_t digest[SHA256_BYTES])
{
    return job >= merge->campaign->total || memcmp(digest_of(merge, job), digest, SHA256_BYTES) == 0;
}

void merge_note(Merge *merge, int64_t job, const uint8_t digest[SHA256_BYTES])
{
    if (job < merge->campaign->total) memcpy(digest_of(merge, job), digest, SHA256_BYTES);
}

/* ---- writing ---- */

/* What the command has written of the file stays. */
static Status keep_all(void *context, Str content, size_t *whole, Error *error)
{
    (void)context, (void)error;
    *whole = content.len;
    return STATUS_OK;
}

/* One shard, as it goes into the file. */
static Status add_shard(const Merge *merge, int64_t job, int64_t end, LockedFile *file, Error *error)
{
    const FarmCampaign *c = merge->campaign;
    char sha[SHA256_HEX + 1];
    sha256_hex(digest_of(merge, job), sha);
    Buf shard = buf_new(SHARD_TEXT_MAX), lines = buf_new(SHARD_TEXT_MAX);
    Status status = shards_read(merge->folder, sha, &shard, error);
    if (status == STATUS_OK && kind_joins_data(c)) {
        status = locked_file_append(file, buf_view(&shard), false, error);
    } else if (status == STATUS_OK) {
        status = kind_append(c, job, buf_view(&shard), end, &lines, error);
        if (status == STATUS_OK) status = locked_file_append(file, buf_view(&lines), false, error);
    }
    buf_free(&shard);
    buf_free(&lines);
    return status;
}

static Status add_shards(const Merge *merge, int64_t pairs, const char *path, Error *error)
{
    int64_t end = pairs >= 0 ? 2 * pairs : INT64_MAX;
    LockedFile *file = NULL;
    Error unsynced;
    Status status = locked_file_open(&file, path, keep_all, NULL, error);
    if (status != STATUS_OK) return status;
    for (int64_t job = 0; job < merge->campaign->total && status == STATUS_OK; job++) {
        int64_t first = 0, count = 0;
        farm_job_range(merge->campaign, job, &first, &count);
        if (!merge_is_result(digest_of(merge, job)) || (pairs >= 0 && first >= end)) break;
        status = add_shard(merge, job, end, file, error);
    }
    if (locked_file_close(file, &unsynced) != STATUS_OK && status == STATUS_OK) {
        status = unsynced.status;
        if (error) *error = unsynced;
    }
    return status;
}

static void print_line(void *context, Str line)
{
    (void)context;
    (void)fprintf(stdout, "%.*s\n", STR_ARG(line));
}

static Status run(const Merge *merge, const KindCommand *command, bool print, Error *error)
{
    char log[WORKSHOP_PATH_MAX];
    CommandWatch watch = {.line = print ? print_line : NULL, .beat_ms = 60000, .timeout_ms = TIMEOUT_MS};
    (void)snprintf(log, sizeof log, "%s/log", merge->shop->folder);
    CommandEnd end = workshop_run(merge->shop, command, merge->tree, log, &watch, error);
    if (end == COMMAND_STOPPED) return error_set(error, STATUS_BUSY, "stopped");
    return end == COMMAND_DONE ? STATUS_OK : error->status;
}

/* Data: the shards one behind the other, which the command that makes data joins. Journals: the command writes the
 * head, and the lines follow. */
static Status make(const Merge *merge, int64_t pairs, const char *made, const char *raw, Error *error)
{
    KindCommand *command = malloc(sizeof *command);
    bool data = kind_joins_data(merge->campaign);
    Status status = command ? STATUS_OK : error_set(error, STATUS_NO_MEMORY, "no memory for a command");
    (void)file_remove(made);
    (void)file_remove(raw);
    if (status == STATUS_OK && data) status = add_shards(merge, -1, raw, error);
    if (status == STATUS_OK) status = kind_join_command(merge->campaign, made, raw, command, error);
    if (status == STATUS_OK) status = run(merge, command, false, error);
    if (status == STATUS_OK && !data) status = add_shards(merge, pairs, made, error);
    free(command);
    return status;
}

Status merge_all(Merge *merge, int64_t pairs, Error *error)
{
    char made[PATH_ROOM], raw[PATH_ROOM];
    (void)snprintf(made, sizeof made, "%s.made", merge->out);
    (void)snprintf(raw, sizeof raw, "%s.raw", merge->out);
    Status status = make(merge, pairs, made, raw, error);
    if (status == STATUS_OK && rename(made, merge->out) != 0)
        status = error_set(error, STATUS_IO, "cannot write %.200s", merge->out);
    (void)file_remove(made);
    (void)file_remove(raw);
    return status;
}

void merge_report(const Merge *merge)
{
    KindCommand *command = malloc(sizeof *command);
    Error error;
    if (command && kind_report_command(merge->campaign, merge->out, command, &error) &&
        run(merge, command, true, &error) != STATUS_OK)
        (void)app_error("farm collect", 0, "%s", error.text);
    (void)printf("%s is made\n", merge->out);
    free(command);
}
