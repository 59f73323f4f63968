#include "othello/eval/weights.h"

/* OTHELLO_WEIGHTS_FILE is the path of data/othello.weights, given by the build. */
__asm__(".section .rodata\n"
        ".balign 64\n"
        ".local othello_weights_begin\n"
        "othello_weights_begin:\n"
        ".incbin \"" OTHELLO_WEIGHTS_FILE "\"\n"
        ".local othello_weights_end\n"
        "othello_weights_end:\n"
        ".byte 0\n"
        ".text\n");

extern const char othello_weights_begin[], othello_weights_end[];

Str othello_weights_default(void)
{
    return (Str){othello_weights_begin, (size_t)(othello_weights_end - othello_weights_begin)};
}
