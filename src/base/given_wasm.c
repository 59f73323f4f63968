#include "base/given.h"

#include <stdlib.h>
#include <string.h>

enum { GIVEN_MAX = 8, NAME_MAX_BYTES = 32, BYTES_MAX = 64 << 20 };

typedef struct Given {
    char name[NAME_MAX_BYTES];
    char *bytes;
    size_t len;
} Given;

static Given all[GIVEN_MAX]; /* of the module instance: the one thing here that outlives every owner */

static Given *find(const char *name)
{
    for (int i = 0; i < GIVEN_MAX; i++) {
        if (!all[i].name[0] || strcmp(all[i].name, name) == 0) return &all[i];
    }
    return NULL;
}

Status given_set(const char *name, const void *bytes, size_t len, Error *error)
{
    Given *given = find(name);
    if (!given || !name[0] || strlen(name) >= sizeof given->name) {
        return error_set(error, STATUS_BAD_INPUT, "there is no place for weights of '%.40s'", name);
    }
    if (len > BYTES_MAX) return error_set(error, STATUS_TOO_LARGE, "weights have at most %d MB", BYTES_MAX >> 20);
    char *copy = malloc(len + 1);
    if (!copy) return error_set(error, STATUS_NO_MEMORY, "no memory for the weights of %s", name);
    memcpy(copy, bytes, len);
    copy[len] = '\0';
    free(given->bytes);
    given->bytes = copy;
    given->len = len;
    (void)str_copy(str_from(name), given->name, sizeof given->name);
    return STATUS_OK;
}

Str given_get(const char *name)
{
    const Given *given = find(name);
    return given && given->bytes ? (Str){given->bytes, given->len} : (Str){"", 0};
}
