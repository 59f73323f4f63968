#include "app/farm/shards.h"

#include "app/farm/workshop.h"
#include "base/file.h"

#include <stdio.h>
#include <string.h>

enum { SHARD_FILE_MAX = 1 << 30 };

void shards_path(const char *folder, const char *sha, char out[SHARDS_PATH_MAX])
{
    (void)snprintf(out, SHARDS_PATH_MAX, "%.*s/%.2s/%s", FARM_FOLDER_MAX, folder, sha, sha);
}

static void mark_path(const char *folder, const FarmCampaign *campaign, char out[SHARDS_PATH_MAX])
{
    (void)snprintf(out, SHARDS_PATH_MAX, "%.*s/campaign-%s", FARM_FOLDER_MAX, folder, campaign->name);
}

Status shards_mark(const char *folder, const FarmCampaign *campaign, Error *error)
{
    char path[SHARDS_PATH_MAX];
    mark_path(folder, campaign, path);
    Status status = workshop_make_folders(path, error);
    return status == STATUS_OK ? file_replace(path, campaign->id, SHA256_HEX, error) : status;
}

Status shards_check_mark(const char *folder, const FarmCampaign *campaign, Error *error)
{
    char path[SHARDS_PATH_MAX];
    Buf found = buf_new(SHA256_HEX);
    mark_path(folder, campaign, path);
    bool right = file_read(path, &found, NULL) == STATUS_OK && strcmp(buf_text(&found), campaign->id) == 0;
    buf_free(&found);
    if (right) return STATUS_OK;
    return error_set(error, STATUS_NOT_FOUND,
                     "%.150s is not the shared folder of campaign %s; --shards FOLDER says where it is on this host",
                     folder, campaign->name);
}

Status shards_keep(const char *folder, const char *sha, Str content, Error *error)
{
    char path[SHARDS_PATH_MAX];
    int64_t size = -1;
    shards_path(folder, sha, path);
    FILE *there = file_open(path, &size);
    if (there) (void)fclose(there);
    if (there && size == (int64_t)content.len) return STATUS_OK;
    Status status = workshop_make_folders(path, error);
    return status == STATUS_OK ? file_replace(path, content.len ? content.ptr : "", content.len, error) : status;
}

Status shards_read(const char *folder, const char *sha, Buf *out, Error *error)
{
    char path[SHARDS_PATH_MAX], found[SHA256_HEX + 1];
    shards_path(folder, sha, path);
    out->max = SHARD_FILE_MAX;
    Status status = file_read(path, out, error);
    if (status != STATUS_OK) return status;
    sha256_of(buf_view(out), found);
    if (strcmp(found, sha) == 0) return STATUS_OK;
    return error_set(error, STATUS_BAD_INPUT, "%.200s is damaged", path);
}
