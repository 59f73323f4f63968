#include "base/given.h"
#include "othello/eval/weights.h"

Str othello_weights_default(void)
{
    return given_get("othello");
}
