/* What is read and written without the script: lists, ranges of results, contents. */
#include "farm/queue.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER_MAX = 24, KEY_MAX = FARM_PREFIX_MAX + SHA256_HEX + 32 };

typedef struct Number {
    char text[NUMBER_MAX];
} Number;

static Number number_of(int64_t value)
{
    Number number;
    (void)snprintf(number.text, sizeof number.text, "%" PRId64, value);
    return number;
}

static const char *key_of(const FarmQueue *queue, const char *what, char out[KEY_MAX])
{
    (void)snprintf(out, KEY_MAX, "%s%s", queue->prefix, what);
    return out;
}

Status farm_names(FarmQueue *queue, Buf *out, Error *error)
{
    Str words[] = {STR_LIT("ZRANGE"), STR_LIT("yomi:campaigns"), STR_LIT("0"), STR_LIT("999")};
    FarmReply *reply = NULL;
    Status status = farm_call(queue->link, words, 4, &reply, error);
    for (size_t i = 0; i < farm_reply_count(reply); i++) {
        Str name = farm_reply_text(farm_reply_at(reply, i));
        if (farm_name_ok(name)) (void)buf_printf(out, "%.*s\n", STR_ARG(name));
    }
    farm_reply_free(reply);
    return status;
}

static Status call_text(FarmQueue *queue, const Str *words, int count, Buf *out, Error *error)
{
    FarmReply *reply = NULL;
    Status status = farm_call(queue->link, words, count, &reply, error);
    Str text = farm_reply_text(reply);
    if (status == STATUS_OK && !buf_append(out, text.ptr, text.len))
        status = error_set(error, STATUS_TOO_LARGE, "a value of %zu bytes is too large here", text.len);
    farm_reply_free(reply);
    return status;
}

static Status get_range(FarmQueue *queue, const char *what, int64_t from, int64_t bytes, Buf *out, Error *error)
{
    char key[KEY_MAX];
    if (bytes <= 0) return STATUS_OK;
    Number first = number_of(from), last = number_of(from + bytes - 1);
    Str words[] = {STR_LIT("GETRANGE"), str_from(key_of(queue, what, key)), str_from(first.text), str_from(last.text)};
    return call_text(queue, words, 4, out, error);
}

Status farm_codes(FarmQueue *queue, int64_t from, int64_t count, Buf *out, Error *error)
{
    return get_range(queue, "points", from, count, out, error);
}

Status farm_results(FarmQueue *queue, int64_t from, int64_t count, Buf *out, Error *error)
{
    return get_range(queue, "results", from * SHA256_BYTES, count * SHA256_BYTES, out, error);
}

/* ---- contents ---- */

static Status get_content(FarmQueue *queue, const char *key, const char *sha, Buf *out, Error *error)
{
    char found[SHA256_HEX + 1];
    Str words[] = {STR_LIT("GET"), str_from(key)};
    size_t before = out->len;
    Status status = call_text(queue, words, 2, out, error);
    if (status != STATUS_OK) return status;
    sha256_of(str_skip(buf_view(out), before), found);
    if (strcmp(found, sha) == 0) return STATUS_OK;
    return error_set(error, STATUS_NOT_FOUND, "the server has not got %.12s..., or it is damaged", sha);
}

Status farm_blob_put(FarmQueue *queue, const char *sha, Str content, Error *error)
{
    char key[KEY_MAX];
    FarmReply *reply = NULL;
    (void)snprintf(key, sizeof key, "yomi:blob:%s", sha);
    Str words[] = {STR_LIT("SET"), str_from(key), content};
    Status status = content.len > FARM_BLOB_MAX
                        ? error_set(error, STATUS_TOO_LARGE, "a file is larger than %d MB", FARM_BLOB_MAX >> 20)
                        : farm_call(queue->link, words, 3, &reply, error);
    farm_reply_free(reply);
    return status;
}

Status farm_blob_get(FarmQueue *queue, const char *sha, Buf *out, Error *error)
{
    char key[KEY_MAX];
    (void)snprintf(key, sizeof key, "yomi:blob:%s", sha);
    return get_content(queue, key, sha, out, error);
}

Status farm_shard_get(FarmQueue *queue, const char *sha, Buf *out, Error *error)
{
    char key[KEY_MAX];
    (void)snprintf(key, sizeof key, "%sshard:%s", queue->prefix, sha);
    return get_content(queue, key, sha, out, error);
}

/* ---- the end of a campaign ---- */

static Status unlink_key(FarmQueue *queue, const char *what, Error *error)
{
    char key[KEY_MAX];
    Str words[] = {STR_LIT("UNLINK"), str_from(key_of(queue, what, key))};
    FarmReply *reply = NULL;
    Status status = farm_call(queue->link, words, 2, &reply, error);
    farm_reply_free(reply);
    return status;
}

Status farm_shard_free(FarmQueue *queue, const char *sha, Error *error)
{
    char what[SHA256_HEX + 8];
    (void)snprintf(what, sizeof what, "shard:%s", sha);
    return unlink_key(queue, what, error);
}

static Status forget_shards(FarmQueue *queue, Error *error)
{
    enum { CHUNK = 1024 };
    Status status = STATUS_OK;
    Buf digests = buf_new(CHUNK * SHA256_BYTES);
    for (int64_t at = 0; status == STATUS_OK; at += CHUNK) {
        buf_clear(&digests);
        status = farm_results(queue, at, CHUNK, &digests, error);
        if (digests.len == 0) break;
        for (size_t i = 0; i + SHA256_BYTES <= digests.len && status == STATUS_OK; i += SHA256_BYTES) {
            char sha[SHA256_HEX + 1];
            sha256_hex((const uint8_t *)digests.data + i, sha);
            status = farm_shard_free(queue, sha, error);
        }
    }
    buf_free(&digests);
    return status;
}

Status farm_forget(FarmQueue *queue, Error *error)
{
    static const char *const keys[] = {"jobs", "results", "points", "sums",       "tries",
                                       "dead", "minutes", "last",   "quarantine", "meta"};
    Status status = forget_shards(queue, error);
    for (size_t i = 0; i < sizeof keys / sizeof *keys && status == STATUS_OK; i++) {
        status = unlink_key(queue, keys[i], error);
    }
    char name[FARM_PREFIX_MAX];
    (void)snprintf(name, sizeof name, "%s", queue->prefix + strlen("yomi:{"));
    char *end = strchr(name, '}');
    if (end) *end = '\0';
    Str words[] = {STR_LIT("ZREM"), STR_LIT("yomi:campaigns"), str_from(name)};
    FarmReply *reply = NULL;
    if (status == STATUS_OK) status = farm_call(queue->link, words, 3, &reply, error);
    farm_reply_free(reply);
    return status;
}
