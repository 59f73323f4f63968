/* A file as a part of the program.
 *
 * EMBED_FILE(symbol, "path") stands once in a source file, outside of functions; EMBEDDED(symbol) is then its content,
 * in memory that is never freed, aligned to 64 bytes and with a NUL behind it. The symbols are global and hidden: local
 * ones are not found by position independent code on ARM, and visible ones would be a part of the library's
 * interface. */
#ifndef YOMI_BASE_EMBED_H
#define YOMI_BASE_EMBED_H

#include "base/str.h"

#if defined(__ELF__)
#define EMBED_SECTION(symbol) ".section .rodata\n"
#define EMBED_HIDE(name)      ".globl " name "\n.hidden " name "\n"
#define EMBED_SIZE(name)      ""
#define EMBED_VISIBILITY      __attribute__((visibility("hidden")))
#elif defined(_WIN32)
#define EMBED_SECTION(symbol) ".section .rdata,\"dr\"\n"
#define EMBED_HIDE(name)      ".globl " name "\n"
#define EMBED_SIZE(name)      ""
#define EMBED_VISIBILITY
#elif defined(__wasm__)
#define EMBED_SECTION(symbol) ".section .rodata." symbol ",\"\",@\n"
#define EMBED_HIDE(name)      ".globl " name "\n.hidden " name "\n.type " name ",@object\n"
#define EMBED_SIZE(name)      ".size " name ", .-" name "\n"
#define EMBED_VISIBILITY      __attribute__((visibility("hidden")))
#else
#error "no way is known to put a file into this kind of program"
#endif
#if defined(__wasm__)
#define EMBED_CODE ".section .text,\"\",@\n"
#else
#define EMBED_CODE ".text\n"
#endif

#define EMBED_FILE(symbol, path)                                                                     \
    __asm__(EMBED_SECTION(#symbol) ".balign 64\n" EMBED_HIDE(#symbol "_begin") #symbol               \
            "_begin:\n"                                                                              \
            ".incbin \"" path "\"\n" EMBED_SIZE(#symbol "_begin") EMBED_HIDE(#symbol "_end") #symbol \
            "_end:\n"                                                                                \
            ".byte 0\n" EMBED_SIZE(#symbol "_end") EMBED_CODE);                                      \
    extern const char symbol##_begin[] EMBED_VISIBILITY, symbol##_end[] EMBED_VISIBILITY

#define EMBEDDED(symbol) ((Str){symbol##_begin, (size_t)(symbol##_end - symbol##_begin)})

#endif
