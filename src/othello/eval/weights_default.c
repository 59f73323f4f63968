#include "base/embed.h"
#include "othello/eval/weights.h"

/* OTHELLO_WEIGHTS_FILE is the path of data/othello.weights, given by the build. */
EMBED_FILE(othello_weights, OTHELLO_WEIGHTS_FILE);

Str othello_weights_default(void)
{
    return EMBEDDED(othello_weights);
}
