/* Shards: what jobs brought, as files named by their content. They lie in the server (small ones), or in a folder that
 * all hosts see; there a file is written beside its place, synced and renamed, so a name means the whole content. */
#ifndef YOMI_APP_FARM_SHARDS_H
#define YOMI_APP_FARM_SHARDS_H

#include "farm/queue.h"

enum { SHARDS_PATH_MAX = FARM_FOLDER_MAX + 160 };

/* Where a shard is in a folder: FOLDER/AB/SHA. */
void shards_path(const char *folder, const char *sha, char out[SHARDS_PATH_MAX]);
/* A folder of shards has a mark of its campaign, so that nobody writes into a mount point without its mount. */
Status shards_mark(const char *folder, const FarmCampaign *campaign, Error *error);
Status shards_check_mark(const char *folder, const FarmCampaign *campaign, Error *error);
Status shards_keep(const char *folder, const char *sha, Str content, Error *error); /* nothing when it is there */
/* The content, whole and of this sum; otherwise an error. */
Status shards_read(const char *folder, const char *sha, Buf *out, Error *error);

#endif
