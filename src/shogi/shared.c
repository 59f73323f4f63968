#include "shogi/shared.h"

#include "base/file.h"
#include "shogi/features.h"
#include "shogi/nnbin.h"
#include "shogi/settings.h"

#include <stdlib.h>
#include <string.h>

enum { NET_FILE_MAX = 64 << 20 };

void shared_free(void *shared)
{
    ShogiShared *made = shared;
    if (!made) return;
    net_free(made->net);
    free(made->net_path);
    book_free(made->book);
    free(made);
}

static Net *read_net(Str file, Error *error)
{
    const uint8_t *bytes = (const uint8_t *)file.ptr;
    if (nnbin_is(bytes, file.len)) return nnbin_load(bytes, file.len, error);
    return net_load(bytes, file.len, FEATURES_OWN_COUNT, FEATURES_OWN, error);
}

static Net *load_net(const char *path, Error *error)
{
    Error why;
    Buf file = buf_new(NET_FILE_MAX);
    Net *net = file_read(path, &file, &why) == STATUS_OK ? read_net(buf_view(&file), &why) : NULL;
    buf_free(&file);
    if (!net) (void)error_set(error, why.status, "EvalFile %.80s: %.150s", path, why.text);
    return net;
}

/* The network that the setting names: none for the evaluation by hand. */
static Status find_net(const char *path, Net **net, Error *error)
{
    *net = NULL;
    if (strcmp(path, EVAL_BY_HAND) == 0) return STATUS_OK;
    *net = path[0] ? load_net(path, error) : read_net(shogi_net_default(), error);
    return *net ? STATUS_OK : STATUS_BAD_INPUT;
}

static Status renew_net(ShogiShared *shared, const char *path, Error *error)
{
    if (shared->net_path && strcmp(shared->net_path, path) == 0) return STATUS_OK;
    Net *net = NULL;
    Status status = find_net(path, &net, error);
    if (status != STATUS_OK) return status;
    char *name = strdup(path);
    if (!name) {
        net_free(net);
        return error_set(error, STATUS_NO_MEMORY, "no memory for a network");
    }
    net_free(shared->net);
    free(shared->net_path);
    shared->net = net;
    shared->net_path = name;
    return STATUS_OK;
}

static Status renew_book(ShogiShared *shared, const char *path, Error *error)
{
    if (shared->book && strcmp(book_path(shared->book), path) == 0) return STATUS_OK;
    Book *book = NULL;
    Status status = path[0] ? book_load(path, &book, error) : STATUS_OK;
    if (status != STATUS_OK) return status;
    book_free(shared->book);
    shared->book = book;
    return STATUS_OK;
}

Status shared_prepare(const void *settings, CpuFeatures cpu, void **shared, Error *error)
{
    (void)cpu;
    const ShogiSettings *shogi = settings;
    if (!*shared) *shared = calloc(1, sizeof(ShogiShared));
    if (!*shared) return error_set(error, STATUS_NO_MEMORY, "no memory for network and book");
    Status book = renew_book(*shared, shogi->book_file, error);
    Status net = renew_net(*shared, shogi->eval_file, error);
    Net *loaded = ((ShogiShared *)*shared)->net;
    if (loaded && loaded->dense) loaded->scale = shogi->fv_scale;
    return net != STATUS_OK ? net : book;
}
