#include "farm/queue.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER_MAX = 24, KEY_MAX = FARM_PREFIX_MAX + SHA256_HEX + 32, PUT_WORDS_MAX = 80 };

typedef struct Number {
    char text[NUMBER_MAX];
} Number;

static Number number_of(int64_t value)
{
    Number number;
    (void)snprintf(number.text, sizeof number.text, "%" PRId64, value);
    return number;
}

void farm_queue_aim(FarmQueue *queue, const char *campaign)
{
    (void)snprintf(queue->prefix, sizeof queue->prefix, "yomi:{%.*s}:", FARM_NAME_MAX, campaign);
}

static const char *key_of(const FarmQueue *queue, const char *what, char out[KEY_MAX])
{
    (void)snprintf(out, KEY_MAX, "%s%s", queue->prefix, what);
    return out;
}

static FarmAnswer answer_of(const FarmReply *reply)
{
    static const struct {
        const char *word;
        FarmAnswer answer;
    } words[] = {{"none", FARM_OPEN},       {"open", FARM_OPEN},       {"ok", FARM_OPEN},   {"done", FARM_DONE},
                 {"stopped", FARM_STOPPED}, {"job", FARM_JOB},         {"lost", FARM_LOST}, {"counted", FARM_COUNTED},
                 {"double", FARM_DOUBLE},   {"differs", FARM_DIFFERS}, {"bad", FARM_BAD},   {"stuck", FARM_STUCK}};
    Str word = farm_reply_text(farm_reply_at(reply, 0));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (str_eq(word, words[i].word)) return words[i].answer;
    }
    return FARM_UNKNOWN;
}

/* A call whose answer is one word. */
static Status simple(FarmQueue *queue, const Str *words, int count, FarmAnswer *answer, Error *error)
{
    FarmReply *reply = NULL;
    Status status = farm_call_script(queue->link, queue->prefix, words, count, &reply, error);
    if (answer) *answer = answer_of(reply);
    farm_reply_free(reply);
    return status;
}

/* ---- campaigns ---- */

typedef struct PutWords {
    Buf text; /* the values, one behind the other */
    size_t ends[PUT_WORDS_MAX];
    int count;
} PutWords;

static void put_word(PutWords *words, Str text)
{
    if (words->count >= PUT_WORDS_MAX) return;
    (void)buf_str(&words->text, text);
    words->ends[words->count++] = words->text.len;
}

static void put_pair(void *context, const char *name, Str value)
{
    put_word(context, str_from(name));
    put_word(context, value);
}

Status farm_put(FarmQueue *queue, const FarmCampaign *campaign, bool *again, Error *error)
{
    PutWords words = {.text = buf_new((size_t)1 << 29)};
    Str all[PUT_WORDS_MAX];
    Number limit = number_of(campaign->step > 0 ? campaign->step : campaign->total);
    put_word(&words, STR_LIT("put"));
    farm_campaign_give(campaign, put_pair, &words);
    put_pair(&words, "limit", str_from(limit.text));
    for (int i = 0; i < words.count; i++) {
        size_t begin = i > 0 ? words.ends[i - 1] : 0;
        all[i] = (Str){buf_text(&words.text) + begin, words.ends[i] - begin};
    }
    FarmReply *reply = NULL;
    farm_queue_aim(queue, campaign->name);
    Status status = words.text.failed
                        ? error_set(error, STATUS_TOO_LARGE, "the campaign is too large, or there is no memory")
                        : farm_call_script(queue->link, queue->prefix, all, words.count, &reply, error);
    Str word = farm_reply_text(farm_reply_at(reply, 0));
    *again = str_eq(word, "again");
    if (status == STATUS_OK && str_eq(word, "other"))
        status = error_set(error, STATUS_BAD_INPUT,
                           "there is another campaign %s: other words, files or program; take another --name",
                           campaign->name);
    if (status == STATUS_OK && str_eq(word, "fewer"))
        status = error_set(error, STATUS_BAD_INPUT, "the campaign %s has more jobs than that already", campaign->name);
    farm_reply_free(reply);
    buf_free(&words.text);
    return status;
}

Status farm_load(FarmQueue *queue, FarmCampaign *out, Error *error)
{
    char key[KEY_MAX];
    Str words[] = {STR_LIT("HGETALL"), str_from(key_of(queue, "meta", key))};
    FarmReply *reply = NULL;
    *out = (FarmCampaign){0};
    Status status = farm_call(queue->link, words, 2, &reply, error);
    if (status == STATUS_OK && farm_reply_count(reply) == 0)
        status = error_set(error, STATUS_NOT_FOUND, "there is no campaign %s", queue->prefix);
    for (size_t i = 0; i + 1 < farm_reply_count(reply) && status == STATUS_OK; i += 2) {
        status = farm_campaign_take(out, farm_reply_text(farm_reply_at(reply, i)),
                                    farm_reply_text(farm_reply_at(reply, i + 1)), error);
        if (status == STATUS_NOT_FOUND) status = STATUS_OK; /* the script's own */
    }
    farm_reply_free(reply);
    return status == STATUS_OK ? farm_campaign_check(out, error) : status;
}

/* ---- a job ---- */

Status farm_take(FarmQueue *queue, FarmJob *job, FarmAnswer *answer, Error *error)
{
    Str words[] = {STR_LIT("take"), str_from(queue->worker), str_from(queue->about)};
    FarmReply *reply = NULL;
    *job = (FarmJob){.number = -1};
    Status status = farm_call_script(queue->link, queue->prefix, words, 3, &reply, error);
    *answer = answer_of(reply);
    if (status == STATUS_OK && *answer == FARM_JOB) {
        job->number = farm_reply_number(farm_reply_at(reply, 2));
        job->tried = farm_reply_number(farm_reply_at(reply, 3));
        if (!str_copy(farm_reply_text(farm_reply_at(reply, 1)), job->entry, sizeof job->entry) || job->number < 0 ||
            !str_copy(farm_reply_text(farm_reply_at(reply, 4)), job->campaign, sizeof job->campaign))
            status = error_set(error, STATUS_BAD_INPUT, "the server's answer is no job");
    }
    farm_reply_free(reply);
    return status;
}

/* What is read here stays the worker's: its next farm_take finds it. */
Status farm_wait(FarmQueue *queue, int64_t ms, Error *error)
{
    char key[KEY_MAX];
    Number block = number_of(ms);
    Str words[] = {STR_LIT("XREADGROUP"), STR_LIT("GROUP"),
                   STR_LIT("workers"),    str_from(queue->worker),
                   STR_LIT("COUNT"),      STR_LIT("1"),
                   STR_LIT("BLOCK"),      str_from(block.text),
                   STR_LIT("STREAMS"),    str_from(key_of(queue, "jobs", key)),
                   STR_LIT(">")};
    FarmReply *reply = NULL;
    Status status = farm_call(queue->link, words, sizeof words / sizeof *words, &reply, error);
    farm_reply_free(reply);
    return status == STATUS_IO ? STATUS_IO : STATUS_OK; /* the campaign may have ended meanwhile */
}

Status farm_beat(FarmQueue *queue, const FarmJob *job, FarmAnswer *answer, Error *error)
{
    Str words[] = {STR_LIT("beat"), str_from(queue->worker), str_from(queue->about), str_from(job->entry)};
    return simple(queue, words, 4, answer, error);
}

Status farm_record(FarmQueue *queue, const FarmJob *job, const FarmResult *result, FarmAnswer *answer, Error *error)
{
    uint8_t digest[SHA256_BYTES];
    sha256_from_hex(str_from(result->sha), digest);
    Number number = number_of(job->number), size = number_of(result->size), ms = number_of(result->ms);
    Str words[] = {STR_LIT("record"),
                   str_from(queue->worker),
                   str_from(queue->about),
                   str_from(job->entry),
                   str_from(number.text),
                   {(const char *)digest, sizeof digest},
                   str_from(result->sha),
                   str_from(size.text),
                   {result->codes.len ? result->codes.ptr : "", result->codes.len},
                   str_from(ms.text),
                   {result->blob.len ? result->blob.ptr : "", result->blob.len},
                   str_from(job->campaign)};
    FarmReply *reply = NULL;
    Status status = farm_call_script(queue->link, queue->prefix, words, sizeof words / sizeof *words, &reply, error);
    *answer = answer_of(reply);
    if (*answer == FARM_COUNTED && str_eq(farm_reply_text(farm_reply_at(reply, 1)), "weigh")) *answer = FARM_WEIGH;
    farm_reply_free(reply);
    return status;
}

Status farm_fail(FarmQueue *queue, const FarmJob *job, const char *why, Error *error)
{
    char text[FARM_ERROR_MAX];
    (void)snprintf(text, sizeof text, "%s", why);
    Number number = number_of(job->number);
    Str words[] = {STR_LIT("fail"),      str_from(queue->worker), str_from(queue->about),
                   str_from(job->entry), str_from(number.text),   str_from(text)};
    return simple(queue, words, 6, NULL, error);
}

Status farm_give_back(FarmQueue *queue, const FarmJob *job, Error *error)
{
    Str words[] = {STR_LIT("give_back"), str_from(queue->worker), STR_LIT(""), str_from(job->entry)};
    return simple(queue, words, 4, NULL, error);
}

Status farm_leave(FarmQueue *queue, Error *error)
{
    Str words[] = {STR_LIT("leave"), str_from(queue->worker)};
    return simple(queue, words, 2, NULL, error);
}

Status farm_stop(FarmQueue *queue, const char *why, Error *error)
{
    Str words[] = {STR_LIT("stop"), str_from(why)};
    return simple(queue, words, 2, NULL, error);
}

Status farm_retry(FarmQueue *queue, int64_t *count, Error *error)
{
    Str words[] = {STR_LIT("retry")};
    FarmReply *reply = NULL;
    Status status = farm_call_script(queue->link, queue->prefix, words, 1, &reply, error);
    *count = farm_reply_number(farm_reply_at(reply, 1));
    farm_reply_free(reply);
    return status;
}

/* ---- the test ---- */

Status farm_weighing(FarmQueue *queue, FarmWeighing *out, FarmAnswer *state, Error *error)
{
    Str words[] = {STR_LIT("weigh")};
    FarmReply *reply = NULL;
    *out = (FarmWeighing){.next = buf_new(1 << 16)};
    Status status = farm_call_script(queue->link, queue->prefix, words, 1, &reply, error);
    *state = answer_of(reply);
    out->seen = farm_reply_number(farm_reply_at(reply, 1));
    (void)buf_str(&out->next, farm_reply_text(farm_reply_at(reply, 2)));
    for (size_t i = 0; i < 5; i++) out->counts[i] = farm_reply_number(farm_reply_at(reply, 3 + i));
    farm_reply_free(reply);
    return status;
}

Status farm_weighed(FarmQueue *queue, int64_t from, const FarmWeighing *now, const char *verdict, Error *error)
{
    Number before = number_of(from), seen = number_of(now->seen), counts[5];
    Str words[9] = {STR_LIT("weighed"), str_from(before.text), str_from(seen.text), str_from(verdict)};
    for (int i = 0; i < 5; i++) {
        counts[i] = number_of(now->counts[i]);
        words[4 + i] = str_from(counts[i].text);
    }
    return simple(queue, words, 9, NULL, error);
}
