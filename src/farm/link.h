/* A connection to the Redis server: one command out, one answer back.
 *
 * A link connects when it is first needed and again after it broke; whoever calls decides how often to try. It belongs
 * to one thread. Answers are the caller's to free.
 *
 * Of an answer nothing is believed: every look at it says what it expects, and what is not of that kind is empty. */
#ifndef YOMI_FARM_LINK_H
#define YOMI_FARM_LINK_H

#include "base/status.h"
#include "base/str.h"

enum { FARM_HOST_MAX = 256, FARM_USER_MAX = 128, FARM_PASSWORD_MAX = 512, FARM_WORDS_MAX = 256 };

/* redis://[USER@]HOST[:PORT][/DATABASE] or unix:[USER@]PATH. The password never is in it. */
typedef struct FarmAddress {
    char host[FARM_HOST_MAX]; /* or the path of a socket */
    bool is_path;
    int port, database;
    char user[FARM_USER_MAX];
    char password[FARM_PASSWORD_MAX]; /* "": none */
} FarmAddress;

Status farm_address_parse(FarmAddress *out, const char *url, Error *error);
/* From the file, or without one from the environment (YOMI_FARM_PASSWORD); neither: none. */
Status farm_address_password(FarmAddress *address, const char *file, Error *error);

typedef struct FarmLink FarmLink;
typedef struct FarmReply FarmReply;

Status farm_link_open(FarmLink **out, const FarmAddress *address, Error *error); /* does not connect yet */
void farm_link_close(FarmLink *link);                                            /* NULL is nothing */

/* STATUS_IO: the server cannot be reached, or cannot work just now; another try may help. STATUS_BAD_INPUT: it said
 * no. */
Status farm_call(FarmLink *link, const Str *words, int count, FarmReply **out, Error *error);
/* The script of farm.lua, for the campaign of this prefix. */
Status farm_call_script(FarmLink *link, const char *prefix, const Str *words, int count, FarmReply **out, Error *error);
/* The two halves of it, for many links at once. */
Status farm_send_script(FarmLink *link, const char *prefix, const Str *words, int count, Error *error);
Status farm_receive(FarmLink *link, FarmReply **out, Error *error);
int farm_link_fd(const FarmLink *link); /* readable: an answer is there; -1: not connected */

void farm_reply_free(FarmReply *reply);                           /* NULL is nothing */
Str farm_reply_text(const FarmReply *reply);                      /* empty when it is no text */
int64_t farm_reply_number(const FarmReply *reply);                /* also of a text that is a number; otherwise 0 */
size_t farm_reply_count(const FarmReply *reply);                  /* of a list */
const FarmReply *farm_reply_at(const FarmReply *reply, size_t i); /* NULL beyond the end */

#endif
