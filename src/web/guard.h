/* Who may talk to the server: the checks that every request passes before anything else looks at it.
 *
 * A page of another site that runs in the user's browser can reach 127.0.0.1 too. It is kept out by its Origin, and by
 * the Host that it has to name: a name that was rebound to this machine is not one of ours. Beyond loopback a token is
 * asked for as well; it comes once in the address and then in a cookie. */
#ifndef YOMI_WEB_GUARD_H
#define YOMI_WEB_GUARD_H

#include "base/status.h"
#include "base/str.h"

enum { GUARD_TOKEN_MAX = 64, GUARD_HOST_MAX = 256, GUARD_VISITOR_LEN = 32 };

typedef struct Guard {
    char token[GUARD_TOKEN_MAX + 1]; /* "" : none is asked for */
    char bound[GUARD_HOST_MAX];      /* the address the server listens on */
    char allowed[GUARD_HOST_MAX];    /* one more name that a Host may have, or "" */
} Guard;

/* Is this an address that only this machine can reach? */
bool guard_is_loopback(Str host);

/* A fresh token of 32 hexadecimal digits. */
Status guard_make_token(Guard *guard, Error *error);

/* `host` is a Host header: a name or an address of this server, with or without a port. */
bool guard_host_ok(const Guard *guard, Str host);
/* `origin` is an Origin header ("" when there was none): it must be http(s) and name the same host as `host`. */
bool guard_origin_ok(const Guard *guard, Str origin, Str host);
bool guard_token_ok(const Guard *guard, Str token);

/* Who has the token gets a name of 32 random hexadecimal digits, by which his saved games are found again. */
Status guard_make_visitor(char out[GUARD_VISITOR_LEN + 1], Error *error);
bool guard_visitor_ok(const char *visitor);

#endif
