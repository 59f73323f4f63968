#include "farm/link.h"

#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECT_SECONDS = 5, ANSWER_SECONDS = 20, SHA1_HEX = 40, NUMBER_MAX = 24 };

struct FarmLink {
    FarmAddress address;
    redisContext *context;     /* NULL: not connected */
    char script[SHA1_HEX + 1]; /* what the server calls the script; "" when it has not been told yet */
};

/* The script, from farm.lua. */
__asm__(".section .rodata\n"
        ".local farm_script_begin\nfarm_script_begin:\n"
        ".incbin \"" FARM_SCRIPT "\"\n"
        ".local farm_script_end\nfarm_script_end:\n"
        ".byte 0\n"
        ".text\n");
extern const char farm_script_begin[], farm_script_end[];

Status farm_link_open(FarmLink **out, const FarmAddress *address, Error *error)
{
    FarmLink *link = calloc(1, sizeof *link);
    *out = link;
    if (!link) return error_set(error, STATUS_NO_MEMORY, "no memory for a connection");
    link->address = *address;
    return STATUS_OK;
}

static void disconnect(FarmLink *link)
{
    if (link->context) redisFree(link->context);
    link->context = NULL;
    link->script[0] = '\0';
}

void farm_link_close(FarmLink *link)
{
    if (!link) return;
    disconnect(link);
    explicit_bzero(&link->address, sizeof link->address);
    free(link);
}

int farm_link_fd(const FarmLink *link)
{
    return link->context ? link->context->fd : -1;
}

/* ---- answers ---- */

static const redisReply *raw(const FarmReply *reply)
{
    return (const redisReply *)(const void *)reply;
}

void farm_reply_free(FarmReply *reply)
{
    if (reply) freeReplyObject(reply);
}

Str farm_reply_text(const FarmReply *reply)
{
    const redisReply *r = raw(reply);
    bool text = r && (r->type == REDIS_REPLY_STRING || r->type == REDIS_REPLY_STATUS || r->type == REDIS_REPLY_ERROR);
    return text ? (Str){r->str, (size_t)r->len} : (Str){"", 0};
}

int64_t farm_reply_number(const FarmReply *reply)
{
    int64_t number = 0;
    if (reply && raw(reply)->type == REDIS_REPLY_INTEGER) return raw(reply)->integer;
    return str_to_int(farm_reply_text(reply), INT64_MIN, INT64_MAX, &number) ? number : 0;
}

size_t farm_reply_count(const FarmReply *reply)
{
    return reply && raw(reply)->type == REDIS_REPLY_ARRAY ? raw(reply)->elements : 0;
}

const FarmReply *farm_reply_at(const FarmReply *reply, size_t i)
{
    return i < farm_reply_count(reply) ? (const FarmReply *)(const void *)raw(reply)->element[i] : NULL;
}

/* ---- calls ---- */

/* An error of the server that passes: it reads its file, its disk is full, it has no memory. */
static bool is_passing(Str text)
{
    static const char *const words[] = {"LOADING", "BUSY", "MISCONF", "OOM", "READONLY", "MASTERDOWN", "TRYAGAIN"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (str_starts(text, words[i])) return true;
    }
    return false;
}

static Status broken(FarmLink *link, Error *error)
{
    char why[128];
    (void)snprintf(why, sizeof why, "%s", link->context ? link->context->errstr : "no memory");
    disconnect(link);
    return error_set(error, STATUS_IO, "no connection to %s: %s", link->address.host, why);
}

Status farm_receive(FarmLink *link, FarmReply **out, Error *error)
{
    void *reply = NULL;
    *out = NULL;
    if (!link->context || redisGetReply(link->context, &reply) != REDIS_OK || !reply) return broken(link, error);
    if (((redisReply *)reply)->type == REDIS_REPLY_ERROR) {
        Str text = farm_reply_text(reply);
        Status status = error_set(error, is_passing(text) ? STATUS_IO : STATUS_BAD_INPUT, "the server says: %.*s",
                                  (int)(text.len < 150 ? text.len : 150), text.ptr);
        freeReplyObject(reply);
        return status;
    }
    *out = reply;
    return STATUS_OK;
}

static Status send_words(FarmLink *link, const Str *words, int count, Error *error)
{
    const char *texts[FARM_WORDS_MAX];
    size_t lengths[FARM_WORDS_MAX];
    if (count > FARM_WORDS_MAX) return error_set(error, STATUS_TOO_LARGE, "a command of too many words");
    for (int i = 0; i < count; i++) {
        texts[i] = words[i].ptr;
        lengths[i] = words[i].len;
    }
    int done = 0;
    if (redisAppendCommandArgv(link->context, count, texts, lengths) != REDIS_OK) return broken(link, error);
    while (!done) {
        if (redisBufferWrite(link->context, &done) != REDIS_OK) return broken(link, error);
    }
    return STATUS_OK;
}

static Status ask(FarmLink *link, const Str *words, int count, FarmReply **out, Error *error)
{
    Status status = send_words(link, words, count, error);
    return status == STATUS_OK ? farm_receive(link, out, error) : status;
}

static Status log_in(FarmLink *link, Error *error)
{
    const FarmAddress *a = &link->address;
    char database[NUMBER_MAX];
    FarmReply *reply = NULL;
    Status status = STATUS_OK;
    if (a->password[0]) {
        Str user[] = {STR_LIT("AUTH"), str_from(a->user), str_from(a->password)};
        Str plain[] = {STR_LIT("AUTH"), str_from(a->password)};
        status = a->user[0] ? ask(link, user, 3, &reply, error) : ask(link, plain, 2, &reply, error);
        farm_reply_free(reply);
        reply = NULL;
    }
    if (status == STATUS_OK && a->database > 0) {
        (void)snprintf(database, sizeof database, "%d", a->database);
        Str words[] = {STR_LIT("SELECT"), str_from(database)};
        status = ask(link, words, 2, &reply, error);
        farm_reply_free(reply);
    }
    return status;
}

static Status connect_now(FarmLink *link, Error *error)
{
    if (link->context) return STATUS_OK;
    const FarmAddress *a = &link->address;
    struct timeval patience = {CONNECT_SECONDS, 0}, answer = {ANSWER_SECONDS, 0};
    link->context = a->is_path ? redisConnectUnixWithTimeout(a->host, patience)
                               : redisConnectWithTimeout(a->host, a->port, patience);
    if (!link->context || link->context->err) return broken(link, error);
    if (!a->is_path) (void)redisEnableKeepAlive(link->context);
    if (redisSetTimeout(link->context, answer) != REDIS_OK) return broken(link, error);
    Status status = log_in(link, error);
    if (status != STATUS_OK) disconnect(link);
    return status;
}

Status farm_call(FarmLink *link, const Str *words, int count, FarmReply **out, Error *error)
{
    *out = NULL;
    Status status = connect_now(link, error);
    return status == STATUS_OK ? ask(link, words, count, out, error) : status;
}

/* ---- the script ---- */

static Status load_script(FarmLink *link, Error *error)
{
    if (link->script[0]) return STATUS_OK;
    Str words[] = {
        STR_LIT("SCRIPT"), STR_LIT("LOAD"), {farm_script_begin, (size_t)(farm_script_end - farm_script_begin)}};
    FarmReply *reply = NULL;
    Status status = ask(link, words, 3, &reply, error);
    if (status == STATUS_OK && !str_copy(farm_reply_text(reply), link->script, sizeof link->script)) {
        status = error_set(error, STATUS_BAD_INPUT, "the server does not take the script");
    }
    farm_reply_free(reply);
    return status;
}

Status farm_send_script(FarmLink *link, const char *prefix, const Str *words, int count, Error *error)
{
    Str all[FARM_WORDS_MAX] = {STR_LIT("EVALSHA"), {"", 0}, STR_LIT("1"), str_from(prefix)};
    enum { HEAD = 4 };
    if (count > FARM_WORDS_MAX - HEAD) return error_set(error, STATUS_TOO_LARGE, "a command of too many words");
    Status status = connect_now(link, error);
    if (status == STATUS_OK) status = load_script(link, error);
    all[1] = str_from(link->script);
    memcpy(all + HEAD, words, (size_t)count * sizeof *words);
    return status == STATUS_OK ? send_words(link, all, HEAD + count, error) : status;
}

/* A server that was started again has forgotten the script. */
Status farm_call_script(FarmLink *link, const char *prefix, const Str *words, int count, FarmReply **out, Error *error)
{
    Error inner = {STATUS_OK, ""};
    *out = NULL;
    Status status = farm_send_script(link, prefix, words, count, &inner);
    if (status == STATUS_OK) status = farm_receive(link, out, &inner);
    if (status == STATUS_BAD_INPUT && strstr(inner.text, "NOSCRIPT")) {
        link->script[0] = '\0';
        status = farm_send_script(link, prefix, words, count, &inner);
        if (status == STATUS_OK) status = farm_receive(link, out, &inner);
    }
    if (status != STATUS_OK && error) *error = inner;
    return status;
}
