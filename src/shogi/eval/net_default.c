#include "base/embed.h"
#include "shogi/shared.h"

/* SHOGI_NET_FILE is the path of data/shogi.net, given by the build. */
EMBED_FILE(shogi_net, SHOGI_NET_FILE);

Str shogi_net_default(void)
{
    return EMBEDDED(shogi_net);
}
