#include "base/file.h"
#include "farm/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORT_DEFAULT = 6379, DATABASES_MAX = 1 << 14 };

static Status bad(const char *url, const char *why, Error *error)
{
    return error_set(error, STATUS_BAD_INPUT, "'%.100s': %s; a farm is redis://[USER@]HOST[:PORT][/N] or unix:PATH",
                     url, why);
}

static bool has_control(const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text <= ' ' || *text == 127) return true;
    }
    return false;
}

/* HOST, HOST:PORT, [V6], [V6]:PORT */
static bool take_host(FarmAddress *out, Str rest)
{
    int64_t port = PORT_DEFAULT;
    bool v6 = rest.len > 0 && rest.ptr[0] == '[';
    if (v6) rest = str_skip(rest, 1);
    Str host = str_until(&rest, v6 ? ']' : ':');
    if (v6 && rest.len > 0 && rest.ptr[0] == ':') rest = str_skip(rest, 1);
    if (rest.len > 0 && !str_to_int(rest, 1, 65535, &port)) return false;
    out->port = (int)port;
    return host.len > 0 && str_copy(host, out->host, sizeof out->host);
}

Status farm_address_parse(FarmAddress *out, const char *url, Error *error)
{
    *out = (FarmAddress){.port = PORT_DEFAULT};
    Str rest = str_from(url);
    if (has_control(url)) return bad("...", "it has a blank or a control in it", error);
    out->is_path = str_starts(rest, "unix:");
    if (!out->is_path && !str_starts(rest, "redis://")) {
        bool tls = str_starts(rest, "rediss://");
        return bad(url, tls ? "TLS goes through stunnel (docs/guides/farm.md)" : "it begins with neither", error);
    }
    rest = str_skip(rest, strlen(out->is_path ? "unix:" : "redis://"));
    const char *at = rest.len > 0 ? memchr(rest.ptr, '@', rest.len) : NULL;
    if (at) {
        Str user = str_until(&rest, '@');
        if (memchr(user.ptr, ':', user.len)) {
            return bad("...",
                       "a password does not belong there, everybody could see it: put it into "
                       "YOMI_FARM_PASSWORD or a --password-file",
                       error);
        }
        if (!str_copy(user, out->user, sizeof out->user)) return bad(url, "the user is too long", error);
    }
    if (out->is_path) {
        return rest.len > 0 && str_copy(rest, out->host, sizeof out->host) ? STATUS_OK : bad(url, "no path", error);
    }
    Str host = str_until(&rest, '/');
    int64_t database = 0;
    if (rest.len > 0 && !str_to_int(rest, 0, DATABASES_MAX, &database)) return bad(url, "no such database", error);
    out->database = (int)database;
    return take_host(out, host) ? STATUS_OK : bad(url, "no host or no port", error);
}

Status farm_address_password(FarmAddress *address, const char *file, Error *error)
{
    const char *environment = getenv("YOMI_FARM_PASSWORD"); /* NOLINT(concurrency-mt-unsafe): nobody sets it */
    Buf content = buf_new(2 * FARM_PASSWORD_MAX);
    Status status = file ? file_read(file, &content, error) : STATUS_OK;
    Str found = file ? str_trim(buf_view(&content)) : str_from(environment);
    if (status == STATUS_OK && !str_copy(found, address->password, sizeof address->password)) {
        status = error_set(error, STATUS_TOO_LARGE, "the password is longer than %d bytes", FARM_PASSWORD_MAX - 1);
    }
    if (status == STATUS_OK && file && found.len == 0) {
        status = error_set(error, STATUS_BAD_INPUT, "%s: there is no password in it", file);
    }
    buf_free(&content);
    return status;
}
