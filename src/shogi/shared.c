#include "shogi/shared.h"

#include "base/file.h"
#include "shogi/eval/features.h"
#include "shogi/eval/nnbin.h"
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
    bool zoned = net_feature_set(bytes, file.len) == FEATURES_ZONED;
    Net *net = net_load(bytes, file.len, zoned ? FEATURES_ZONED_COUNT : FEATURES_OWN_COUNT,
                        zoned ? FEATURES_ZONED : FEATURES_OWN, error);
    if (!net || net->buckets == 0 || net->buckets == FEATURE_BUCKETS) return net;
    (void)error_set(error, STATUS_BAD_INPUT, "a network of %d buckets, not %d", net->buckets, FEATURE_BUCKETS);
    net_free(net);
    return NULL;
}

Net *shared_load_net(const char *path, Error *error)
{
    Buf file = buf_new(NET_FILE_MAX);
    Net *net = file_read(path, &file, error) == STATUS_OK ? read_net(buf_view(&file), error) : NULL;
    buf_free(&file);
    return net;
}

/* The network that the setting names: none for the evaluation by hand. */
static Status find_net(const char *path, Net **net, Error *error)
{
    *net = NULL;
    if (strcmp(path, EVAL_BY_HAND) == 0) return STATUS_OK;
    Error why;
    *net = path[0] ? shared_load_net(path, &why) : read_net(shogi_net_default(), &why);
    return *net ? STATUS_OK : error_set(error, STATUS_BAD_INPUT, "EvalFile %.80s: %.150s", path, why.text);
}

/* What has to be loaded anew, before anything of it is taken over. */
typedef struct Loaded {
    bool new_net, new_book;
    Net *net;
    char *net_path;
    ShogiBook *book;
} Loaded;

static Status load_new_net(const ShogiShared *shared, const char *path, Loaded *out, Error *error)
{
    out->new_net = !shared->net_path || strcmp(shared->net_path, path) != 0;
    if (!out->new_net) return STATUS_OK;
    Status status = find_net(path, &out->net, error);
    if (status != STATUS_OK) return status;
    out->net_path = strdup(path);
    return out->net_path ? STATUS_OK : error_set(error, STATUS_NO_MEMORY, "no memory for a network");
}

static Status load_new_book(const ShogiShared *shared, const char *path, Loaded *out, Error *error)
{
    out->new_book = strcmp(shared->book ? book_path(shared->book) : "", path) != 0;
    if (!out->new_book || !path[0]) return STATUS_OK;
    Error why;
    Status status = book_load(path, &out->book, &why);
    return status == STATUS_OK ? status : error_set(error, status, "BookFile %.80s: %.150s", path, why.text);
}

static void take_over(ShogiShared *shared, const Loaded *loaded)
{
    if (loaded->new_net) {
        net_free(shared->net);
        free(shared->net_path);
        shared->net = loaded->net;
        shared->net_path = loaded->net_path;
    }
    if (loaded->new_book) {
        book_free(shared->book);
        shared->book = loaded->book;
    }
}

Status shared_prepare(const void *settings, void **shared, Error *error)
{
    const ShogiSettings *shogi = settings;
    ShogiShared *made = *shared ? *shared : calloc(1, sizeof *made);
    if (!made) return error_set(error, STATUS_NO_MEMORY, "no memory for network and book");
    Loaded loaded = {0};
    Status status = load_new_net(made, shogi->eval_file, &loaded, error);
    if (status == STATUS_OK) status = load_new_book(made, shogi->book_file, &loaded, error);
    if (status != STATUS_OK) {
        net_free(loaded.net);
        free(loaded.net_path);
        book_free(loaded.book);
        if (!*shared) shared_free(made);
        return status;
    }
    take_over(made, &loaded);
    if (made->net && made->net->dense) made->net->scale = shogi->fv_scale;
    *shared = made;
    return STATUS_OK;
}
