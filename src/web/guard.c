#include "web/guard.h"

#include "base/net.h"
#include "base/random.h"

#include <stdio.h>
#include <string.h>

/* Splits "name:port", "[v6]:port" or either without a port; false when it is none of them. */
static bool split_host(Str host, Str *name, Str *port)
{
    *port = (Str){"", 0};
    if (host.len == 0 || host.len >= GUARD_HOST_MAX) return false;
    const char *colon;
    if (host.ptr[0] == '[') {
        const char *end = memchr(host.ptr, ']', host.len);
        if (!end) return false;
        *name = (Str){host.ptr + 1, (size_t)(end - host.ptr - 1)};
        Str rest = str_skip(host, (size_t)(end - host.ptr) + 1);
        if (rest.len == 0) return true;
        if (rest.ptr[0] != ':') return false;
        *port = str_skip(rest, 1);
    } else if ((colon = memchr(host.ptr, ':', host.len)) != NULL) {
        *name = (Str){host.ptr, (size_t)(colon - host.ptr)};
        *port = str_skip(host, name->len + 1);
    } else {
        *name = host;
        return true;
    }
    int64_t number;
    return str_to_int(*port, 1, 65535, &number);
}

static bool is_address(Str name)
{
    enum { LONGEST = 46 }; /* an IPv6 address with an IPv4 one in it, and a NUL */
    char text[LONGEST];
    return str_copy(name, text, sizeof text) && net_is_address(text);
}

bool guard_is_loopback(Str host)
{
    if (str_eq_nocase(host, "localhost") || str_eq(host, "::1")) return true;
    return str_starts(host, "127.") && is_address(host);
}

Status guard_make_visitor(char out[GUARD_VISITOR_LEN + 1], Error *error)
{
    unsigned char bytes[GUARD_VISITOR_LEN / 2];
    if (!random_bytes(bytes, sizeof bytes)) {
        return error_set(error, STATUS_IO, "the system gave no random bytes for a token");
    }
    for (size_t i = 0; i < sizeof bytes; i++) (void)snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return STATUS_OK;
}

bool guard_visitor_ok(const char *visitor)
{
    return strlen(visitor) == GUARD_VISITOR_LEN && strspn(visitor, "0123456789abcdef") == GUARD_VISITOR_LEN;
}

Status guard_make_token(Guard *guard, Error *error)
{
    return guard_make_visitor(guard->token, error);
}

bool guard_host_ok(const Guard *guard, Str host)
{
    Str name, port;
    if (!split_host(host, &name, &port)) return false;
    if (guard_is_loopback(name)) return true;
    if (str_eq_nocase(name, guard->bound)) return true;
    if (guard->allowed[0] && str_eq_nocase(name, guard->allowed)) return true;
    /* Bound to every address: an address typed as such cannot have been rebound, a name can. */
    return guard->token[0] && is_address(name);
}

bool guard_origin_ok(const Guard *guard, Str origin, Str host)
{
    if (origin.len == 0) return true; /* not a browser; pages of other sites always send one with a WebSocket */
    Str rest = origin;
    if (str_starts(rest, "http://")) {
        rest = str_skip(rest, strlen("http://"));
    } else if (str_starts(rest, "https://")) {
        rest = str_skip(rest, strlen("https://"));
    } else {
        return false;
    }
    char text[GUARD_HOST_MAX];
    return guard_host_ok(guard, rest) && str_copy(host, text, sizeof text) && str_eq_nocase(rest, text);
}

bool guard_token_ok(const Guard *guard, Str token)
{
    size_t len = strlen(guard->token);
    if (token.len != len) return false;
    unsigned char differs = 0;
    for (size_t i = 0; i < len; i++) differs |= (unsigned char)(token.ptr[i] ^ guard->token[i]); /* in constant time */
    return differs == 0;
}
