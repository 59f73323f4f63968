/* yomi farm put: a command becomes a campaign. */
#include "app/app.h"
#include "app/farm/farm.h"
#include "app/farm/shards.h"
#include "app/farm/vocabulary.h"
#include "app/farm/workshop.h"
#include "base/file.h"
#include "base/host.h"
#include "tool/args.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct Put {
    const char *url, *name, *password_file, *shards, *work;
    int64_t batch, silence_s;
    FarmCampaign campaign;
    char *words[FARM_COMMAND_WORDS_MAX];
    int word_count;
} Put;

/* A file that the command names goes into the campaign, by its content. */
static Status add_file(void *context, const char *path, Error *error)
{
    FarmCampaign *campaign = context;
    if (farm_campaign_file(campaign, path)) return STATUS_OK;
    Buf content = buf_new(FARM_BLOB_MAX);
    FarmFile file = {.size = 0};
    Status status = file_read(path, &content, error);
    sha256_of(buf_view(&content), file.sha);
    file.size = (int64_t)content.len;
    (void)str_copy(str_from(path), file.path, sizeof file.path);
    buf_free(&content);
    return status == STATUS_OK ? farm_campaign_add_file(campaign, &file, error) : status;
}

static Status send_file(FarmQueue *queue, const FarmFile *file, Error *error)
{
    char sha[SHA256_HEX + 1];
    Buf content = buf_new(FARM_BLOB_MAX);
    Status status = file_read(file->path, &content, error);
    sha256_of(buf_view(&content), sha);
    if (status == STATUS_OK && strcmp(sha, file->sha) != 0)
        status = error_set(error, STATUS_BAD_INPUT, "%s has changed meanwhile", file->path);
    if (status == STATUS_OK) status = farm_blob_put(queue, sha, buf_view(&content), error);
    buf_free(&content);
    return status;
}

static Status plan(Put *put, Error *error)
{
    FarmCampaign *c = &put->campaign;
    VocabularyFiles files = {add_file, c};
    KindFiles records = {add_file, c};
    Workshop shop;
    Status status = vocabulary_check((const char *const *)put->words, put->word_count, &files, error);
    if (status == STATUS_OK)
        status = farm_campaign_set_words(c, (const char *const *)put->words, put->word_count, error);
    if (status == STATUS_OK) status = kind_plan(c, put->batch, &records, error);
    if (status != STATUS_OK) return status;
    status = workshop_open(&shop, put->work, NULL, error);
    if (status == STATUS_OK) status = workshop_signature(&shop, c->game, c->signature, error);
    workshop_close(&shop);
    farm_campaign_make_id(c);
    if (!c->name[0]) (void)str_copy((Str){c->id, 12}, c->name, sizeof c->name);
    return status == STATUS_OK ? farm_campaign_check(c, error) : status;
}

static Status send(Put *put, Error *error)
{
    FarmAddress address;
    FarmQueue queue = {.link = NULL};
    FarmCampaign *c = &put->campaign;
    bool again = false;
    Status status = farm_find(&address, put->url, put->password_file, error);
    if (status == STATUS_OK) status = farm_link_open(&queue.link, &address, error);
    for (size_t i = 0; i < c->file_count && status == STATUS_OK; i++) status = send_file(&queue, &c->files[i], error);
    if (status == STATUS_OK && c->folder[0]) status = shards_mark(c->folder, c, error);
    if (status == STATUS_OK) status = farm_put(&queue, c, &again, error);
    farm_link_close(queue.link);
    if (status == STATUS_OK)
        (void)printf("campaign %s: %" PRId64 " jobs of %s %s%s, id %s\n", c->name, c->total, c->kind, c->game,
                     again ? ", as before" : "", c->id);
    return status;
}

static Status take_settings(Put *put, Error *error)
{
    FarmCampaign *c = &put->campaign;
    c->silence_ms = put->silence_s * 1000;
    bool named =
        !put->name || (farm_name_ok(str_from(put->name)) && str_copy(str_from(put->name), c->name, sizeof c->name));
    if (!named)
        return error_set(error, STATUS_BAD_INPUT, "--name has at most %d letters, digits, - and _", FARM_NAME_MAX);
    return put->shards ? host_whole_path(put->shards, c->folder, sizeof c->folder, error) : STATUS_OK;
}

/* What stands before `--` is put's own, what stands behind it the command. */
static Status parse(Put *put, int argc, char **argv, Error *error)
{
    FarmCampaign *c = &put->campaign;
    const Arg table[] = {{"URL", ARG_WORD, 0, 0, &put->url, true},
                         {"--name", ARG_TEXT, 0, 0, &put->name, false},
                         {"--batch", ARG_NUMBER, 1, 1 << 16, &put->batch, false},
                         {"--shards", ARG_TEXT, 0, 0, &put->shards, false},
                         {"--silence", ARG_NUMBER, 1, 300, &put->silence_s, false},
                         {"--tries", ARG_NUMBER, 1, 100, &c->tries, false},
                         {"--job-time", ARG_NUMBER, 1, 30 * 86400, &c->timeout_s, false},
                         {"--queue", ARG_NUMBER, 1, 1000, &c->window, false},
                         {"--verify", ARG_NUMBER, 0, 100, &c->verify, false},
                         {"--work", ARG_TEXT, 0, 0, &put->work, false},
                         {"--password-file", ARG_TEXT, 0, 0, &put->password_file, false}};
    int own = 1;
    while (own < argc && strcmp(argv[own], "--") != 0) own++;
    Status status = args_parse(table, sizeof table / sizeof *table, own, argv, error);
    if (status == STATUS_OK && own == argc)
        status = error_set(error, STATUS_BAD_INPUT, "the command is missing: -- datagen othello --games 1000 ...");
    if (status == STATUS_OK)
        status = vocabulary_split(argc - own - 1, argv + own + 1, put->words, &put->word_count, error);
    return status == STATUS_OK ? take_settings(put, error) : status;
}

int farm_run_put(int argc, char **argv)
{
    Put put = {.silence_s = 60, .campaign = {.tries = 3, .timeout_s = 3600, .window = 4}};
    Error error;
    int code = APP_OK;
    if (parse(&put, argc, argv, &error) != STATUS_OK) {
        code = app_error("farm put", APP_USAGE, "%s", error.text);
    } else if (plan(&put, &error) != STATUS_OK || send(&put, &error) != STATUS_OK) {
        code = app_error("farm put", APP_FAILED, "%s", error.text);
    }
    for (int i = 0; i < put.word_count; i++) free(put.words[i]);
    farm_campaign_free(&put.campaign);
    return code;
}
