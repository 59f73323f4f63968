/* Puts the shards of a campaign together, in the order of the jobs, into the file that one machine would have made.
 *
 * Which shard belongs to which job is noted as results come in; the shards themselves lie in a folder (shards.h). The
 * result is made beside its place and renamed into it. */
#ifndef YOMI_APP_FARM_MERGE_H
#define YOMI_APP_FARM_MERGE_H

#include "app/farm/workshop.h"

typedef struct Merge {
    const Workshop *shop;
    const FarmCampaign *campaign;
    const char *folder, *tree; /* of the shards; where commands run */
    char out[FARM_FOLDER_MAX]; /* a whole path */
    uint8_t *digests;          /* SHA256_BYTES for each job; zeros: none yet. Owned */
    char folder_text[FARM_FOLDER_MAX + 16], tree_text[WORKSHOP_PATH_MAX];
} Merge;

/* Keeps the pointers to shop and campaign. */
Status merge_open(Merge *merge, const Workshop *shop, const FarmCampaign *campaign, const char *folder,
                  const char *tree, const char *out, Error *error);
void merge_close(Merge *merge);

bool merge_is_result(const uint8_t digest[SHA256_BYTES]); /* zeros are none */
bool merge_has(const Merge *merge, int64_t job, const uint8_t digest[SHA256_BYTES]);
void merge_note(Merge *merge, int64_t job, const uint8_t digest[SHA256_BYTES]);

/* All jobs from the first on until one is missing; `pairs` of a test that has ended, otherwise -1. */
Status merge_all(Merge *merge, int64_t pairs, Error *error);
void merge_report(const Merge *merge); /* prints what there is to say about the result */

#endif
