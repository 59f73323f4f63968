/* What a farm works on: a campaign is one long command (data, a match, an analysis, a tuning) cut into jobs, which are
 * numbered from 0.
 *
 * Its id is a hash of the program's signature, of the checksums of its files, and of the command's words; a job's id is
 * one of the campaign's and the job's range. The same id means the same bytes wherever the work is deterministic.
 *
 * A campaign comes from the server as names and values, and nothing of it is believed: names, sizes and counts are
 * checked when it is read; its words are checked by whoever makes a command of them. A FarmCampaign owns its texts. */
#ifndef YOMI_FARM_CAMPAIGN_H
#define YOMI_FARM_CAMPAIGN_H

#include "base/buf.h"
#include "base/sha256.h"
#include "base/status.h"

enum {
    FARM_NAME_MAX = 32,
    FARM_PATH_MAX = 255,
    FARM_FILES_MAX = 1 << 16,
    FARM_COMMAND_WORDS_MAX = 200,
    FARM_WORDS_TEXT_MAX = 1 << 16,
    FARM_JOBS_MAX = 1 << 24, /* results are 32 bytes each, in one value of at most 512 MB */
    FARM_FOLDER_MAX = 1024
};

typedef struct FarmFile {
    char sha[SHA256_HEX + 1];
    int64_t size;
    char path[FARM_PATH_MAX + 1]; /* below the folder that the command runs in */
} FarmFile;

/* A range of games of one of the files; `base` is the number of its first game among all. */
typedef struct FarmRange {
    uint32_t file, first, count, base;
} FarmRange;

typedef struct FarmCampaign {
    char name[FARM_NAME_MAX + 1];
    char kind[16], game[16];
    char id[SHA256_HEX + 1];
    char signature[17]; /* of `yomi bench GAME` */
    char *words[FARM_COMMAND_WORDS_MAX];
    int word_count;
    Buf words_text;
    FarmFile *files;
    size_t file_count;
    FarmRange *ranges; /* one for each job; NULL: jobs are ranges of one numbering */
    size_t range_count;
    int64_t total, each; /* jobs; units (games) of each but the last, which may have fewer */
    int64_t units;
    int64_t codes; /* characters of result of each job, 0: none */
    int64_t step;  /* so many jobs have to be done before the next ones come; 0: all may be queued */
    bool fixed;    /* the same job gives the same bytes */
    bool has_test; /* a sequential test looks at the codes */
    int64_t window, silence_ms, tries, timeout_s, verify;
    char folder[FARM_FOLDER_MAX]; /* where shards go; "": into the server */
} FarmCampaign;

/* Letters, digits, - and _; begins with a letter or digit. */
bool farm_name_ok(Str name);
/* A path below the present folder, without tricks. */
bool farm_path_ok(Str path);

void farm_campaign_free(FarmCampaign *campaign);
/* The words, copied. */
Status farm_campaign_set_words(FarmCampaign *campaign, const char *const *words, int count, Error *error);
Status farm_campaign_add_file(FarmCampaign *campaign, const FarmFile *file, Error *error);
const FarmFile *farm_campaign_file(const FarmCampaign *campaign, const char *path); /* NULL: it is none of them */
/* From signature, files and words. */
void farm_campaign_make_id(FarmCampaign *campaign);
void farm_job_id(const FarmCampaign *campaign, int64_t job, char out[SHA256_HEX + 1]);
/* The units of a job. */
void farm_job_range(const FarmCampaign *campaign, int64_t job, int64_t *first, int64_t *count);

/* One name and its value. STATUS_NOT_FOUND: the name is none of a campaign's. */
Status farm_campaign_take(FarmCampaign *campaign, Str name, Str value, Error *error);
/* After all have been taken: is it whole, and does its id stand for what is in it? */
Status farm_campaign_check(const FarmCampaign *campaign, Error *error);
/* Calls `each` for every name and value. */
void farm_campaign_give(const FarmCampaign *campaign, void (*each)(void *context, const char *name, Str value),
                        void *context);

#endif
