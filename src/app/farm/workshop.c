#include "app/farm/workshop.h"

#include "app/farm/vocabulary.h"
#include "base/file.h"
#include "base/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS_MAX = 1024, ROOM_LEAST = 32 << 20, PROBE_BYTES = 1 << 20, PROGRAM_MAX = 1 << 30 };

Status workshop_make_folders(const char *path, Error *error)
{
    char folder[WORKSHOP_PATH_MAX];
    if (!str_copy(str_from(path), folder, sizeof folder))
        return error_set(error, STATUS_TOO_LARGE, "the path is too long: %.100s", path);
    char *slash = strrchr(folder, '/');
    if (!slash || slash == folder) return STATUS_OK;
    *slash = '\0';
    return file_make_folder(folder, true, false, error);
}

static Status usual_folder(char *out, size_t size, Error *error)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME"); /* NOLINT(concurrency-mt-unsafe) */
    int len = cache && cache[0] ? snprintf(out, size, "%s/yomi/farm", cache)
              : home            ? snprintf(out, size, "%s/.cache/yomi/farm", home)
                                : -1;
    if (len > 0 && len < (int)size) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "where to work? --work FOLDER says it");
}

static Status sum_of_program(char out[SHA256_HEX + 1], Error *error)
{
    Buf program = buf_new(PROGRAM_MAX);
    Status status = file_read("/proc/self/exe", &program, error);
    sha256_of(buf_view(&program), out);
    buf_free(&program);
    return status;
}

Status workshop_open(Workshop *shop, const char *folder, Event *stop, Error *error)
{
    *shop = (Workshop){.stop = stop};
    mutex_init(&shop->lock);
    char found[FARM_FOLDER_MAX];
    Status status = STATUS_OK;
    if (!folder) status = usual_folder(found, sizeof found, error);
    if (!folder) folder = found;
    if (status == STATUS_OK) status = file_make_folder(folder, true, false, error);
    if (status == STATUS_OK) status = host_whole_path(folder, shop->folder, sizeof shop->folder, error);
    return status == STATUS_OK ? sum_of_program(shop->program, error) : status;
}

void workshop_close(Workshop *shop)
{
    mutex_destroy(&shop->lock);
}

/* ---- slots ---- */

/* The file is empty. */
static Status nothing_in_it(void *context, Str content, size_t *whole, Error *error)
{
    (void)context, (void)content, (void)error;
    *whole = 0;
    return STATUS_OK;
}

Status workshop_take_slot(const Workshop *shop, WorkshopSlot *slot, Error *error)
{
    for (int i = 0; i < SLOTS_MAX; i++) {
        char lock[WORKSHOP_PATH_MAX + 8];
        (void)snprintf(slot->path, sizeof slot->path, "%s/slots/%d/", shop->folder, i);
        Status status = workshop_make_folders(slot->path, error);
        if (status != STATUS_OK) return status;
        (void)snprintf(lock, sizeof lock, "%slock", slot->path);
        status = locked_file_open(&slot->lock, lock, nothing_in_it, NULL, error);
        if (status != STATUS_BUSY) return status;
    }
    return error_set(error, STATUS_BUSY, "%s has %d workers already", shop->folder, SLOTS_MAX);
}

void workshop_leave_slot(WorkshopSlot *slot)
{
    (void)locked_file_close(slot->lock, NULL);
    slot->lock = NULL;
}

static Status write_probe(const char *path, Error *error)
{
    static const char zeros[PROBE_BYTES];
    FILE *out = fopen(path, "wb");
    bool good = out && fwrite(zeros, 1, sizeof zeros, out) == sizeof zeros;
    if (out) good = fclose(out) == 0 && good;
    (void)file_remove(path);
    return good ? STATUS_OK : error_set(error, STATUS_IO, "%.200s cannot be written", path);
}

Status workshop_probe(const Workshop *shop, const WorkshopSlot *slot, Error *error)
{
    char path[WORKSHOP_PATH_MAX + 8];
    int64_t room = host_room(shop->folder);
    if (room >= 0 && room < ROOM_LEAST)
        return error_set(error, STATUS_IO, "%s has less than %d MB left", shop->folder, ROOM_LEAST >> 20);
    (void)snprintf(path, sizeof path, "%sprobe", slot->path);
    return write_probe(path, error);
}

/* ---- files of a campaign ---- */

static bool file_has_sum(const char *path, const char *sha)
{
    char found[SHA256_HEX + 1];
    Buf content = buf_new(FARM_BLOB_MAX);
    bool same = file_read(path, &content, NULL) == STATUS_OK;
    sha256_of(buf_view(&content), found);
    buf_free(&content);
    return same && strcmp(found, sha) == 0;
}

static Status fetch_blob(FarmQueue *queue, const FarmFile *file, const char *path, Error *error)
{
    if (file_has_sum(path, file->sha)) return STATUS_OK;
    Buf content = buf_new(FARM_BLOB_MAX);
    Status status = farm_blob_get(queue, file->sha, &content, error);
    if (status == STATUS_OK) status = workshop_make_folders(path, error);
    if (status == STATUS_OK) status = file_replace(path, buf_text(&content), content.len, error);
    buf_free(&content);
    return status;
}

Status workshop_fetch(Workshop *shop, FarmQueue *queue, const FarmFile *file, const char *tree, Error *error)
{
    char blob[WORKSHOP_PATH_MAX], path[WORKSHOP_PATH_MAX];
    (void)snprintf(blob, sizeof blob, "%s/blobs/%s", shop->folder, file->sha);
    int len = snprintf(path, sizeof path, "%s%s", tree, file->path);
    if (len >= (int)sizeof path) return error_set(error, STATUS_TOO_LARGE, "the path is too long: %.100s", path);
    if (file_kind(path) == FILE_REGULAR) return STATUS_OK;
    Status status = fetch_blob(queue, file, blob, error);
    if (status == STATUS_OK) status = workshop_make_folders(path, error);
    return status == STATUS_OK ? host_link(blob, path, error) : status;
}

static Status is_sent(void *context, const char *path, Error *error)
{
    if (farm_campaign_file(context, path)) return STATUS_OK;
    return error_set(error, STATUS_UNSUPPORTED, "the campaign names %.100s, which did not come with it", path);
}

static Status check_campaign(Workshop *shop, const FarmCampaign *c, Error *error)
{
    char signature[17];
    VocabularyFiles files = {is_sent, (void *)c};
    Error inner;
    Status status = vocabulary_check((const char *const *)c->words, c->word_count, &files, &inner);
    if (status != STATUS_OK || strcmp(c->words[0], c->kind) != 0 || strcmp(c->words[1], c->game) != 0) {
        return error_set(error, STATUS_UNSUPPORTED, "campaign %s: %.200s", c->name,
                         status == STATUS_OK ? "its words are of another kind" : inner.text);
    }
    bool fits = strcmp(c->kind, "analyse") == 0 ? c->ranges != NULL : c->ranges == NULL;
    if (!fits) return error_set(error, STATUS_UNSUPPORTED, "campaign %s: its jobs are of another kind", c->name);
    status = workshop_signature(shop, c->game, signature, error);
    if (status != STATUS_OK || strcmp(signature, c->signature) == 0) return status;
    return error_set(error, STATUS_UNSUPPORTED,
                     "campaign %s was put by a program whose signature for %s is %s; this one's is %s, so it does not "
                     "work on it",
                     c->name, c->game, c->signature, signature);
}

Status workshop_prepare(Workshop *shop, FarmQueue *queue, const FarmCampaign *c, char path[WORKSHOP_PATH_MAX],
                        Error *error)
{
    Status status = check_campaign(shop, c, error);
    (void)snprintf(path, WORKSHOP_PATH_MAX, "%s/campaigns/%s/", shop->folder, c->id);
    if (status == STATUS_OK) status = workshop_make_folders(path, error);
    for (size_t i = 0; i < c->file_count && !c->ranges && status == STATUS_OK; i++) {
        status = workshop_fetch(shop, queue, &c->files[i], path, error);
    }
    return status;
}

/* ---- the signature ---- */

static void on_bench_line(void *context, Str line)
{
    Str word = str_word(&line);
    if (str_eq(word, "signature")) (void)str_copy(str_trim(line), context, 17);
}

static Status bench(const Workshop *shop, const char *game, char out[17], Error *error)
{
    char log[WORKSHOP_PATH_MAX];
    KindCommand command = {.words = {"/proc/self/exe", "bench", (char *)game, "--quiet", NULL}, .count = 4};
    CommandWatch watch = {.line = on_bench_line, .context = out, .beat_ms = 60000, .timeout_ms = 3600000};
    (void)snprintf(log, sizeof log, "%s/signatures/log", shop->folder);
    out[0] = '\0';
    CommandEnd end = workshop_run(shop, &command, shop->folder, log, &watch, error);
    if (end == COMMAND_DONE && strlen(out) == 16) return STATUS_OK;
    if (end == COMMAND_DONE) return error_set(error, STATUS_IO, "`yomi bench %s` gave no signature", game);
    return end == COMMAND_STOPPED ? error_set(error, STATUS_BUSY, "stopped") : STATUS_IO;
}

Status workshop_signature(Workshop *shop, const char *game, char out[17], Error *error)
{
    char path[WORKSHOP_PATH_MAX], host[HOST_NAME_SIZE];
    host_name(host);
    (void)snprintf(path, sizeof path, "%s/signatures/%.16s-%s-%s", shop->folder, shop->program, host, game);
    mutex_lock(&shop->lock);
    Buf found = buf_new(64);
    Status status = workshop_make_folders(path, error);
    bool known = status == STATUS_OK && file_read(path, &found, NULL) == STATUS_OK && found.len == 16;
    if (known) (void)str_copy(buf_view(&found), out, 17);
    if (!known && status == STATUS_OK) status = bench(shop, game, out, error);
    if (!known && status == STATUS_OK) status = file_replace(path, out, 16, error);
    buf_free(&found);
    mutex_unlock(&shop->lock);
    return status;
}
