#include "base/embed.h"
#include "gomoku/eval/line_net.h"

/* GOMOKU_NET_FILE is the path of data/gomoku.weights, given by the build. */
EMBED_FILE(gomoku_net, GOMOKU_NET_FILE);

Str line_nets_default(void)
{
    return EMBEDDED(gomoku_net);
}
