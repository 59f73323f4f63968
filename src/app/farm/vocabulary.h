/* The commands that a farm runs: a closed list of kinds, of options for each, and of what their values may be.
 *
 * The same check is made where a campaign is put and where a worker takes it, so a server that somebody else writes to
 * can make a worker play games, and nothing else: no shell, no program but this one, no file but those that came with
 * the campaign, nothing written outside the worker's own folder. */
#ifndef YOMI_APP_FARM_VOCABULARY_H
#define YOMI_APP_FARM_VOCABULARY_H

#include "farm/campaign.h"

/* Calls `file` for every file that the words name; an error of it ends the check. Words are "KIND GAME ...". */
typedef struct VocabularyFiles {
    Status (*file)(void *context, const char *path, Error *error);
    void *context;
} VocabularyFiles;

Status vocabulary_check(const char *const *words, int count, const VocabularyFiles *files, Error *error);
/* `--name=value` becomes two words. The words are the caller's to free, each with free(). */
Status vocabulary_split(int argc, char **argv, char **out, int *count, Error *error);
/* The last value of an option among the words; NULL when it is not given. */
const char *vocabulary_value(const char *const *words, int count, const char *option);
bool vocabulary_has(const char *const *words, int count, const char *option);

#endif
