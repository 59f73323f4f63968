#include "base/given.h"
#include "shogi/shared.h"

Str shogi_net_default(void)
{
    return given_get("shogi");
}
