/* What all workers of a shogi engine share: network and opening book. Read-only during a search. */
#ifndef YOMI_SHOGI_SHARED_H
#define YOMI_SHOGI_SHARED_H

#include "base/str.h"
#include "nn/net.h"
#include "shogi/book/book.h"

typedef struct ShogiShared {
    Net *net; /* NULL: the evaluation written by hand */
    char *net_path;
    ShogiBook *book; /* NULL: none */
} ShogiShared;

Str shogi_net_default(void); /* the network file inside the program */
/* A network of ours or a public one; NULL, and why, when the file is none. */
Net *shared_load_net(const char *path, Error *error);

/* Loads what the settings ask for and is not there yet: all of it, or nothing changes. */
Status shared_prepare(const void *settings, void **shared, Error *error);
void shared_free(void *shared);

#endif
