/* A build without threads, for WebAssembly where memory cannot be shared.
 *
 * Nobody can ask a search to stop there while it runs, because it runs on the only thread. So the search asks: with
 * each poll it looks what the host, the program around it, wants. In every other build the answers are constants. */
#ifndef YOMI_BASE_ALONE_H
#define YOMI_BASE_ALONE_H

#include <stdbool.h>

typedef enum Wish {
    WISH_NONE,
    WISH_OTHERS, /* somebody waits: what has no limit of its own gives way and may go on later */
    WISH_STOP    /* the result is wanted now */
} Wish;

#if defined(__wasm__)
/* Chosen by what is linked: alone_wasm.c for one thread, threads_wasm.c for several. */
bool alone(void);
Wish alone_wish(void);
#else
static inline bool alone(void)
{
    return false;
}
static inline Wish alone_wish(void)
{
    return WISH_NONE;
}
#endif

#endif
