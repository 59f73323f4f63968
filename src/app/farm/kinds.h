/* What a farm has to know of each kind of work: how a command is cut into jobs, which command a job is, and what its
 * shard (the file that the command writes) says.
 *
 *   datagen   a range of games; the shard is data, and `datagen --join` puts shards together
 *   match     pairs of games; the shard is a journal, a code a pair: its points for the first engine, 0 to 4
 *   analyse   a range of games of one file; the shard is a journal
 *   tune      pairs of games of one iteration; the shard is a journal, a code a game: points, + 3 for a fault
 *
 * Shards come from strangers: whatever is in one, it is checked here before anything is made of it. */
#ifndef YOMI_APP_FARM_KINDS_H
#define YOMI_APP_FARM_KINDS_H

#include "app/match/elo.h"
#include "farm/campaign.h"

/* The campaign has its words; all that follows from them is filled in. For an analysis `file` is called for every
 * record, as by vocabulary_check. `batch` units (games, pairs) a job; 0: the usual number. */
typedef struct KindFiles {
    Status (*file)(void *context, const char *path, Error *error);
    void *context;
} KindFiles;
Status kind_plan(FarmCampaign *campaign, int64_t batch, const KindFiles *files, Error *error);

/* A command line. The words point into the campaign and into `text`. */
typedef struct KindCommand {
    char *words[FARM_COMMAND_WORDS_MAX + 24];
    int count;
    char text[4 * FARM_PATH_MAX + 8192];
    size_t used;
} KindCommand;

/* The command of a job, which writes `shard`. `known`: a file with the codes of all jobs before, of kinds that need it.
 */
Status kind_command(const FarmCampaign *campaign, int64_t job, const char *shard, const char *known, KindCommand *out,
                    Error *error);
bool kind_needs_codes(const FarmCampaign *campaign);
/* The command that makes the empty result, or for data the whole of it from `joined`. */
Status kind_join_command(const FarmCampaign *campaign, const char *out_path, const char *joined, KindCommand *out,
                         Error *error);
bool kind_joins_data(const FarmCampaign *campaign);
/* The command that reports the result; false: there is none. */
bool kind_report_command(const FarmCampaign *campaign, const char *result, KindCommand *out, Error *error);

/* Is this a shard of the job? Its codes are added to `codes`. */
Status kind_read(const FarmCampaign *campaign, int64_t job, Str shard, Buf *codes, Error *error);
/* Adds the shard's lines to a result, whose games from `end` on are left out. */
Status kind_append(const FarmCampaign *campaign, int64_t job, Str shard, int64_t end, Buf *out, Error *error);

/* The sequential test among the words. */
Status kind_test(const FarmCampaign *campaign, EloTest *test, Error *error);

#endif
