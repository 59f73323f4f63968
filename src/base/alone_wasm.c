#include "base/alone.h"

#include <emscripten.h>

bool alone(void)
{
    return true;
}

/* The worker's script knows (wasm/src/worker.js); it looks at most every few milliseconds, so that asking is cheap. */
Wish alone_wish(void)
{
    return (Wish)EM_ASM_INT({ return Module.wish ? Module.wish() : 0; });
}
