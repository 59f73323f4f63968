#include "shogi/shared.h"

/* SHOGI_NET_FILE is the path of data/shogi.net, given by the build. */
__asm__(".section .rodata\n"
        ".balign 64\n"
        ".local shogi_net_begin\n"
        "shogi_net_begin:\n"
        ".incbin \"" SHOGI_NET_FILE "\"\n"
        ".local shogi_net_end\n"
        "shogi_net_end:\n"
        ".byte 0\n"
        ".text\n");

extern const char shogi_net_begin[], shogi_net_end[];

Str shogi_net_default(void)
{
    return (Str){shogi_net_begin, (size_t)(shogi_net_end - shogi_net_begin)};
}
