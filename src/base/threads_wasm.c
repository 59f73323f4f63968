#include "base/alone.h"

bool alone(void)
{
    return false;
}

Wish alone_wish(void)
{
    return WISH_NONE;
}
